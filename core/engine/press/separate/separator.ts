/** Converts colours to process inks by the output profile, and counts what it has converted. */
import { type ColorSpace, tableEntry } from '../../pdf/space/space.ts'
import type { ColorSource, ConvertTools } from './press-colors.ts'
import type { SourceSpace } from './source-space.ts'

/** Kinds of objects of which a report tells how many were converted. */
export const CONVERTED_KINDS = ['paint', 'image', 'shading'] as const
export type ConvertedKind = (typeof CONVERTED_KINDS)[number]

export type Inks = readonly [number, number, number, number]

export interface Gamut {
  colors: number
  images: number
  /** The farthest from what prints of it: the colour, and CIEDE2000. */
  farthest: { readonly color: string; readonly distance: number } | null
}

export interface Separator {
  readonly tools: ConvertTools
  readonly counts: Record<ConvertedKind, number>
  /** Images that stayed as they were, since nothing here opens them. */
  readonly left: { images: number }
  /** Pixels of images that may still be opened. */
  readonly room: { pixels: number }
  /** Colours and images that the press cannot print as they are. */
  readonly gamut: Gamut
  /** Of colours of one space. */
  inksOf(space: SourceSpace, colors: readonly (readonly number[])[]): readonly Inks[]
  /**
   * The lightness (0 to 1) of a neutral colour as sRGB has it, else null. Decision: black and the grays of every space
   * are tints of the black plate, as those of fields are: nobody prints gray text in four inks on purpose.
   */
  grayOf(source: ColorSource, parts: readonly number[]): number | null
}

/** Components this close are one: less than a step of 8 bits. */
const TOLERANCE = 0.002
/** Lab this close to the axis is gray. */
const NEUTRAL_LAB = 0.5
const MOST_KNOWN = 10_000
/** Decision: an upload is answered within a minute; images beyond these stay as they are, and the report says so. */
const MOST_PIXELS_OF_FILE = 200_000_000

export function createSeparator(tools: ConvertTools): Separator {
  const known = new Map<string, Inks>()
  const sources = new Map<unknown, number>()
  const numberOf = (source: unknown) => {
    const found = sources.get(source) ?? sources.size
    sources.set(source, found)
    return found
  }
  const gamut: Gamut = { colors: 0, images: 0, farthest: null }
  const grayOf = (source: ColorSource, parts: readonly number[]): number | null => {
    const [first = 0, second = 0, third = 0] = parts
    if (source === 'lab')
      return Math.max(Math.abs(second), Math.abs(third)) <= NEUTRAL_LAB ? grayOfLightness(first) : null
    const isEven = Math.max(first, second, third) - Math.min(first, second, third) <= TOLERANCE
    return isEven ? tools.colors.gray(source, unit(first)) : null
  }
  return {
    tools,
    counts: { paint: 0, image: 0, shading: 0 },
    left: { images: 0 },
    room: { pixels: MOST_PIXELS_OF_FILE },
    gamut,
    grayOf,
    inksOf(space, colors) {
      const plain = colors.map((parts) => space.prepare(baseOf(space.space, parts)))
      const key = (parts: readonly number[]) => `${numberOf(space.source)} ${parts.join(' ')}`
      const unknown = plain.filter((parts) => grayOf(space.source, parts) === null && !known.has(key(parts)))
      if (unknown.length > 0) {
        const colors = Float32Array.from(unknown.flat())
        const made = tools.colors.inks(space.source, colors)
        gamut.colors += noteOutside(
          gamut,
          space.source,
          colors,
          tools.colors.distances(space.source, colors, made),
        )
        if (known.size > MOST_KNOWN) known.clear()
        for (const [at, parts] of unknown.entries())
          known.set(key(parts), Array.from(made.subarray(at * 4, at * 4 + 4), inkOf) as unknown as Inks)
      }
      return plain.map((parts) => {
        const gray = grayOf(space.source, parts)
        return gray === null ? (known.get(key(parts)) ?? [0, 0, 0, 1]) : [0, 0, 0, inkOf(1 - gray)]
      })
    },
  }
}

/** A difference that is seen beside the original; less is what tables and rounding take. */
const OUTSIDE = 3

/** Notes the farthest colour, and answers how many lie outside of the gamut. */
export function noteOutside(
  gamut: Gamut,
  source: ColorSource,
  colors: Float32Array,
  distances: Float32Array,
): number {
  let count = 0
  for (const [at, distance] of distances.entries()) {
    if (distance <= OUTSIDE) continue
    count += 1
    if (distance <= (gamut.farthest?.distance ?? 0)) continue
    const parts = Array.from(colors.subarray(at * 3, at * 3 + 3))
    const color =
      source === 'lab'
        ? `Lab ${parts.map(Math.round).join('/')}`
        : `RGB ${parts.map((part) => Math.round(part * 255)).join('/')}`
    gamut.farthest = { color, distance: Math.round(distance * 10) / 10 }
  }
  return count
}

function baseOf(space: ColorSpace | null, parts: readonly number[]): readonly number[] {
  return space?.kind === 'indexed' ? tableEntry(space, parts[0] ?? 0) : parts
}

const unit = (value: number) => Math.min(Math.max(value, 0), 1)
/** To a hundredth of a per cent: what a profile leaves of white is no ink. */
const inkOf = (value: number) => Math.round(unit(value) * 10_000) / 10_000

/** The sRGB gray of an L*. */
function grayOfLightness(lightness: number): number {
  const middle = (Math.min(Math.max(lightness, 0), 100) + 16) / 116
  const light = middle >= 6 / 29 ? middle ** 3 : (108 / 841) * (middle - 4 / 29)
  return light <= 0.0031308 ? unit(light * 12.92) : unit(1.055 * light ** (1 / 2.4) - 0.055)
}
