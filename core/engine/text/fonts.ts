/** Opened fonts, for work that must not wait for files. */
import type { FontInfo, Typeface } from './font.ts'

/** The available fonts, for synchronous work. */
export interface Fonts {
  list(): readonly FontInfo[]
  /** Throws where no font has this key. */
  open(key: string): Typeface
  /** A font file with only these glyphs, under their own ids (TrueType or OpenType with CFF, as the source is). */
  subset(typeface: Typeface, glyphIds: Iterable<number>): Uint8Array
}
