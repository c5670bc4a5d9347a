/** Reads how wide the glyphs of a font are: stated widths, those of the standard fonts, or the font program's own. */
import { type PDFDict, PDFNumber, type PDFObject, StandardFontEmbedder, StandardFonts } from '@cantoo/pdf-lib'
import { Blob, Face, Font } from 'harfbuzzjs'
import { onceFor } from '../../../once-for.ts'
import { arrayEntry, asArray, asNumber, dictEntry, entry, nameEntry, numberEntry } from '../read-object.ts'
import { decodeStream } from '../read-stream.ts'

const MAX_PROGRAM_BYTES = 32 << 20

/** The width of a simple font's code in em, given what the code means; glyph space is 1/1000 unless it is Type 3. */
export function simpleWidths(font: PDFDict, meanings: readonly (string | null)[]): (code: number) => number {
  const type3 = nameEntry(font, 'Subtype') === 'Type3'
  const scale = type3 ? (asNumber(arrayEntry(font, 'FontMatrix')?.[0] ?? null) ?? 0.001) : 0.001
  const first = numberEntry(font, 'FirstChar') ?? 0
  const widths = arrayEntry(font, 'Widths')
  const descriptor = dictEntry(font, 'FontDescriptor')
  const missing = (descriptor && numberEntry(descriptor, 'MissingWidth')) ?? 0
  const otherwise = widths === null && !type3 ? unstated(font, descriptor, meanings) : () => missing
  return (code) => (asNumber(widths?.[code - first] ?? null) ?? otherwise(code)) * scale
}

/** ISO 32000-1 9.6.2.2: the standard fonts may leave their widths out; other files do, too. */
function unstated(
  font: PDFDict,
  descriptor: PDFDict | null,
  meanings: readonly (string | null)[],
): (code: number) => number {
  const program = descriptor === null ? null : programWidths(descriptor, meanings)
  if (program !== null) return program
  const name: string = standardName(nameEntry(font, 'BaseFont') ?? '')
  const { encoding, font: metrics } = StandardFontEmbedder.for(
    name as Parameters<typeof StandardFontEmbedder.for>[0],
  )
  return (code) => {
    const point = meanings[code]?.codePointAt(0)
    if (point === undefined || !encoding.canEncodeUnicodeCodePoint(point)) return 0
    return metrics.getWidthOfGlyph(encoding.encodeUnicodeCodePoint(point).name) ?? 0
  }
}

function standardName(name: string): StandardFonts {
  const plain = name.replace(/^[A-Z]{6}\+/, '')
  const exact = Object.values(StandardFonts).find((standard) => standard === plain)
  if (exact !== undefined) return exact
  const bold = /bold/i.test(plain)
  const italic = /italic|oblique/i.test(plain)
  if (/cour/i.test(plain)) return bold ? StandardFonts.CourierBold : StandardFonts.Courier
  if (/times|serif|roman/i.test(plain)) {
    if (bold) return italic ? StandardFonts.TimesRomanBoldItalic : StandardFonts.TimesRomanBold
    return italic ? StandardFonts.TimesRomanItalic : StandardFonts.TimesRoman
  }
  return bold ? StandardFonts.HelveticaBold : StandardFonts.Helvetica
}

/** Advances of an embedded TrueType or OpenType program, by what its codes mean. */
function programWidths(
  descriptor: PDFDict,
  meanings: readonly (string | null)[],
): ((code: number) => number) | null {
  const stream = entry(descriptor, 'FontFile2') ?? entry(descriptor, 'FontFile3')
  const program = stream === null ? null : openProgram(stream)
  if (program === null) return null
  const { font, upem } = program
  return (code) => {
    const point = meanings[code]?.codePointAt(0)
    // Symbolic programs have their codes from U+F000 on (9.6.6.4).
    const glyph =
      (point === undefined ? undefined : font.nominalGlyph(point)) ?? font.nominalGlyph(0xf000 + code)
    return glyph === undefined ? 0 : (font.glyphHAdvance(glyph) * 1000) / upem
  }
}

const openProgram = onceFor((stream: PDFObject) => {
  const program = decodeStream(stream, MAX_PROGRAM_BYTES)
  if (program === null) return null
  const face = new Face(new Blob(program))
  const font = new Font(face)
  return face.upem > 0 ? { font, upem: face.upem } : null
})

/** Widths of a CIDFont by CID, in em (9.7.4.3). */
export const cidWidths: (font: PDFDict) => (cid: number) => number = onceFor((font: PDFDict) => {
  const standard = numberEntry(font, 'DW') ?? 1000
  const single = new Map<number, number>()
  const ranges: { first: number; last: number; width: number }[] = []
  const items = arrayEntry(font, 'W') ?? []
  for (let at = 0; at + 1 < items.length; ) {
    const first = asNumber(items[at] ?? null) ?? 0
    const list = asArray(font, items[at + 1] ?? null)
    if (list !== null) {
      for (const [index, width] of list.entries()) single.set(first + index, asNumber(width) ?? standard)
      at += 2
      continue
    }
    const [last, width] = [asNumber(items[at + 1] ?? null), asNumber(items[at + 2] ?? null)]
    if (last !== null && width !== null && items[at + 2] instanceof PDFNumber)
      ranges.push({ first, last, width })
    at += 3
  }
  const known = new Map<number, number>()
  return (cid: number) => {
    let width = single.get(cid) ?? known.get(cid)
    if (width === undefined) {
      width = ranges.find(({ first, last }) => cid >= first && cid <= last)?.width ?? standard
      known.set(cid, width)
    }
    return width / 1000
  }
})

/** The vertical advance of a CIDFont in em, always downwards (9.7.4.3; single glyphs' /W2 is not looked at). */
export function verticalAdvance(font: PDFDict): number {
  return (asNumber(arrayEntry(font, 'DW2')?.[1] ?? null) ?? -1000) / 1000
}
