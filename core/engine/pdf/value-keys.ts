/** Tells objects that say the same, with all they refer to, from those that do not. */
import { createHash } from 'node:crypto'
import { PDFArray, PDFDict, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { resolve } from './read-object.ts'

const MAX_NESTING = 64

/**
 * Equal texts for objects that are equal by value, streams by their bytes as they are packed. What is nested deeper
 * than 64 levels equals nothing but itself. Each object is read once, however often it is asked for.
 */
export function createValueKeys(owner: PDFDict): (object: PDFObject) => string {
  const known = new Map<PDFObject, string>()
  let unique = 0

  const keyOf = (stated: PDFObject, depth: number): string => {
    const object = resolve(owner, stated)
    if (object === null) return 'null'
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFArray) && !(dict instanceof PDFDict)) return object.toString()
    const found = known.get(object)
    if (found !== undefined) return found
    unique += 1
    // The key of an object that contains itself, or is nested too deeply.
    known.set(object, `#${unique}`)
    if (depth > MAX_NESTING) return `#${unique}`
    const hash = createHash('sha256')
    if (dict instanceof PDFArray) for (const item of dict.asArray()) hash.update(`${keyOf(item, depth + 1)} `)
    else {
      const entries = dict.entries().map(([key, value]) => `${key} ${keyOf(value, depth + 1)} `)
      hash.update('<<').update(entries.sort().join(''))
    }
    if (object instanceof PDFStream) hash.update(object.getContents())
    const key = hash.digest('hex')
    known.set(object, key)
    return key
  }
  return (object) => keyOf(object, 0)
}
