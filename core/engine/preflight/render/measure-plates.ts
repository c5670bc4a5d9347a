/** Measures the drawn plates of a page: how much of it each ink covers, and where the most ink comes together. */

import { createMeasures, type Measurement } from '../../finding/measure.ts'
import { type Box, POINTS_PER_MM } from '../../geometry/box.ts'
import { inverse, mapBox } from '../../geometry/matrix.ts'
import { technicalKind } from '../../ink/technical.ts'
import { deviceMatrix, type PixelSize } from '../../layout/device.ts'
import type { PressPlates, SpotPlate } from '../../press/plates.ts'
import type { ScenePage } from '../../scene/scene.ts'
import { measureGamut, type PageGamut } from './gamut.ts'
import { pixelArea } from './pixel-area.ts'

/**
 * Fine enough that a hairline leaves a trace and coarse enough for 300 ms a page: windows of 15 mm are 42 px then,
 * and letters of 6 pt are 5 px high.
 */
export const PLATE_DPI = 72
/** Side of the square over which ink is averaged, mm (GWG 2022 R0025, R0026). */
const WINDOW_MM = 15
/** A pixel of this much ink (of 255) is rounding and not ink. */
const NO_INK = 2

export interface PlateFigure {
  readonly name: string
  /** Mean over the trim, and the most of any pixel, per cent. */
  readonly coverage: number
  readonly most: number
}

export interface PageInk {
  readonly page: number
  readonly plates: readonly PlateFigure[]
  /** The square with the most ink on the process plates, and on all plates of inks. */
  readonly process: InkPeak
  readonly all: InkPeak
  /** The most ink that the output profile puts on one spot, per cent; missing without one. */
  readonly limit?: number
  /** What the output profile cannot print of RGB; null for none of it, missing without a profile. */
  readonly gamut?: PageGamut | null
}

export interface InkPeak {
  /** Mean of all plates together over the square, per cent: 400 is four solid plates. */
  readonly percent: number
  readonly box: Box
}

export function platesOf(drawn: PressPlates): readonly SpotPlate[] {
  const { cyan, magenta, yellow, black } = drawn
  return [
    { name: 'Cyan', coverage: cyan },
    { name: 'Magenta', coverage: magenta },
    { name: 'Yellow', coverage: yellow },
    { name: 'Black', coverage: black },
    ...drawn.spots,
  ]
}

/** Decision: the area outside the trim does not count, and sums leave out technical plates (cutting, white, varnish). */
export function measurePage(drawn: PressPlates, page: ScenePage): PageInk {
  const area = pixelArea(deviceMatrix(page, drawn.widthPx), page.trimBox, drawn)
  const plates = platesOf(drawn)
  const inks = drawn.spots.filter(({ name }) => technicalKind(name) === null)
  const sidePx = Math.max(1, Math.round((WINDOW_MM * POINTS_PER_MM * drawn.widthPx) / page.widthPt))
  const peak = (some: readonly SpotPlate[]) => peakOf(some, drawn, area, sidePx, page)
  const process = peak(plates.slice(0, 4))
  return {
    page: page.index,
    plates: plates.map((plate) => figureOf(plate, drawn, area)),
    process,
    all: inks.length === 0 ? process : peak([...plates.slice(0, 4), ...inks]),
    ...(drawn.outside === undefined ? {} : { gamut: measureGamut(drawn, page) }),
  }
}

/** The measurements that profiles judge. */
export function inkFacts(pages: readonly PageInk[]): Measurement[] {
  const measures = createMeasures()
  for (const { page, process, all, limit } of pages) {
    const limited = limit === undefined ? {} : { limit }
    measures.add('tac_process', process.percent, { page, box: process.box, ...limited })
    measures.add('tac_all', all.percent, { page, box: all.box, ...limited })
  }
  return measures.facts()
}

function figureOf({ name, coverage }: SpotPlate, { widthPx }: PixelSize, area: Box): PlateFigure {
  const [left, top, right, bottom] = area
  let sum = 0
  let most = 0
  for (let row = top; row < bottom; row += 1)
    for (let at = row * widthPx + left; at < row * widthPx + right; at += 1) {
      const ink = coverage[at] ?? 0
      if (ink <= NO_INK) continue
      sum += ink
      if (ink > most) most = ink
    }
  const pixels = (right - left) * (bottom - top)
  return { name, coverage: percent(sum / pixels), most: percent(most) }
}

const percent = (ink: number) => Math.round((ink / 255) * 10_000) / 100

/** Sums over squares come from a table of sums over everything above and to the left (Crow 1984). */
function peakOf(
  plates: readonly SpotPlate[],
  { widthPx }: PixelSize,
  [left, top, right, bottom]: Box,
  sidePx: number,
  page: ScenePage,
): InkPeak {
  const [columns, rows] = [right - left, bottom - top]
  const [width, height] = [Math.min(sidePx, columns), Math.min(sidePx, rows)]
  const stride = columns + 1
  const sums = new Float64Array(stride * (rows + 1))
  const coverages = plates.map(({ coverage }) => coverage)
  for (let row = 0; row < rows; row += 1) {
    let line = 0
    for (let column = 0; column < columns; column += 1) {
      const at = (top + row) * widthPx + left + column
      for (const coverage of coverages) line += coverage[at] ?? 0
      sums[(row + 1) * stride + column + 1] = (sums[row * stride + column + 1] ?? 0) + line
    }
  }
  let best = { sum: -1, row: 0, column: 0 }
  for (let row = 0; row + height <= rows; row += 1)
    for (let column = 0; column + width <= columns; column += 1) {
      const below = (row + height) * stride + column
      const above = row * stride + column
      const sum =
        (sums[below + width] ?? 0) - (sums[below] ?? 0) - (sums[above + width] ?? 0) + (sums[above] ?? 0)
      if (sum > best.sum) best = { sum, row, column }
    }
  const px: Box = [left + best.column, top + best.row, left + best.column + width, top + best.row + height]
  const toPage = inverse(deviceMatrix(page, widthPx))
  return {
    percent: percent(Math.max(0, best.sum) / (width * height)),
    box: toPage === null ? page.trimBox : mapBox(toPage, px),
  }
}
