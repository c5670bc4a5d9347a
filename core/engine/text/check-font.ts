/** Checks an uploaded font before text is set in it, beyond being readable. */

import { ServiceError } from '../../errors.ts'
import { readSfnt, type Sfnt, tableOf, unusableFont } from '../pdf/font/sfnt.ts'
import { embeddingOf, mayBeSubset } from './embedding.ts'
import { harfbuzzFont, type Typeface } from './font.ts'
import { shapeParagraph } from './shape.ts'

/** Parts in parts: real fonts have one or two levels. */
const DEEPEST_COMPOSITE = 8
/** Simple glyphs in a composite glyph, over all levels. */
const MOST_COMPONENTS = 512
/** Segments in the path of one glyph and of all; an ornament takes about 50 000. */
const GLYPH_CHARACTERS = 400_000
const ALL_CHARACTERS = 200_000_000
/** Decision: a font that must not be subset stands in every print file with all its glyphs, and so is to be small. */
const WHOLE_FONT_BYTES = 1 << 20
const SAMPLE_CHARACTERS = 2_000

/**
 * Refuses with `font_embedding_denied` what the maker does not let be printed with, and with `invalid_font` tables
 * that contradict each other, glyphs made of themselves, glyphs without end and fonts without outlines. Draws every glyph: only in a worker.
 */
export function checkFont(
  data: Uint8Array,
  typeface: Typeface,
): { readonly glyphCount: number; readonly variable: boolean } {
  const sfnt = readSfnt(data)
  const variable = sfnt.tables.has('fvar')
  refuseEmbedding(typeface, variable)
  const glyphCount = tableOf(sfnt, 'maxp')?.getUint16(4) ?? 0
  checkMetrics(sfnt, glyphCount)
  if (!typeface.cff) checkGlyphs(sfnt, glyphCount)
  drawAll(typeface, glyphCount)
  shapeSample(typeface)
  return { glyphCount, variable }
}

function refuseEmbedding(typeface: Typeface, variable: boolean): void {
  const { fsType, data } = typeface
  const denied = (message: string) =>
    new ServiceError('font_embedding_denied', { message, param: 'file', extra: { fs_type: fsType } })
  if (embeddingOf(fsType) === null)
    throw denied(
      (fsType & 0x200) === 0
        ? 'The licence of the font forbids it in documents (restricted embedding); ask its maker for another licence.'
        : 'The licence of the font allows images of its letters alone in documents; ask its maker for another licence.',
    )
  if (mayBeSubset(typeface)) return
  if (variable) throw denied('The font may not be changed for a document, and a variable font must be.')
  if (data.length > WHOLE_FONT_BYTES)
    throw denied('The font may stand in a document only with all its glyphs, and has more than 1 MB of them.')
}

function checkMetrics(sfnt: Sfnt, glyphCount: number): void {
  const head = tableOf(sfnt, 'head')
  const unitsPerEm = head?.getUint16(18) ?? 0
  if (head?.getUint32(12) !== 0x5f0f3cf5 || unitsPerEm < 16 || unitsPerEm > 16_384)
    throw unusableFont('is a damaged font: its table head is not valid')
  const advances = tableOf(sfnt, 'hhea')?.getUint16(34) ?? 0
  const bytes = tableOf(sfnt, 'hmtx')?.byteLength ?? 0
  if (glyphCount < 1 || advances < 1 || advances > glyphCount || bytes < advances * 4)
    throw unusableFont('is a damaged font: its tables hhea, hmtx and maxp contradict each other')
}

/** Offsets in order and within the table, and what composite glyphs are made of. */
function checkGlyphs(sfnt: Sfnt, glyphCount: number): void {
  const [glyf, loca, head] = [tableOf(sfnt, 'glyf'), tableOf(sfnt, 'loca'), tableOf(sfnt, 'head')]
  if (glyf === null || loca === null || head === null) throw unusableFont('is a font without outlines')
  const long = head.getInt16(50) === 1
  if (loca.byteLength < (glyphCount + 1) * (long ? 4 : 2))
    throw unusableFont('is a damaged font: its table loca is cut off')
  const offset = (glyph: number) => (long ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2)
  const parts = new Map<number, readonly number[]>()
  for (let glyph = 0; glyph < glyphCount; glyph += 1) {
    const [start, end] = [offset(glyph), offset(glyph + 1)]
    if (start > end || end > glyf.byteLength)
      throw unusableFont('is a damaged font: a glyph lies outside of its table')
    if (end - start >= 10 && glyf.getInt16(start) < 0) parts.set(glyph, componentsOf(glyf, start + 10, end))
  }
  const weights = new Map<number, number>()
  for (const glyph of parts.keys()) weigh(glyph, parts, weights, 0)
}

// OpenType 1.9, "glyf", component flags.
const WORDS = 0x1
const SCALE = 0x8
const MORE = 0x20
const TWO_SCALES = 0x40
const MATRIX = 0x80

function componentsOf(glyf: DataView, start: number, end: number): readonly number[] {
  const found: number[] = []
  for (let at = start, flags = MORE; (flags & MORE) !== 0; ) {
    if (at + 4 > end) throw unusableFont('is a damaged font: a composite glyph is cut off')
    flags = glyf.getUint16(at)
    found.push(glyf.getUint16(at + 2))
    at += 4 + ((flags & WORDS) === 0 ? 2 : 4)
    at += (flags & SCALE) !== 0 ? 2 : (flags & TWO_SCALES) !== 0 ? 4 : (flags & MATRIX) !== 0 ? 8 : 0
  }
  return found
}

/** The number of simple glyphs in a glyph; each is weighed once, so that no tree is walked twice. */
function weigh(
  glyph: number,
  parts: ReadonlyMap<number, readonly number[]>,
  weights: Map<number, number>,
  depth: number,
): number {
  const known = weights.get(glyph)
  if (known !== undefined) return known
  const own = parts.get(glyph)
  if (own === undefined) return 1
  if (depth > DEEPEST_COMPOSITE) throw unusableFont('is a font with glyphs that are made of themselves')
  let weight = 0
  for (const part of own) weight += weigh(part, parts, weights, depth + 1)
  if (weight > MOST_COMPONENTS) throw unusableFont('is a font with glyphs of too many parts')
  weights.set(glyph, weight)
  return weight
}

function drawAll(typeface: Typeface, glyphCount: number): void {
  let [total, drawn] = [0, 0]
  for (let glyph = 0; glyph < glyphCount; glyph += 1) {
    const { length } = typeface.outline(glyph)
    total += length
    // The sign of a missing character is drawn in most fonts of pictures, too.
    if (glyph > 0) drawn += length
    if (length > GLYPH_CHARACTERS || total > ALL_CHARACTERS)
      throw unusableFont('is a font with outlines that are too intricate to be printed')
  }
  if (drawn === 0)
    throw unusableFont(
      'is a font without outlines: its characters are images or blank, and cannot be printed',
    )
}

/** Sets text in every script of the font; a font that never finishes stops its worker here. */
function shapeSample(typeface: Typeface): void {
  const characters: string[] = []
  for (const codePoint of harfbuzzFont(typeface).face.collectUnicodes()) {
    if (codePoint >= 0x20) characters.push(String.fromCodePoint(codePoint))
    if (characters.length === SAMPLE_CHARACTERS) break
  }
  if (characters.length === 0) throw unusableFont('is a font that names no characters for its glyphs')
  shapeParagraph(typeface, characters.join(''), [])
}
