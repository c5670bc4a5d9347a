/** Spot plates on their way from one worker to another: mostly empty, and a channel is slow with megabytes. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SpotPlate } from '../../core/engine/press/plates.ts'

/** A plate whose coverage is packed. */
export interface SentSpot {
  readonly name: string
  readonly packed: Uint8Array
}

/** Room that is left shows that nothing more comes; the least that is allowed. */
const CHUNK_MARGIN = 64
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

export function packSpots(spots: readonly SpotPlate[]): readonly SentSpot[] {
  return spots.map(({ name, coverage }) => ({ name, packed: zstdCompressSync(coverage, FAST) }))
}

/** Undefined for what is not the plates of a page of so many pixels: they are drawn, then. */
export function unpackSpots(sent: readonly SentSpot[], pixels: number): readonly SpotPlate[] | undefined {
  const spots = sent.map(({ name, packed }) => ({ name, coverage: unpacked(packed, pixels) }))
  return spots.every(({ coverage }) => coverage.length === pixels) ? spots : undefined
}

function unpacked(packed: Uint8Array, mostBytes: number): Uint8Array {
  try {
    // In one piece: by default it comes out in hundreds, which are put together afterwards.
    return zstdDecompressSync(packed, { maxOutputLength: mostBytes, chunkSize: mostBytes + CHUNK_MARGIN })
  } catch {
    return new Uint8Array(0)
  }
}
