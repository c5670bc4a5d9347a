/** A typeface: a font file opened for shaping, measuring and drawing. Placeholder of the contract. */

export interface FontInfo {
  readonly key: string
  readonly postScriptName: string
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
}

/** Bounds of a glyph's ink in font units: [xMin, yMin, xMax, yMax]; null for a glyph without ink. */
export type GlyphBounds = readonly [number, number, number, number] | null

export interface Typeface {
  readonly info: FontInfo
  /** SHA-256 of the font file, hex. */
  readonly sha256: string
  readonly data: Uint8Array
  readonly unitsPerEm: number
  /** In font units; measured from `H` and `x` where OS/2 does not say. */
  readonly capHeight: number
  readonly xHeight: number
  readonly ascender: number
  readonly descender: number
  /** True for CFF outlines (OpenType with an `OTTO` header). */
  readonly cff: boolean
  /** OS/2 fsType, 0 where the table is missing. */
  readonly fsType: number
  /** PDF path operators in font units (`m l c h`), cached. Empty for a glyph without ink. */
  outline(glyphId: number): string
  bounds(glyphId: number): GlyphBounds
  advance(glyphId: number): number
  hasCodePoint(codePoint: number): boolean
}
