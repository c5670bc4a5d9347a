/** Boxes: normal forms, sizes, intersections and distances, all in the units of the box. */

export const POINTS_PER_MM = 72 / 25.4
/** Writers round boxes differently, at worst to whole hundredths of a millimetre. */
export const PAGE_TOLERANCE_PT = 0.05

/** Farther from the origin than any sheet, and still exact to a thousandth of a point. */
const MAX_COORDINATE = 1e6

export const boxWidth = (box: Box) => box[2] - box[0]
export const boxHeight = (box: Box) => box[3] - box[1]

/** The intersection of two boxes; null if it has no area. */
export function intersection(a: Box, b: Box): Box | null {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  return box[2] > box[0] && box[3] > box[1] ? box : null
}

/** The smallest distance from a side of `inner` to the same side of `outer`; negative where `inner` sticks out. */
export function margin(inner: Box, outer: Box): number {
  return Math.min(inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3])
}

/** Does `inner` lie in `outer`, give or take `tolerance`. */
export function contains(outer: Box, inner: Box, tolerance = 0): boolean {
  return margin(inner, outer) >= -tolerance
}

/** A rectangle whose corners stand in any order (ISO 32000-1 7.9.5); null where it is empty or absurd. */
export function rectangle(numbers: readonly (number | null)[] | undefined): Box | null {
  if (numbers === undefined || numbers.length < 4) return null
  const corners: number[] = []
  for (const number of numbers.slice(0, 4)) {
    if (number === null || Math.abs(number) > MAX_COORDINATE) return null
    corners.push(number)
  }
  const [x1, y1, x2, y2] = corners as [number, number, number, number]
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  return boxWidth(box) > 0 && boxHeight(box) > 0 ? box : null
}

/** Any multiple of 90 as 0 to 270. Decision: other angles count as 0, as viewers take them. */
export function quarterTurn(degrees: number): QuarterTurn {
  const turn = ((degrees % 360) + 360) % 360
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0
}

/** A rectangle as PDF writes it, in default user space units: [left, bottom, right, top]. */
export type Box = readonly [number, number, number, number]

/** A quarter turn, counterclockwise, in degrees. */
export type QuarterTurn = 0 | 90 | 180 | 270
