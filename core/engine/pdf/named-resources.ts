/** Finds the resources that content names; it names the same few over and over. */
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib'
import { dictEntry, nameOfBytes, resolve } from './read-object.ts'

/** A resource by its category and the bytes of its name, null where there is none. */
export type NamedResource = (category: string, name: string | null) => PDFObject | null

export function createNamedResource(resources: PDFDict | null): NamedResource {
  const inCategory = onceForName((category) => {
    const dict = resources === null ? null : dictEntry(resources, category)
    return onceForName((name) => (dict === null ? null : resolve(dict, dict.get(nameOfBytes(name)))))
  })
  return (category, name) => (name === null ? null : inCategory(category)(name))
}

/** As long as the function lives. */
export function onceForName<T>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined || known.has(name)) return found as T
    const made = find(name)
    known.set(name, made)
    return made
  }
}
