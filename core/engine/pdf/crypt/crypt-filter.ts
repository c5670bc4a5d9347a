/** Reads and removes the crypt filter that a stream names for itself (ISO 32000-2 7.4.10). */
import { PDFArray, type PDFDict, PDFName, type PDFObject } from '@cantoo/pdf-lib'
import { asDict, nameEntry, resolve } from '../read-object.ts'

const FILTER = PDFName.of('Filter')
const PARAMETERS = PDFName.of('DecodeParms')
const CRYPT = PDFName.of('Crypt')

/** Its name, `Identity` where it has none; null for a stream that is encrypted as all are. */
export function cryptFilterOf(dict: PDFDict): string | null {
  const at = filtersOf(dict).indexOf(CRYPT)
  if (at < 0) return null
  const parameters = asDict(resolve(dict, parametersOf(dict)[at]))
  return (parameters === null ? null : nameEntry(parameters, 'Name')) ?? 'Identity'
}

/** For a stream that is decrypted or was never encrypted: readers of a plain file do not know the filter. */
export function dropCryptFilter(dict: PDFDict): void {
  const filters = filtersOf(dict)
  const others = (_: unknown, at: number) => filters[at] !== CRYPT
  setEntry(dict, FILTER, filters.filter(others))
  if (dict.has(PARAMETERS)) setEntry(dict, PARAMETERS, parametersOf(dict).filter(others))
}

function setEntry(dict: PDFDict, key: PDFName, items: readonly PDFObject[]): void {
  if (items.length === 0) dict.delete(key)
  else dict.set(key, dict.context.obj([...items]))
}

const filtersOf = (dict: PDFDict) => listOf(resolve(dict, dict.get(FILTER)))
const parametersOf = (dict: PDFDict) => listOf(resolve(dict, dict.get(PARAMETERS)))

/** A single object means an array of one. */
function listOf(object: PDFObject | null): readonly PDFObject[] {
  if (object === null) return []
  return object instanceof PDFArray ? object.asArray() : [object]
}
