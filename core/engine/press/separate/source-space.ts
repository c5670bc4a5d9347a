/** Colour spaces of the artwork as conversion sees them: what stays, what is told anew, and what a profile converts. */
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { onceFor } from '../../../once-for.ts'
import { asArray, asName, dictEntry, entry } from '../../pdf/read-object.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import { type ColorSpace, componentCount, modelOf, screenRgb } from '../../pdf/space/space.ts'
import type { ColorSource } from './press-colors.ts'

/**
 * `keep` stays as it is; the numbers of `gray` and `cmyk` stay, and their profile goes; `convert` becomes ink by the
 * profile. A table takes the way of its base.
 */
export type Way = 'keep' | 'gray' | 'cmyk' | 'convert'

export interface SourceSpace {
  readonly way: Way
  /** Null where it cannot be read. */
  readonly space: ColorSpace | null
  /** Of one that is converted. */
  readonly source: ColorSource
  /** Its components, 0 to 1 or L* a* b*, as `source` has them. */
  prepare(components: readonly number[]): readonly number[]
}

const unchanged = (components: readonly number[]) => components
export const KEPT: SourceSpace = { way: 'keep', space: null, source: 'srgb', prepare: unchanged }

const DEVICES: Readonly<Record<string, SourceSpace>> = {
  DeviceGray: { ...KEPT, space: { kind: 'gray' } },
  DeviceCMYK: { ...KEPT, space: { kind: 'cmyk' } },
  DeviceRGB: { ...KEPT, way: 'convert', space: { kind: 'rgb' } },
}
const LONG: Readonly<Record<string, string>> = { G: 'DeviceGray', RGB: 'DeviceRGB', CMYK: 'DeviceCMYK' }

const MOST_PROFILE_BYTES = 4 << 20

/** What stands for the spaces of devices in one dictionary of resources (ISO 32000-1 8.6.5.6). */
export interface Defaults {
  device(family: string): SourceSpace | null
}

export function defaultsOf(resources: PDFDict | null): Defaults {
  const spaces = resources === null ? null : dictEntry(resources, 'ColorSpace')
  const found = new Map<string, SourceSpace>()
  for (const family of Object.keys(DEVICES)) {
    const object = spaces === null ? null : entry(spaces, family.replace('Device', 'Default'))
    const own = object === null || spaces === null ? KEPT : readSource(spaces, object, null)
    found.set(family, own.space === null ? DEVICES[family]! : own)
  }
  return { device: (family) => found.get(LONG[family] ?? family) ?? null }
}

/** Of a name or an array, resolved; `owner` is any dictionary of the document. */
export function readSource(owner: PDFDict, object: PDFObject | null, defaults: Defaults | null): SourceSpace {
  const name = asName(object)
  if (name !== null) return defaults?.device(name) ?? DEVICES[LONG[name] ?? name] ?? KEPT
  if (!(object instanceof PDFArray)) return KEPT
  const items = asArray(owner, object) ?? []
  const family = asName(items[0] ?? null) ?? ''
  if (items.length === 1) return readSource(owner, items[0] ?? null, defaults)
  const space = readSpace(owner, object)
  if (space === null) return KEPT
  if (space.kind === 'indexed') {
    const base = readSource(owner, items[1] ?? null, defaults)
    return { ...base, space }
  }
  const model = modelOf(space)
  if (model === null || family === 'CalCMYK') return KEPT
  if (model === 'gray' || model === 'cmyk') return { ...KEPT, way: model, space }
  const [profile] = items.slice(1)
  if (family === 'ICCBased' && model === 'rgb')
    return { ...KEPT, way: 'convert', space, source: profiled(space, profile) }
  if (space.kind === 'calRgb')
    return { way: 'convert', space, source: 'srgb', prepare: (parts) => screenRgb(space, parts) ?? [0, 0, 0] }
  return { way: 'convert', space, source: model === 'lab' ? 'lab' : 'srgb', prepare: unchanged }
}

/** One for each stream, so that its transforms are made once. */
const sourceOfProfile = onceFor((stream: PDFStream): ColorSource => {
  const bytes = decodeStream(stream, MOST_PROFILE_BYTES)
  return bytes === null ? 'srgb' : { profile: bytes }
})

function profiled(space: ColorSpace, stream: PDFObject | null | undefined): ColorSource {
  const isOther = space.kind === 'rgb' && space.profile !== undefined
  return isOther && stream instanceof PDFStream ? sourceOfProfile(stream) : 'srgb'
}

/** Black, the first entry of a table: what a space begins with. */
export function initialOf({ space }: SourceSpace): readonly number[] {
  return space === null ? [] : new Array<number>(componentCount(space)).fill(0)
}

/** The device space that its colours stand in afterwards. */
export function deviceOf(way: Way): PDFName {
  return PDFName.of(way === 'gray' ? 'DeviceGray' : 'DeviceCMYK')
}
