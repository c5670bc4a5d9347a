/** Glyphs of one typeface and size, each with its place: what shaping and fitting give. */
import type { Typeface } from './font.ts'

/** A glyph with its origin in field space (units of the page's user space, y upwards). */
export interface PlacedGlyph {
  readonly id: number
  readonly x: number
  readonly y: number
  /** UTF-16 offset in the run's text where this glyph's cluster begins. */
  readonly cluster: number
}

/** Glyphs of one typeface and size in visual order; `text` is their text in logical order. */
export interface GlyphRun {
  readonly typeface: Typeface
  readonly sizePt: number
  readonly rightToLeft: boolean
  readonly text: string
  readonly glyphs: readonly PlacedGlyph[]
  /** True if the typeface is a fallback because the field's own lacks these characters. */
  readonly fallback?: true
}
