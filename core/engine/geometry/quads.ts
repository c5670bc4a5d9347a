/** Do two turned rectangles overlap, by the separating axis theorem. */
import type { Point } from './matrix.ts'

/** Corners in order; `tolerance` is what they may share without touching. */
export function quadsOverlap(one: readonly Point[], other: readonly Point[], tolerance: number): boolean {
  for (const quad of [one, other])
    for (const [index, corner] of quad.entries()) {
      const next = quad[(index + 1) % quad.length]
      if (next === undefined) return false
      const length = Math.hypot(next[0] - corner[0], next[1] - corner[1])
      if (length === 0) return false
      const axis: Point = [(corner[1] - next[1]) / length, (next[0] - corner[0]) / length]
      const [ownLow, ownHigh] = rangeOf(one, axis)
      const [otherLow, otherHigh] = rangeOf(other, axis)
      if (Math.min(ownHigh, otherHigh) - Math.max(ownLow, otherLow) <= tolerance) return false
    }
  return true
}

function rangeOf(quad: readonly Point[], axis: Point): [number, number] {
  const along = quad.map((corner) => dot(corner, axis))
  return [Math.min(...along), Math.max(...along)]
}

export const dot = (one: Point, other: Point) => one[0] * other[0] + one[1] * other[1]
