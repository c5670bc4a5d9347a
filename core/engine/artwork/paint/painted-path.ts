/** A path under construction, flattened to polygons in default user space. */
import type { Box } from '../../geometry/box.ts'
import type { Matrix } from '../../geometry/matrix.ts'

export interface FinishedPath {
  /** x and y in turn. */
  readonly subpaths: readonly (readonly number[])[]
  /** Null for a path without points. */
  readonly box: Box | null
  /** Where the path becomes a clip. */
  readonly clips: boolean
}

export interface PaintedPath {
  move(x: number, y: number, ctm: Matrix): void
  line(x: number, y: number, ctm: Matrix): void
  /** Three pairs of operands of `c`; the forms of `v` and `y` leave one out. */
  curve(operator: 'c' | 'v' | 'y', operands: readonly number[], ctm: Matrix): void
  rectangle(x: number, y: number, width: number, height: number, ctm: Matrix): void
  close(): void
  clip(): void
  finish(): FinishedPath
}

/** Points of one path; artwork has paths of some ten thousand points. */
const MAX_POINTS = 1_000_000
/** Chords of a curve: their bounds are off by less than a hundredth of its size. */
const CHORDS = 6

export function createPaintedPath(): PaintedPath {
  let subpaths: number[][] = []
  let current: number[] | null = null
  let left = MAX_POINTS
  let clips = false

  const push = (into: number[], x: number, y: number) => {
    left -= 1
    if (left > 0) into.push(x, y)
  }
  const begin = (): number[] => {
    const subpath: number[] = []
    subpaths.push(subpath)
    return subpath
  }
  const add = (x: number, y: number, [a, b, c, d, e, f]: Matrix) => {
    current ??= begin()
    push(current, a * x + c * y + e, b * x + d * y + f)
  }

  return {
    move(x, y, ctm) {
      current = null
      add(x, y, ctm)
    },
    line: add,
    curve(operator, operands, [a, b, c, d, e, f]) {
      const points: number[] = []
      for (let at = 0; at + 1 < operands.length; at += 2) {
        const [x, y] = [operands[at] ?? 0, operands[at + 1] ?? 0]
        points.push(a * x + c * y + e, b * x + d * y + f)
      }
      if (current === null || points.length < (operator === 'c' ? 6 : 4)) return
      const x0 = current.at(-2) ?? 0
      const y0 = current.at(-1) ?? 0
      const last = points.slice(-2)
      if (operator === 'v') points.unshift(x0, y0)
      if (operator === 'y') points.push(...last)
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = points
      for (let step = 1; step <= CHORDS; step += 1) {
        const t = step / CHORDS
        const u = 1 - t
        const [p0, p1, p2, p3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
        push(current, p0 * x0 + p1 * x1 + p2 * x2 + p3 * x3, p0 * y0 + p1 * y1 + p2 * y2 + p3 * y3)
      }
    },
    rectangle(x, y, width, height, ctm) {
      current = begin()
      add(x, y, ctm)
      add(x + width, y, ctm)
      add(x + width, y + height, ctm)
      add(x, y + height, ctm)
      current = null
    },
    close() {
      // What follows begins at the subpath's first point (8.5.2.1).
      const [x, y] = current ?? []
      if (current === null || x === undefined || y === undefined) return
      if (current.at(-2) !== x || current.at(-1) !== y) push(current, x, y)
    },
    clip() {
      clips = true
    },
    finish() {
      const finished = { subpaths, box: boundsOf(subpaths), clips }
      subpaths = []
      current = null
      left = MAX_POINTS
      clips = false
      return finished
    },
  }
}

function boundsOf(subpaths: readonly (readonly number[])[]): Box | null {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const subpath of subpaths)
    for (let at = 0; at + 1 < subpath.length; at += 2) {
      const [x, y] = [subpath[at] ?? 0, subpath[at + 1] ?? 0]
      if (x < left) left = x
      if (x > right) right = x
      if (y < bottom) bottom = y
      if (y > top) top = y
    }
  return left <= right && bottom <= top ? [left, bottom, right, top] : null
}

/** Width and length of a subpath that is a rectangle, turned or not; null for any other shape. */
export function rectangleSides(subpath: readonly number[]): readonly [thin: number, long: number] | null {
  const closed = subpath.length === 10 && subpath[0] === subpath[8] && subpath[1] === subpath[9]
  if (subpath.length !== 8 && !closed) return null
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = subpath
  const tolerance = 1e-3
  if (Math.abs(x0 + x2 - x1 - x3) > tolerance || Math.abs(y0 + y2 - y1 - y3) > tolerance) return null
  const [one, other] = [Math.hypot(x1 - x0, y1 - y0), Math.hypot(x2 - x1, y2 - y1)]
  return [Math.min(one, other), Math.max(one, other)]
}
