/** The pixels of a drawn page that a box covers. */

import type { Box } from '../../geometry/box.ts'
import { type Matrix, mapBox } from '../../geometry/matrix.ts'
import type { PixelSize } from '../../layout/device.ts'

/** The whole pixels of a box, at least one. */
export function pixelArea(toPx: Matrix, box: Box, { widthPx, heightPx }: PixelSize): Box {
  const [left, top, right, bottom] = mapBox(toPx, box)
  const inside = (value: number, most: number) => Math.min(most, Math.max(0, value))
  const [from, up] = [inside(Math.floor(left), widthPx - 1), inside(Math.floor(top), heightPx - 1)]
  return [
    from,
    up,
    Math.max(from + 1, inside(Math.ceil(right), widthPx)),
    Math.max(up + 1, inside(Math.ceil(bottom), heightPx)),
  ]
}
