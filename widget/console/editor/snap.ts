/** Snapping: the lines of a page that attract fields, and the distance to the nearest one. */
import { heightOf, type Rect, widthOf } from './affine.ts'

export const SNAP_KINDS = ['guide', 'trim', 'safe', 'centre', 'field', 'artwork', 'bleed'] as const
/** In the order in which they win where several are equally near. */
export type SnapKind = (typeof SNAP_KINDS)[number]

export interface SnapLine {
  /** Points from the left or the upper edge of the page. */
  readonly at: number
  readonly kind: SnapKind
  /** How far it is drawn, points along it. */
  readonly from: number
  readonly to: number
}

/** Sorted, so that a pointer move costs the logarithm of their number. */
export interface SnapTable {
  readonly x: readonly SnapLine[]
  readonly y: readonly SnapLine[]
}

export interface Snapped {
  /** To be added to what the pointer says. */
  readonly x: number
  readonly y: number
  readonly lineX: SnapLine | null
  readonly lineY: SnapLine | null
}

export interface SnapContext {
  readonly trim: Rect
  readonly bleed: Rect
  /** Null where the page leaves no room for one. */
  readonly safe: Rect | null
  /** Bounds of the fields that stand still. */
  readonly fields: readonly Rect[]
  /** Bounds of what the artwork paints. */
  readonly artwork: readonly Rect[]
  /** Lines that the user has drawn, points from the left and the upper edge. */
  readonly guides?: readonly { readonly axis: 'x' | 'y'; readonly at: number }[]
}

export function snapTable({ trim, bleed, safe, fields, artwork, guides = [] }: SnapContext): SnapTable {
  const x: SnapLine[] = []
  const y: SnapLine[] = []
  const edges = (rect: Rect, kind: SnapKind, middle: boolean) => {
    const across = { kind, from: rect.top, to: rect.bottom }
    const down = { kind, from: rect.left, to: rect.right }
    x.push({ at: rect.left, ...across }, { at: rect.right, ...across })
    y.push({ at: rect.top, ...down }, { at: rect.bottom, ...down })
    if (!middle) return
    x.push({ at: (rect.left + rect.right) / 2, ...across })
    y.push({ at: (rect.top + rect.bottom) / 2, ...down })
  }
  edges(trim, 'trim', false)
  edges(bleed, 'bleed', false)
  if (safe !== null) edges(safe, 'safe', false)
  x.push({ at: (trim.left + trim.right) / 2, kind: 'centre', from: trim.top, to: trim.bottom })
  y.push({ at: (trim.top + trim.bottom) / 2, kind: 'centre', from: trim.left, to: trim.right })
  for (const { axis, at } of guides)
    if (axis === 'x') x.push({ at, kind: 'guide', from: bleed.top, to: bleed.bottom })
    else y.push({ at, kind: 'guide', from: bleed.left, to: bleed.right })
  for (const rect of fields) edges(rect, 'field', true)
  for (const rect of artwork) edges(rect, 'artwork', true)
  return { x: sorted(x), y: sorted(y) }
}

function sorted(lines: readonly SnapLine[]): readonly SnapLine[] {
  return [...lines].sort((a, b) => a.at - b.at || rank(a) - rank(b))
}

const rank = ({ kind }: SnapLine): number => SNAP_KINDS.indexOf(kind)

/** How a rectangle that is moved has to move on, by its edges and its middle, within `reach` points. */
export function snapMove(bounds: Rect, table: SnapTable, reach: number): Snapped {
  const across = nearest([bounds.left, (bounds.left + bounds.right) / 2, bounds.right], table.x, reach)
  const down = nearest([bounds.top, (bounds.top + bounds.bottom) / 2, bounds.bottom], table.y, reach)
  return { x: across.by, y: down.by, lineX: across.line, lineY: down.line }
}

/** As snapMove, of a single point, such as the corner that is drawn; `axes` leaves one out. */
export function snapPoint(
  point: { readonly x: number | null; readonly y: number | null },
  table: SnapTable,
  reach: number,
): Snapped {
  const across = nearest(point.x === null ? [] : [point.x], table.x, reach)
  const down = nearest(point.y === null ? [] : [point.y], table.y, reach)
  return { x: across.by, y: down.by, lineX: across.line, lineY: down.line }
}

interface Nearest {
  readonly by: number
  readonly line: SnapLine | null
}

function nearest(places: readonly number[], lines: readonly SnapLine[], reach: number): Nearest {
  let best: Nearest = { by: 0, line: null }
  let distance = reach
  for (const place of places) {
    for (let at = firstFrom(lines, place - distance); at < lines.length; at += 1) {
      const line = lines[at]
      if (line === undefined || line.at > place + distance) break
      const away = Math.abs(line.at - place)
      const wins =
        away < distance - 1e-9 || (best.line !== null && away <= distance && rank(line) < rank(best.line))
      if (!wins && !(best.line === null && away <= distance)) continue
      best = { by: line.at - place, line }
      distance = away
    }
  }
  return best
}

/** The first line at this place or after it. */
function firstFrom(lines: readonly SnapLine[], place: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.at ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** The trim with a margin of `points` inside; null where nothing is left. */
export function safeZone(trim: Rect, points: number): Rect | null {
  if (points <= 0 || widthOf(trim) <= 2 * points || heightOf(trim) <= 2 * points) return null
  return {
    left: trim.left + points,
    top: trim.top + points,
    right: trim.right - points,
    bottom: trim.bottom - points,
  }
}
