/** Converts the colours of mesh shadings: parts in which RGB mixes otherwise than inks are split first. */
import type { PDFRawStream } from '@cantoo/pdf-lib'
import { componentBounds, componentCount } from '../../pdf/space/space.ts'
import { type MeshElement, ORDER, readMesh } from './read-mesh.ts'
import type { Inks, Separator } from './separator.ts'
import type { SourceSpace } from './source-space.ts'
import { splitMesh } from './split-mesh.ts'

export interface SeparatedMesh {
  readonly data: Uint8Array
  /** In place of those that the shading has. */
  readonly entries: {
    readonly ShadingType: 4 | 7
    readonly BitsPerFlag: number
    readonly BitsPerCoordinate: number
    readonly BitsPerComponent: number
    readonly Decode: readonly number[]
  }
}

const MOST_COORDINATE = 2 ** 32 - 1

/** Null where its data cannot be read. */
export function separateMesh(
  shading: PDFRawStream,
  source: SourceSpace,
  separator: Separator,
): SeparatedMesh | null {
  const { space } = source
  if (space === null) return null
  const mesh = readMesh(shading, componentCount(space))
  if (mesh === null || mesh.elements.length === 0) return null
  const ranges = componentBounds(space).map(([low, high]) => high - low)
  const elements = splitMesh(mesh, ranges)
  const inks = separator.inksOf(
    source,
    elements.flatMap(({ colors }) => colors),
  )
  const bounds = boundsOf(elements)
  return {
    data: mesh.isPatches ? patchData(elements, inks, bounds) : triangleData(elements, inks, bounds),
    entries: {
      ShadingType: mesh.isPatches ? 7 : 4,
      ...{ BitsPerFlag: 8, BitsPerCoordinate: 32, BitsPerComponent: 16 },
      Decode: [...bounds.flat(), 0, 1, 0, 1, 0, 1, 0, 1],
    },
  }
}

type Bounds = readonly (readonly [low: number, high: number])[]

/** Control points of a patch may lie outside of what the file states. */
function boundsOf(elements: readonly MeshElement[]): Bounds {
  return [0, 1].map((axis) => {
    let [low, high] = [Infinity, -Infinity]
    for (const { points } of elements)
      for (const point of points) {
        low = Math.min(low, point[axis]!)
        high = Math.max(high, point[axis]!)
      }
    return [low, Math.max(high, low + 1e-3)] as const
  })
}

const VERTEX_BYTES = 1 + 8 + 8
const PATCH_BYTES = 1 + 16 * 8 + 4 * 8

function triangleData(elements: readonly MeshElement[], inks: readonly Inks[], bounds: Bounds): Uint8Array {
  const data = Buffer.alloc(elements.length * 3 * VERTEX_BYTES)
  for (const [index, { points }] of elements.entries())
    for (const [corner, point] of points.entries()) {
      const at = (index * 3 + corner) * VERTEX_BYTES
      writePoint(data, at + 1, point, bounds)
      writeInks(data, at + 9, inks[index * 3 + corner]!)
    }
  return data
}

function patchData(elements: readonly MeshElement[], inks: readonly Inks[], bounds: Bounds): Uint8Array {
  const data = Buffer.alloc(elements.length * PATCH_BYTES)
  for (const [index, { points }] of elements.entries()) {
    const at = index * PATCH_BYTES + 1
    for (const [place, of] of ORDER.entries()) writePoint(data, at + place * 8, points[of]!, bounds)
    for (let corner = 0; corner < 4; corner += 1)
      writeInks(data, at + 128 + corner * 8, inks[index * 4 + corner]!)
  }
  return data
}

function writePoint(data: Buffer, at: number, point: readonly number[], bounds: Bounds): void {
  for (const [axis, [low, high]] of bounds.entries()) {
    const share = Math.min(Math.max((point[axis]! - low) / (high - low), 0), 1)
    data.writeUInt32BE(Math.round(share * MOST_COORDINATE), at + axis * 4)
  }
}

function writeInks(data: Buffer, at: number, inks: Inks): void {
  for (const [part, ink] of inks.entries()) data.writeUInt16BE(Math.round(ink * 65_535), at + part * 2)
}
