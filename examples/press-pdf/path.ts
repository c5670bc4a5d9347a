/** Paths of straight lines and cubic Béziers, in points with y upwards, and the operators that PDF paints them by. */

export type Point = readonly [x: number, y: number]

/** A path construction operator (ISO 32000-1 8.5.2.1): move, line, curve (two controls, then the end), close. */
export interface Segment {
  readonly operator: 'm' | 'l' | 'c' | 'h'
  readonly points: readonly Point[]
}

export type Path = readonly Segment[]

/** As PDF's `cm` takes it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** Length of a control arm, in radii, at which a cubic Bézier comes closest to a quarter circle. */
const QUARTER_ARM = 0.5522847498

export const moveTo = (...point: Point): Segment => ({ operator: 'm', points: [point] })
export const lineTo = (...point: Point): Segment => ({ operator: 'l', points: [point] })
export const curveTo = (from: Point, to: Point, end: Point): Segment => ({
  operator: 'c',
  points: [from, to, end],
})
export const close: Segment = { operator: 'h', points: [] }

export const line = (from: Point, to: Point): Path => [moveTo(...from), lineTo(...to)]

export const polygon = (...corners: Point[]): Path =>
  corners.map((corner, index): Segment => (index === 0 ? moveTo(...corner) : lineTo(...corner))).concat(close)

export const rectangle = (left: number, bottom: number, width: number, height: number): Path =>
  polygon([left, bottom], [left + width, bottom], [left + width, bottom + height], [left, bottom + height])

/** An arc of a circle, counterclockwise where `sweep` is positive; angles in degrees. Opens a new subpath. */
export function arc(centre: Point, radius: number, start: number, sweep: number): Path {
  return [moveTo(...onCircle(centre, radius, start)), ...arcTo(centre, radius, start, sweep)]
}

/** As `arc`, going on from a current point that is the arc's beginning. */
export function arcTo(centre: Point, radius: number, start: number, sweep: number): Path {
  const pieces = Math.ceil(Math.abs(sweep) / 90)
  const step = sweep / pieces
  const arm = (4 / 3) * Math.tan((step * Math.PI) / 720) * radius
  return Array.from({ length: pieces }, (_, piece) => {
    const from = start + piece * step
    const end = from + step
    const [x0, y0] = onCircle(centre, radius, from)
    const [x1, y1] = onCircle(centre, radius, end)
    const [sin0, cos0] = [Math.sin((from * Math.PI) / 180), Math.cos((from * Math.PI) / 180)]
    const [sin1, cos1] = [Math.sin((end * Math.PI) / 180), Math.cos((end * Math.PI) / 180)]
    return curveTo([x0 - arm * sin0, y0 + arm * cos0], [x1 + arm * sin1, y1 - arm * cos1], [x1, y1])
  })
}

export const circle = (centre: Point, radius: number): Path => [...arc(centre, radius, 0, 360), close]

/** The point of a circle at an angle in degrees, counterclockwise from the right. */
export function onCircle([x, y]: Point, radius: number, angle: number): Point {
  const turn = (angle * Math.PI) / 180
  return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]
}

/** A rectangle with corners rounded outwards. */
export function roundedRectangle(
  left: number,
  bottom: number,
  width: number,
  height: number,
  r: number,
): Path {
  const [right, top, arm] = [left + width, bottom + height, r * (1 - QUARTER_ARM)]
  return [
    moveTo(left + r, bottom),
    lineTo(right - r, bottom),
    curveTo([right - arm, bottom], [right, bottom + arm], [right, bottom + r]),
    lineTo(right, top - r),
    curveTo([right, top - arm], [right - arm, top], [right - r, top]),
    lineTo(left + r, top),
    curveTo([left + arm, top], [left, top - arm], [left, top - r]),
    lineTo(left, bottom + r),
    curveTo([left, bottom + arm], [left + arm, bottom], [left + r, bottom]),
    close,
  ]
}

/**
 * A rectangle whose corners are bitten out by circles about them, as on a classic ticket; `inset` draws the line
 * that runs inside it at that distance, all along.
 */
export function notchedRectangle(
  left: number,
  bottom: number,
  width: number,
  height: number,
  notch: number,
  inset = 0,
): Path {
  const [right, top, radius] = [left + width, bottom + height, notch + inset]
  const skip = (Math.asin(inset / radius) * 180) / Math.PI
  const [reach, bite] = [radius * Math.cos((skip * Math.PI) / 180), 2 * skip - 90]
  return [
    moveTo(left + reach, bottom + inset),
    lineTo(right - reach, bottom + inset),
    ...arcTo([right, bottom], radius, 180 - skip, bite),
    lineTo(right - inset, top - reach),
    ...arcTo([right, top], radius, 270 - skip, bite),
    lineTo(left + reach, top - inset),
    ...arcTo([left, top], radius, -skip, bite),
    lineTo(left + inset, bottom + reach),
    ...arcTo([left, bottom], radius, 90 - skip, bite),
    close,
  ]
}

export function transform(path: Path, [a, b, c, d, e, f]: Matrix): Path {
  return path.map(({ operator, points }) => ({
    operator,
    points: points.map(([x, y]): Point => [a * x + c * y + e, b * x + d * y + f]),
  }))
}

export const move = (path: Path, dx: number, dy: number): Path => transform(path, [1, 0, 0, 1, dx, dy])

/** Turns counterclockwise by `angle` degrees about the origin. */
export function rotate(path: Path, angle: number): Path {
  const turn = (angle * Math.PI) / 180
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  return transform(path, [cos, sin, -sin, cos, 0, 0])
}

/** The reflection in the vertical line at `x`. */
export const mirror = (path: Path, x: number): Path => transform(path, [-1, 0, 0, 1, 2 * x, 0])

/** [left, bottom, right, top] of all points, controls included: exact where curves have their extremes at ends. */
export function bounds(path: Path): readonly [number, number, number, number] {
  const points = path.flatMap((segment) => segment.points)
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** A number as PDF writes it, to a thousandth of a point: 0.35 µm, far below what any plate can show. */
export const number = (value: number): string => String(Math.round(value * 1000) / 1000 || 0)

/** The path construction operators of a path, its coordinates rounded to steps of `step`. */
export function operators(path: Path, step = 0.01): string {
  // A hundredth of a point is half a dot of a 7200 dpi platesetter.
  const coordinate = (value: number): string => number(Math.round(value / step) * step)
  return path
    .map(({ operator, points }) =>
      [...points.flatMap(([x, y]) => [coordinate(x), coordinate(y)]), operator].join(' '),
    )
    .join('\n')
}
