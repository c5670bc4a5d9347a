/** Botanical drawing: tapered stems, leaves parted by their midrib and olives with a glint, all built of Béziers. */
import {
  arc,
  arcTo,
  close,
  curveTo,
  move,
  moveTo,
  onCircle,
  type Path,
  type Point,
  rotate,
  transform,
} from './path.ts'

/** A cubic Bézier: start, two controls, end. */
export type Spine = readonly [Point, Point, Point, Point]

export interface LeafShape {
  readonly length: number
  /** At the widest place, both halves together. */
  readonly width: number
  /** How far the midrib swings out sideways, positive to the left of its direction. */
  readonly bend: number
  /** Clear distance of the two halves where they are farthest apart. */
  readonly vein: number
}

/** A leaf of two halves, its foot at the origin and its tip on the x axis. */
export function leaf({ length, width, bend, vein }: LeafShape): Path {
  const foot: Point = [0, 0]
  const tip: Point = [length, 0]
  const edge = (side: 1 | -1): [Point, Point] => [
    [length * 0.18, bend * 0.5 + side * width * 0.56],
    [length * 0.6, bend + side * width * 0.67],
  ]
  const rib = (side: 1 | -1): [Point, Point] => [
    [length * 0.28, bend * 0.62 + (side * vein) / 2],
    [length * 0.66, bend + (side * vein) / 2],
  ]
  const [upperEdge, lowerEdge, upperRib, lowerRib] = [edge(1), edge(-1), rib(1), rib(-1)]
  // Both halves run clockwise, as stems do, so that shapes that meet in one fill never cut holes in one another.
  return [
    moveTo(...foot),
    curveTo(...upperEdge, tip),
    curveTo(upperRib[1], upperRib[0], foot),
    close,
    moveTo(...foot),
    curveTo(...lowerRib, tip),
    curveTo(lowerEdge[1], lowerEdge[0], foot),
    close,
  ]
}

/** The outline of a symmetrical leaf or petal, its foot at the origin and its tip on the x axis. */
export function blade(length: number, width: number): Path {
  const edge = (side: 1 | -1): [Point, Point] => [
    [length * 0.22, side * width * 0.6],
    [length * 0.66, side * width * 0.62],
  ]
  const [upper, lower] = [edge(1), edge(-1)]
  return [moveTo(0, 0), curveTo(...upper, [length, 0]), curveTo(lower[1], lower[0], [0, 0]), close]
}

/** A fruit lying along the x axis from the origin, with a crescent glint to be filled by the even-odd rule. */
export function olive(length: number, width: number): Path {
  const squeeze = width / length
  const body: Path = [...arc([length / 2, 0], length / 2, 180, 360), close]
  const glint: Path = [
    ...arc([length * 0.5, 0], length * 0.33, 62, 96),
    curveTo(
      [length * 0.26, length * 0.26],
      [length * 0.44, length * 0.33],
      onCircle([length * 0.5, 0], length * 0.33, 62),
    ),
    close,
  ]
  return transform([...body, ...glint], [1, 0, 0, squeeze, 0, 0])
}

/** Puts a shape drawn along the x axis at a point, in a direction in degrees. */
export const grow = (shape: Path, [x, y]: Point, angle: number): Path => move(rotate(shape, angle), x, y)

/** A point of the spine and the direction there in degrees; `t` runs from 0 to 1. */
export function along(spine: Spine, t: number): { readonly point: Point; readonly angle: number } {
  const [p0, p1, p2, p3] = spine
  const u = 1 - t
  const at = (axis: 0 | 1): number =>
    u ** 3 * p0[axis] + 3 * u * u * t * p1[axis] + 3 * u * t * t * p2[axis] + t ** 3 * p3[axis]
  const slope = (axis: 0 | 1): number =>
    u * u * (p1[axis] - p0[axis]) + 2 * u * t * (p2[axis] - p1[axis]) + t * t * (p3[axis] - p2[axis])
  return { point: [at(0), at(1)], angle: (Math.atan2(slope(1), slope(0)) * 180) / Math.PI }
}

/** A stem along the spine, thinning from its foot to its tip. */
export function stem(spine: Spine, foot: number, tip: number): Path {
  const [p0, p1, p2, p3] = spine
  const { angle: from } = along(spine, 0)
  const { angle: to } = along(spine, 1)
  const aside = (point: Point, angle: number, distance: number): Point =>
    onCircle(point, distance, angle + 90)
  const edge = (side: 1 | -1): Spine => [
    aside(p0, from, (side * foot) / 2),
    aside(p1, from, (side * (foot * 2 + tip)) / 6),
    aside(p2, to, (side * (foot + tip * 2)) / 6),
    aside(p3, to, (side * tip) / 2),
  ]
  const [l0, l1, l2, l3] = edge(1)
  const [r0, r1, r2] = edge(-1)
  return [
    moveTo(...l0),
    curveTo(l1, l2, l3),
    ...arcTo(p3, tip / 2, to + 90, -180),
    curveTo(r2, r1, r0),
    ...arcTo(p0, foot / 2, from - 90, -180),
    close,
  ]
}
