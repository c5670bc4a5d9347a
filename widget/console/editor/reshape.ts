/** Resizing, rotating and moving by numbers, in points of the page as seen. */
import { concat, type Matrix } from '../../../core/engine/geometry/matrix.ts'
import { mapPoint, moved, type Point, type Rect } from './affine.ts'
import { angleOf, boundsOf, middleOf, movedBy, type Placed } from './placed.ts'

export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof HANDLES)[number]

/** Of the content's width and height: where a handle sits. */
export const HANDLE_PLACES: Readonly<Record<Handle, readonly [across: number, down: number]>> = {
  nw: [0, 0],
  n: [0.5, 0],
  ne: [1, 0],
  e: [1, 0.5],
  se: [1, 1],
  s: [0.5, 1],
  sw: [0, 1],
  w: [0, 0.5],
}

/** No field becomes smaller than this, points. */
export const SMALLEST = 2

export interface ResizeHow {
  /** Width and height keep their ratio. */
  readonly proportional?: boolean
  /** Both sides move, the middle stays. */
  readonly fromMiddle?: boolean
}

/** A handle was pulled this far; the opposite side stays. */
export function resized(placed: Placed, handle: Handle, pull: Point, how: ResizeHow = {}): Placed {
  const [a, b, c, d] = placed.matrix
  const area = a * d - b * c
  // The pull in the content's own units.
  const x = (d * pull.x - c * pull.y) / area
  const y = (a * pull.y - b * pull.x) / area
  const [across, down] = HANDLE_PLACES[handle]
  const least = { width: SMALLEST / Math.hypot(a, b), height: SMALLEST / Math.hypot(c, d) }
  const twice = how.fromMiddle === true ? 2 : 1
  const grow = (side: number, by: number) => (side === 0.5 ? 0 : (side === 1 ? by : -by) * twice)
  let width = Math.max(least.width, placed.width + grow(across, x))
  let height = Math.max(least.height, placed.height + grow(down, y))
  if (how.proportional === true) {
    const byWidth = down === 0.5 || (across !== 0.5 && width / placed.width > height / placed.height)
    const ratio = byWidth ? width / placed.width : height / placed.height
    width = placed.width * ratio
    height = placed.height * ratio
  }
  const [stayX, stayY] = how.fromMiddle === true ? [0.5, 0.5] : [1 - across, 1 - down]
  return withSize(placed, width, height, stayX, stayY)
}

/** Another size in the content's own units; the spot at these fractions of it stays where it is. */
function withSize(placed: Placed, width: number, height: number, across: number, down: number): Placed {
  const before = mapPoint(placed.matrix, placed.width * across, placed.height * down)
  const after = mapPoint(placed.matrix, width * across, height * down)
  return { matrix: moved(placed.matrix, before.x - after.x, before.y - after.y), width, height }
}

/** By its width and height along its own sides, points; the upper left corner of the content stays. */
export function sized(placed: Placed, size: { readonly width?: number; readonly height?: number }): Placed {
  const [a, b, c, d] = placed.matrix
  const width = size.width === undefined ? placed.width : Math.max(SMALLEST, size.width) / Math.hypot(a, b)
  const height =
    size.height === undefined ? placed.height : Math.max(SMALLEST, size.height) / Math.hypot(c, d)
  return withSize(placed, width, height, 0, 0)
}

/** Turned around its middle, degrees counterclockwise as it is seen. */
export function turnedBy(placed: Placed, degrees: number): Placed {
  if (degrees === 0) return placed
  const { x, y } = middleOf(placed)
  const [sin, cos] = sinCos(degrees)
  // y runs downwards: counterclockwise to the eye is the other way round.
  const turn: Matrix = [cos, -sin, sin, cos, x - cos * x - sin * y, y + sin * x - cos * y]
  return { ...placed, matrix: concat(placed.matrix, turn) }
}

export function turnedTo(placed: Placed, degrees: number): Placed {
  return turnedBy(placed, degrees - exactAngle(placed))
}

function exactAngle({ matrix: [a, b] }: Placed): number {
  return (Math.atan2(-b, a) * 180) / Math.PI
}

/** Quarter turns exactly, so that they stay boxes. */
function sinCos(degrees: number): readonly [sin: number, cos: number] {
  const quarter = (((degrees % 360) + 360) % 360) / 90
  if (quarter === 0) return [0, 1]
  if (quarter === 1) return [1, 0]
  if (quarter === 2) return [0, -1]
  if (quarter === 3) return [-1, 0]
  const radians = (degrees * Math.PI) / 180
  return [Math.sin(radians), Math.cos(radians)]
}

/** Degrees that are as good as a quarter turn become one. */
const NEAR_QUARTER = 2

/**
 * The angle that somebody drags to: whole degrees, in steps of 15 where asked; what is near a quarter turn is one, so
 * that a field is upright again without aiming.
 */
export function snappedAngle(degrees: number, coarse: boolean): number {
  const step = coarse ? 15 : 1
  const quarter = Math.round(degrees / 90) * 90
  const angle = Math.abs(degrees - quarter) <= NEAR_QUARTER ? quarter : Math.round(degrees / step) * step
  return angle <= -180 ? angle + 360 : angle > 180 ? angle - 360 : angle + 0
}

/** The angle of a field when the pointer has gone around its middle from one point to another. */
export function draggedAngle(placed: Placed, from: Point, to: Point): number {
  const middle = middleOf(placed)
  const angle = (point: Point) => (Math.atan2(middle.y - point.y, point.x - middle.x) * 180) / Math.PI
  return angleOf(placed) + angle(to) - angle(from)
}

/** The least move that brings it into the area; what is larger than the area keeps its upper left corner in it. */
export function keptInside(placed: Placed, area: Rect): Placed {
  const bounds = boundsOf(placed)
  const x = inward(bounds.left, bounds.right, area.left, area.right)
  const y = inward(bounds.top, bounds.bottom, area.top, area.bottom)
  return x === 0 && y === 0 ? placed : movedBy(placed, x, y)
}

function inward(from: number, to: number, least: number, most: number): number {
  if (from < least || to - from > most - least) return least - from
  return to > most ? most - to : 0
}

/** A new field between two points of the page, as somebody drew it; at least the smallest size. */
export function boxBetween(from: Point, to: Point, unitScale: number): Placed {
  const width = Math.max(SMALLEST, Math.abs(to.x - from.x))
  const height = Math.max(SMALLEST, Math.abs(to.y - from.y))
  const matrix: Matrix = [unitScale, 0, 0, unitScale, Math.min(from.x, to.x), Math.min(from.y, to.y)]
  return { matrix, width: width / unitScale, height: height / unitScale }
}
