/** A typeface: a font file opened for shaping, measuring and drawing. */
import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs'
import { readSfnt, type Sfnt, tableOf, unusableFont } from '../pdf/font/sfnt.ts'
import { drawOutline, type Outline } from './outline.ts'

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
  /** `head` font bounding box in font units: [xMin, yMin, xMax, yMax]. */
  readonly boundingBox: readonly [number, number, number, number]
  /** `post` italic angle, degrees counterclockwise from the vertical (0 for upright, negative for italics). */
  readonly italicAngle: number
  /** True for CFF outlines (OpenType with an `OTTO` header). */
  readonly cff: boolean
  /** OS/2 fsType, 0 where the table is missing. */
  readonly fsType: number
  /** PDF path operators in font units (`m l c h`), cached. Empty for a glyph without ink. */
  outline(glyphId: number): string
  bounds(glyphId: number): GlyphBounds
  advance(glyphId: number): number
  /** It can be printed: a glyph that only a picture or colour layers draw is none. */
  hasCodePoint(codePoint: number): boolean
  /** Some of its glyphs are pictures or layers of colours, which no outline draws. */
  readonly colored: boolean
  /** The character for which the font's cmap names this glyph, or '' for a glyph that only shaping reaches. */
  characterOf(glyphId: number): string
}

/** The HarfBuzz font behind each typeface: the shaper's business alone, so no part of the interface. */
const fonts = new WeakMap<Typeface, Font>()

/** The HarfBuzz font of a typeface that `openTypeface` opened. */
export function harfbuzzFont(typeface: Typeface): Font {
  const font = fonts.get(typeface)
  if (font === undefined) throw new Error(`${typeface.info.key} was not opened by openTypeface`)
  return font
}

/**
 * Opens a TrueType or OpenType font (TTF, OTF). A variable font is opened at its default instance, the only one
 * that a PDF can carry. Throws `invalid_font` for a file that is not a font or cannot be printed.
 */
export function openTypeface(data: Uint8Array, info: FontInfo, sha256: string): Typeface {
  const sfnt = readSfnt(data)
  checkTables(sfnt)
  const face = new Face(new Blob(data))
  const font = new Font(face)
  const outlines = new Map<number, Outline>()
  const advances = new Map<number, number>()
  const printed = new Map<number, boolean>()
  let characters: ReadonlyMap<number, string> | undefined
  const draw = (glyphId: number): Outline => {
    let outline = outlines.get(glyphId)
    if (outline === undefined) {
      outline = drawOutline(font, glyphId, face.upem)
      outlines.set(glyphId, outline)
    }
    return outline
  }
  const heightOf = (character: string): number => {
    const glyphId = font.nominalGlyph(character.codePointAt(0) ?? 0)
    return (glyphId === undefined ? null : draw(glyphId).bounds)?.[3] ?? 0
  }
  const extents = font.hExtents()
  const os2 = readOs2(sfnt)
  const typeface: Typeface = {
    info,
    sha256,
    data,
    unitsPerEm: face.upem,
    // A font without Latin letters has neither height; the usual proportions of a face stand in.
    capHeight: os2.capHeight || heightOf('H') || Math.round(face.upem * 0.7),
    xHeight: os2.xHeight || heightOf('x') || Math.round(face.upem * 0.5),
    ascender: extents.ascender,
    descender: extents.descender,
    boundingBox: readBoundingBox(sfnt),
    italicAngle: readItalicAngle(sfnt),
    cff: sfnt.tables.has('CFF '),
    fsType: os2.fsType,
    outline: (glyphId) => draw(glyphId).path,
    bounds: (glyphId) => draw(glyphId).bounds,
    advance: (glyphId) => {
      let advance = advances.get(glyphId)
      if (advance === undefined) {
        advance = font.glyphHAdvance(glyphId)
        advances.set(glyphId, advance)
      }
      return advance
    },
    colored: COLOR_TABLES.some((tag) => sfnt.tables.has(tag)),
    hasCodePoint: (codePoint) => {
      const glyphId = font.nominalGlyph(codePoint)
      if (glyphId === undefined) return false
      let isPrinted = printed.get(codePoint)
      if (isPrinted === undefined) {
        const character = String.fromCodePoint(codePoint)
        isPrinted = !leavesInk(character) || draw(glyphId).bounds !== null || isDrawn(font, character, draw)
        printed.set(codePoint, isPrinted)
      }
      return isPrinted
    },
    characterOf: (glyphId) => {
      characters ??= charactersByGlyph(face, font)
      return characters.get(glyphId) ?? ''
    },
  }
  fonts.set(typeface, font)
  return typeface
}

/** Layers of outlines, bitmaps and drawings that stand for glyphs. */
const COLOR_TABLES = ['COLR', 'CBDT', 'EBDT', 'sbix', 'SVG ']

/** Letters, figures, punctuation and signs, but for those that are blank by their meaning. */
const INKED = /^[\p{L}\p{N}\p{P}\p{S}]$/u
const BLANK = /^[\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]$/u

export const leavesInk = (character: string) => INKED.test(character) && !BLANK.test(character)

/** Some fonts put letters together of parts: the glyph of the letter itself is empty, and shaping replaces it. */
function isDrawn(font: Font, character: string, draw: (glyphId: number) => Outline): boolean {
  const buffer = new Buffer()
  buffer.addText(character)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  return buffer.getGlyphInfos().some(({ codepoint }) => draw(codepoint).bounds !== null)
}

/** The lowest of several characters with one glyph: a space rather than a no-break space. */
function charactersByGlyph(face: Face, font: Font): ReadonlyMap<number, string> {
  const characters = new Map<number, string>()
  for (const codePoint of face.collectUnicodes()) {
    const glyphId = font.nominalGlyph(codePoint)
    if (glyphId !== undefined && !characters.has(glyphId))
      characters.set(glyphId, String.fromCodePoint(codePoint))
  }
  return characters
}

/** With their least lengths in bytes. */
const REQUIRED_TABLES = { head: 54, hhea: 36, hmtx: 4, maxp: 6, cmap: 4 }

function checkTables(sfnt: Sfnt): void {
  for (const [tag, leastLength] of Object.entries(REQUIRED_TABLES)) {
    const length = sfnt.tables.get(tag)?.length
    if (length === undefined) throw unusableFont(`is an incomplete font: it has no table ${tag}`)
    if (length < leastLength) throw unusableFont(`is a damaged font: its table ${tag} is cut off`)
  }
  if (sfnt.tables.has('glyf') && sfnt.tables.has('loca')) return
  if (sfnt.tables.has('CFF ')) return
  // Decision: CFF2 outlines are refused, as no version of PDF can embed them.
  throw unusableFont(
    sfnt.tables.has('CFF2')
      ? 'is a variable font with CFF2 outlines, which a PDF cannot carry; upload a static instance'
      : 'is a font without outlines',
  )
}

/** xMin, yMin, xMax and yMax of `head`. */
function readBoundingBox(sfnt: Sfnt): Typeface['boundingBox'] {
  const head = tableOf(sfnt, 'head')
  if (head === null) return [0, 0, 0, 0]
  return [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)]
}

/** Degrees, from the 16.16 number of `post`. */
function readItalicAngle(sfnt: Sfnt): number {
  const post = tableOf(sfnt, 'post')
  return post === null || post.byteLength < 8 ? 0 : post.getInt32(4) / 0x10000
}

/** fsType, sCapHeight and sxHeight of OS/2; 0 where the table or its version does not have them. */
function readOs2(sfnt: Sfnt): { fsType: number; capHeight: number; xHeight: number } {
  const os2 = tableOf(sfnt, 'OS/2')
  if (os2 === null || os2.byteLength < 10) return { fsType: 0, capHeight: 0, xHeight: 0 }
  const heights = os2.getUint16(0) >= 2 && os2.byteLength >= 90
  return {
    fsType: os2.getUint16(8),
    capHeight: heights ? Math.max(0, os2.getInt16(88)) : 0,
    xHeight: heights ? Math.max(0, os2.getInt16(86)) : 0,
  }
}
