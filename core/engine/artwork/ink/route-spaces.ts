/** Gives every colour space of an artwork that names plates an indirect object of its own, and finds what else names them. */

import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import type { InkHindrance } from '../../ink/plan-ink.ts'
import {
  asArray,
  asName,
  asText,
  dictEntry,
  entry,
  nameEntry,
  numberEntry,
  resolve,
} from '../../pdf/read-object.ts'
import { createValueKeys } from '../../pdf/value-keys.ts'

export interface RoutedSpace {
  readonly ref: PDFRef
  readonly array: PDFArray
  readonly family: 'Separation' | 'DeviceN'
  /** Null for a colorant that is no name. */
  readonly names: readonly (string | null)[]
}

export interface RoutedSpaces {
  /** In the order in which they are met. */
  readonly spaces: readonly RoutedSpace[]
  /** By the ref of a space that was there already, the one that stands for it and for all that say the same. */
  readonly standsFor: ReadonlyMap<PDFRef, PDFRef>
  /** What names plates beside colour spaces: names and why each of them cannot be changed. */
  readonly elsewhere: ReadonlyMap<string, InkHindrance>
  /** PostScript code, whose plates are unknown. */
  readonly hasPostScript: boolean
}

/** An entry of a dictionary or an element of an array. */
interface Place {
  readonly object: PDFObject
  replace(ref: PDFRef): void
}

/**
 * Walks all that the roots lead to. Wherever a Separation or DeviceN array stands, of a resource, an image, a
 * shading, a group, an Indexed or Pattern space or another space's attributes, a reference takes its place; arrays
 * that say the same become one. Nothing that is painted changes. `keep` are references that must stay: where one
 * says the same as others, it stands for them.
 */
export function routeSpaces(
  context: PDFContext,
  roots: readonly PDFRef[],
  keep: readonly PDFRef[],
): RoutedSpaces {
  const routed = new Map<PDFArray, PDFRef>()
  const byText = new Map<string, PDFRef>()
  const standsFor = new Map<PDFRef, PDFRef>()
  const spaces: RoutedSpace[] = []
  const elsewhere = new Map<string, InkHindrance>()
  const visited = new Set<PDFObject>()
  const pending: PDFObject[] = []
  const owner = PDFDict.withContext(context)
  const keyOf = createValueKeys(owner)
  let hasPostScript = false

  const route = (array: PDFArray, ref: PDFRef | null, read: Omit<RoutedSpace, 'ref'>): PDFRef => {
    const known = routed.get(array)
    if (known !== undefined) return known
    const text = keyOf(array)
    let own = byText.get(text)
    if (own === undefined) {
      own = ref ?? context.register(array)
      byText.set(text, own)
      spaces.push({ ...read, ref: own })
      pending.push(array)
    }
    routed.set(array, own)
    return own
  }

  const visit = ({ object, replace }: Place) => {
    const { ref, found } = behind(context, object)
    if (found instanceof PDFArray) {
      const space = readNamedSpace(owner, found)
      if (space !== null) {
        const own = route(found, ref, space)
        if (ref !== null) standsFor.set(ref, own)
        if (own !== object) replace(own)
        return
      }
    }
    if (found instanceof PDFArray || found instanceof PDFDict || found instanceof PDFStream)
      pending.push(found)
  }

  const enter = (object: PDFObject) => {
    if (object instanceof PDFArray) {
      for (const [index, item] of object.asArray().entries())
        visit({ object: item, replace: (ref) => object.set(index, ref) })
      return
    }
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) return
    hasPostScript ||= object instanceof PDFStream && isPostScript(dict)
    namesElsewhere(dict, elsewhere)
    for (const [key, value] of dict.entries()) visit({ object: value, replace: (ref) => dict.set(key, ref) })
  }

  for (const object of [...keep, ...roots]) visit({ object, replace: () => {} })
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (visited.has(object)) continue
    visited.add(object)
    enter(object)
  }
  return { spaces, standsFor, elsewhere, hasPostScript }
}

const MAX_REFERENCES = 16

/** The object behind a chain of references, and the last of these. */
function behind(
  context: PDFContext,
  object: PDFObject,
): { ref: PDFRef | null; found: PDFObject | undefined } {
  let ref: PDFRef | null = null
  let found: PDFObject | undefined = object
  for (let hops = 0; found instanceof PDFRef && hops < MAX_REFERENCES; hops += 1) {
    ref = found
    found = context.lookup(found)
  }
  return { ref, found }
}

function readNamedSpace(owner: PDFDict, array: PDFArray): Omit<RoutedSpace, 'ref'> | null {
  if (array.size() < 2) return null
  const family = asName(resolve(owner, array.get(0)))
  if (family !== 'Separation' && family !== 'DeviceN') return null
  const second = resolve(owner, array.get(1))
  if (family === 'Separation') {
    const name = asName(second)
    return name === null ? null : { array, family, names: [name] }
  }
  const names = asArray(owner, second)
  return names === null ? null : { array, family, names: names.map(asName) }
}

function isPostScript(dict: PDFDict): boolean {
  return nameEntry(dict, 'Subtype') === 'PS' || nameEntry(dict, 'Subtype2') === 'PS'
}

const OPI = PDFName.of('OPI')
const SEPARATION_COLOR_NAMES = PDFName.of('SeparationColorNames')
const HALFTONE_TYPE = PDFName.of('HalftoneType')

function namesElsewhere(dict: PDFDict, names: Map<string, InkHindrance>): void {
  const add = (name: string | null, why: InkHindrance) => {
    if (name !== null && !names.has(name)) names.set(name, why)
  }
  if (dict.has(OPI)) for (const name of wordsIn(dict, dictEntry(dict, 'OPI'))) add(name, 'opi')
  if (dict.has(SEPARATION_COLOR_NAMES))
    for (const name of wordsIn(dict, entry(dict, 'SeparationColorNames'))) add(name, 'trapping')
  // ISO 32000-1 10.5.5.5: a halftone for each colorant, by its name.
  if (dict.has(HALFTONE_TYPE) && numberEntry(dict, 'HalftoneType') === 5)
    for (const key of dict.keys()) add(asName(key), 'halftone')
}

const MAX_OBJECTS = 10_000

/** Names and strings in an object and what it holds. */
function wordsIn(owner: PDFDict, object: PDFObject | null): string[] {
  const words: string[] = []
  const visited = new Set<PDFObject>()
  const pending = [object]
  while (pending.length > 0 && visited.size < MAX_OBJECTS) {
    const next = pending.pop() ?? null
    const word = asName(next) ?? asText(next)
    if (word !== null) words.push(word)
    if (next === null || visited.has(next)) continue
    visited.add(next)
    if (next instanceof PDFDict) for (const [, value] of next.entries()) pending.push(resolve(owner, value))
    else pending.push(...(asArray(owner, next) ?? []))
  }
  return words
}
