/** Searches a damaged PDF for its objects, as viewers do when the cross-reference table does not lead to them. */
import { PDFDict, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { MAX_OBJECTS, tooManyObjects } from '../limits.ts'
import { asBuffer, type Cursor, isDigit, isWhite } from './lexer.ts'
import { type Parsing, parseIndirectObject, parseObject } from './parse-object.ts'
import type { Locations, Xref } from './read-xref.ts'

export interface FoundObjects extends Xref {
  /** Object streams by their numbers, in the order of the file, with their offsets. */
  readonly streams: ReadonlyMap<number, number>
  /** Numbers of cross-reference streams. */
  readonly tables: ReadonlySet<number>
}

/** A file with so many objects that never end is not worth the time: each of them is read to the file's end. */
const MAX_ENDLESS = 32

/**
 * Objects in the order of the file, the last of a number counting. `trailer` merges all trailers and the
 * dictionaries of cross-reference streams, later ones first; without any /Root the last catalog serves, and the last
 * encryption dictionary.
 */
export function searchObjects(bytes: Uint8Array, parsing: Parsing): FoundObjects {
  const locations: Locations = new Map()
  const streams = new Map<number, number>()
  const tables = new Set<number>()
  const trailers: PDFDict[] = []
  let catalog: Numbered | null = null
  let encryption: Numbered | null = null
  let endless = 0
  const buffer = asBuffer(bytes)
  for (let at = buffer.indexOf('obj'); at >= 0 && endless < MAX_ENDLESS; ) {
    const offset = headerBefore(bytes, at)
    let next = at + 3
    if (offset !== null) {
      const cursor: Cursor = { bytes, at: offset }
      const found = parseIndirectObject(cursor, parsing, () => null)
      if (found !== null) {
        if (locations.size >= 2 * MAX_OBJECTS) throw tooManyObjects()
        locations.set(found.number, { kind: 'file', offset, generation: found.generation })
        const dict = found.object instanceof PDFRawStream ? found.object.dict : found.object
        const type = dict instanceof PDFDict ? dict.get(PDFName.of('Type')) : undefined
        if (type === PDFName.of('ObjStm')) streams.set(found.number, offset)
        else if (type === PDFName.of('XRef') && dict instanceof PDFDict) {
          trailers.push(dict)
          tables.add(found.number)
        } else if (type === PDFName.of('Catalog')) catalog = found
        else if (dict instanceof PDFDict && isEncryption(dict)) encryption = found
        if (cursor.at >= bytes.length) endless++
        else next = Math.max(next, cursor.at)
      }
    }
    at = buffer.indexOf('obj', next)
  }
  endless = 0
  for (let at = buffer.indexOf('trailer'); at >= 0 && endless < MAX_ENDLESS; ) {
    const cursor: Cursor = { bytes, at: at + 7 }
    const trailer = parseObject(cursor, parsing, null)
    if (trailer instanceof PDFDict) trailers.push(trailer)
    if (cursor.at >= bytes.length) endless++
    at = buffer.indexOf('trailer', at + 7)
  }
  const trailer = PDFDict.withContext(parsing.context)
  for (const one of trailers) for (const [key, value] of one.entries()) trailer.set(key, value)
  if (!trailer.has(PDFName.of('Root'))) {
    // Without a trailer, only an encryption dictionary shows that the file is encrypted.
    if (encryption !== null) trailer.set(PDFName.of('Encrypt'), referenceTo(encryption))
    if (catalog !== null) trailer.set(PDFName.of('Root'), referenceTo(catalog))
  }
  return { locations, trailer, streams, tables }
}

interface Numbered {
  readonly number: number
  readonly generation: number
}

const referenceTo = ({ number, generation }: Numbered) => PDFRef.of(number, generation)

/** It has no /Type (ISO 32000-2 7.6.2, table 20). */
function isEncryption(dict: PDFDict): boolean {
  return (
    dict.get(PDFName.of('Filter')) === PDFName.of('Standard') &&
    ['V', 'R', 'O', 'U', 'P'].every((key) => dict.has(PDFName.of(key)))
  )
}

/** The offset of `12 0` before an `obj`; null where no object begins there. */
function headerBefore(bytes: Uint8Array, obj: number): number | null {
  let at = obj - 1
  while (at > 0 && isWhite(bytes[at])) at--
  const generationEnd = at
  while (at >= 0 && isDigit(bytes[at]) && generationEnd - at < 6) at--
  if (at === generationEnd || !isWhite(bytes[at])) return null
  while (at > 0 && isWhite(bytes[at])) at--
  const numberEnd = at
  while (at >= 0 && isDigit(bytes[at]) && numberEnd - at < 10) at--
  return at === numberEnd ? null : at + 1
}
