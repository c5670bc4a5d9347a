/** Aligns and distributes rectangles: the move of each one. */
import { heightOf, type Point, type Rect, union, widthOf } from './affine.ts'

export const ALIGNINGS = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const
export type Aligning = (typeof ALIGNINGS)[number]
export const SPREADS = ['across', 'down'] as const
export type Spread = (typeof SPREADS)[number]

/** To the edges or the middle of `area`; of all together where none is given. */
export function aligned(rects: readonly Rect[], how: Aligning, area: Rect | null = null): readonly Point[] {
  const context = area ?? union(rects)
  if (context === null) return []
  return rects.map((rect) => ALIGN_MOVES[how](rect, context))
}

const ALIGN_MOVES: Readonly<Record<Aligning, (rect: Rect, context: Rect) => Point>> = {
  left: (rect, context) => ({ x: context.left - rect.left, y: 0 }),
  centre: (rect, context) => ({
    x: (context.left + context.right - rect.left - rect.right) / 2,
    y: 0,
  }),
  right: (rect, context) => ({ x: context.right - rect.right, y: 0 }),
  top: (rect, context) => ({ x: 0, y: context.top - rect.top }),
  middle: (rect, context) => ({
    x: 0,
    y: (context.top + context.bottom - rect.top - rect.bottom) / 2,
  }),
  bottom: (rect, context) => ({ x: 0, y: context.bottom - rect.bottom }),
}

/**
 * So that the gaps between neighbours are equal. Among themselves the outermost stay, and fewer than three stay as they
 * are; over an `area` the gaps to its edges are as large as those between them.
 */
export function distributed(rects: readonly Rect[], how: Spread, area: Rect | null = null): readonly Point[] {
  const none = rects.map(() => ({ x: 0, y: 0 }))
  if (rects.length < (area === null ? 3 : 1)) return none
  const start = (rect: Rect) => (how === 'across' ? rect.left : rect.top)
  const length = (rect: Rect) => (how === 'across' ? widthOf(rect) : heightOf(rect))
  const order = rects.map((_, at) => at).sort((a, b) => start(at(rects, a)) - start(at(rects, b)))
  const from = area === null ? Math.min(...rects.map(start)) : start(area)
  const to =
    area === null ? Math.max(...rects.map((rect) => start(rect) + length(rect))) : from + length(area)
  const room = to - from - rects.reduce((sum, rect) => sum + length(rect), 0)
  const gap = room / (rects.length + (area === null ? -1 : 1))
  let next = area === null ? from : from + gap
  const moves: Point[] = [...none]
  for (const index of order) {
    const rect = at(rects, index)
    const by = next - start(rect)
    moves[index] = how === 'across' ? { x: by, y: 0 } : { x: 0, y: by }
    next += length(rect) + gap
  }
  return moves
}

function at(rects: readonly Rect[], index: number): Rect {
  const rect = rects[index]
  if (rect === undefined) throw new Error('There is no such rectangle.')
  return rect
}
