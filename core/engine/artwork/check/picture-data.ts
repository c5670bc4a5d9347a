/** Looks whether the data of an image is there and can be unpacked, without keeping what comes out. */
import { createInflate, constants as zlib } from 'node:zlib'
import { type PDFDict, PDFName, type PDFRawStream } from '@cantoo/pdf-lib'
import { asBuffer } from '../../pdf/lexer.ts'
import { arrayEntry, asDict, asName, entry, numberEntry, resolve } from '../../pdf/read-object.ts'
import { unpackStream } from '../../pdf/read-stream.ts'
import type { LossKind } from '../read-losses.ts'

/** What all images of a document may unpack to; three A0 posters at 300 ppi. */
const MAX_UNPACKED_BYTES = 1 << 30
/** Filters of text are undone at a tenth of the speed: longer data is taken at its word. */
const MAX_SLOW_BYTES = 2 << 20
const CHUNK_BYTES = 1 << 18

const TEXT_FILTERS = new Set(['LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode'])
const CODECS = new Set(['DCTDecode', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode'])

export interface PictureJudge {
  /** Null for an image that is whole as far as can be told. */
  judge(stream: PDFRawStream, components: number): Promise<LossKind | null>
  /** False once there were more data than are looked at. */
  readonly complete: boolean
}

/** `components` of a pixel, 0 where they are not known. */
export function createPictureJudge(): PictureJudge {
  let left = MAX_UNPACKED_BYTES
  return {
    get complete() {
      return left >= 0
    },
    async judge(stream, components) {
      const { dict, contents } = stream
      const filters = filtersOf(dict)
      const [first] = filters
      if (dict.has(PDFName.of('F')) || contents.length === 0 || !filters.every(isKnown)) return 'unreadable'
      const expected = expectedBytes(dict, components)
      if (first === undefined) return lossOf(contents.length, expected)
      if (filters.length > 1) {
        const isText = filters.every((name) => name === 'FlateDecode' || TEXT_FILTERS.has(name ?? ''))
        return isText && contents.length <= MAX_SLOW_BYTES ? judgeUnpacked(stream, expected) : null
      }
      if (first === 'DCTDecode') return judgeJpeg(contents)
      if (first === 'JPXDecode') return isJpeg2000(contents) ? null : 'unreadable'
      if (first !== null && TEXT_FILTERS.has(first))
        return contents.length <= MAX_SLOW_BYTES ? judgeUnpacked(stream, expected) : null
      if (first !== 'FlateDecode') return null
      left -= expected?.bytes ?? contents.length
      if (left < 0) return null
      const { bytes, broken } = await unpackedBytes(contents, expected?.bytes ?? MAX_UNPACKED_BYTES)
      if (expected === null) return broken ? (bytes === 0 ? 'unreadable' : 'cut') : null
      return lossOf(bytes, expected)
    },
  }
}

const isKnown = (name: string | null) =>
  name !== null && (name === 'FlateDecode' || TEXT_FILTERS.has(name) || CODECS.has(name))

function filtersOf(dict: PDFDict): (string | null)[] {
  const filter = entry(dict, 'Filter')
  return (arrayEntry(dict, 'Filter') ?? (filter === null ? [] : [filter])).map(asName)
}

interface Expected {
  readonly bytes: number
  readonly rowBytes: number
}

/** Of packed rows, with the byte that a PNG predictor puts before each (7.4.4.4); null where it is not known. */
function expectedBytes(dict: PDFDict, components: number): Expected | null {
  const [width, height] = [numberEntry(dict, 'Width') ?? 0, numberEntry(dict, 'Height') ?? 0]
  const isMask = entry(dict, 'ImageMask')?.toString() === 'true'
  const bits = isMask ? 1 : (numberEntry(dict, 'BitsPerComponent') ?? 8) * components
  if (width <= 0 || height <= 0 || bits <= 0) return null
  const parameters = asDict(
    resolve(dict, (arrayEntry(dict, 'DecodeParms') ?? [])[0] ?? dict.get(PDFName.of('DecodeParms'))),
  )
  const predictor = parameters === null ? 1 : (numberEntry(parameters, 'Predictor') ?? 1)
  const rowBytes = Math.ceil((width * bits) / 8) + (predictor >= 10 ? 1 : 0)
  return { bytes: rowBytes * height, rowBytes }
}

/** Decision: a row less than stated is a writer's rounding, which readers fill up unseen. */
function lossOf(bytes: number, expected: Expected | null): LossKind | null {
  if (expected === null || bytes >= expected.bytes - expected.rowBytes) return null
  return bytes === 0 ? 'unreadable' : 'cut'
}

function judgeUnpacked(stream: PDFRawStream, expected: Expected | null): LossKind | null {
  const unpacked = unpackStream(stream, MAX_UNPACKED_BYTES >> 3)
  if (unpacked === null) return 'unreadable'
  const rows = expected === null ? 0 : expected.bytes / expected.rowBytes
  // Predictors were undone by then.
  const plain = expected === null ? null : { ...expected, bytes: expected.bytes - rows }
  return unpacked.whole ? lossOf(unpacked.bytes.length, plain) : 'cut'
}

/** Counts what comes out, up to `enough`. */
function unpackedBytes(packed: Uint8Array, enough: number): Promise<{ bytes: number; broken: boolean }> {
  return new Promise((resolve) => {
    const inflate = createInflate({ finishFlush: zlib.Z_SYNC_FLUSH, chunkSize: CHUNK_BYTES })
    let bytes = 0
    inflate.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes < enough) return
      inflate.destroy()
      resolve({ bytes, broken: false })
    })
    inflate.on('end', () => resolve({ bytes, broken: false }))
    inflate.on('error', () => resolve({ bytes, broken: true }))
    inflate.end(packed)
  })
}

const START_OF_SCAN = Buffer.from([0xff, 0xda])
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

/** A baseline or progressive JPEG begins and ends with a mark; within a scan the latter cannot stand by chance. */
function judgeJpeg(contents: Uint8Array): LossKind | null {
  const data = asBuffer(contents)
  const scan = data.lastIndexOf(START_OF_SCAN)
  if (data.subarray(0, 1024).indexOf(Buffer.from([0xff, 0xd8])) < 0 || scan < 0) return 'unreadable'
  return data.indexOf(END_OF_IMAGE, scan) < 0 ? 'cut' : null
}

/** In its file format, or as a bare code stream. */
function isJpeg2000(contents: Uint8Array): boolean {
  const head = asBuffer(contents.subarray(0, 12)).toString('latin1')
  return head.startsWith('\xff\x4f\xff\x51') || head.slice(4, 8) === 'jP  '
}
