/** Live text's fonts: an embedded, tagged subset as a composite font with ToUnicode (ISO 32000-1 9.7 and 9.10). */

import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Separation } from '../../layout/separation.ts'
import { hex4, name, real } from '../../pdf/syntax.ts'
import { mayBeSubset } from '../../text/embedding.ts'
import type { Typeface } from '../../text/font.ts'
import { fontIdOf } from '../../text/font-key.ts'
import type { GlyphRun } from '../../text/glyph-run.ts'
import { composed } from '../../text/plain-text.ts'
import { bareCff } from '../../text/subset.ts'
import type { TailPart } from './tail-part.ts'

/** A font in the making: its widths, and which runs its glyphs say. */
export interface LiveFont {
  readonly typeface: Typeface
  /** Advance of a glyph in thousandths of the size, as /W states it: whole, for some viewers read no fractions. */
  width(glyphId: number): number
  /**
   * True if a reader gets the run's text back from its glyphs through ToUnicode alone. Readers put runs from the
   * right into logical order themselves, and some turn an ActualText there the wrong way round.
   */
  says(run: GlyphRun): boolean
}

/** A live font that collects runs. */
export interface GrowingFont extends LiveFont {
  /** The text of every glyph so far. */
  readonly toUnicode: ReadonlyMap<number, string>
  /**
   * Takes in the glyphs of these runs, before any of them is painted. The first cluster a glyph occurs in names it,
   * for good, so that runs which were painted by then still say what they said.
   */
  collect(runs: Iterable<GlyphRun>): void
}

export function createLiveFont(typeface: Typeface): GrowingFont {
  const toUnicode = new Map<number, string>()
  const widths = new Map<number, number>()
  return {
    typeface,
    toUnicode,
    collect(runs) {
      for (const run of runs)
        for (const [at, text] of textsOf(run).entries()) {
          const id = run.glyphs[at]?.id
          if (id !== undefined && !toUnicode.has(id)) toUnicode.set(id, text)
        }
    },
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
      // HarfBuzz may order marks otherwise than the text does, where that makes no difference (canonical order).
      return composed((run.rightToLeft ? said.toReversed() : said).join('')) === run.text
    },
  }
}

/** The runs of all marks by typeface. */
export function runsOf(separation: Separation): ReadonlyMap<Typeface, readonly GlyphRun[]> {
  const runs = new Map<Typeface, GlyphRun[]>()
  for (const slot of separation.slots)
    for (const { mark } of slot.marks)
      for (const run of mark.kind === 'text' ? mark.runs : []) {
        const list = runs.get(run.typeface)
        if (list === undefined) runs.set(run.typeface, [run])
        else list.push(run)
      }
  return runs
}

/** Says nothing, yet readers that drop glyphs without a text, or show a sign for them, find one. */
const NOTHING = '\u200b'

/** The text of each glyph of a run, in its order; a cluster's text is divided among its glyphs. */
function textsOf(run: GlyphRun): readonly string[] {
  const starts = [...new Set(run.glyphs.map((glyph) => glyph.cluster)), run.text.length].sort((a, b) => a - b)
  const texts: string[] = []
  for (let at = 0; at < run.glyphs.length; ) {
    const cluster = run.glyphs[at]?.cluster ?? 0
    let count = 1
    while (run.glyphs[at + count]?.cluster === cluster) count += 1
    const text = run.text.slice(
      cluster,
      starts.find((start) => start > cluster),
    )
    const glyphIds = run.glyphs.slice(at, at + count).map((glyph) => glyph.id)
    texts.push(...(count === 1 ? [text] : sharedOut(run.typeface, glyphIds, [...text])))
    at += count
  }
  return texts
}

/**
 * Each glyph takes its own character where the cluster has it; one glyph that is left takes what is left. Of several
 * each takes its own character all the same: then the glyphs do not say the text, and ActualText does.
 */
function sharedOut(typeface: Typeface, glyphIds: readonly number[], characters: string[]): readonly string[] {
  const own = glyphIds.map((id) => typeface.characterOf(id))
  const taken = own.map((character) => {
    const found = characters.indexOf(character)
    if (found >= 0) characters.splice(found, 1)
    return found >= 0
  })
  const alone = taken.filter((done) => !done).length === 1
  return own.map((character, at) => {
    if (taken[at] === true) return character
    return (alone ? characters.join('') : character) || NOTHING
  })
}

/** Adds one object of the tail and answers its number. */
export type AddObject = (body: string, stream?: TailPart) => number

/**
 * Writes the font's objects but the Type 0 font itself, whose dictionary is returned. A font whose maker forbids
 * subsets stands in the file as it is, and then carries no tag.
 */
export function writeLiveFont(
  font: GrowingFont,
  subset: (typeface: Typeface, glyphIds: Iterable<number>) => Uint8Array,
  add: AddObject,
): string {
  const { typeface } = font
  const ids = [...font.toUnicode.keys()].sort((a, b) => a - b)
  const whole = !mayBeSubset(typeface)
  const program = whole ? typeface.data : subset(typeface, ids)
  const { postScriptName } = typeface.info
  const kept = keptOf(program)
  if (kept.tag === '') kept.tag = subsetTag(typeface, ids)
  const tagged = name(whole ? postScriptName : `${kept.tag}+${postScriptName}`)
  const file = whole && isKept(typeface) ? addKept(typeface, add) : addProgram(typeface, program, add)
  const descriptor = add(describe(typeface, tagged, file))
  const widths = ids.map((id) => `${id} [${font.width(id)}]`).join(' ')
  const descendant = add(
    `<</Type /Font /Subtype /${typeface.cff ? 'CIDFontType0' : 'CIDFontType2'} /BaseFont ${tagged} ` +
      `/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor ${descriptor} 0 R ` +
      `/DW 0 /W [${widths}]${typeface.cff ? '' : ' /CIDToGIDMap /Identity'}>>`,
  )
  const map = toUnicodeMap(font.toUnicode)
  if (kept.map !== map) {
    kept.map = map
    kept.mapStream = deflateSync(map)
  }
  const toUnicode = add('/Filter /FlateDecode', kept.mapStream)
  return (
    `<</Type /Font /Subtype /Type0 /BaseFont ${tagged} /Encoding /Identity-H ` +
    `/DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R>>`
  )
}

/** What was written for a font program last time, so that a later use gives the same bytes. */
interface EmbeddedProgram {
  tag: string
  stream: Uint8Array | null
  map: string
  mapStream: Uint8Array
}

const keptPrograms = new WeakMap<Uint8Array, EmbeddedProgram>()

function keptOf(program: Uint8Array): EmbeddedProgram {
  let kept = keptPrograms.get(program)
  if (kept === undefined) {
    kept = { tag: '', stream: null, map: '', mapStream: new Uint8Array() }
    keptPrograms.set(program, kept)
  }
  return kept
}

function addProgram(typeface: Typeface, program: Uint8Array, add: AddObject): number {
  const kept = keptOf(program)
  kept.stream ??= deflateSync(typeface.cff ? bareCff(program) : program)
  const kind = typeface.cff ? '/Subtype /CIDFontType0C' : `/Length1 ${program.length}`
  return add(`${kind} /Filter /FlateDecode`, kept.stream)
}

/** Decision: a whole font is not stored with every render; print files refer to the stored one. */
function addKept({ sha256, data }: Typeface, add: AddObject): number {
  return add(`/Length1 ${data.length}`, { sha256, sizeBytes: data.length })
}

/** A team's TrueType font lies among the kept files as it is; of one with CFF only a table is embedded. */
function isKept({ info, cff }: Typeface): boolean {
  return !cff && fontIdOf(info.key) !== null
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
