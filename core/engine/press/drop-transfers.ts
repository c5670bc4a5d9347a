/** Removes transfer functions that change nothing, which PDF/X-4 forbids all the same. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { entry, nameEntry, resolve } from '../pdf/read-object.ts'

const key = (name: string) => PDFName.of(name)
const MAX_NESTING = 24

/**
 * For a document whose transfer functions are all `Identity` or `Default`: `transfer_function` finds the others. True
 * where something was removed.
 */
export function dropTransfers({ context }: PDFDocument): boolean {
  let isFound = false
  const dropFrom = (state: PDFObject | null) => {
    if (!(state instanceof PDFDict)) return
    for (const name of ['TR', 'TR2']) if (state.delete(key(name))) isFound = true
  }
  const visit = (object: PDFObject, depth: number): void => {
    if (depth > MAX_NESTING) return
    if (object instanceof PDFArray) {
      for (const item of object.asArray()) visit(item, depth + 1)
      return
    }
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) return
    const states = entry(dict, 'ExtGState')
    // A pattern has one graphics state, resources have a list of them.
    if (dict.has(key('PatternType'))) dropFrom(states)
    else if (states instanceof PDFDict) for (const state of states.values()) dropFrom(resolve(states, state))
    if (nameEntry(dict, 'Type') === 'ExtGState') dropFrom(dict)
    // A soft mask has a transfer function of its own.
    if (dict.has(key('G')) && nameEntry(dict, 'TR') === 'Identity' && dict.delete(key('TR'))) isFound = true
    for (const value of dict.values()) visit(value, depth + 1)
  }
  for (const [, object] of context.enumerateIndirectObjects()) visit(object, 0)
  return isFound
}
