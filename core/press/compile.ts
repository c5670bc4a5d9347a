/** Turns an uploaded PDF into an immutable body with empty slots, the plan of how to fill them, and the scene. */
import { createHash } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import { makePalette } from '../scene/palette.ts'
import { readForm } from '../scene/read-form.ts'
import { readFormInks } from '../scene/read-form-inks.ts'
import { readInks } from '../scene/read-inks.ts'
import { readMarks } from '../scene/read-marks.ts'
import { walkPages } from '../scene/read-page-tree.ts'
import { readPages } from '../scene/read-pages.ts'
import type { Scene } from '../scene/scene.ts'
import type { FontInfo } from '../text/font.ts'
import { checkFonts } from './check-fonts.ts'
import { checkImages } from './check-images.ts'
import type { Finding } from './finding.ts'
import { MAX_PAGES } from './limits.ts'
import { openSource } from './open-source.ts'
import type { Plan } from './plan.ts'
import { stripDocument } from './strip.ts'
import { type SharedStreams, wrapPage } from './wrap-page.ts'
import { type WrittenBody, writeBody } from './write-body.ts'

export interface CompiledPdf {
  /** The body in pieces that follow each other; long ones are the upload's own bytes, so it must not change. */
  readonly body: Uint8Array[]
  readonly plan: Plan
  /** Fields carry empty ids. */
  readonly scene: Scene
  readonly findings: Finding[]
}

/**
 * `fonts` are those that fields may be set in. The same bytes and fonts give the same result. Throws a ServiceError
 * (`invalid_pdf`, `encrypted_pdf`, `too_many_pages`, `unsupported_page_size`, `pdf_too_complex`) for a file that
 * cannot become a template.
 */
export async function compilePdf(bytes: Uint8Array, fonts: readonly FontInfo[]): Promise<CompiledPdf> {
  try {
    return compile(bytes, fonts)
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    if (!(cause instanceof RangeError)) throw cause
    // The stack or an allocation ran out: nothing a sane file brings about.
    throw new ServiceError('pdf_too_complex', { cause })
  }
}

function compile(bytes: Uint8Array, fonts: readonly FontInfo[]): CompiledPdf {
  const source = openSource(bytes)
  const { doc } = source
  const walked = walkPages(doc)
  if (walked.length > MAX_PAGES) {
    throw new ServiceError('too_many_pages', {
      message: `The PDF has ${walked.length} pages; a template may have ${MAX_PAGES}.`,
    })
  }
  const { pages, findings: pageFindings } = readPages(doc, walked)
  const form = readForm(doc, walked, pages, fonts)
  const marks = readMarks(doc, walked)
  const fieldInks = form.fields.map(({ ink }) => ink).filter((ink) => ink !== null)
  const artwork = readInks(doc, walked, { marks, fieldInks })
  const ofFormAlone = fieldInks.filter((name) => !artwork.inks.some((ink) => ink.name === name))
  const inks = [...artwork.inks, ...readFormInks(doc, ofFormAlone)]
  const artworkFindings = [...artwork.findings, ...checkFonts(marks), ...checkImages(marks)]

  const stripped = stripDocument(doc, walked)
  const shared: SharedStreams = new Map()
  const slots = walked.map((page, index) => wrapPage(doc, page, pages[index]!.mediaBox, shared))
  const fileId = source.fileId ?? createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const written = writeBody({
    context: doc.context,
    root: stripped.root,
    info: stripped.info,
    kept: inks.map(({ object }) => object),
    version: source.version,
    fileId,
  })

  const plan: Plan = {
    version: 1,
    bodyBytes: written.bytes,
    bodySha256: written.sha256,
    startXref: written.startXref,
    size: written.size,
    rootObject: written.numberOf(stripped.root),
    infoObject: stripped.info === null ? null : written.numberOf(stripped.info),
    fileId,
    pages: slots.map(({ below, above }, index) => ({
      box: pages[index]!.mediaBox,
      below: written.numberOf(below),
      above: written.numberOf(above),
    })),
    inks: inks.map(({ name, hex, object }) => ({ name, hex, object: written.numberOf(object) })),
  }
  const palette = makePalette({ ...artwork, ...form, inks })
  return {
    body: written.chunks,
    plan,
    scene: { version: 1, pages, ...palette, textOutput: 'live' },
    findings: [
      ...source.findings,
      ...pageFindings,
      ...stripped.findings,
      ...slots.flatMap(({ findings }) => findings),
      ...damage(written),
      ...form.findings,
      ...artworkFindings,
    ],
  }
}

function damage({ unreadable }: WrittenBody): Finding[] {
  if (unreadable === 0) return []
  return [
    {
      code: 'pdf_object_unreadable',
      severity: 'warn',
      found: unreadable,
      message: 'The PDF has objects that cannot be read; they are left out.',
    },
  ]
}
