/** Decodes the streams of a PDF fast, with a limit on the decoded size. */
import { inflateSync, constants as zlib } from 'node:zlib'
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib'
import { type Unpacked, unpackFlate } from './read-flate.ts'
import { asDict, asName, entry, resolve, streamBytes } from './read-object.ts'
import { undoPredictor } from './read-predictor.ts'

/** For a stream whose start is found by decoding all of it. */
const MAX_STARTED = 64 << 20

/**
 * A stream's decoded data, PNG and TIFF predictors undone. Null where its filters are unknown (an image's, say),
 * its data is broken from the first byte on, or more than `limit` bytes come out.
 */
export function decodeStream(object: PDFObject | null, limit: number): Uint8Array | null {
  return unpackStream(object, limit)?.bytes ?? null
}

/** Deflated bytes that surely hold the first few hundred, the tables of their codes included. */
const START_BYTES = 4096

/** The first `count` bytes of a stream's data, or all where there are fewer; null as above. A large stream costs no more. */
export function decodeStart(object: PDFObject | null, count: number): Uint8Array | null {
  if (!(object instanceof PDFRawStream)) return null
  const [stage, ...others] = stagesOf(object.dict)
  const isPlain = stage?.filter === 'FlateDecode' && stage.parameters === null && others.length === 0
  if (!isPlain || object.transform !== undefined)
    return decodeStream(object, MAX_STARTED)?.subarray(0, count) ?? null
  try {
    const start = object.contents.subarray(0, START_BYTES)
    return inflateSync(start, { finishFlush: zlib.Z_SYNC_FLUSH }).subarray(0, count)
  } catch {
    return null
  }
}

/** As decodeStream, and whether the data is whole. Only FlateDecode tells; of the other filters it is taken to be. */
export function unpackStream(object: PDFObject | null, limit: number): Unpacked | null {
  if (!(object instanceof PDFRawStream)) return null
  const unpacked = kept.get(object) ?? undoFilters(object, limit)
  if (unpacked === null || unpacked.bytes.length > limit) return null
  // Finding where data is damaged takes longer than reading it.
  if (!unpacked.whole) kept.set(object, unpacked)
  return unpacked
}

/** Several walks read the same streams, and none changes what it is given. */
const kept = new WeakMap<PDFRawStream, Unpacked>()

/** For streams that are read again soon: their data stays as long as they do. */
export function keepUnpacked(stream: PDFRawStream, unpacked: Unpacked): void {
  kept.set(stream, unpacked)
}

function undoFilters(object: PDFRawStream, limit: number): Unpacked | null {
  if (object.transform !== undefined) return slowly(object, limit)
  let unpacked: Unpacked | null = { bytes: object.contents, whole: true }
  for (const stage of stagesOf(object.dict)) {
    const next: Unpacked | null = undo(stage, unpacked.bytes, object.dict, limit)
    const bytes = next === null ? null : undoPredictor(next.bytes, stage.parameters, limit)
    if (next === null || bytes === null) return null
    unpacked = { bytes, whole: unpacked.whole && next.whole }
  }
  return unpacked
}

interface Stage {
  readonly filter: string | null
  readonly parameters: PDFDict | null
}

/** Filters of a stream in the order in which they are undone; one may stand without its array (table 5). */
function stagesOf(dict: PDFDict): Stage[] {
  const filters = listOf(dict, 'Filter')
  const parameters = listOf(dict, 'DecodeParms')
  return filters.map((filter, at) => ({
    filter: asName(filter),
    parameters: asDict(parameters[at] ?? null),
  }))
}

function listOf(dict: PDFDict, key: string): readonly (PDFObject | null)[] {
  const found = entry(dict, key)
  if (found === null) return []
  return found instanceof PDFArray ? found.asArray().map((item) => resolve(dict, item)) : [found]
}

/** Names that inline images alone may use, which readers take anywhere (8.9.7). */
const ABBREVIATED: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
}

function undo(
  { filter, parameters }: Stage,
  bytes: Uint8Array,
  owner: PDFDict,
  limit: number,
): Unpacked | null {
  const name = filter === null ? null : (ABBREVIATED[filter] ?? filter)
  if (name === null) return null
  if (name === 'FlateDecode') return unpackFlate(bytes, limit)
  const dict = PDFDict.withContext(owner.context)
  dict.set(PDFName.of('Filter'), PDFName.of(name))
  if (parameters !== null) dict.set(PDFName.of('DecodeParms'), parameters)
  return slowly(PDFRawStream.of(dict, bytes), limit)
}

/** The PDF library's decoders know all filters of text and forgive damaged data, at a tenth of the speed. */
function slowly(stream: PDFRawStream, limit: number): Unpacked | null {
  const bytes = streamBytes(stream, limit + 1)
  return bytes === null || bytes.length > limit ? null : { bytes, whole: true }
}
