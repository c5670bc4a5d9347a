/** Refuses streams that inflate to far more than their kind ever does, before anything else decodes them. */
import { inflateSync, constants as zlib } from 'node:zlib'
import type { PDFRawStream } from '@cantoo/pdf-lib'
import { HARMLESS_INFLATION_BYTES, MAX_INFLATION, tooComplex } from '../limits.ts'
import { arrayEntry, asName, entry } from './read-object.ts'

const MAX_FILTERS = 4
/** Deflate makes no byte into more (zlib.net/zlib_tech.html). */
const MOST_INFLATION = 1032

/**
 * Throws `pdf_too_complex` for a stream of more than `limit` bytes, of 16 MB at more than 200 times its size, or
 * behind more than four filters. Streams that cannot be inflated at all pass: they do no harm.
 */
export function refuseBomb(stream: PDFRawStream, limit: number, what: string): void {
  const filter = entry(stream.dict, 'Filter')
  const filters = (arrayEntry(stream.dict, 'Filter') ?? [filter]).map(asName)
  if (filters.length > MAX_FILTERS) throw tooComplex(`${what} of the PDF is compressed more than four times.`)
  let bytes = stream.contents
  const harmless = Math.min(limit, HARMLESS_INFLATION_BYTES)
  if (filters.length === 1 && bytes.length * MOST_INFLATION <= harmless) return
  for (const name of filters) {
    if (name !== 'FlateDecode') return
    try {
      bytes = inflateSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: limit })
    } catch (error) {
      if (error instanceof RangeError)
        throw tooComplex(`${what} of the PDF expands to more than ${limit >> 20} MB.`)
      return
    }
    const ratio = bytes.length / Math.max(1, stream.contents.length)
    if (bytes.length > HARMLESS_INFLATION_BYTES && ratio > MAX_INFLATION) {
      throw tooComplex(`${what} of the PDF expands to ${Math.round(ratio)} times its size.`)
    }
  }
}
