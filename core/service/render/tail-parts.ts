/** A tail in the database and in files: at most 256 kB of it in its row, its pictures where their assets have them. */

import type { Tail, TailPart } from '../../engine/press/tail/tail-part.ts'
import type { Files } from '../../files.ts'

/** Decision: what a database row holds at most, so that backups, replicas and reads of rows stay quick. */
export const MOST_ROW_BYTES = 256 * 1024

/** A stretch of the row's own bytes (`file` is null) or of a kept file. */
export interface TailSegment {
  readonly file: string | null
  readonly start: number
  readonly bytes: number
}

/** As a row has it. */
export interface StoredTail {
  readonly bytes: Uint8Array
  /** In order; null where the row's bytes are all of it. */
  readonly segments: readonly TailSegment[] | null
  /** A file that holds this tail's words, which no other tail names and which goes with it; or null. */
  readonly ownFile: string | null
}

/** The tail without a file of its own; `text` is what would stand in it. */
export function inRow({ parts }: Tail): StoredTail {
  const bytes = Buffer.concat(textOf(parts))
  const whole = parts.every((part) => part instanceof Uint8Array)
  return { bytes, segments: whole ? null : segmentsOf(parts, null, 0), ownFile: null }
}

/** The tail with its words in the file `sha256`, `start` bytes behind its beginning. */
export function inFile({ parts }: Tail, sha256: string, start: number): StoredTail {
  return { bytes: new Uint8Array(), segments: segmentsOf(parts, sha256, start), ownFile: sha256 }
}

/** The parts of the tail outside files, in order. */
export function textOf(parts: readonly TailPart[]): readonly Uint8Array[] {
  return parts.filter((part) => part instanceof Uint8Array)
}

function segmentsOf(parts: readonly TailPart[], file: string | null, start: number): readonly TailSegment[] {
  let at = start
  return parts.map((part) => {
    if (!(part instanceof Uint8Array)) return { file: part.sha256, start: 0, bytes: part.sizeBytes }
    const segment = { file, start: at, bytes: part.length }
    at += part.length
    return segment
  })
}

export function storedBytes({ bytes, segments }: StoredTail): number {
  return segments === null ? bytes.length : segments.reduce((sum, segment) => sum + segment.bytes, 0)
}

/** The tail's bytes from `start` up to and excluding `end`. */
export async function* readTail(
  files: Pick<Files, 'read'>,
  { bytes, segments }: StoredTail,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let offset = 0
  for (const segment of segments ?? [{ file: null, start: 0, bytes: bytes.length }]) {
    const first = segment.start + Math.max(0, start - offset)
    const last = segment.start + Math.min(segment.bytes, end - offset)
    offset += segment.bytes
    if (first >= last) continue
    if (segment.file === null) yield bytes.subarray(first, last)
    else yield* files.read(segment.file, { start: first, end: last })
  }
}

/** The bytes of parts that are not stored yet, with those of the files that they name. */
export async function* bytesOf(
  files: Pick<Files, 'read'>,
  parts: readonly TailPart[],
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part
    else yield* files.read(part.sha256, { start: 0, end: part.sizeBytes })
  }
}

/** Bytes from `start` up to and excluding `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}
