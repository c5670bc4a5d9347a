/** Reads which colour space a name, a resource or an image paints in, and where its array stands in the file. */
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib'
import type { Operand } from '../content.ts'
import {
  arrayEntry,
  asArray,
  asDict,
  asName,
  dictEntry,
  entry,
  nameOfBytes,
  numberEntry,
  resolve,
} from '../read-object.ts'
import { readSpace } from './read-space.ts'
import { type ColorModel, modelOf } from './space.ts'

/** Where an object stands in the file: an entry of a dictionary or an element of an array. */
export interface Place {
  /** A dictionary of the document, for further look-ups. */
  readonly owner: PDFDict
  readonly object: PDFObject | null
  /** Null for an object that stands there directly. */
  readonly ref: PDFRef | null
  /** Puts a reference in the place of a direct object. */
  replace(ref: PDFRef): void
}

/** A colour space as far as plates go: which it addresses and by what array. */
export interface PaintSpace {
  /** Unique in one reading, in order of reading. */
  readonly id: number
  /** The family's name in full, such as `DeviceCMYK` or `Separation`. */
  readonly family: string
  /** The kind of its colours; null for inks, tables and patterns, and if it is unknown. */
  readonly model: ColorModel | null
  /** Components of a colour in it; 0 for Pattern, and where it is not known. */
  readonly components: number
  /** Names of a Separation or DeviceN, decoded; else none. */
  readonly colorants: readonly string[]
  /** Colorants that an NChannel's /Process claims as process colours. */
  readonly process: ReadonlySet<string>
  /** The base of an Indexed space, or the space that colours an uncoloured pattern. */
  readonly under: PaintSpace | null
  /** The alternate of a Separation or DeviceN. */
  readonly alternate: PaintSpace | null
  /** Null for a space without an array: a device space, Pattern. */
  readonly place: Place | null
}

export interface PaintSpaces {
  /** For process colours without a stated space. */
  readonly unstated: PaintSpace
  /** By name as content streams give it (bytes as characters): a resource, a device space or Pattern. */
  named(resources: PDFDict | null, name: string): PaintSpace | null
  /** An entry of a dictionary, such as an image's /ColorSpace. */
  at(resources: PDFDict | null, place: Place): PaintSpace | null
  /** An inline image's /CS. */
  inline(resources: PDFDict | null, operand: Operand | undefined): PaintSpace | null
  /** Plates that inline images define for themselves, so far. */
  readonly inlineInks: ReadonlySet<string>
}

const MAX_NESTING = 8
const DEVICE_SPACES: ReadonlyMap<
  string,
  { readonly components: number; readonly model: ColorModel; readonly standard: PDFName }
> = new Map([
  ['DeviceGray', { components: 1, model: 'gray', standard: PDFName.of('DefaultGray') }],
  ['DeviceRGB', { components: 3, model: 'rgb', standard: PDFName.of('DefaultRGB') }],
  ['DeviceCMYK', { components: 4, model: 'cmyk', standard: PDFName.of('DefaultCMYK') }],
])
/** ISO 32000-1 table 94. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['G', 'DeviceGray'],
  ['RGB', 'DeviceRGB'],
  ['CMYK', 'DeviceCMYK'],
  ['I', 'Indexed'],
])
const inFull = (family: string) => ABBREVIATIONS.get(family) ?? family

export function entryPlace(dict: PDFDict, key: PDFName): Place {
  const raw = dict.get(key)
  return {
    owner: dict,
    object: resolve(dict, raw),
    ref: raw instanceof PDFRef ? raw : null,
    replace: (ref) => dict.set(key, ref),
  }
}

/** `owner` is any dictionary of the document. */
export function itemPlace(owner: PDFDict, array: PDFArray, index: number): Place {
  const raw = array.get(index)
  return {
    owner,
    object: resolve(owner, raw),
    ref: raw instanceof PDFRef ? raw : null,
    replace: (ref) => array.set(index, ref),
  }
}

/** Reads spaces with a cache, so that one array always gives the same PaintSpace. */
export function createPaintSpaces(): PaintSpaces {
  const byArray = new Map<PDFArray, PaintSpace>()
  const byFamily = new Map<string, PaintSpace>()
  const inlineInks = new Set<string>()
  let lastId = 0

  const make = (parts: Partial<PaintSpace> & { readonly family: string }): PaintSpace => {
    lastId += 1
    const bare = {
      model: null,
      components: 0,
      colorants: [],
      process: new Set<string>(),
      under: null,
      alternate: null,
      place: null,
    }
    return { ...bare, ...parts, id: lastId }
  }

  /** 8.6.5.6: a default space replaces a device space, but not an alternate. */
  const device = (resources: PDFDict | null, family: string, depth: number): PaintSpace => {
    const spaces = resources === null || depth > 0 ? null : dictEntry(resources, 'ColorSpace')
    const { standard, components = 0, model = null } = DEVICE_SPACES.get(family) ?? {}
    if (spaces !== null && standard !== undefined && spaces.has(standard)) {
      const remapped = at(null, entryPlace(spaces, standard), depth + 1)
      if (remapped !== null) return remapped
    }
    const known = byFamily.get(family)
    if (known !== undefined) return known
    const space = make({ family, components, model })
    byFamily.set(family, space)
    return space
  }

  const named = (resources: PDFDict | null, name: string): PaintSpace | null => {
    if (DEVICE_SPACES.has(name) || name === 'Pattern') return device(resources, name, 0)
    const spaces = resources === null ? null : dictEntry(resources, 'ColorSpace')
    return spaces === null ? null : at(resources, entryPlace(spaces, nameOfBytes(name)))
  }

  const at = (resources: PDFDict | null, place: Place, depth = 0): PaintSpace | null => {
    const { object } = place
    if (depth > MAX_NESTING) return null
    const name = asName(object)
    if (name !== null) {
      const family = inFull(name)
      return DEVICE_SPACES.has(family) || family === 'Pattern' ? device(resources, family, depth) : null
    }
    if (!(object instanceof PDFArray)) return null
    const known = byArray.get(object)
    if (known !== undefined) return known
    const space = fromArray(resources, object, place, depth)
    if (space?.place?.object === object) byArray.set(object, space)
    return space
  }

  const fromArray = (
    resources: PDFDict | null,
    array: PDFArray,
    place: Place,
    depth: number,
  ): PaintSpace | null => {
    const { owner } = place
    const items = asArray(owner, array) ?? []
    const family = inFull(asName(items[0] ?? null) ?? '')
    const second = () => at(resources, itemPlace(owner, array, 1), depth + 1)
    switch (family) {
      case 'DeviceGray':
      case 'DeviceRGB':
      case 'DeviceCMYK':
        return device(resources, family, depth)
      case 'Pattern':
        return make({ family, place, under: items.length > 1 ? second() : null })
      case 'Indexed':
        return make({ family, place, components: 1, under: second() })
      case 'CalGray':
        return make({ family, place, components: 1, model: 'gray' })
      case 'CalRGB':
        return make({ family, place, components: 3, model: 'rgb' })
      case 'Lab':
        return make({ family, place, components: 3, model: 'lab' })
      case 'ICCBased': {
        const profile = asDict(items[1] ?? null)
        const components = (profile && numberEntry(profile, 'N')) ?? 0
        const read = readSpace(owner, array)
        return make({ family, place, components, model: read && modelOf(read) })
      }
      case 'Separation':
      case 'DeviceN': {
        const listed = family === 'DeviceN' ? (asArray(owner, items[1] ?? null) ?? []) : [items[1] ?? null]
        const colorants = listed.map((item) => asName(item) ?? '')
        const alternate = at(null, itemPlace(owner, array, 2), depth + 1)
        const process = family === 'DeviceN' ? processColorants(asDict(items[4] ?? null)) : new Set<string>()
        return make({ family, place, components: colorants.length, colorants, process, alternate })
      }
      default:
        return null
    }
  }

  const addNames = (operand: Operand | undefined) => {
    if (typeof operand !== 'object' || operand === null) return
    if (operand.kind === 'array') for (const item of operand.items) addNames(item)
    const name = operand.kind === 'name' ? asName(nameOfBytes(operand.value)) : null
    if (name !== null) inlineInks.add(name)
  }

  /** An Indexed space of an inline image stands for its base: that is what it paints in. */
  const inline = (resources: PDFDict | null, operand: Operand | undefined): PaintSpace | null => {
    if (typeof operand !== 'object' || operand === null) return null
    if (operand.kind === 'name') return named(resources, inFull(operand.value))
    if (operand.kind !== 'array') return null
    const [first, base] = operand.items
    const family = typeof first === 'object' && first?.kind === 'name' ? inFull(first.value) : ''
    if (family === 'Indexed') return inline(resources, base)
    // Ghostscript paints nothing then and MuPDF the alternate, so no such plate is counted; yet the name stands there.
    if (family === 'Separation' || family === 'DeviceN') addNames(base)
    return DEVICE_SPACES.has(family) ? device(resources, family, 0) : null
  }

  return {
    unstated: make({ family: 'unstated' }),
    named,
    at: (resources, place) => at(resources, place),
    inline,
    inlineInks,
  }
}

/** ISO 32000-1 table 72: the components of an NChannel's process space. */
function processColorants(attributes: PDFDict | null): ReadonlySet<string> {
  const process = attributes === null ? null : dictEntry(attributes, 'Process')
  const components = process === null ? null : arrayEntry(process, 'Components')
  return new Set((components ?? []).map((item) => asName(item) ?? ''))
}

/** The name of a space in findings; a profiled space carries the name of its profile's device. */
export function nameOfSpace({ family, model, components }: PaintSpace): string {
  if (family !== 'ICCBased') return family
  return `ICCBased ${model === 'lab' ? 'Lab' : components}`
}

/** A Separation that a DeviceN's attributes define for one of its colorants. */
export function colorantPlaces(space: PaintSpace): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  const { place } = space
  if (space.family !== 'DeviceN' || !(place?.object instanceof PDFArray)) return places
  const attributes = asDict(asArray(place.owner, place.object)?.[4] ?? null)
  const colorants = attributes === null ? null : entry(attributes, 'Colorants')
  if (!(colorants instanceof PDFDict)) return places
  for (const key of colorants.keys()) {
    const found = entryPlace(colorants, key)
    const name = found.object instanceof PDFArray ? asName(resolve(colorants, found.object.get(1))) : null
    if (name !== null) places.set(name, found)
  }
  return places
}
