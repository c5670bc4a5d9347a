/** Affine matrices as PDF writes them (ISO 32000-1 8.3.3): [a b c d e f] maps (x, y) to (ax + cy + e, bx + dy + f). */
import type { Matrix } from '../layout/mark.ts'
import type { Box } from './scene.ts'

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that maps by `inner` first and by `outer` then, as `inner cm` does under a CTM `outer`. */
export function concat(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner
  const [A, B, C, D, E, F] = outer
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}

/** The upright box around a box that was mapped. */
export function mapBox(matrix: Matrix, box: Box): Box {
  const [a, b, c, d, e, f] = matrix
  const corners = [0, 1, 2, 3].map((corner) => {
    const x = corner % 2 === 0 ? box[0] : box[2]
    const y = corner < 2 ? box[1] : box[3]
    return [a * x + c * y + e, b * x + d * y + f] as const
  })
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Six finite numbers as a matrix, else null. */
export function asMatrix(numbers: readonly unknown[] | null): Matrix | null {
  if (numbers === null || numbers.length < 6) return null
  const six = numbers.slice(0, 6)
  return six.every(Number.isFinite) ? (six as unknown as Matrix) : null
}
