/** Reads which colour a field's text is painted in, by its default appearance or its appearance stream. */
import type { PDFDict } from '@cantoo/pdf-lib'
import { dictEntry, nameOfBytes, resolve } from '../../pdf/read-object.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import type { ColorSpace } from '../../pdf/space/space.ts'
import { type KeptColor, keepColor, lostColor, SOLID_BLACK } from '../keep-color.ts'
import type { FillColor, TextState } from './read-appearance.ts'

/** A text state with the resources in which its colour spaces are looked up, nearest first. */
export interface ColorSource {
  readonly state: TextState
  readonly resources: readonly PDFDict[]
}

/** The colour of the first source that has one which can be read. */
export function readFieldColor(sources: readonly ColorSource[]): KeptColor {
  for (const { state, resources } of sources) {
    const color = state.fill === null ? null : colorOf(state.fill, resources)
    if (color !== null) return color
  }
  return SOLID_BLACK
}

const DEVICE: Readonly<Record<string, ColorSpace>> = {
  DeviceGray: { kind: 'gray' },
  DeviceRGB: { kind: 'rgb' },
  DeviceCMYK: { kind: 'cmyk' },
}

/** Null for a colour space that is not defined. */
function colorOf({ space: name, components }: FillColor, resources: readonly PDFDict[]): KeptColor | null {
  const device = DEVICE[name]
  if (device !== undefined) return keepColor(device, components)
  if (name === 'Pattern') return lostColor('Pattern')
  for (const dict of resources) {
    const spaces = dictEntry(dict, 'ColorSpace')
    const object = spaces === null ? null : resolve(spaces, spaces.get(nameOfBytes(name)))
    if (object === null) continue
    const space = readSpace(dict, object)
    return space === null ? lostColor(`${name} ${components.join(' ')}`.trim()) : keepColor(space, components)
  }
  return null
}
