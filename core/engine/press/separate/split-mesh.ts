/** Splits triangles and patches of a mesh until colours within each are close enough to be mixed as inks. */
import type { Mesh, MeshElement, Point } from './read-mesh.ts'

/** Between corners of one part: what inks in a straight line miss of the colours is not seen. */
const STEP = 0.08
const MOST_SPLITS = 16
/** Decision: a mesh of more parts keeps the parts that it has: their colours are close already. */
const MOST_ELEMENTS = 60_000

/** `ranges` are how far each component goes. */
export function splitMesh({ isPatches, elements }: Mesh, ranges: readonly number[]): readonly MeshElement[] {
  const room = Math.floor(Math.sqrt(MOST_ELEMENTS / Math.max(elements.length, 1)))
  const widest = elements.reduce((most, { colors }) => Math.max(most, spread(colors, ranges)), 0)
  // Neighbours are split alike, so that no gap opens at an edge that they share.
  const splits = Math.min(Math.ceil(widest / STEP), MOST_SPLITS, room)
  if (splits <= 1) return elements
  return elements.flatMap((element) => (isPatches ? patches(element, splits) : triangles(element, splits)))
}

function spread(colors: MeshElement['colors'], ranges: readonly number[]): number {
  const widths = ranges.map((range, part) => {
    const parts = colors.map((color) => color[part] ?? 0)
    return (Math.max(...parts) - Math.min(...parts)) / range
  })
  return Math.max(...widths)
}

type Weighted = readonly (readonly [weight: number, values: readonly number[]])[]
const mixed = (parts: Weighted) =>
  parts[0]![1].map((_, at) => parts.reduce((sum, [weight, values]) => sum + weight * values[at]!, 0))

function triangles({ points, colors }: MeshElement, splits: number): readonly MeshElement[] {
  const at = (across: number, up: number) => {
    const weights = [(splits - across - up) / splits, across / splits, up / splits]
    const of = (values: readonly (readonly number[])[]) =>
      mixed(weights.map((weight, corner) => [weight, values[corner]!]))
    return { point: of(points) as unknown as Point, color: of(colors) }
  }
  const made: MeshElement[] = []
  const add = (...corners: readonly (readonly [number, number])[]) => {
    const found = corners.map(([across, up]) => at(across, up))
    made.push({ points: found.map(({ point }) => point), colors: found.map(({ color }) => color) })
  }
  for (let up = 0; up < splits; up += 1)
    for (let across = 0; across + up < splits; across += 1) {
      add([across, up], [across + 1, up], [across, up + 1])
      if (across + up < splits - 1) add([across + 1, up], [across, up + 1], [across + 1, up + 1])
    }
  return made
}

function patches({ points, colors }: MeshElement, splits: number): readonly MeshElement[] {
  const [start, startEnd, end, endStart] = colors as readonly [number[], number[], number[], number[]]
  const color = (column: number, row: number) => {
    const [u, v] = [column / splits, row / splits]
    return mixed([
      [(1 - u) * (1 - v), start],
      [(1 - u) * v, startEnd],
      [u * v, end],
      [u * (1 - v), endStart],
    ])
  }
  const made: MeshElement[] = []
  for (let column = 0; column < splits; column += 1) {
    const rows = [0, 1, 2, 3].map((row) =>
      segment(
        [0, 1, 2, 3].map((at) => points[at * 4 + row]!),
        column / splits,
        (column + 1) / splits,
      ),
    )
    for (let row = 0; row < splits; row += 1)
      made.push({
        points: [0, 1, 2, 3].flatMap((at) =>
          segment(
            rows.map((points) => points[at]!),
            row / splits,
            (row + 1) / splits,
          ),
        ),
        colors: [
          color(column, row),
          color(column, row + 1),
          color(column + 1, row + 1),
          color(column + 1, row),
        ],
      })
  }
  return made
}

/** The control points of a part of a cubic curve, by its blossom. */
function segment(curve: readonly Point[], from: number, to: number): readonly Point[] {
  const blossom = (...steps: readonly number[]) =>
    steps.reduce<readonly Point[]>(
      (left, step) =>
        left.slice(1).map(
          (next, at) =>
            mixed([
              [1 - step, left[at]!],
              [step, next],
            ]) as unknown as Point,
        ),
      curve,
    )[0]!
  return [blossom(from, from, from), blossom(from, from, to), blossom(from, to, to), blossom(to, to, to)]
}
