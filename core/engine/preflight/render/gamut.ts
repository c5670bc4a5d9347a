/** Measures how much of a drawn page an output profile cannot print as it is, for reports and pictures. */

import type { Finding } from '../../finding/finding.ts'
import type { Box } from '../../geometry/box.ts'
import { inverse, mapBox } from '../../geometry/matrix.ts'
import { deviceMatrix } from '../../layout/device.ts'
import { OUTSIDE_STEP, type PressPlates } from '../../press/plates.ts'
import type { ScenePage } from '../../scene/scene.ts'
import { pixelArea } from './pixel-area.ts'

/** A CIEDE2000 that is seen beside the original; less is what tables and rounding take. */
export const OUTSIDE = 3
/** From so much of a drawn page's `outside` on a pixel counts. */
export const OUTSIDE_LEVEL = OUTSIDE / OUTSIDE_STEP
/** Fewer pixels are the rims of soft edges. */
const FEW = 10

export interface PageGamut {
  /** Of the trim, per cent. */
  readonly percent: number
  /** Around all of it, in default user space. */
  readonly box: Box
  /** The greatest CIEDE2000. */
  readonly distance: number
}

/** Without `before`, of all; else of what lies outside in `drawn` alone. Null where next to nothing does. */
export function measureGamut(
  drawn: PressPlates,
  page: ScenePage,
  before: PressPlates | null = null,
): PageGamut | null {
  const { outside, widthPx } = drawn
  if (outside === undefined) return null
  const toPx = deviceMatrix(page, widthPx)
  const [left, top, right, bottom] = pixelArea(toPx, page.trimBox, drawn)
  const around = [right, bottom, left, top] as [number, number, number, number]
  let pixels = 0
  let most = 0
  for (let row = top; row < bottom; row += 1)
    for (let column = left; column < right; column += 1) {
      const at = row * widthPx + column
      const level = outside[at]!
      if (level <= OUTSIDE_LEVEL || (before?.outside?.[at] ?? 0) > OUTSIDE_LEVEL) continue
      pixels += 1
      most = Math.max(most, level)
      around[0] = Math.min(around[0], column)
      around[1] = Math.min(around[1], row)
      around[2] = Math.max(around[2], column + 1)
      around[3] = Math.max(around[3], row + 1)
    }
  if (pixels < FEW) return null
  const toPage = inverse(deviceMatrix(page, widthPx))
  const box = toPage === null ? page.trimBox : mapBox(toPage, around)
  return {
    percent: Math.round((pixels / ((right - left) * (bottom - top))) * 10_000) / 100,
    box: box.map((value) => Math.round(value * 100) / 100) as unknown as Box,
    distance: Math.round(most * OUTSIDE_STEP * 10) / 10,
  }
}

/** The finding for a page; none where all of it can be printed. */
export function gamutFindings(page: number, gamut: PageGamut | null | undefined): Finding[] {
  if (gamut == null) return []
  const { percent, box, distance } = gamut
  return [
    {
      ...{ code: 'color_out_of_gamut', severity: 'info', says: 'color_out_of_gamut.area', page, bbox: box },
      found: Math.max(0.1, Math.round(percent * 10) / 10),
      params: { distance },
    },
  ]
}
