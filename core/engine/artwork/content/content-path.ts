/** A path under construction, in default user space; it becomes polygons where somebody looks at them. */
import type { Box } from '../../geometry/box.ts'
import type { Matrix } from '../../geometry/matrix.ts'

/** Points of one path; artwork has paths of some ten thousand points. */
const MAX_POINTS = 1_000_000
/** Chords of a curve: their bounds are off by less than a hundredth of its size. */
const CHORDS = 6

const [MOVE, LINE, CURVE] = [0, 1, 2]

export class ContentPath {
  /** What is constructed: its kind, and then its points as x and y. */
  readonly #segments: number[] = []
  #polygons: readonly (readonly number[])[] | null = null
  /** Where the subpath began and where its last point is; null where no point is current. */
  #start: readonly [number, number] | null = null
  #current: readonly [number, number] | null = null
  /** What follows begins a subpath at the current point (8.5.2.1). */
  #closed = false
  clips = false

  get isEmpty(): boolean {
    return this.#segments.length === 0
  }

  move(x: number, y: number, [a, b, c, d, e, f]: Matrix): void {
    this.#begin(a * x + c * y + e, b * x + d * y + f)
  }

  line(x: number, y: number, [a, b, c, d, e, f]: Matrix): void {
    if (!this.#goOn()) return
    this.#current = [a * x + c * y + e, b * x + d * y + f]
    this.#segments.push(LINE, ...this.#current)
  }

  /** The operands of `c`; `v` and `y` leave the first or the last control point out. */
  curve(kind: 'c' | 'v' | 'y', operands: readonly number[], [a, b, c, d, e, f]: Matrix): void {
    if (operands.length < (kind === 'c' ? 6 : 4) || !this.#goOn() || this.#current === null) return
    const points: number[] = kind === 'v' ? [...this.#current] : []
    for (let at = 0; at < (kind === 'c' ? 6 : 4); at += 2) {
      const [x = 0, y = 0] = [operands[at], operands[at + 1]]
      points.push(a * x + c * y + e, b * x + d * y + f)
    }
    const last = [points.at(-2) ?? 0, points.at(-1) ?? 0] as const
    if (kind === 'y') points.push(...last)
    this.#current = last
    this.#segments.push(CURVE, ...points)
  }

  rectangle(x: number, y: number, width: number, height: number, ctm: Matrix): void {
    this.move(x, y, ctm)
    this.line(x + width, y, ctm)
    this.line(x + width, y + height, ctm)
    this.line(x, y + height, ctm)
    this.#current = this.#start
    this.#closed = true
  }

  close(): void {
    if (this.#current === null || this.#start === null || this.#closed) return
    const [x, y] = this.#start
    if (this.#current[0] !== x || this.#current[1] !== y) this.#segments.push(LINE, x, y)
    this.#current = this.#start
    this.#closed = true
  }

  /** Subpaths as x and y in turn, curves as chords. */
  get polygons(): readonly (readonly number[])[] {
    this.#polygons ??= flatten(this.#segments)
    return this.#polygons
  }

  get bounds(): Box | null {
    return around(this.polygons.map(boundsOf).filter((box) => box !== null))
  }

  #begin(x: number, y: number): void {
    this.#start = this.#current = [x, y]
    this.#closed = false
    if (this.#segments.length < 3 * MAX_POINTS) this.#segments.push(MOVE, x, y)
  }

  /** False where there is no current point to go on from, or too many points behind it. */
  #goOn(): boolean {
    if (this.#current === null || this.#segments.length >= 3 * MAX_POINTS) return false
    if (this.#closed) this.#begin(...this.#current)
    return true
  }
}

function flatten(segments: readonly number[]): number[][] {
  const polygons: number[][] = []
  let polygon: number[] = []
  for (let at = 0; at < segments.length; ) {
    const kind = segments[at]
    const [x1, y1] = [segments[at + 1] ?? 0, segments[at + 2] ?? 0]
    if (kind !== CURVE) {
      if (kind === MOVE) {
        polygon = []
        polygons.push(polygon)
      }
      polygon.push(x1, y1)
      at += 3
      continue
    }
    const [x2, y2] = [segments[at + 3] ?? 0, segments[at + 4] ?? 0]
    const [x3, y3] = [segments[at + 5] ?? 0, segments[at + 6] ?? 0]
    const [x0, y0] = [polygon.at(-2) ?? 0, polygon.at(-1) ?? 0]
    at += 7
    for (let step = 1; step <= CHORDS; step += 1) {
      const t = step / CHORDS
      const u = 1 - t
      const [p0, p1, p2, p3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
      polygon.push(p0 * x0 + p1 * x1 + p2 * x2 + p3 * x3, p0 * y0 + p1 * y1 + p2 * y2 + p3 * y3)
    }
  }
  return polygons
}

export function boundsOf(polygon: readonly number[]): Box | null {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at + 1 < polygon.length; at += 2) {
    const [x, y] = [polygon[at] ?? 0, polygon[at + 1] ?? 0]
    if (x < left) left = x
    if (x > right) right = x
    if (y < bottom) bottom = y
    if (y > top) top = y
  }
  return left <= right && bottom <= top ? [left, bottom, right, top] : null
}

function around(boxes: readonly Box[]): Box | null {
  const [first, ...others] = boxes
  if (first === undefined) return null
  return others.reduce<Box>(
    (all, box) => [
      Math.min(all[0], box[0]),
      Math.min(all[1], box[1]),
      Math.max(all[2], box[2]),
      Math.max(all[3], box[3]),
    ],
    first,
  )
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
