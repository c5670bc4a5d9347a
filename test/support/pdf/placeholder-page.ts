/** Pages with placeholders written operator by operator, and the placements that compiling makes of them. */

import type { Finding } from '../../../core/engine/finding/finding.ts'
import { compilePdf } from '../../../core/engine/press/compile.ts'
import type { Placement, SceneField, SceneInk } from '../../../core/engine/scene/scene.ts'
import { bundledFonts } from '../engine/rendering.ts'
import { judged } from './judged.ts'
import { type RawObject, rawPdf } from './raw-pdf.ts'

const TINT = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.3 0.9 0.1] /N 1 >>'

export interface PlaceholderPage {
  readonly content: string
  /** Entries of the page's /XObject and /Properties, and of the page itself. */
  readonly xObjects?: string
  readonly properties?: string
  readonly page?: string
  readonly catalog?: string
  readonly fonts?: string
  /** Further entries of the page's /ColorSpace. */
  readonly spaces?: string
  readonly objects?: Readonly<Record<string, RawObject>>
}

/** Resources of any content here: Helvetica F1 and its bold F2, Times F3, the separation Gold. */
export const RESOURCES =
  '/Font << /F1 @helvetica /F2 @bold /F3 @times >> ' +
  `/ColorSpace << /Gold [/Separation /Gold /DeviceCMYK ${TINT}] >>`

/** One page of 400 by 300 points. */
export function placeholderPage(parts: PlaceholderPage): Buffer {
  const {
    content,
    xObjects = '',
    properties = '',
    page = '',
    catalog = '',
    fonts = '',
    spaces,
    objects = {},
  } = parts
  const named = RESOURCES.replace('/F3 @times', `/F3 @times ${fonts}`)
  const resources =
    spaces === undefined ? named : named.replace(/\/ColorSpace .*$/, `/ColorSpace << ${spaces} >>`)
  return rawPdf({
    objects: {
      catalog: `<< /Type /Catalog /Pages @pages ${catalog} >>`,
      pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
      page:
        `<< /Type /Page /Parent @pages /MediaBox [0 0 400 300] /Contents @content ${page} ` +
        `/Resources << ${resources} /XObject << ${xObjects} >> /Properties << ${properties} >> >> >>`,
      content: { data: content },
      helvetica: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      bold: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
      times: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
      ...objects,
    },
  })
}

export interface ReadPlaceholders {
  readonly fields: readonly SceneField[]
  readonly findings: readonly Finding[]
  readonly inks: readonly SceneInk[]
  /** The first placement of the field with this label. */
  place(label: string): Placement
}

export async function readPlaceholderFile(pdf: Uint8Array): Promise<ReadPlaceholders> {
  const { scene, findings } = await compilePdf(pdf, bundledFonts.list())
  const { fields, inks } = scene
  return {
    fields,
    inks,
    findings: judged(findings),
    place(label) {
      const placement = fields.find((field) => field.label === label)?.placements[0]
      if (placement === undefined)
        throw new Error(
          `No field is labelled ${label}; there are ${fields.map((field) => field.label).join()}.`,
        )
      return placement
    },
  }
}

export function readPlaceholderPage(
  content: string,
  parts: Partial<PlaceholderPage> = {},
): Promise<ReadPlaceholders> {
  return readPlaceholderFile(placeholderPage({ ...parts, content }))
}

/** Where the first glyph of a left-aligned text stands, on the page. */
export function anchorOf({ box, insetPt, baselinePt, frame, turn }: Placement): readonly [number, number] {
  const [x, y] = [insetPt, baselinePt ?? 0]
  if (frame != null) {
    const [a, b, c, d, e, f] = frame.matrix
    return [a * x + c * y + e, b * x + d * y + f]
  }
  const [left, bottom, right, top] = box
  if (turn === 0) return [left + x, bottom + y]
  if (turn === 90) return [right - y, bottom + x]
  return turn === 180 ? [right - x, top - y] : [left + y, top - x]
}
