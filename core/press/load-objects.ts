/** Loads the objects of a PDF into a context of pdf-lib, by its cross-reference table or by searching, within limits. */
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { ServiceError } from '../errors.ts'
import { numberEntry } from '../scene/read-object.ts'
import { decodeStream } from '../scene/read-stream.ts'
import { type DecipherFor, openDecryption } from './decrypt.ts'
import { type Cursor, isDigit, readNumber, skipWhite } from './lexer.ts'
import { MAX_OBJECT_STREAM_BYTES, MAX_OBJECTS, MAX_TABLE_BYTES, tooManyObjects } from './limits.ts'
import {
  type IndirectObject,
  type Parsing,
  parseIndirectObject,
  parseObject,
  readObjectHeader,
} from './parse-object.ts'
import { type Location, type Locations, readXref, type Xref } from './read-xref.ts'
import { refuseBomb } from './refuse-bomb.ts'
import { searchObjects } from './search-objects.ts'

export interface LoadedObjects {
  readonly context: PDFContext
  readonly encrypted: boolean
  /** True where the cross-reference table did not lead to the objects. */
  readonly damaged: boolean
}

/**
 * Throws `encrypted_pdf` where a password is needed, `pdf_too_complex` beyond the limits and `invalid_pdf` where
 * there is no catalog. Streams share the bytes of the file where they are not encrypted.
 */
export function loadObjects(bytes: Uint8Array, headerOffset: number): LoadedObjects {
  const direct = loadByXref(bytes, headerOffset)
  if (direct !== null && hasPages(direct.context)) return direct
  const searched = loadBySearch(bytes)
  if (hasPages(searched.context)) return searched
  throw new ServiceError('invalid_pdf', {
    message:
      'The PDF is damaged: no pages can be found in it. Export it again from the program it was made with.',
  })
}

function hasPages(context: PDFContext): boolean {
  const catalog = context.lookup(context.trailerInfo.Root)
  return catalog instanceof PDFDict && context.lookup(catalog.get(PDFName.of('Pages'))) instanceof PDFDict
}

function newParsing(bytes: Uint8Array, locations: () => Locations | null): Parsing {
  const reading = new Set<number>()
  const parsing: Parsing = {
    context: PDFContext.create(),
    names: new Map(),
    numbers: new Map(),
    refs: new Map(),
    integerAt: (ref) => {
      const location = locations()?.get(ref.objectNumber)
      // A length that is a stream of that length would go round in circles.
      if (location?.kind !== 'file' || reading.has(ref.objectNumber)) return null
      reading.add(ref.objectNumber)
      const found = parseIndirectObject({ bytes, at: location.offset }, parsing, () => null)
      reading.delete(ref.objectNumber)
      return found?.number === ref.objectNumber && found.object instanceof PDFNumber
        ? found.object.asNumber()
        : null
    },
  }
  return parsing
}

function loadByXref(bytes: Uint8Array, headerOffset: number): LoadedObjects | null {
  let known: Locations | null = null
  const parsing = newParsing(bytes, () => known)
  let shift = 0
  let xref = readXref(bytes, 0, parsing)
  if (xref === null && headerOffset > 0) {
    // Decision: offsets may count from the header (as Acrobat has it) as well as from the file's first byte.
    shift = headerOffset
    xref = readXref(bytes, headerOffset, parsing)
  }
  if (xref === null) return null
  const { locations, missing } = verified(bytes, xref, shift)
  const damaged = missing.length > 0 && findMissing(bytes, missing, locations, parsing)
  known = locations
  return { ...load(bytes, { ...xref, locations }, parsing), damaged }
}

/** Objects whose header does not stand where it should; entries that point nowhere are as good as free. */
function verified(
  bytes: Uint8Array,
  { locations }: Xref,
  shift: number,
): { locations: Locations; missing: number[] } {
  const kept: Locations = new Map()
  const missing: number[] = []
  for (const [number, location] of locations) {
    if (location === null || location.kind === 'stream') {
      kept.set(number, location)
      continue
    }
    const offset = location.offset + shift
    if (number === 0 || location.offset === 0) continue
    const header = readObjectHeader({ bytes, at: offset })
    if (header?.number === number) kept.set(number, { ...location, offset })
    else missing.push(number)
  }
  return { locations: kept, missing }
}

/** True where that mends anything: a wrong entry for an object that is nowhere, or for a table, does no harm. */
function findMissing(
  bytes: Uint8Array,
  missing: readonly number[],
  locations: Locations,
  parsing: Parsing,
): boolean {
  const found = searchObjects(bytes, parsing)
  let mended = false
  for (const number of missing) {
    const location = found.locations.get(number)
    if (!location || found.tables.has(number)) continue
    locations.set(number, location)
    mended = true
  }
  return mended
}

function loadBySearch(bytes: Uint8Array): LoadedObjects {
  let known: Locations | null = null
  const parsing = newParsing(bytes, () => known)
  const { locations, trailer, streams } = searchObjects(bytes, parsing)
  known = locations
  // What an object stream holds counts unless the same object stands behind it in the file.
  const decipherFor = decryptionOf(bytes, { locations, trailer }, parsing)
  const budget = { bytes: MAX_OBJECT_STREAM_BYTES }
  const all: Locations = new Map(locations)
  for (const [stream, offset] of streams) {
    const found = parseIndirectObject({ bytes, at: offset }, parsing, decipherFor ?? (() => null))
    if (!(found?.object instanceof PDFRawStream)) continue
    for (const { number } of contentsOf(found.object, budget).index) {
      const other = locations.get(number)
      if (other?.kind !== 'file' || other.offset < offset) all.set(number, { kind: 'stream', stream })
    }
  }
  return { ...load(bytes, { locations: all, trailer }, parsing), damaged: true }
}

function load(bytes: Uint8Array, xref: Xref, parsing: Parsing): { context: PDFContext; encrypted: boolean } {
  const { context } = parsing
  const { trailer, locations } = xref
  const used = [...locations.values()].filter((location) => location !== null)
  if (used.length > MAX_OBJECTS) throw tooManyObjects()
  const decipherFor = decryptionOf(bytes, xref, parsing)
  const streams = new Set<number>()
  for (const [number, location] of locations) {
    if (location === null || number === 0) continue
    if (location.kind === 'stream') streams.add(location.stream)
    else loadAt(bytes, location, parsing, decipherFor)
  }
  const budget = { bytes: MAX_OBJECT_STREAM_BYTES }
  for (const number of streams) {
    const location = locations.get(number)
    if (location?.kind !== 'file') continue
    const stream = context.lookup(PDFRef.of(number, location.generation))
    if (!(stream instanceof PDFRawStream)) continue
    const { data, index } = contentsOf(stream, budget)
    for (const entry of index) {
      const wanted = locations.get(entry.number)
      if (wanted?.kind !== 'stream' || wanted.stream !== number) continue
      const object = parseObject({ bytes: data, at: entry.offset }, parsing, null)
      if (object !== undefined) context.assign(PDFRef.of(entry.number, 0), object)
    }
  }
  const value = (key: string) => trailer.get(PDFName.of(key))
  const [root, info, id] = [value('Root'), value('Info'), value('ID')]
  context.trailerInfo = {
    ...(root && { Root: root }),
    ...(info && { Info: info }),
    ...(id && { ID: id }),
  }
  return { context, encrypted: decipherFor !== null }
}

function loadAt(
  bytes: Uint8Array,
  location: Extract<Location, { kind: 'file' }>,
  parsing: Parsing,
  decipherFor: DecipherFor | null,
): IndirectObject | null {
  const found = parseIndirectObject({ bytes, at: location.offset }, parsing, decipherFor ?? (() => null))
  if (found !== null) parsing.context.assign(PDFRef.of(found.number, found.generation), found.object)
  return found
}

/** Null for a file that is not encrypted. Throws `encrypted_pdf` where the empty password does not open it. */
function decryptionOf(bytes: Uint8Array, { locations, trailer }: Xref, parsing: Parsing): DecipherFor | null {
  const at = (object: PDFObject | undefined): PDFObject | undefined => {
    if (!(object instanceof PDFRef)) return object
    const location = locations.get(object.objectNumber)
    if (location?.kind !== 'file') return undefined
    return parseIndirectObject({ bytes, at: location.offset }, parsing, () => null)?.object
  }
  const encrypt = at(trailer.get(PDFName.of('Encrypt')))
  if (!(encrypt instanceof PDFDict)) return null
  const ids = at(trailer.get(PDFName.of('ID')))
  const first = ids instanceof PDFArray ? at(ids.asArray()[0]) : undefined
  const fileId =
    first instanceof PDFString || first instanceof PDFHexString ? first.asBytes() : new Uint8Array()
  const decipherFor = openDecryption(encrypt, fileId)
  if (decipherFor === null) throw new ServiceError('encrypted_pdf')
  const own = trailer.get(PDFName.of('Encrypt'))
  // The strings of the encryption dictionary itself are not encrypted; nothing needs them any more.
  if (own instanceof PDFRef) locations.delete(own.objectNumber)
  return decipherFor
}

interface ObjectStream {
  readonly data: Uint8Array
  readonly index: readonly { readonly number: number; readonly offset: number }[]
}

/** ISO 32000-1 7.5.7. Takes what it inflates to from `budget`; throws `pdf_too_complex` when that is used up. */
function contentsOf(stream: PDFRawStream, budget: { bytes: number }): ObjectStream {
  const limit = Math.min(budget.bytes, MAX_TABLE_BYTES)
  refuseBomb(stream, limit, 'An object stream')
  const data = decodeStream(stream, limit) ?? new Uint8Array()
  const count = numberEntry(stream.dict, 'N') ?? 0
  if (count > MAX_OBJECTS) throw tooManyObjects()
  budget.bytes -= data.length
  const first = numberEntry(stream.dict, 'First') ?? 0
  const index: { number: number; offset: number }[] = []
  const cursor: Cursor = { bytes: data, at: 0 }
  for (let entry = 0; entry < count; entry++) {
    skipWhite(cursor)
    if (!isDigit(data[cursor.at])) break
    const number = readNumber(cursor)
    skipWhite(cursor)
    if (!isDigit(data[cursor.at])) break
    index.push({ number, offset: first + readNumber(cursor) })
  }
  return { data, index }
}
