/** Affine matrices as PDF writes them (ISO 32000-1 8.3.3): [a b c d e f] maps (x, y) to (ax + cy + e, bx + dy + f). */
import type { Box } from './box.ts'

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that maps by `inner` first and by `outer` then, as `inner cm` does under a CTM `outer`. */
export function concat(inner: Matrix, outer: Matrix): Matrix {
  return [
    inner[0] * outer[0] + inner[1] * outer[2],
    inner[0] * outer[1] + inner[1] * outer[3],
    inner[2] * outer[0] + inner[3] * outer[2],
    inner[2] * outer[1] + inner[3] * outer[3],
    inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
    inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
  ]
}

/** The matrix that moves first and maps by `outer` then. */
export function moved(x: number, y: number, outer: Matrix): Matrix {
  const right = x * outer[0] + y * outer[2] + outer[4]
  const up = x * outer[1] + y * outer[3] + outer[5]
  return [outer[0], outer[1], outer[2], outer[3], right, up]
}

/** The bounding box of a mapped box. */
export function mapBox([a, b, c, d, e, f]: Matrix, [left, bottom, right, top]: Box): Box {
  return [
    Math.min(a * left, a * right) + Math.min(c * bottom, c * top) + e,
    Math.min(b * left, b * right) + Math.min(d * bottom, d * top) + f,
    Math.max(a * left, a * right) + Math.max(c * bottom, c * top) + e,
    Math.max(b * left, b * right) + Math.max(d * bottom, d * top) + f,
  ]
}

/** Six finite numbers as a matrix, else null. */
export function asMatrix(numbers: readonly unknown[] | null): Matrix | null {
  if (numbers === null || numbers.length < 6) return null
  const six = numbers.slice(0, 6)
  return six.every(Number.isFinite) ? (six as unknown as Matrix) : null
}

/** [a b c d e f] as PDF's `cm` takes it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export type Point = readonly [x: number, y: number]

/** Null for a matrix that flattens. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | null {
  const determinant = a * d - b * c
  if (!(Math.abs(determinant) > 1e-12)) return null
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}
