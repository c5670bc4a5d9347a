/** The inks of an artwork as its plan has them: their colour spaces, and what keeps one from printing as another. */
import type { Mixture } from './mixture.ts'

/** A separation that the artwork defines; `object` is the number of its colour space array. */
export interface PlanInk {
  readonly name: string
  readonly object: number
  readonly hex: string
  /** The colour spaces of the plan's `spaces` that name it: to print it as another ink is to redefine them all. */
  readonly slots?: readonly number[]
  /** Why it can never print as another ink; null where it can. Inks of version 1 say nothing, and cannot. */
  readonly hindrance?: InkHindrance | null
  /** The other plates that one of its colour spaces names: in one space no plate may stand twice. */
  readonly mixedWith?: readonly string[]
}

export const INK_HINDRANCES = [
  'inline_image',
  'soft_mask',
  'opi',
  'halftone',
  'trapping',
  'postscript',
  'process',
  'spelling',
  'malformed',
  'mixture',
] as const

export type InkHindrance = (typeof INK_HINDRANCES)[number]

/** A colour space of the artwork that names plates, in an indirect object of its own that a tail may redefine. */
export interface PlanSpace {
  readonly object: number
  readonly family: 'Separation' | 'DeviceN'
  /** A plate for each component of a colour. */
  readonly names: readonly string[]
  /** The array's text, one character a byte, cut wherever it names an ink of the plan. */
  readonly parts: readonly SpacePart[]
  /** How a DeviceN with inks of the plan mixes them; null for any other, and where that cannot be told. */
  readonly mixture: Mixture | null
}

/** Text as it stands, an ink's name, or the reference to a DeviceN's tint transform. */
export type SpacePart =
  | string
  | { readonly ink: string; readonly text: string }
  | { readonly transform: string }
