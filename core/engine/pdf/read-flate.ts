/** Unpacks zlib data as far as it goes, and says whether that is all of it. */
import { inflateRawSync, inflateSync, constants as zlib } from 'node:zlib'

export interface Unpacked {
  readonly bytes: Uint8Array
  /** False where the data breaks off or is damaged: what came after is lost. */
  readonly whole: boolean
}

/** Of zlib's header (RFC 1950), which says nothing that a reader needs. */
const HEADER_BYTES = 2
/** What a writer leaves that flushes and does not finish: all of its data is there (RFC 1951 3.2.4). */
const FLUSHED = Buffer.from([0x00, 0x00, 0xff, 0xff])

/** Null where nothing comes out, and where more than `limit` bytes do. */
export function unpackFlate(packed: Uint8Array, limit: number): Unpacked | null {
  // A stream of nothing, or of the end of a line.
  if (packed.length <= HEADER_BYTES) return { bytes: new Uint8Array(), whole: true }
  const sound = attempt(() => inflateSync(packed, { maxOutputLength: limit, chunkSize: roomFor(packed) }))
  if (sound instanceof Uint8Array) return { bytes: sound, whole: true }
  if (sound === 'too long') return null
  // A wrong checksum, or none, takes nothing away.
  const raw = packed.subarray(HEADER_BYTES)
  const unchecked = attempt(() => inflateRawSync(raw, { maxOutputLength: limit }))
  if (unchecked instanceof Uint8Array) return { bytes: unchecked, whole: true }
  if (unchecked === 'too long' || !hasHeader(packed)) return null
  return beginningOf(raw, limit)
}

/** Text inflates to about five times its size: with room for it, a stream comes in one piece, and none are joined. */
function roomFor({ length }: Uint8Array): number {
  return Math.min(Math.max(LEAST_ROOM, 6 * length), MOST_ROOM)
}

const LEAST_ROOM = 16 << 10
const MOST_ROOM = 1 << 20

/** The method is deflate, and the header's own check holds. */
function hasHeader(packed: Uint8Array): boolean {
  const [method = 0, flags = 0] = packed
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0
}

/** Of large data the damage is found to this part of it, which takes so many goes. */
const GOES = 12

/** Zlib gives nothing of data that is damaged somewhere, so the damage is narrowed down. */
function beginningOf(raw: Uint8Array, limit: number): Unpacked | null {
  const options = { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: limit }
  const upTo = (end: number) => attempt(() => inflateRawSync(raw.subarray(0, end), options))
  const all = upTo(raw.length)
  if (all === 'too long') return null
  if (all instanceof Uint8Array) {
    const whole = Buffer.compare(raw.subarray(-FLUSHED.length), FLUSHED) === 0
    return all.length === 0 ? null : { bytes: all, whole }
  }
  let [good, bad] = [0, raw.length]
  let bytes: Uint8Array = new Uint8Array()
  while (bad - good > 1 + (raw.length >> GOES)) {
    const middle = (good + bad) >> 1
    const found = upTo(middle)
    if (found === 'too long') return null
    if (found instanceof Uint8Array) [good, bytes] = [middle, found]
    else bad = middle
  }
  return bytes.length === 0 ? null : { bytes, whole: false }
}

function attempt(unpack: () => Uint8Array): Uint8Array | 'damaged' | 'too long' {
  try {
    return unpack()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too long' : 'damaged'
  }
}
