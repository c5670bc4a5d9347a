/** From a page's user space to the pixels of its picture. */
import type { Box } from '../geometry/box.ts'
import { type Matrix, mapBox } from '../geometry/matrix.ts'
import type { ScenePage } from '../scene/scene.ts'

export interface PixelSize {
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * Default user space to px: the crop box, turned as the page is shown, `widthPx` wide, its upper left corner at the
 * origin, y downwards. One scale serves both directions, so that the last row of pixels may be cut.
 */
export function deviceMatrix(page: ScenePage, widthPx: number): Matrix {
  const [left, bottom, right, top] = page.cropBox
  const scale = (widthPx / page.widthPt) * page.userUnit
  switch (page.rotate) {
    case 0:
      return [scale, 0, 0, -scale, -left * scale, top * scale]
    case 90:
      return [0, scale, scale, 0, -bottom * scale, -left * scale]
    case 180:
      return [-scale, 0, 0, scale, right * scale, -bottom * scale]
    case 270:
      return [0, -scale, -scale, 0, top * scale, right * scale]
  }
}

/** The whole pixels around a box that the matrix maps, as far as they are in the picture; one more for soft edges. */
export function pixelBounds(matrix: Matrix, box: Box, { widthPx, heightPx }: PixelSize): Box {
  const [left, top, right, bottom] = mapBox(matrix, box)
  const inside = (value: number, most: number) => Math.min(most, Math.max(0, value))
  return [
    inside(Math.floor(left) - 1, widthPx),
    inside(Math.floor(top) - 1, heightPx),
    inside(Math.ceil(right) + 1, widthPx),
    inside(Math.ceil(bottom) + 1, heightPx),
  ]
}
