/** Inks on paper, mixed in bytes: the arithmetic of one pixel, and of spans of them. */
import { type Cmyk, screenOfCmyk } from '../pdf/space/screen-cmyk.ts'
import type { InkKind, InkLook } from './drawing.ts'

export type Rgb = readonly [number, number, number]

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** a * b / 255 rounded to the nearest, for bytes. */
export function times(a: number, b: number): number {
  const product = a * b + 128
  return (product + (product >> 8)) >> 8
}

/** From `from` to `to` by a byte's share, rounded to the nearest. */
export function towards(from: number, to: number, share: number): number {
  return times(from, 255 - share) + times(to, share)
}

/** How strongly what finishing does is hinted at, of 255, and the gray that stands for it. */
const HINTS: Readonly<Partial<Record<InkKind, number>>> = { line: 140, finish: 34 }
const HINT_GRAY: Rgb = [128, 128, 128]

/** An ink ready for the loops. */
export interface Ink {
  /** `multiply` darkens what lies below by `color`, `process` by what a tint shows as, `cover` replaces it. */
  readonly how: 'multiply' | 'process' | 'cover'
  readonly color: Rgb
  /** Of 255: what its full tint amounts to. */
  readonly strength: number
  /** Whites are printed first, coverings last. */
  readonly rank: 0 | 1 | 2
  /** A process ink in a tint (0 to 255) on white; what lies between its steps is no straight line. */
  shade(tint: number): Rgb
}

/** Null for an ink that does not show. */
export function inkOf({ hex, kind, cmyk, shades }: InkLook): Ink | null {
  if (kind === 'hidden') return null
  if (kind === 'process') {
    const plain = () => (cmyk === undefined ? lightOf(rgbOf(hex)) : shadesOf(cmyk))
    const shade = shades === undefined ? plain() : shadeIn(shades)
    return { how: 'process', color: shade(255), strength: 255, rank: 1, shade }
  }
  const color = HINTS[kind] === undefined ? rgbOf(hex) : HINT_GRAY
  const shade = () => color
  const hint = HINTS[kind]
  if (hint !== undefined) return { how: 'cover', color, strength: hint, rank: 2, shade }
  if (kind === 'white') return { how: 'cover', color, strength: 255, rank: 0, shade }
  if (kind === 'covering') return { how: 'cover', color, strength: 255, rank: 2, shade }
  return { how: 'multiply', color, strength: 255, rank: 1, shade }
}

function shadeIn(shades: Uint8Array): (tint: number) => Rgb {
  return (tint) => [shades[tint * 3]!, shades[tint * 3 + 1]!, shades[tint * 3 + 2]!]
}

function lightOf([red, green, blue]: Rgb): (tint: number) => Rgb {
  return (tint) => [towards(255, red, tint), towards(255, green, tint), towards(255, blue, tint)]
}

function shadesOf(cmyk: Cmyk): (tint: number) => Rgb {
  const known: Rgb[] = []
  return (tint) => {
    known[tint] ??= screenOfCmyk(cmyk.map((part) => (part * tint) / 255) as unknown as Cmyk)
    return known[tint]
  }
}

/** One channel under an ink of a tint (0 to 255). */
export function under(below: number, ink: Ink, channel: 0 | 1 | 2, tint: number): number {
  if (ink.how === 'process') return times(below, ink.shade(tint)[channel])
  const share = ink.strength === 255 ? tint : times(tint, ink.strength)
  if (ink.how === 'cover') return towards(below, ink.color[channel], share)
  return times(below, 255 - times(share, 255 - ink.color[channel]))
}
