/** Copies a dictionary without some of its entries. */
import { PDFDict, PDFName } from '@cantoo/pdf-lib'

export function copyOf(dict: PDFDict, without: readonly string[]): PDFDict {
  const copy = PDFDict.withContext(dict.context)
  for (const [name, value] of dict.entries()) copy.set(name, value)
  for (const name of without) copy.delete(PDFName.of(name))
  return copy
}
