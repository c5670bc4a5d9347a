/** Inks on paper, mixed in bytes: the arithmetic of one pixel, and of spans of them. */
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
  /** `multiply` darkens what lies below by `color`, `cover` replaces it. */
  readonly how: 'multiply' | 'cover'
  readonly color: Rgb
  /** Of 255: what its full tint amounts to. */
  readonly strength: number
  /** Whites are printed first, coverings last. */
  readonly rank: 0 | 1 | 2
}

/** Null for an ink that does not show. */
export function inkOf({ hex, kind }: InkLook): Ink | null {
  if (kind === 'hidden') return null
  const hint = HINTS[kind]
  if (hint !== undefined) return { how: 'cover', color: HINT_GRAY, strength: hint, rank: 2 }
  if (kind === 'white') return { how: 'cover', color: rgbOf(hex), strength: 255, rank: 0 }
  if (kind === 'covering') return { how: 'cover', color: rgbOf(hex), strength: 255, rank: 2 }
  return { how: 'multiply', color: rgbOf(hex), strength: 255, rank: 1 }
}

/** One channel under an ink of a tint (0 to 255). */
export function under(below: number, ink: Ink, channel: 0 | 1 | 2, tint: number): number {
  const share = ink.strength === 255 ? tint : times(tint, ink.strength)
  if (ink.how === 'cover') return towards(below, ink.color[channel], share)
  return times(below, 255 - times(share, 255 - ink.color[channel]))
}
