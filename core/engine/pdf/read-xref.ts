/** Reads the cross-reference sections of a PDF (ISO 32000-1 7.5.4 and 7.5.8), newest first. */
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib'
import { MAX_OBJECTS, MAX_TABLE_BYTES, tooManyObjects } from '../limits.ts'
import { asBuffer, type Cursor, isDigit, latin1, readNumber, skipWhite } from './lexer.ts'
import { type Parsing, parseIndirectObject, parseObject } from './parse-object.ts'
import { numberEntry } from './read-object.ts'
import { decodeStream } from './read-stream.ts'
import { refuseBomb } from './refuse-bomb.ts'

/** Where an object stands: at an offset of the file, or at a place in an object stream. */
export type Location =
  | { readonly kind: 'file'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'stream'; readonly stream: number }

/** Free objects are null: a newer section may have freed what an older one defines. */
export type Locations = Map<number, Location | null>

export interface Xref {
  readonly locations: Locations
  /** Root, Info, ID and Encrypt of the newest section that states each. */
  readonly trailer: PDFDict
}

export interface ReadXref extends Xref {
  /** True where a section ends before it has as many entries as it states. */
  readonly short: boolean
}

type Growing = { -readonly [Key in keyof ReadXref]: ReadXref[Key] }

const TRAILER_KEYS = ['Root', 'Info', 'ID', 'Encrypt']

/**
 * All sections from the last `startxref` on. Null where one of them is not where it should be: the file is damaged
 * then and must be searched for its objects. Throws `pdf_too_complex` for more objects than are allowed.
 */
export function readXref(bytes: Uint8Array, headerOffset: number, parsing: Parsing): ReadXref | null {
  const start = lastStartXref(bytes)
  if (start === null) return null
  const xref: Growing = { locations: new Map(), trailer: PDFDict.withContext(parsing.context), short: false }
  const visited = new Set<number>()
  const pending = [start]
  for (let offset = pending.pop(); offset !== undefined; offset = pending.pop()) {
    if (visited.has(offset)) continue
    visited.add(offset)
    const section = (at: number) => readXrefStream({ bytes, at: at + headerOffset }, xref, parsing)
    const table = readTable({ bytes, at: offset + headerOffset }, xref, parsing)
    const trailer = table === null ? section(offset) : table.trailer
    if (trailer === null) return null
    // A hybrid file lists as free what only its stream locates (7.5.8.4).
    const hybrid = table === null ? null : numberEntry(trailer, 'XRefStm')
    if (hybrid !== null && section(hybrid) === null) xref.short = true
    for (const number of table?.free ?? []) add(xref.locations, number, null)
    for (const key of TRAILER_KEYS) {
      const value = trailer.get(PDFName.of(key))
      if (value !== undefined && !xref.trailer.has(PDFName.of(key))) xref.trailer.set(PDFName.of(key), value)
    }
    const previous = numberEntry(trailer, 'Prev')
    if (previous !== null) pending.push(previous)
    // Older sections are there, and cannot be found.
    else if (trailer.has(PDFName.of('Prev'))) return null
  }
  return xref.trailer.has(PDFName.of('Root')) ? xref : null
}

function lastStartXref(bytes: Uint8Array): number | null {
  const at = asBuffer(bytes).lastIndexOf('startxref')
  if (at < 0) return null
  const cursor: Cursor = { bytes, at: at + 9 }
  skipWhite(cursor)
  return isDigit(bytes[cursor.at]) ? readNumber(cursor) : null
}

interface Table {
  readonly trailer: PDFDict
  readonly free: readonly number[]
}

/** A classic table with its trailer; null where none stands at the cursor. */
function readTable(cursor: Cursor, xref: Growing, parsing: Parsing): Table | null {
  const { bytes } = cursor
  const free: number[] = []
  skipWhite(cursor)
  if (latin1(bytes, cursor.at, cursor.at + 4) !== 'xref') return null
  cursor.at += 4
  for (;;) {
    skipWhite(cursor)
    if (!isDigit(bytes[cursor.at])) break
    const first = readNumber(cursor)
    skipWhite(cursor)
    const count = isDigit(bytes[cursor.at]) ? readNumber(cursor) : 0
    for (let index = 0; index < count; index++) {
      skipWhite(cursor)
      if (!isDigit(bytes[cursor.at])) {
        xref.short = true
        break
      }
      const offset = readNumber(cursor)
      skipWhite(cursor)
      const generation = readNumber(cursor)
      skipWhite(cursor)
      const kind = bytes[cursor.at++]
      if (kind === 0x6e) add(xref.locations, first + index, { kind: 'file', offset, generation })
      else if (kind === 0x66) free.push(first + index)
      else return null
    }
  }
  if (latin1(bytes, cursor.at, cursor.at + 7) !== 'trailer') return null
  cursor.at += 7
  const trailer = parseObject(cursor, parsing, null)
  return trailer instanceof PDFDict ? { trailer, free } : null
}

function add(locations: Locations, number: number, location: Location | null): void {
  if (locations.has(number)) return
  // Twice as many as may be used: free entries cost next to nothing.
  if (locations.size >= 2 * MAX_OBJECTS) throw tooManyObjects()
  locations.set(number, location)
}

/** A cross-reference stream, whose dictionary is the trailer. */
function readXrefStream(cursor: Cursor, xref: Growing, parsing: Parsing): PDFDict | null {
  const found = parseIndirectObject(cursor, parsing, () => null)?.object
  if (!(found instanceof PDFRawStream)) return null
  const { dict } = found
  if (dict.get(PDFName.of('Type')) !== PDFName.of('XRef')) return null
  refuseBomb(found, MAX_TABLE_BYTES, 'The cross-reference table')
  const widths = numbersOf(dict, 'W')
  const data = decodeStream(found, MAX_TABLE_BYTES)
  const [kindWidth, secondWidth, thirdWidth] = widths
  if (data === null || kindWidth === undefined || secondWidth === undefined || thirdWidth === undefined)
    return null
  const rowBytes = kindWidth + secondWidth + thirdWidth
  if (widths.some((width) => width < 0 || width > 8) || rowBytes === 0) return null
  const stated = numbersOf(dict, 'Index')
  const sections = stated.length >= 2 ? stated : [0, numberEntry(dict, 'Size') ?? 0]
  const { locations } = xref
  let at = 0
  const field = (width: number) => {
    let value = 0
    for (let index = 0; index < width; index++) value = value * 256 + data[at++]!
    return value
  }
  for (let section = 0; section + 1 < sections.length; section += 2) {
    for (let index = 0; index < sections[section + 1]!; index++) {
      if (at + rowBytes > data.length) {
        xref.short = true
        break
      }
      const kind = kindWidth === 0 ? 1 : field(kindWidth)
      const [second, third] = [field(secondWidth), field(thirdWidth)]
      const number = sections[section]! + index
      if (kind === 1) add(locations, number, { kind: 'file', offset: second, generation: third })
      else if (kind === 2) add(locations, number, { kind: 'stream', stream: second })
      else add(locations, number, null)
    }
  }
  return dict
}

function numbersOf(dict: PDFDict, key: string): number[] {
  const array = dict.get(PDFName.of(key))
  if (!(array instanceof PDFArray)) return []
  return array.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : 0))
}
