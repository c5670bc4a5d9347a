/** Decodes the streams of a PDF fast, and with a limit on what comes out. */
import { inflateSync, constants as zlib } from 'node:zlib'
import { type PDFObject, PDFRawStream } from '@cantoo/pdf-lib'
import { asName, dictEntry, entry, numberEntry, streamBytes } from './read-object.ts'

/** Of a stream whose start is found by decoding all of it. */
const MAX_STARTED = 64 << 20

/**
 * A stream's decoded data, PNG and TIFF predictors undone. Null where its filters are unknown (an image's, say),
 * its data is broken from the first byte on, or more than `limit` bytes come out.
 */
export function decodeStream(object: PDFObject | null, limit: number): Uint8Array | null {
  if (!(object instanceof PDFRawStream)) return null
  const filter = entry(object.dict, 'Filter')
  if (filter === null && object.transform === undefined) return within(object.contents, limit)
  const parameters = dictEntry(object.dict, 'DecodeParms')
  const predictor = parameters === null ? 1 : (numberEntry(parameters, 'Predictor') ?? 1)
  const flate = asName(filter) === 'FlateDecode' && object.transform === undefined
  const bytes = flate ? inflate(object, limit) : slowly(object, limit)
  if (bytes === null || predictor <= 1 || parameters === null) return bytes
  const number = (key: string, otherwise: number) => Math.max(numberEntry(parameters, key) ?? otherwise, 1)
  const bits = number('Colors', 1) * number('BitsPerComponent', 8)
  const shape = { rowBytes: Math.ceil((bits * number('Columns', 1)) / 8), pixelBytes: Math.ceil(bits / 8) }
  if (shape.rowBytes > limit) return null
  return predictor === 2 ? undoTiff(bytes, shape) : undoPng(bytes, shape)
}

/** Deflated bytes that surely hold the first few hundred, the tables of their codes included. */
const START_BYTES = 4096

/** The first `count` bytes of a stream's data, or all where there are fewer; null as above. A large stream costs no more. */
export function decodeStart(object: PDFObject | null, count: number): Uint8Array | null {
  if (!(object instanceof PDFRawStream)) return null
  const isPlain = asName(entry(object.dict, 'Filter')) === 'FlateDecode' && object.transform === undefined
  if (!isPlain || dictEntry(object.dict, 'DecodeParms') !== null)
    return decodeStream(object, MAX_STARTED)?.subarray(0, count) ?? null
  try {
    const start = object.contents.subarray(0, START_BYTES)
    return inflateSync(start, { finishFlush: zlib.Z_SYNC_FLUSH }).subarray(0, count)
  } catch {
    return null
  }
}

/** Zlib's own decoder takes a truncated stream's data as far as it goes. */
function inflate(object: PDFRawStream, limit: number): Uint8Array | null {
  try {
    return inflateSync(object.contents, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: limit })
  } catch (error) {
    const tooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return tooLong ? null : slowly(object, limit)
  }
}

/** The PDF library's decoders know all filters of text and forgive damaged data, at a tenth of the speed. */
function slowly(object: PDFRawStream, limit: number): Uint8Array | null {
  const bytes = streamBytes(object, limit + 1)
  return bytes === null ? null : within(bytes, limit)
}

function within(bytes: Uint8Array, limit: number): Uint8Array | null {
  return bytes.length <= limit ? bytes : null
}

interface RowShape {
  readonly rowBytes: number
  /** Distance to the same component of the pixel to the left. */
  readonly pixelBytes: number
}

/** ISO 32000-1 7.4.4.4: each row begins with the number of its PNG filter. */
function undoPng(bytes: Uint8Array, { rowBytes, pixelBytes }: RowShape): Uint8Array {
  const rows = Math.floor(bytes.length / (rowBytes + 1))
  const result = new Uint8Array(rows * rowBytes)
  for (let row = 0; row < rows; row += 1) {
    const filter = bytes[row * (rowBytes + 1)]
    const start = row * rowBytes
    for (let at = 0; at < rowBytes; at += 1) {
      const left = at < pixelBytes ? 0 : result[start + at - pixelBytes]!
      const above = row === 0 ? 0 : result[start - rowBytes + at]!
      const corner = row === 0 || at < pixelBytes ? 0 : result[start - rowBytes + at - pixelBytes]!
      let guess = 0
      if (filter === 1) guess = left
      else if (filter === 2) guess = above
      else if (filter === 3) guess = (left + above) >> 1
      else if (filter === 4) guess = paeth(left, above, corner)
      result[start + at] = bytes[row * (rowBytes + 1) + 1 + at]! + guess
    }
  }
  return result
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value))
  if (toLeft! <= toAbove! && toLeft! <= toCorner!) return left
  return toAbove! <= toCorner! ? above : corner
}

/** Decision: TIFF prediction is undone for components of 8 bits, the only ones met in real files. */
function undoTiff(bytes: Uint8Array, { rowBytes, pixelBytes }: RowShape): Uint8Array {
  const result = Uint8Array.from(bytes)
  for (let at = 0; at < result.length; at += 1)
    if (at % rowBytes >= pixelBytes) result[at] = result[at]! + result[at - pixelBytes]!
  return result
}
