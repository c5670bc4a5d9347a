/** Writes an object with everything it refers to as one text, for comparing definitions. */
import { createHash } from 'node:crypto'
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib'
import { resolve } from './read-object.ts'
import { decodeStream } from './read-stream.ts'

const MAX_NESTING = 12
const MAX_STREAM_BYTES = 32 * 1024 * 1024
/** How data is packed says nothing about what it means. */
const PACKING = new Set(['Length', 'Filter', 'DecodeParms'].map((key) => PDFName.of(key)))

/** Equal for objects that are equal by value, references followed; `owner` is any dictionary of the document. */
export function objectKey(owner: PDFDict, object: PDFObject | null, depth = 0): string {
  if (object === null) return 'null'
  if (depth > MAX_NESTING) return '…'
  if (object instanceof PDFArray)
    return `[${object
      .asArray()
      .map((item) => objectKey(owner, resolve(owner, item), depth + 1))
      .join(' ')}]`
  if (object instanceof PDFDict) return dictKey(object, depth)
  if (object instanceof PDFRawStream) {
    const data = decodeStream(object, MAX_STREAM_BYTES) ?? object.contents
    return `${dictKey(object.dict, depth)}${createHash('sha256').update(data).digest('hex')}`
  }
  return object.toString()
}

function dictKey(dict: PDFDict, depth: number): string {
  const entries = dict
    .entries()
    .filter(([key]) => !PACKING.has(key))
    .map(([key, value]) => `${key} ${objectKey(dict, resolve(dict, value), depth + 1)}`)
  return `<<${entries.sort().join(' ')}>>`
}
