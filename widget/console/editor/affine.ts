/** Affine matrices as PDF writes them: [a b c d e f] maps (x, y) to (ax + cy + e, bx + dy + f). */
import type { Matrix } from '../../../core/engine/geometry/matrix.ts'

export interface Point {
  readonly x: number
  readonly y: number
}
/** Upright, y downwards. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Of a matrix that has an area. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

export function mapPoint([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

export function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix {
  return [a, b, c, d, e + x, f + y]
}

/** The upright rectangle around these points. */
export function around(points: readonly Point[]): Rect {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

export function union(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null
  return around(
    rects.flatMap(({ left, top, right, bottom }) => [
      { x: left, y: top },
      { x: right, y: bottom },
    ]),
  )
}

export function overlaps(one: Rect, other: Rect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

export const widthOf = (rect: Rect): number => rect.right - rect.left
export const heightOf = (rect: Rect): number => rect.bottom - rect.top
