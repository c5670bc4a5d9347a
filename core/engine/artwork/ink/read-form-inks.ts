/** Reads the inks that only form fields are set in, from the separations of the form's default resources. */
import { PDFArray, type PDFDocument, PDFRef } from '@cantoo/pdf-lib'
import { technicalKind } from '../../ink/technical.ts'
import { asName, dictEntry, resolve } from '../../pdf/read-object.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import { screenHex } from '../../pdf/space/space.ts'
import type { ArtworkInk } from './read-inks.ts'

/**
 * The form's separations of these names, for those that the artwork does not define. The form itself is taken off
 * the document, so each is made an indirect object that marks can refer to.
 */
export function readFormInks(doc: PDFDocument, names: readonly string[]): ArtworkInk[] {
  const form = dictEntry(doc.catalog, 'AcroForm')
  const resources = form === null ? null : dictEntry(form, 'DR')
  const spaces = resources === null ? null : dictEntry(resources, 'ColorSpace')
  if (spaces === null) return []
  const found = new Map<string, ArtworkInk>()
  for (const key of spaces.keys()) {
    const value = spaces.get(key)
    const array = resolve(spaces, value)
    if (!(array instanceof PDFArray) || asName(resolve(spaces, array.get(0))) !== 'Separation') continue
    const name = asName(resolve(spaces, array.get(1)))
    if (name === null || found.has(name) || !names.includes(name)) continue
    const space = readSpace(spaces, array)
    found.set(name, {
      name,
      hex: (space && screenHex(space, [1])) ?? '#000000',
      technical: technicalKind(name) === 'technical',
      painted: false,
      object: value instanceof PDFRef ? value : doc.context.register(array),
    })
  }
  return [...found.values()]
}
