/** Gives each Separation of a document one definition (ISO 15930-7): process plates, `All` and `None` have one too. */
import { PDFArray, type PDFContext, PDFDict, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { asName, nameEntry, resolve } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { createValueKeys } from '../../pdf/value-keys.ts'
import { isSameInk } from '../check/check-inks.ts'
import { readAppearance } from './read-ink-appearance.ts'

/** Separation arrays of each name that the objects lead to, those of attributes and alternates too. */
export type SeparationDefinitions = ReadonlyMap<string, readonly PDFArray[]>

/** Reads the definitions that pages print, and those of further forms. */
export function readDefinitions(
  context: PDFContext,
  pages: readonly WalkedPage[],
  forms: readonly PDFRef[],
): SeparationDefinitions {
  const found = new Map<string, PDFArray[]>()
  const owner = PDFDict.withContext(context)
  const visited = new Set<PDFObject>()
  const pending: (PDFObject | undefined)[] = [...forms]
  for (const { attributes, appearances = [] } of pages)
    pending.push(attributes.get('Resources'), ...appearances.map(({ form }) => form))
  while (pending.length > 0) {
    const next = pending.pop()
    const object = next instanceof PDFRef ? context.lookup(next) : next
    if (object == null || visited.has(object)) continue
    visited.add(object)
    if (object instanceof PDFArray) {
      const name = separationName(owner, object)
      if (name !== null) found.set(name, [...(found.get(name) ?? []), object])
      pending.push(...object.asArray())
    }
    const dict = object instanceof PDFStream ? object.dict : object
    if (dict instanceof PDFDict && !PAGES.has(nameEntry(dict, 'Type') ?? '')) pending.push(...dict.values())
  }
  return found
}

/** Private data may refer to these, and they lead to forms that are removed. */
const PAGES = new Set(['Page', 'Pages', 'Catalog'])

function separationName(owner: PDFDict, array: PDFArray): string | null {
  if (array.size() < 4 || asName(resolve(owner, array.get(0))) !== 'Separation') return null
  return asName(resolve(owner, array.get(1)))
}

/** Names whose definitions show different colours. Decision: `None` shows nothing, whatever its definitions say. */
export function ambiguousNames(context: PDFContext, definitions: SeparationDefinitions): readonly string[] {
  const owner = PDFDict.withContext(context)
  return [...definitions].flatMap(([name, [first, ...others]]) => {
    if (first === undefined || others.length === 0 || name === 'None') return []
    const own = readAppearance(owner, first)
    return others.every((array) => isSameInk(own, readAppearance(owner, array))) ? [] : [name]
  })
}

/** Definitions that show the same become one object's words, however they were written. */
export function unifyDefinitions(context: PDFContext, definitions: SeparationDefinitions): boolean {
  const keyOf = createValueKeys(PDFDict.withContext(context))
  let isChanged = false
  for (const [first, ...others] of definitions.values())
    for (const array of others) {
      if (first === undefined || keyOf(array) === keyOf(first)) continue
      for (const at of [2, 3]) array.set(at, first.get(at))
      isChanged = true
    }
  return isChanged
}
