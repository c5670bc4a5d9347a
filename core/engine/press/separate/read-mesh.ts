/** Reads the data of mesh shadings as triangles or patches that stand alone, whatever edges they share in the file. */
import type { PDFRawStream } from '@cantoo/pdf-lib'
import { asArray, asNumber, entry, numberEntry } from '../../pdf/read-object.ts'
import { decodeStream } from '../../pdf/read-stream.ts'

export type Point = readonly [number, number]

/**
 * Three points and colours of a triangle; or 4 by 4 points of a patch, column by column, and the colours of its corners
 * in the order of the file: first and last of the first column, last and first of the last one.
 */
export interface MeshElement {
  readonly points: readonly Point[]
  readonly colors: readonly (readonly number[])[]
}

export interface Mesh {
  readonly isPatches: boolean
  readonly elements: readonly MeshElement[]
}

const MOST_MESH_BYTES = 64 << 20

/** Null where its data cannot be read. */
export function readMesh(shading: PDFRawStream, components: number): Mesh | null {
  const { dict } = shading
  const number = (name: string) => numberEntry(dict, name) ?? 0
  const type = number('ShadingType')
  const [coordinate, component] = [number('BitsPerCoordinate'), number('BitsPerComponent')]
  const flagBits = type === 5 ? 0 : number('BitsPerFlag')
  const decode = asArray(dict, entry(dict, 'Decode'))?.map((item) => asNumber(item) ?? 0) ?? []
  const bytes = decodeStream(shading, MOST_MESH_BYTES)
  if (bytes === null || coordinate < 1 || component < 1 || decode.length < 4 + components * 2) return null
  const reader = bitReader(bytes)
  const scaled = (bits: number, at: number) => {
    const [low = 0, high = 1] = decode.slice(at, at + 2)
    return low + (reader.read(bits) / (2 ** bits - 1)) * (high - low)
  }
  const point = (): Point => [scaled(coordinate, 0), scaled(coordinate, 2)]
  const color = () => Array.from({ length: components }, (_, part) => scaled(component, 4 + part * 2))
  const has = (points: number, colors: number) =>
    reader.left() >= flagBits + points * 2 * coordinate + colors * components * component
  const flag = () => (flagBits === 0 ? 0 : reader.read(flagBits) & 3)
  const vertex = () => {
    const read = { flag: flag(), points: [point()], colors: [color()] }
    // Each vertex and each patch begins with a whole byte.
    reader.align()
    return read
  }
  if (type === 4 || type === 5) {
    const vertices: ReturnType<typeof vertex>[] = []
    while (has(1, 1)) vertices.push(vertex())
    const elements = type === 4 ? strips(vertices) : lattice(vertices, number('VerticesPerRow'))
    return { isPatches: false, elements }
  }
  const elements: MeshElement[] = []
  let edge: MeshElement | null = null
  const whole = type === 6 ? 12 : 16
  while (has(whole - 4, 2)) {
    const shared = flag()
    if (shared !== 0 && edge === null) return null
    const from: MeshElement | null = shared === 0 ? null : edge
    const count = shared === 0 ? whole : whole - 4
    if (from === null && reader.left() < whole * 2 * coordinate + 4 * components * component) break
    const points: Point[] =
      from === null ? [] : [0, 1, 2, 3].map((at) => from.points[(shared * 3 + at) % 12]!)
    const colors: (readonly number[])[] =
      from === null ? [] : [from.colors[shared]!, from.colors[(shared + 1) % 4]!]
    for (let at = 0; at < count; at += 1) points.push(point())
    for (let at = from === null ? 4 : 2; at > 0; at -= 1) colors.push(color())
    reader.align()
    edge = { points, colors }
    elements.push({ points: gridOf(points), colors })
  }
  return { isPatches: true, elements }
}

type Vertex = MeshElement & { readonly flag: number }
const joined = (parts: readonly MeshElement[]): MeshElement => ({
  points: parts.flatMap(({ points }) => points),
  colors: parts.flatMap(({ colors }) => colors),
})

/** A flag names the edge of the triangle before that the next vertex makes a triangle with. */
function strips(vertices: readonly Vertex[]): readonly MeshElement[] {
  const elements: MeshElement[] = []
  let last: readonly Vertex[] = []
  for (let at = 0; at < vertices.length; ) {
    const vertex = vertices[at]!
    const isNew = vertex.flag === 0 || last.length < 3
    last = isNew ? vertices.slice(at, at + 3) : [last[vertex.flag === 1 ? 1 : 0]!, last[2]!, vertex]
    at += isNew ? 3 : 1
    if (last.length === 3) elements.push(joined(last))
  }
  return elements
}

function lattice(vertices: readonly Vertex[], perRow: number): readonly MeshElement[] {
  if (perRow < 2) return []
  const elements: MeshElement[] = []
  for (let at = 0; at + perRow + 1 < vertices.length; at += 1) {
    if (at % perRow === perRow - 1) continue
    const [one, next, above, over] = [at, at + 1, at + perRow, at + perRow + 1].map(
      (index) => vertices[index]!,
    )
    elements.push(joined([one!, next!, above!]), joined([next!, above!, over!]))
  }
  return elements
}

/** Where each point of a patch in the order of the file stands, column by column. */
export const ORDER = [0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4, 5, 6, 10, 9] as const
/** Inner points of a Coons patch: the corner next to each, and the steps along columns and rows away from it. */
const INNER = [
  [0, 4, 1],
  [3, 4, -1],
  [15, -4, -1],
  [12, -4, 1],
] as const

function gridOf(points: readonly Point[]): readonly Point[] {
  const grid: Point[] = []
  for (const [at, point] of points.entries()) grid[ORDER[at]!] = point
  if (points.length === 12)
    for (const [corner, across, up] of INNER) {
      const of = (columns: number, rows: number) => grid[corner + columns * across + rows * up]!
      grid[corner + across + up] = [0, 1].map(
        (axis) =>
          (-4 * of(0, 0)[axis]! +
            6 * (of(0, 1)[axis]! + of(1, 0)[axis]!) -
            2 * (of(0, 3)[axis]! + of(3, 0)[axis]!) +
            3 * (of(3, 1)[axis]! + of(1, 3)[axis]!) -
            of(3, 3)[axis]!) /
          9,
      ) as unknown as Point
    }
  return grid
}

function bitReader(bytes: Uint8Array) {
  let at = 0
  return {
    left: () => bytes.length * 8 - at,
    align: () => {
      at = Math.ceil(at / 8) * 8
    },
    read(count: number): number {
      let value = 0
      for (let bit = 0; bit < count; bit += 1, at += 1)
        value = value * 2 + ((bytes[at >> 3]! >> (7 - (at & 7))) & 1)
      return value
    },
  }
}
