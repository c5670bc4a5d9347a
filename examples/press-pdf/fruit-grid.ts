/** A grid of fruit and leaves built from circles and squares, running on past the trim so that no edge shows paper. */
import { fill, type Ink, stroke } from './ink.ts'
import {
  arc,
  arcTo,
  circle,
  close,
  curveTo,
  lineTo,
  moveTo,
  number,
  onCircle,
  type Path,
  type Point,
  polygon,
  rectangle,
} from './path.ts'

export interface FruitGrid {
  /** Lower left corner of the first module. */
  readonly left: number
  readonly bottom: number
  /** Side of a module in points. */
  readonly module: number
  readonly red: Ink
}

const CREAM: Ink = { process: [0, 0.02, 0.1, 0] }
const GREEN: Ink = { process: [0.8, 0.25, 0.75, 0.3] }
const SAGE: Ink = { process: [0.35, 0.08, 0.42, 0] }
const PINK: Ink = { process: [0, 0.32, 0.2, 0] }
const MUSTARD: Ink = { process: [0, 0.24, 0.85, 0] }
const PLUM: Ink = { process: [0.45, 0.9, 0.4, 0.45] }

/** A module's ground and what is drawn on it, from the lower left corner, in a square of `side` points. */
interface Motif {
  readonly ground: Ink
  readonly draw: (side: number) => string
}

/** Content that fills two columns and four rows, and one module more on each outer side that is bled off. */
export function fruitGrid({ left, bottom, module, red }: FruitGrid): string {
  const cherries = cherryPair(red)
  const rows: readonly (readonly Motif[])[] = [
    [halfFruit(MUSTARD, red, CREAM), leaf(SAGE, GREEN), cherries],
    [cherries, rings(CREAM, red), leaf(SAGE, GREEN)],
    [leaf(GREEN, SAGE), slice(CREAM, MUSTARD), cherries],
    [berry(PLUM, PINK), leaf(SAGE, GREEN), rings(CREAM, red)],
    [halfFruit(MUSTARD, red, CREAM), cherries, berry(PLUM, PINK)],
    [rings(CREAM, red), slice(CREAM, MUSTARD), leaf(GREEN, SAGE)],
  ]
  const modules = rows.flatMap((motifs, row) =>
    motifs.map((motif, column) => ({ motif, x: left + column * module, y: bottom + (4 - row) * module })),
  )
  return [
    // Grounds first, and each a hair larger than its module: no rounding may open a gap between neighbours.
    ...modules.map(({ motif, x, y }) =>
      fill(motif.ground, rectangle(x, y - 0.1, module + 0.1, module + 0.1)),
    ),
    ...modules.map(({ motif, x, y }) => `q 1 0 0 1 ${number(x)} ${number(y)} cm\n${motif.draw(module)}\nQ`),
  ].join('\n')
}

/** Two cherries on stalks that spring from one point, under a leaf. */
function cherryPair(red: Ink): Motif {
  const draw = (side: number): string => {
    const at = (x: number, y: number): Point => [x * side, y * side]
    const joint = at(0.56, 0.87)
    const stalks: Path = [
      moveTo(...at(0.31, 0.36)),
      curveTo(at(0.33, 0.6), at(0.42, 0.78), joint),
      curveTo(at(0.65, 0.7), at(0.71, 0.5), at(0.7, 0.3)),
    ]
    return [
      stroke(GREEN, stalks, { width: side * 0.035, roundCaps: true }),
      fill(red, [...circle(at(0.3, 0.3), side * 0.19), ...circle(at(0.69, 0.25), side * 0.16)]),
      fill(GREEN, lens(joint, at(0.92, 0.7), side * 0.2)),
    ].join('\n')
  }
  return { ground: PINK, draw }
}

/** A fruit halved across, its stone in the middle of the cut. */
function halfFruit(ground: Ink, flesh: Ink, stone: Ink): Motif {
  const draw = (side: number): string => {
    const half = (radius: number): Path => [...arc([side / 2, side * 0.29], side * radius, 0, 180), close]
    return [fill(flesh, half(0.42)), fill(stone, half(0.16))].join('\n')
  }
  return { ground, draw }
}

/** A leaf from corner to corner, bounded by two quarter circles, with a rib that thins towards the tip. */
function leaf(ground: Ink, blade: Ink): Motif {
  const draw = (side: number): string =>
    [
      fill(blade, [
        moveTo(0, 0),
        ...arcTo([0, side], side, 270, 90),
        ...arcTo([side, 0], side, 90, 90),
        close,
      ]),
      fill(ground, polygon([0, 0], [side * 0.035, 0], [side * 0.84, side * 0.84], [0, side * 0.035])),
    ].join('\n')
  return { ground, draw }
}

/** Concentric quarter circles, a fruit cut open. */
function rings(ground: Ink, flesh: Ink): Motif {
  const draw = (side: number): string => {
    const band = (outer: number, inner: number): Path => [
      moveTo(outer, 0),
      ...arcTo([0, 0], outer, 0, 90),
      lineTo(0, inner),
      ...(inner > 0 ? arcTo([0, 0], inner, 90, -90) : []),
      close,
    ]
    return fill(flesh, [...band(side, side * 0.7), ...band(side * 0.4, 0)])
  }
  return { ground, draw }
}

/** A round slice with its eight segments. */
function slice(ground: Ink, flesh: Ink): Motif {
  const draw = (side: number): string => {
    const centre: Point = [side / 2, side / 2]
    const segments = Array.from({ length: 8 }, (_, index): Path => {
      const start = index * 45 + 4
      return [
        ...arc(centre, side * 0.34, start, 37),
        lineTo(...onCircle(centre, side * 0.07, start + 18.5)),
        close,
      ]
    })
    return [
      stroke(flesh, circle(centre, side * 0.41), { width: side * 0.05 }),
      fill(flesh, segments.flat()),
    ].join('\n')
  }
  return { ground, draw }
}

/** Nine drupelets, three by three. */
function berry(ground: Ink, drupelet: Ink): Motif {
  const draw = (side: number): string => {
    const places = [0.2, 0.5, 0.8]
    return fill(
      drupelet,
      places.flatMap((x) => places.flatMap((y) => circle([x * side, y * side], side * 0.105))),
    )
  }
  return { ground, draw }
}

/** A lens between two points, `swell` across. */
function lens(from: Point, to: Point, swell: number): Path {
  const [[x0, y0], [x1, y1]] = [from, to]
  const length = Math.hypot(x1 - x0, y1 - y0)
  // A curve whose control arms stand `swell` × 2/3 off its chord is `swell` / 2 high.
  const [dx, dy] = [(-(y1 - y0) / length) * swell * (2 / 3), ((x1 - x0) / length) * swell * (2 / 3)]
  const control = (share: number, side: 1 | -1): Point => [
    x0 + (x1 - x0) * share + side * dx,
    y0 + (y1 - y0) * share + side * dy,
  ]
  return [
    moveTo(x0, y0),
    curveTo(control(0.25, 1), control(0.75, 1), to),
    curveTo(control(0.75, -1), control(0.25, -1), from),
    close,
  ]
}
