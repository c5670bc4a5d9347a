/** Reads which ink a field's text is painted in, by its default appearance or its appearance stream. */
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib'
import { asArray, asName, dictEntry, nameOfBytes, resolve } from '../../pdf/read-object.ts'
import type { FillColor, TextState } from './read-appearance.ts'

/** `ink` is a plate's name; `process` names a colour that is no ink of its own, null for black and for none. */
export interface FieldColor {
  readonly ink: string | null
  readonly tint: number
  readonly process: string | null
}

export const NO_COLOR: FieldColor = { ink: null, tint: 1, process: null }

/** A text state with the resources in which its colour spaces are looked up, nearest first. */
export interface ColorSource {
  readonly state: TextState
  readonly resources: readonly PDFDict[]
}

/** The colour of the first source that has one which can be read. */
export function readFieldColor(sources: readonly ColorSource[]): FieldColor {
  for (const { state, resources } of sources) {
    const color = state.fill === null ? null : colorOf(state.fill, resources)
    if (color !== null) return color
  }
  return NO_COLOR
}

const DEVICE = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK'])

/** Null for a colour space that is not defined. */
function colorOf(fill: FillColor, resources: readonly PDFDict[]): FieldColor | null {
  if (DEVICE.has(fill.space)) return processColor(fill.space, fill.components)
  if (fill.space === 'Pattern') return { ...NO_COLOR, process: 'Pattern' }
  for (const dict of resources) {
    const spaces = dictEntry(dict, 'ColorSpace')
    const space = spaces === null ? null : resolve(spaces, spaces.get(nameOfBytes(fill.space)))
    if (space !== null) return spaceColor(dict, space, fill.components)
  }
  return null
}

function spaceColor(owner: PDFDict, space: PDFObject, components: readonly number[]): FieldColor {
  const array = asArray(owner, space) ?? [space]
  const family = asName(array[0] ?? null) ?? 'unknown'
  const plate = family === 'Separation' ? asName(array[1] ?? null) : soleColorant(owner, family, array)
  if (plate === null) return processColor(family, components)
  // `All` is every plate and `None` is none (ISO 32000-1 8.6.6.4): neither is an ink.
  if (plate === 'All' || plate === 'None' || plate === '') return { ...NO_COLOR, process: plate }
  return { ink: plate, tint: tintOf(components), process: null }
}

/** A DeviceN of one colorant is a separation by another name. */
function soleColorant(owner: PDFDict, family: string, array: readonly (PDFObject | null)[]): string | null {
  const names = family === 'DeviceN' ? asArray(owner, array[1] ?? null) : null
  return names?.length === 1 ? asName(names[0] ?? null) : null
}

/** Decision: a tint of 0, which would print nothing, and a missing one count as solid. */
function tintOf(components: readonly number[]): number {
  const tint = components[0] ?? 1
  return tint > 0 ? Math.min(tint, 1) : 1
}

function processColor(space: string, components: readonly number[]): FieldColor {
  const process = isBlack(components) ? null : `${space} ${components.join(' ')}`.trim()
  return { ...NO_COLOR, process }
}

/** Black as text is painted in it: gray 0, RGB 0 0 0 or the black plate alone; a new colour space begins so too. */
function isBlack(components: readonly number[]): boolean {
  const [first, second, third, fourth] = components
  if (components.length === 4) return first === 0 && second === 0 && third === 0 && fourth === 1
  return components.every((component) => component === 0)
}
