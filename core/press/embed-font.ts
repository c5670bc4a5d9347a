/** Live text's fonts: an embedded, tagged subset as a composite font with ToUnicode (ISO 32000-1 9.7 and 9.10). */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { GlyphRun } from '../layout/mark.ts'
import type { Typeface } from '../text/font.ts'
import { bareCff } from '../text/subset.ts'
import { hex4, name, real } from './syntax.ts'

/** A font in the making: the glyphs that a render's runs use and what each stands for. */
export interface LiveFont {
  readonly typeface: Typeface
  readonly glyphIds: ReadonlySet<number>
  /** Advance of a glyph in thousandths of the size, as /W states it: whole, for some viewers read no fractions. */
  width(glyphId: number): number
  /**
   * True if a reader gets the run's text back from its glyphs through ToUnicode alone. Readers put runs from the
   * right into logical order themselves, and some turn an ActualText there the wrong way round.
   */
  says(run: GlyphRun): boolean
}

/** Collects glyphs of all runs of one typeface; the first cluster a glyph occurs in names it in ToUnicode. */
export function createLiveFont(
  typeface: Typeface,
  runs: readonly GlyphRun[],
): LiveFont & { readonly toUnicode: ReadonlyMap<number, string> } {
  const toUnicode = new Map<number, string>()
  const glyphIds = new Set<number>()
  const widths = new Map<number, number>()
  for (const run of runs)
    for (const [at, glyph] of run.glyphs.entries()) {
      glyphIds.add(glyph.id)
      if (toUnicode.has(glyph.id)) continue
      const text = clusterText(run, at)
      if (text !== '') toUnicode.set(glyph.id, text)
    }
  return {
    typeface,
    glyphIds,
    toUnicode,
    width(glyphId) {
      let width = widths.get(glyphId)
      if (width === undefined) {
        width = Math.round((typeface.advance(glyphId) / typeface.unitsPerEm) * 1000)
        widths.set(glyphId, width)
      }
      return width
    },
    says(run) {
      const said = run.glyphs.map((glyph) => toUnicode.get(glyph.id) ?? '')
      return (run.rightToLeft ? said.toReversed() : said).join('') === run.text
    },
  }
}

/** The text of a glyph's cluster, stated at the first glyph that the cluster has in visual order. */
function clusterText(run: GlyphRun, at: number): string {
  const glyph = run.glyphs[at]
  if (glyph === undefined || run.glyphs[at - 1]?.cluster === glyph.cluster) return ''
  let end = run.text.length
  for (const other of run.glyphs)
    if (other.cluster > glyph.cluster && other.cluster < end) end = other.cluster
  return run.text.slice(glyph.cluster, end)
}

/** Adds one object of the tail and answers its number. */
export type AddObject = (body: string, stream?: Uint8Array) => number

/** Writes the font's objects; returns the number of the Type 0 font. */
export function writeLiveFont(
  font: ReturnType<typeof createLiveFont>,
  subset: (typeface: Typeface, glyphIds: Iterable<number>) => Uint8Array,
  add: AddObject,
): number {
  const { typeface } = font
  const ids = [...font.glyphIds].sort((a, b) => a - b)
  const program = subset(typeface, ids)
  const tagged = name(`${subsetTag(typeface, ids)}+${typeface.info.postScriptName}`)
  const data = typeface.cff ? bareCff(program) : program
  const file = typeface.cff
    ? add('/Subtype /CIDFontType0C /Filter /FlateDecode', deflateSync(data))
    : add(`/Length1 ${data.length} /Filter /FlateDecode`, deflateSync(data))
  const descriptor = add(describe(typeface, tagged, file))
  const widths = ids.map((id) => `${id} [${font.width(id)}]`).join(' ')
  const descendant = add(
    `<</Type /Font /Subtype /${typeface.cff ? 'CIDFontType0' : 'CIDFontType2'} /BaseFont ${tagged} ` +
      `/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor ${descriptor} 0 R ` +
      `/DW 0 /W [${widths}]${typeface.cff ? '' : ' /CIDToGIDMap /Identity'}>>`,
  )
  const toUnicode = add('/Filter /FlateDecode', deflateSync(toUnicodeMap(font.toUnicode)))
  return add(
    `<</Type /Font /Subtype /Type0 /BaseFont ${tagged} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R>>`,
  )
}

/** Six capitals from the font and its glyphs, so that the same subset has the same name (9.6.4). */
function subsetTag(typeface: Typeface, ids: readonly number[]): string {
  const digest = createHash('sha256').update(typeface.sha256).update(Uint32Array.from(ids)).digest()
  return String.fromCharCode(...digest.subarray(0, 6).map((byte) => 0x41 + (byte % 26)))
}

function describe(typeface: Typeface, tagged: string, file: number): string {
  const { boundingBox, italicAngle } = typeface
  const per1000 = (units: number) => Math.round((units / typeface.unitsPerEm) * 1000)
  // Flag 3 (symbolic) because the encoding is the font's own, flag 7 for italics (table 123).
  const flags = 4 | (italicAngle === 0 ? 0 : 64)
  // The weight of stems is not in OpenType; 80 and 140 are usual for regular and bold and only steer substitutes.
  const stem = typeface.info.bold ? 140 : 80
  return (
    `<</Type /FontDescriptor /FontName ${tagged} /Flags ${flags} /FontBBox [${boundingBox.map(per1000).join(' ')}] ` +
    `/ItalicAngle ${real(italicAngle, 2)} /Ascent ${per1000(typeface.ascender)} /Descent ${per1000(typeface.descender)} ` +
    `/CapHeight ${per1000(typeface.capHeight)} /StemV ${stem} /${typeface.cff ? 'FontFile3' : 'FontFile2'} ${file} 0 R>>`
  )
}

/** A ToUnicode CMap (9.10.3); at most 100 entries a block. */
function toUnicodeMap(entries: ReadonlyMap<number, string>): string {
  const lines = [...entries]
    .sort(([a], [b]) => a - b)
    .map(([id, text]) => {
      let hex = ''
      for (let at = 0; at < text.length; at += 1) hex += hex4(text.charCodeAt(at))
      return `<${hex4(id)}> <${hex}>`
    })
  let blocks = ''
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    blocks += `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`
  }
  return (
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n' +
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n' +
    `1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${blocks}` +
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n'
  )
}
