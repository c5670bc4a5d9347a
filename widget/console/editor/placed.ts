/**
 * Where a field stands on the page as a person sees it: in points from the upper left corner of the crop box, x to the
 * right and y downwards, after /Rotate and the user unit.
 */

import { concat, type Matrix } from '../../../core/engine/geometry/matrix.ts'
import { contentSize, fieldMatrix } from '../../../core/engine/layout/matrix.ts'
import { around, inverse, mapPoint, moved, type Point, type Rect } from './affine.ts'
import type { BoxWire, PageWire, PlacementWire, QuarterTurn } from './scene-wire.ts'

/** A rectangle of content: `matrix` leads from its upper left corner, y downwards, to the page as it is seen. */
export interface Placed {
  readonly matrix: Matrix
  /** In user space units of the page, before the matrix. */
  readonly width: number
  readonly height: number
}

type Place = Pick<PlacementWire, 'box' | 'turn' | 'frame'>

/** A thousandth of a point: finer than any press, and short to write. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000 + 0
/** Matrices are kept finer, for widths multiply their errors. */
const fine = (value: number): number => Math.round(value * 1e7) / 1e7 + 0

/** Default user space to the page as it is seen (ISO 32000-1 8.3.2, 14.11.2 and table 30). */
export function viewMatrix(page: PageWire): Matrix {
  const [left, bottom, right, top] = page.crop_box
  const scale = page.user_unit
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

/** A box of the page, such as its trim, as it is seen. */
export function seenBox(page: PageWire, [left, bottom, right, top]: BoxWire): Rect {
  const view = viewMatrix(page)
  return around([mapPoint(view, left, bottom), mapPoint(view, right, top)])
}

/** Content whose lower left corner is the origin, y upwards, to the same with its upper left corner, and back. */
function flipped([a, b, c, d, e, f]: Matrix, height: number): Matrix {
  return [a, b, -c, -d, c * height + e, d * height + f]
}

export function placedOf(place: Place, page: PageWire): Placed {
  const { frame } = place
  const { width, height } =
    frame != null
      ? { width: frame.width_pt, height: frame.height_pt }
      : contentSize({ ...place, frame: null })
  const matrix = flipped(concat(fieldMatrix(place), viewMatrix(page)), height)
  return { matrix, width, height }
}

/** Back to how the scene writes it: a box and a quarter turn where that says all, else a frame with the box around it. */
export function placeOf({ matrix, width, height }: Placed, page: PageWire): Place {
  const content = concat(flipped(matrix, height), inverse(viewMatrix(page)))
  const turn = quarterOf(content)
  const corners = cornersIn(content, width, height)
  const { left, right, top: bottom, bottom: top } = around(corners)
  const box: BoxWire = [rounded(left), rounded(bottom), rounded(right), rounded(top)]
  if (turn !== null) return { box, turn, frame: null }
  const [a, b, c, d, e, f] = content
  const frame = {
    matrix: [fine(a), fine(b), fine(c), fine(d), rounded(e), rounded(f)] as const,
    width_pt: rounded(width),
    height_pt: rounded(height),
  }
  return { box, turn: 0, frame }
}

function cornersIn(matrix: Matrix, width: number, height: number): readonly Point[] {
  return [
    mapPoint(matrix, 0, 0),
    mapPoint(matrix, width, 0),
    mapPoint(matrix, width, height),
    mapPoint(matrix, 0, height),
  ]
}

/** The quarter turn that a matrix is, give or take a hundred-thousandth; null where it slants, scales or mirrors. */
function quarterOf([a, b, c, d]: Matrix): QuarterTurn | null {
  const near = (value: number, wanted: number) => Math.abs(value - wanted) < 1e-5
  for (const [turn, cos, sin] of [
    [0, 1, 0],
    [90, 0, 1],
    [180, -1, 0],
    [270, 0, -1],
  ] as const)
    if (near(a, cos) && near(b, sin) && near(c, -sin) && near(d, cos)) return turn
  return null
}

/** Upper left, upper right, lower right, lower left of the content. */
export function cornersOf({ matrix, width, height }: Placed): readonly Point[] {
  return cornersIn(matrix, width, height)
}

export function boundsOf(placed: Placed): Rect {
  return around(cornersOf(placed))
}

export function middleOf({ matrix, width, height }: Placed): Point {
  return mapPoint(matrix, width / 2, height / 2)
}

/** Degrees counterclockwise as it is seen, from above -180 to 180. */
export function angleOf({ matrix: [a, b] }: Placed): number {
  const degrees = (Math.atan2(-b, a) * 180) / Math.PI
  const exact = Math.round(degrees * 100) / 100
  return exact === -180 ? 180 : exact + 0
}

/** Width and height as they are seen along the content's own sides, in points. */
export function sizeOf({ matrix: [a, b, c, d], width, height }: Placed): {
  readonly width: number
  readonly height: number
} {
  return { width: width * Math.hypot(a, b), height: height * Math.hypot(c, d) }
}

/** Neither turned but by quarters, nor slanted: its sides are those of the page. */
export function isUpright({ matrix: [a, b, c, d] }: Placed): boolean {
  const none = (value: number) => Math.abs(value) < 1e-6
  return (none(b) && none(c)) || (none(a) && none(d))
}

export function movedBy(placed: Placed, x: number, y: number): Placed {
  return { ...placed, matrix: moved(placed.matrix, x, y) }
}
