/** Unpacks the objects of an object stream (ISO 32000-1 7.5.7) within limits. */
import type { PDFRawStream } from '@cantoo/pdf-lib'
import { MAX_OBJECT_STREAM_BYTES, MAX_OBJECTS, MAX_TABLE_BYTES, tooManyObjects } from '../limits.ts'
import { type Cursor, isDigit, readNumber, skipWhite } from './lexer.ts'
import { numberEntry } from './read-object.ts'
import { decodeStream } from './read-stream.ts'
import { refuseBomb } from './refuse-bomb.ts'

export interface ObjectStream {
  readonly data: Uint8Array
  readonly index: readonly { readonly number: number; readonly offset: number }[]
}

/** Bytes that all object streams of a file may still unpack to. */
export interface UnpackingBudget {
  bytes: number
}

export const unpackingBudget = (): UnpackingBudget => ({ bytes: MAX_OBJECT_STREAM_BYTES })

/** Throws `pdf_too_complex` when the budget is used up. A stream that cannot be unpacked is empty. */
export function readObjectStream(stream: PDFRawStream, budget: UnpackingBudget): ObjectStream {
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
