/** Reads how large a JPEG 2000 image is, and how often it can be halved, from its codestream (ISO/IEC 15444-1 A.5, A.6). */

export interface JpxSize {
  readonly width: number
  readonly height: number
  readonly components: number
  /** Times that a decoder can halve it without decoding all of it. */
  readonly levels: number
}

const SIZ = 0xff51
const COD = 0xff52
const START_OF_TILE = 0xff90

/** Null where there is no codestream; it may lie within boxes of a JP2 file. */
export function readJpxSize(bytes: Uint8Array): JpxSize | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The start of a codestream is followed by its size.
  const start = buffer.indexOf(Buffer.of(0xff, 0x4f, 0xff, 0x51))
  if (start < 0) return null
  let size: Omit<JpxSize, 'levels'> | null = null
  for (let at = start + 2; at + 4 <= buffer.length; at += 2 + buffer.readUInt16BE(at + 2)) {
    const marker = buffer.readUInt16BE(at)
    const body = buffer.subarray(at + 4, at + 2 + buffer.readUInt16BE(at + 2))
    if (marker === SIZ && body.length >= 36)
      size = {
        width: body.readUInt32BE(2) - body.readUInt32BE(10),
        height: body.readUInt32BE(6) - body.readUInt32BE(14),
        components: body.readUInt16BE(34),
      }
    // Decision: components and tiles with levels of their own are rare; a decoder says so if they have fewer.
    if (marker === COD && body.length >= 6 && size !== null) return { ...size, levels: body[5] ?? 0 }
    if (marker === START_OF_TILE || marker < 0xff00) break
  }
  return null
}
