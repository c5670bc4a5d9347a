/** Pages of many small parts that are converted to process colours, and how far they print from what Ghostscript makes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compilePdf } from '../../../../../core/engine/press/compile.ts'
import type { Output } from '../../../../../core/engine/press/output.ts'
import { deltaE2000, type Lab } from '../../../../../core/engine/press/separate/delta-e.ts'
import { JPEG_CODEC } from '../../../../../server/workers/color/jpeg-codec.ts'
import { JPX_CODEC } from '../../../../../server/workers/color/jpx-codec.ts'
import { openPressColors } from '../../../../../server/workers/color/little-cms.ts'
import { testFonts } from '../../../../support/pdf/fonts.ts'
import { type PressPage, pressPage } from '../../../../support/pdf/press-page.ts'
import { plates } from '../../../../support/rips/oracles.ts'

export const PROFILE_PATH = join(import.meta.dirname, '../../../../../server/profiles/coated.icc')
export const PROFILE = readFileSync(PROFILE_PATH)
export const OUTPUT: Output = {
  format: 'pdfx4',
  profile: { id: 'coated', sha256: '', condition: 'Custom', info: 'Coated offset', registry: null },
  convert: 'cmyk',
  bytes: PROFILE,
}
export const PLATES = ['Cyan', 'Magenta', 'Yellow', 'Black'] as const

export async function compile(page: PressPage, wholePixels = 40_000_000) {
  const tools = { colors: await openPressColors(PROFILE), jpeg: JPEG_CODEC, jpx: JPX_CODEC, wholePixels }
  return compilePdf(pressPage(page), testFonts().list(), { output: OUTPUT, tools })
}

/** Inks at points of the page, 0 to 1. */
export function inksAt(pdf: Uint8Array, points: readonly (readonly [number, number])[], icc?: string) {
  const drawn = plates(pdf, icc === undefined ? {} : { icc })
  return points.map(([x, y]) =>
    PLATES.map((name) => {
      const plate = drawn.get(name)!
      return plate.ink[(plate.height - 1 - Math.floor(y)) * plate.width + Math.floor(x)]! / 255
    }),
  )
}

/** Differences of printed inks, CIEDE2000 by default. */
export async function apart(
  ours: readonly number[][],
  theirs: readonly number[][],
  difference: (one: Lab, other: Lab) => number = deltaE2000,
): Promise<number[]> {
  const colors = await openPressColors(PROFILE)
  const lab = (inks: readonly number[][]) => {
    const made = colors.lab(Float32Array.from(inks.flat()))
    return inks.map((_, at) => Array.from(made.subarray(at * 3, at * 3 + 3)) as unknown as Lab)
  }
  const [one, other] = [lab(ours), lab(theirs)]
  return one.map((color, at) => difference(color, other[at]!))
}

/** CIE 1976: how far two colours are in Lab. */
export const deltaE1976 = (one: Lab, other: Lab) => Math.hypot(...one.map((part, at) => part - other[at]!))

export const box = (at: number) => `${10 + (at % 10) * 28} ${10 + Math.floor(at / 10) * 28} 24 24 re f`
export const middle = (at: number) => [10 + (at % 10) * 28 + 12, 10 + Math.floor(at / 10) * 28 + 12] as const

export interface Part {
  readonly name: string
  readonly content: string
  /** One category, as a resource dictionary has it. */
  readonly resources?: string
  readonly objects?: PressPage['objects']
  readonly most?: number
  /** The part whose colour by the other program is the measure; its own by default. */
  readonly like?: string | undefined
}

export function pageOf(parts: readonly Part[]): PressPage {
  const resources = parts.map(({ resources = '' }) => resources)
  const height = Math.max(200, 20 + Math.ceil(parts.length / 10) * 28)
  const merged = (category: string) =>
    `/${category} << ${resources.map((text) => new RegExp(`/${category} << (.*?) >>$`, 'ms').exec(text)?.[1] ?? '').join(' ')} >>`
  return {
    content: parts
      .map(
        ({ content }, at) =>
          `q 1 0 0 1 ${middle(at)
            .map((value) => value - 12)
            .join(' ')} cm ${content} Q`,
      )
      .join('\n'),
    page: `/MediaBox [0 0 300 ${height}] /BleedBox [0 0 300 ${height}] /TrimBox [0 0 300 ${height}]`,
    resources: ['XObject', 'Pattern', 'Shading', 'ColorSpace', 'Font', 'ExtGState'].map(merged).join(' '),
    objects: Object.assign({}, ...parts.map(({ objects }) => objects ?? {})),
  }
}

export const drawImage = (name: string) => `24 0 0 24 0 0 cm /${name} Do`
export const samples = (...values: readonly number[]) => Buffer.from(values).toString('latin1')
export const rgbRow = (count: number) => samples(...Array.from({ length: count }, () => [200, 90, 30]).flat())

export function image(
  name: string,
  width: number,
  entries: string,
  data: string,
  extra: PressPage['objects'] = {},
): Part {
  return {
    name,
    content: drawImage(name),
    resources: `/XObject << /${name} @${name} >>`,
    objects: {
      [name]: { entries: `/Type /XObject /Subtype /Image /Width ${width} /Height 1 ${entries}`, data },
      ...extra,
    },
  }
}

export const shading = (name: string, entries: string): Part => ({
  name,
  content: `0 0 24 24 re W n /${name} sh`,
  resources: `/Shading << /${name} @${name} >>`,
  objects: { [name]: `<< ${entries} >>` },
})
