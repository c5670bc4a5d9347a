/** The size of a picture, held against the stated rounding in exact arithmetic for the sheets that people print. */

import { expect } from 'chai'
import { fittedSize, MOST_PREVIEW_PIXELS, previewSize } from '../../../../core/engine/preview/preview-size.ts'
import { ServiceError } from '../../../../core/errors.ts'

/** In millimetres: ISO and US sheets, cards, envelopes, with and without bleed. */
const SHEETS_MM = [
  ...[841, 594, 420, 297, 210, 148, 105, 74, 52].map((side, at, sides) => [side, sides[at - 1] ?? 1189]),
  ...[176, 125, 88].map((side, at) => [side, [250, 176, 125][at]]),
  ...[
    [85, 55],
    [91, 61],
    [99, 210],
    [216, 303],
    [148, 148],
    [133, 183.8],
  ],
] as [number, number][]
const SHEETS_PT: readonly (readonly [number, number])[] = [
  ...SHEETS_MM.flatMap(([width, height]) =>
    [0, 2, 5].map((digits) => [points(width, digits), points(height, digits)] as const),
  ),
  ...([
    [612, 792],
    [792, 1224],
    [252, 144],
    [360, 504],
    [1, 14400],
    [14400, 14400],
  ] as const),
].flatMap(([width, height]): [number, number][] => [
  [width, height],
  [height, width],
])

function points(millimetres: number, digits: number): number {
  return Number(((millimetres * 72) / 25.4).toFixed(digits))
}

/** A decimal number in units of 10^-8. */
const UNIT = 10n ** 8n
function exact(value: number): bigint {
  const [whole = '0', part = ''] = `${value}`.split('.')
  return BigInt(whole) * UNIT + BigInt(part.padEnd(8, '0'))
}

/** `dividend / divisor` to the nearest whole number, halves up, and at least 1. */
function rounded(dividend: bigint, divisor: bigint): number {
  return Math.max(1, Number((2n * dividend + divisor) / (2n * divisor)))
}

const heightOf = (across: number, [width, height]: readonly [number, number]) =>
  rounded(BigInt(across) * exact(height), exact(width))
const pageOf = ([widthPt, heightPt]: readonly [number, number]) => ({ widthPt, heightPt })

describe('the size of a picture', () => {
  it('is w times dpr, at most 2560, to the nearest pixel, and as high as the page is in proportion @long', () => {
    const wrong: string[] = []
    for (const sheet of SHEETS_PT)
      for (const dpr of [0.5, 0.7, 1, 1.1, 1.5, 2.625, 4])
        for (let w = 10; w <= 2560; w += 15) {
          const asked = exact(w) * exact(dpr)
          const most = 2560n * UNIT * UNIT
          const across = rounded(asked < most ? asked : most, UNIT * UNIT)
          const height = heightOf(across, sheet)
          const fits = across * height <= MOST_PREVIEW_PIXELS
          const found = sizeOrLimit(sheet, w, dpr)
          if (fits ? found !== `${across} x ${height}` : !found.startsWith('at most'))
            wrong.push(`${sheet} w=${w} dpr=${dpr}: ${found}, not ${across} x ${height}`)
        }
    expect(wrong).to.deep.equal([])
  })

  it('is the side in inches times the resolution, to the nearest pixel', () => {
    const wrong: string[] = []
    for (const sheet of SHEETS_PT)
      for (let dpi = 72; dpi <= 300; dpi += 1) {
        const across = rounded(exact(sheet[0]) * BigInt(dpi), 72n * UNIT)
        const { widthPx, heightPx } = fittedSize(pageOf(sheet), (sheet[0] / 72) * dpi)
        const fits = across * heightOf(across, sheet) <= MOST_PREVIEW_PIXELS
        const isRight = fits ? widthPx === across : isWidest(widthPx, sheet)
        if (!isRight || heightPx !== heightOf(widthPx, sheet))
          wrong.push(`${sheet} at ${dpi} dpi: ${widthPx} x ${heightPx}, not ${across} px wide`)
      }
    expect(wrong).to.deep.equal([])
  })

  it('is refused with the widest that the page allows, which is drawn', () => {
    for (const sheet of [
      [100, 14400],
      [10, 700],
      [72, 7000],
      [9, 1000],
    ] as const)
      for (const dpr of [0.5, 1, 1.5, 2, 3]) {
        const [, limit] = /^at most (\d+)$/.exec(sizeOrLimit(sheet, 2560, dpr)) ?? []
        expect(limit, `${sheet} at ${dpr}`).to.not.equal(undefined)
        expect(sizeOrLimit(sheet, Number(limit), dpr)).to.match(/ x /)
        expect(sizeOrLimit(sheet, Number(limit) + 1, dpr)).to.match(/at most/)
      }
  })
})

function isWidest(width: number, sheet: readonly [number, number]): boolean {
  const pixels = (across: number) => across * heightOf(across, sheet)
  return pixels(width) <= MOST_PREVIEW_PIXELS && pixels(width + 1) > MOST_PREVIEW_PIXELS
}

function sizeOrLimit(sheet: readonly [number, number], w: number, dpr: number): string {
  try {
    const { width, height } = previewSize(pageOf(sheet), w, dpr)
    return `${width} x ${height}`
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'invalid_width') throw error
    return `at most ${error.facts.extra?.max_width}`
  }
}
