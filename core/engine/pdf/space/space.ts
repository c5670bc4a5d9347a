/** Colour spaces (ISO 32000-1 8.6) as far as a screen needs them: components become a hex colour. */
import { type ColorFunction, evaluateFunction } from './function.ts'
import { type RgbProfile, rgbOfProfile } from './rgb-profile.ts'
import { type Cmyk, screenOfCmyk } from './screen-cmyk.ts'
import { encodeSrgb, rgbOfLab, underD50, xyzD50ToRgb } from './screen-lab.ts'

/** CIE XYZ of a space's white. */
export type WhitePoint = readonly [number, number, number]

/** Least and most of a*, then of b*. */
export type LabRange = readonly [number, number, number, number]

export type ColorSpace =
  | { readonly kind: 'gray' }
  | {
      readonly kind: 'rgb'
      /** Name of a profile other than sRGB; missing for the device's own RGB and for sRGB. */
      readonly profile?: string
      /** Colours of that profile, where it consists of primaries and curves. */
      readonly colors?: RgbProfile
    }
  | { readonly kind: 'cmyk' }
  | { readonly kind: 'calGray'; readonly gamma: number }
  | {
      readonly kind: 'calRgb'
      readonly whitePoint: WhitePoint
      readonly gamma: readonly number[]
      /** XYZ of the three primaries, column after column. */
      readonly matrix: readonly number[]
    }
  | {
      readonly kind: 'lab'
      /** Bounds of a* and of b*. */
      readonly range: LabRange
    }
  | {
      /** Separation and DeviceN: shown through the tint transform. */
      readonly kind: 'inks'
      readonly names: readonly string[]
      readonly alternate: ColorSpace
      readonly transform: ColorFunction | null
    }
  | {
      readonly kind: 'indexed'
      readonly base: ColorSpace
      readonly highest: number
      readonly table: Uint8Array
      /** Bounds of the base's components, which a table's bytes 0 to 255 are spread over. */
      readonly bounds: readonly (readonly [number, number])[]
    }

/** The kind of colours of a space without inks: a device's, or measured ones. */
export type ColorModel = 'gray' | 'rgb' | 'cmyk' | 'lab'

const MODELS: Partial<Record<ColorSpace['kind'], ColorModel>> = {
  gray: 'gray',
  calGray: 'gray',
  rgb: 'rgb',
  calRgb: 'rgb',
  cmyk: 'cmyk',
  lab: 'lab',
}

/** Null for inks and tables. */
export function modelOf({ kind }: ColorSpace): ColorModel | null {
  return MODELS[kind] ?? null
}

/** The range of each component: bytes of images and tables are spread over it. */
export function componentBounds(space: ColorSpace): readonly (readonly [number, number])[] {
  if (space.kind === 'indexed') return [[0, 255]]
  if (space.kind !== 'lab') return Array.from({ length: componentCount(space) }, () => [0, 1] as const)
  const [aLow, aHigh, bLow, bHigh] = space.range
  return [
    [0, 100],
    [aLow, aHigh],
    [bLow, bHigh],
  ]
}

type TableSpace = Extract<ColorSpace, { kind: 'indexed' }>

/** The base's components of an index. */
export function tableEntry({ highest, table, bounds }: TableSpace, index: number): number[] {
  const at = Math.min(Math.max(Math.floor(index), 0), highest) * bounds.length
  return bounds.map(([lower, upper], part) => lower + ((table[at + part] ?? 0) / 255) * (upper - lower))
}

export function componentCount(space: ColorSpace): number {
  switch (space.kind) {
    case 'gray':
    case 'calGray':
    case 'indexed':
      return 1
    case 'rgb':
    case 'calRgb':
    case 'lab':
      return 3
    case 'cmyk':
      return 4
    case 'inks':
      return space.names.length
  }
}

/**
 * The screen colour `#rrggbb` of components in a space: device components 0 to 1, L* 0 to 100. Null where a tint
 * transform fails or components are missing.
 */
export function screenHex(space: ColorSpace, components: readonly number[]): string | null {
  const rgb = screenRgb(space, components)
  if (rgb === null) return null
  const pair = (value: number) =>
    Math.round(Math.min(Math.max(value, 0), 1) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${rgb.map(pair).join('')}`
}

type Rgb = readonly [number, number, number]

/** As screenHex, each channel 0 to 1. */
export function screenRgb(space: ColorSpace, components: readonly number[]): Rgb | null {
  if (components.length < componentCount(space) || !components.every(Number.isFinite)) return null
  const [first = 0, second = 0, third = 0, fourth = 0] = components
  switch (space.kind) {
    case 'gray':
      return screenOf([0, 0, 0, 1 - first])
    case 'rgb':
      return space.colors === undefined
        ? [first, second, third]
        : rgbOfProfile(space.colors, [first, second, third])
    case 'cmyk':
      return screenOf([first, second, third, fourth])
    case 'calGray': {
      const lightness = encodeSrgb(unit(first) ** space.gamma)
      return [lightness, lightness, lightness]
    }
    case 'calRgb':
      return calRgbToRgb(space, [first, second, third])
    case 'lab':
      return labToRgb(space.range, first, second, third)
    case 'inks': {
      const shown = space.transform === null ? null : evaluateFunction(space.transform, components)
      return shown === null ? null : screenRgb(space.alternate, shown)
    }
    case 'indexed':
      return screenRgb(space.base, tableEntry(space, first))
  }
}

const unit = (value: number) => Math.min(Math.max(value, 0), 1)

/** Decision: gray is black ink, on the screen as on the plates (see `processInks`). */
const screenOf = (inks: Cmyk) => screenOfCmyk(inks).map((byte) => byte / 255) as unknown as Rgb

/**
 * 8.6.5.4. Decision: a Lab colour is taken relative to its own white and shown under D50, the white of graphic
 * arts viewing, so that paper white stays white whatever white point the file states.
 */
function labToRgb(
  [aLow, aHigh, bLow, bHigh]: LabRange,
  lightness: number,
  toRed: number,
  toYellow: number,
): Rgb {
  const a = Math.min(Math.max(toRed, aLow), aHigh)
  return rgbOfLab(lightness, a, Math.min(Math.max(toYellow, bLow), bHigh))
}

/** 8.6.5.3, then from the space's white to D50 by Bradford, as colour engines do. */
function calRgbToRgb(space: Extract<ColorSpace, { kind: 'calRgb' }>, components: Rgb): Rgb {
  const linear = components.map((value, at) => unit(value) ** (space.gamma[at] ?? 1))
  const axis = (row: number) =>
    linear.reduce((sum, value, column) => sum + value * (space.matrix[column * 3 + row] ?? 0), 0)
  return xyzD50ToRgb(...underD50([axis(0), axis(1), axis(2)], space.whitePoint))
}
