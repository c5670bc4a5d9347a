/** A form's font: a WinAnsi subset of a typeface, embedded, so that every viewer sets new values in it. */
import { createHash } from 'node:crypto'
import { type PDFContext, type PDFRef, PDFString } from '@cantoo/pdf-lib'
import { subsetFont } from './font-subset.ts'
import { capHeight, openTypeface, type TypefaceName } from './typeface.ts'
import { WIN_ANSI } from './win-ansi.ts'

/** ISO 32000-1 table 123: the glyphs are those of a Latin text, not a font's own signs. */
const NONSYMBOLIC = 32
const ITALIC = 64
const FIXED_PITCH = 1

const FIRST_CODE = 32
const LAST_CODE = 255

/**
 * Embeds a typeface as a simple TrueType font. All of WinAnsiEncoding stays in, not only the letters of the
 * default values: the next shopper's name may be Zoë.
 */
export function embedFont(context: PDFContext, name: TypefaceName): PDFRef {
  const typeface = openTypeface(name)
  const { data, font, unitsPerEm } = typeface
  const scale = 1000 / unitsPerEm
  const codes = WIN_ANSI.slice(FIRST_CODE, LAST_CODE + 1)
  const present = codes.map((unicode) =>
    unicode !== null && font.nominalGlyph(unicode) !== undefined ? unicode : null,
  )
  const subset = subsetFont(
    data,
    present.filter((unicode) => unicode !== null),
  )
  const baseFont = `${subsetTag(subset)}+${name}`
  const { ascender, descender } = font.hExtents()
  const boxes = present.flatMap((unicode) => {
    const extents = unicode === null ? undefined : font.glyphExtents(font.nominalGlyph(unicode) ?? 0)
    return extents ? [extents] : []
  })
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: baseFont,
      FontFamily: PDFString.of(name.replace(/-.*/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')),
      Flags:
        NONSYMBOLIC + (name.includes('Italic') ? ITALIC : 0) + (name.startsWith('Cousine') ? FIXED_PITCH : 0),
      FontBBox: [
        Math.floor(Math.min(...boxes.map((box) => box.xBearing)) * scale),
        Math.floor(Math.min(...boxes.map((box) => box.yBearing + box.height)) * scale),
        Math.ceil(Math.max(...boxes.map((box) => box.xBearing + box.width)) * scale),
        Math.ceil(Math.max(...boxes.map((box) => box.yBearing)) * scale),
      ],
      ItalicAngle: italicAngle(data),
      Ascent: Math.round(ascender * scale),
      Descent: Math.round(descender * scale),
      CapHeight: Math.round(capHeight(typeface)),
      // The files do not state a stem width; 0 stands for unknown in practice and is read by no embedded font.
      StemV: 0,
      FontFile2: context.register(context.flateStream(subset, { Length1: subset.length })),
    }),
  )
  const widths = present.map((unicode) =>
    unicode === null ? 0 : Math.round(font.glyphHAdvance(font.nominalGlyph(unicode) ?? 0) * scale),
  )
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont: baseFont,
      Encoding: 'WinAnsiEncoding',
      FirstChar: FIRST_CODE,
      LastChar: LAST_CODE,
      Widths: widths,
      FontDescriptor: descriptor,
      ToUnicode: context.register(context.flateStream(toUnicode(present))),
    }),
  )
}

/** Six letters that tell this subset from others of the same typeface (ISO 32000-1 9.6.4). */
function subsetTag(subset: Uint8Array): string {
  const digest = createHash('sha256').update(subset).digest()
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
}

/** From the `post` table: a 16.16 number of degrees. */
function italicAngle(data: Uint8Array): number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let table = 0; table < view.getUint16(4); table++) {
    const entry = 12 + table * 16
    if (view.getUint32(entry) === 0x706f7374) return view.getInt32(view.getUint32(entry + 8) + 4) / 65536
  }
  return 0
}

/** Codes to Unicode for copying and searching; at most 100 entries stand in one block (ISO 32000-1 9.10.3). */
function toUnicode(codes: readonly (number | null)[]): string {
  const hex = (value: number, digits: number): string =>
    value.toString(16).toUpperCase().padStart(digits, '0')
  const entries = codes.flatMap((unicode, index) =>
    unicode === null ? [] : [`<${hex(FIRST_CODE + index, 2)}> <${hex(unicode, 4)}>`],
  )
  const blocks: string[] = []
  for (let start = 0; start < entries.length; start += 100) {
    const block = entries.slice(start, start + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}
