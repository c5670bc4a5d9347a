/** Finds every colour space that the resources of the pages declare, painted or not. */
import { type PDFDict, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { asDict, dictEntry, resolve } from '../read-object.ts'
import { entryPlace, type PaintSpace, type PaintSpaces } from './read-paint-space.ts'

/** Categories of resources whose entries are, or hold, further resources or spaces. */
const CATEGORIES = ['ColorSpace', 'Shading', 'Pattern', 'XObject', 'Font', 'ExtGState'] as const
const MAX_DICTIONARIES = 200_000

/** The spaces in order of the walk: resources of each root first, then of what those hold. */
export function declaredSpaces(
  roots: readonly (PDFDict | null)[],
  spaces: PaintSpaces,
): readonly PaintSpace[] {
  const found = new Set<PaintSpace>()
  const visited = new Set<PDFDict>()
  const queue = roots.filter((root) => root !== null)

  const collect = (space: PaintSpace | null, depth = 0) => {
    if (space === null || depth > 8) return
    found.add(space)
    collect(space.under, depth + 1)
  }
  const follow = (object: PDFObject | null | undefined, resources: PDFDict) => {
    const dict = asDict(object ?? null)
    if (dict === null || visited.has(dict) || visited.size > MAX_DICTIONARIES) return
    visited.add(dict)
    for (const key of ['ColorSpace', 'CS']) {
      const name = PDFName.of(key)
      if (dict.has(name)) collect(spaces.at(resources, entryPlace(dict, name)))
    }
    for (const key of ['Shading', 'Group', 'SMask', 'G']) follow(dictEntry(dict, key), resources)
    const own = dictEntry(dict, 'Resources')
    if (own !== null) queue.push(own)
    const procedures = dictEntry(dict, 'CharProcs')
    for (const key of procedures?.keys() ?? []) {
      const procedure = resolve(procedures ?? dict, procedures?.get(key))
      if (procedure instanceof PDFStream) follow(procedure, resources)
    }
  }

  for (let resources = queue.shift(); resources !== undefined; resources = queue.shift()) {
    if (visited.has(resources)) continue
    visited.add(resources)
    for (const category of CATEGORIES) {
      const entries = dictEntry(resources, category)
      for (const key of entries?.keys() ?? []) {
        if (entries === null) continue
        if (category === 'ColorSpace') collect(spaces.at(resources, entryPlace(entries, key)))
        else follow(resolve(entries, entries.get(key)), resources)
      }
    }
  }
  return [...found]
}
