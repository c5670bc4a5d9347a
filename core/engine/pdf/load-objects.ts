/** Loads the objects of a PDF into a context of pdf-lib, by its cross-reference table or by searching, within limits. */
import { PDFContext, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { ServiceError } from '../../errors.ts'
import { MAX_OBJECTS, tooManyObjects } from '../limits.ts'
import type { DecipherFor } from './crypt/decrypt.ts'
import { findDecryption, lostForDecryption } from './crypt/find-decryption.ts'
import { readObjectStream, unpackingBudget } from './object-stream.ts'
import { type Parsing, parseIndirectObject, parseObject, readObjectHeader } from './parse-object.ts'
import { type Locations, readXref, type Xref } from './read-xref.ts'
import { type FoundObjects, searchObjects } from './search-objects.ts'

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
    message: 'The PDF is damaged and has no readable pages. Export it again.',
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
  const { trailer, short } = xref
  const { locations, missing } = verified(bytes, xref, shift)
  known = locations
  let found: FoundObjects | null = null
  const search = () => {
    found ??= searchObjects(bytes, parsing)
    return found
  }
  let damaged = false
  const located = { locations, trailer }
  for (let lost = lostForDecryption(bytes, located, parsing); lost.length > 0; ) {
    const found = lost.flatMap((number) => search().locations.get(number) ?? [])
    if (found.length < lost.length) break
    for (const [at, number] of lost.entries()) locations.set(number, found[at]!)
    damaged = true
    lost = lostForDecryption(bytes, located, parsing)
  }
  const decipherFor = findDecryption(bytes, located, parsing)
  const mend = (lost: readonly number[]) =>
    fillIn(locations, search(), { bytes, parsing, decipherFor, short, lost })
  if (missing.length > 0 || short || damaged) damaged = mend(missing) || damaged
  let loaded = load(bytes, located, parsing, decipherFor)
  if (loaded.lost.length > 0 && mend(loaded.lost)) {
    damaged = true
    loaded = load(bytes, located, parsing, decipherFor)
  }
  return { ...loaded, damaged }
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
    if (header?.number === number) kept.set(number, { kind: 'file', offset, generation: header.generation })
    else missing.push(number)
  }
  return { locations: kept, missing }
}

interface Mending {
  readonly bytes: Uint8Array
  readonly parsing: Parsing
  readonly decipherFor: DecipherFor | null
  /** Object numbers with a wrong location in the table. */
  readonly lost: readonly number[]
  /** The table ends before it should. */
  readonly short: boolean
}

/**
 * Adds the found locations to those of a table; true if that repairs anything. A table that is wrong in one entry
 * is not to be trusted where it says that an object is free, or nothing at all: numbers that begin one too late make
 * the first object free. A wrong entry for an object that is nowhere, or for a table, does no harm.
 */
function fillIn(locations: Locations, found: FoundObjects, mending: Mending): boolean {
  const { lost, short, ...source } = mending
  const everywhere = withPacked(found, source)
  const isFound = (number: number) => everywhere.has(number) && !found.tables.has(number)
  const wrong = new Set(lost.filter(isFound))
  const lacking = [...everywhere.keys()].some((number) => !locations.has(number) && isFound(number))
  if (wrong.size === 0 && !(short && lacking)) return false
  for (const [number, location] of everywhere)
    if (isFound(number) && (wrong.has(number) || !locations.get(number))) locations.set(number, location)
  return true
}

function loadBySearch(bytes: Uint8Array): LoadedObjects {
  let known: Locations | null = null
  const parsing = newParsing(bytes, () => known)
  const found = searchObjects(bytes, parsing)
  known = found.locations
  const decipherFor = findDecryption(bytes, found, parsing)
  const locations = withPacked(found, { bytes, parsing, decipherFor })
  return { ...load(bytes, { ...found, locations }, parsing, decipherFor), damaged: true }
}

/** With what object streams hold, which counts unless the same object stands behind the stream in the file. */
function withPacked(
  { locations, streams }: FoundObjects,
  { bytes, parsing, decipherFor }: Omit<Mending, 'lost' | 'short'>,
): Locations {
  const budget = unpackingBudget()
  const all: Locations = new Map(locations)
  for (const [stream, offset] of streams) {
    const found = parseIndirectObject({ bytes, at: offset }, parsing, decipherFor ?? (() => null))
    if (!(found?.object instanceof PDFRawStream)) continue
    for (const { number } of readObjectStream(found.object, budget).index) {
      const other = locations.get(number)
      if (other?.kind !== 'file' || other.offset < offset) all.set(number, { kind: 'stream', stream })
    }
  }
  return all
}

interface Loaded {
  readonly context: PDFContext
  readonly encrypted: boolean
  /** Numbers of objects that are not at their stated location. */
  readonly lost: readonly number[]
}

function load(
  bytes: Uint8Array,
  { locations, trailer }: Xref,
  parsing: Parsing,
  decipherFor: DecipherFor | null,
): Loaded {
  const { context } = parsing
  const used = [...locations.values()].filter((location) => location !== null)
  if (used.length > MAX_OBJECTS) throw tooManyObjects()
  const lost = new Set<number>()
  const streams = new Set<number>()
  for (const [number, location] of locations) {
    if (location === null || number === 0) continue
    if (location.kind === 'stream') {
      lost.add(number)
      streams.add(location.stream)
      continue
    }
    const found = parseIndirectObject({ bytes, at: location.offset }, parsing, decipherFor ?? (() => null))
    if (found === null) lost.add(number)
    else context.assign(PDFRef.of(found.number, found.generation), found.object)
  }
  const budget = unpackingBudget()
  for (const number of streams) {
    const location = locations.get(number)
    if (location?.kind !== 'file') continue
    const stream = context.lookup(PDFRef.of(number, location.generation))
    if (!(stream instanceof PDFRawStream)) continue
    const { data, index } = readObjectStream(stream, budget)
    for (const entry of index) {
      const wanted = locations.get(entry.number)
      if (wanted?.kind !== 'stream' || wanted.stream !== number) continue
      const object = parseObject({ bytes: data, at: entry.offset }, parsing, null)
      if (object === undefined) continue
      context.assign(PDFRef.of(entry.number, 0), object)
      lost.delete(entry.number)
    }
  }
  const value = (key: string) => trailer.get(PDFName.of(key))
  const [root, info, id] = [value('Root'), value('Info'), value('ID')]
  context.trailerInfo = {
    ...(root && { Root: root }),
    ...(info && { Info: info }),
    ...(id && { ID: id }),
  }
  return { context, encrypted: decipherFor !== null, lost: [...lost] }
}
