/** Fonts of appearances: symbols that every viewer has are embedded, because a press needs them in the file. */
import { type PDFContext, PDFDict, PDFName, type PDFObject, type PDFRef } from '@cantoo/pdf-lib'
import { arrayEntry, asDict, dictEntry, entry, nameEntry } from '../../pdf/read-object.ts'

const FIRST_CODE = 32
/** Advance widths of ZapfDingbats by code from 32 to 255, as its makers state them; 0 where there is no glyph. */
// biome-ignore format: a table.
const WIDTHS: readonly number[] = [
  278, 974, 961, 974, 980, 719, 789, 790, 791, 690, 960, 939, 549, 855, 911, 933, 911, 945, 974, 755, 846, 762, 761,
  571, 677, 763, 760, 759, 754, 494, 552, 537, 577, 692, 786, 788, 788, 790, 793, 794, 816, 823, 789, 841, 823, 833,
  816, 831, 923, 744, 723, 749, 790, 792, 695, 776, 768, 792, 759, 707, 708, 682, 701, 826, 815, 789, 789, 707, 687,
  696, 689, 786, 787, 713, 791, 785, 791, 873, 761, 762, 762, 759, 759, 892, 892, 788, 784, 438, 138, 277, 415, 392,
  392, 668, 668, 0, 390, 390, 317, 317, 276, 276, 509, 509, 410, 410, 234, 234, 334, 334, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 732, 544, 544, 910, 667, 760, 760, 776, 595, 694, 626, 788, 788, 788, 788, 788, 788,
  788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788,
  788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 788, 894, 838, 1016, 458, 748, 924, 748, 918, 927, 928, 928, 834,
  873, 828, 924, 924, 917, 930, 931, 463, 883, 836, 836, 867, 867, 696, 696, 874, 0, 874, 760, 946, 771, 865, 771,
  888, 967, 888, 831, 873, 927, 970, 918, 0,
]

/** Glyphs of ZapfDingbats by code from 32 on: the numbers that follow the `a` of their names. */
const GLYPHS = (
  '- 1 2 202 3 4 5 119 118 117 11 12 13 14 15 16 105 17 18 19 20 21 22 23 24 25 26 27 28 6 7 8 9 10 29 30 31 ' +
  '32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 ' +
  '69 70 71 72 73 74 203 75 204 76 77 78 79 81 82 83 84 97 98 99 100 - 89 90 93 94 91 92 205 85 206 86 87 88 95 96 ' +
  '- - - - - - - - - - - - - - - - - - - 101 102 103 104 106 107 108 112 111 110 109 120 121 122 123 124 125 126 ' +
  '127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 ' +
  '155 156 157 158 159 160 161 163 164 196 165 192 166 167 168 169 170 171 172 173 162 174 175 176 177 178 179 193 ' +
  '180 199 181 200 182 - 201 183 184 197 185 194 198 186 195 187 188 189 190 191 '
).split(' ')

/** What a font of an appearance needs for the press: nothing, the symbols, or a font that is not available. */
export type FontState = 'whole' | 'symbols' | 'missing'

export interface SymbolFonts {
  stateOf(font: PDFDict | null): FontState
  /** ZapfDingbats, embedded; each document has it once. */
  embedded(): PDFRef
}

/** `program` is a bare CFF font with the glyphs and codes of ZapfDingbats, or null where there is none. */
export function createSymbolFonts(context: PDFContext, program: Uint8Array | null): SymbolFonts {
  let made: PDFRef | null = null
  return {
    stateOf(font) {
      if (font === null) return 'missing'
      if (isEmbedded(font)) return 'whole'
      return program !== null && isDingbats(font) ? 'symbols' : 'missing'
    },
    embedded() {
      if (program === null) throw new Error('There is no font of symbols.')
      made ??= embed(context, program)
      return made
    },
  }
}

function isEmbedded(font: PDFDict): boolean {
  const subtype = nameEntry(font, 'Subtype')
  if (subtype === 'Type3') return true
  const owner = subtype === 'Type0' ? asDict(arrayEntry(font, 'DescendantFonts')?.[0] ?? null) : font
  const descriptor = owner === null ? null : dictEntry(owner, 'FontDescriptor')
  const has = (key: string) => descriptor !== null && dictEntry(descriptor, key) !== null
  return has('FontFile') || has('FontFile2') || has('FontFile3')
}

/** One with codes of its own is left to those who know what it means. */
function isDingbats(font: PDFDict): boolean {
  const encoding: PDFObject | null = entry(font, 'Encoding')
  const own = encoding instanceof PDFDict && entry(encoding, 'Differences') !== null
  return nameEntry(font, 'BaseFont') === 'ZapfDingbats' && nameEntry(font, 'Subtype') === 'Type1' && !own
}

/** The program may number its glyphs otherwise, so each code names its glyph (ISO 32000-1 9.6.6.2). */
function embed(context: PDFContext, program: Uint8Array): PDFRef {
  const file = context.flateStream(program, { Subtype: 'Type1C' })
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: 'ZapfDingbats',
    Flags: 4,
    FontBBox: [-1, -143, 981, 820],
    ItalicAngle: 0,
    Ascent: 820,
    Descent: -143,
    CapHeight: 820,
    StemV: 90,
    FontFile3: context.register(file),
  })
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'ZapfDingbats',
    FirstChar: FIRST_CODE,
    LastChar: FIRST_CODE + WIDTHS.length - 1,
    Widths: [...WIDTHS],
    Encoding: { Type: 'Encoding', Differences: differences() },
  })
  font.set(PDFName.of('FontDescriptor'), context.register(descriptor))
  return context.register(font)
}

function differences(): (number | string)[] {
  return GLYPHS.flatMap((glyph, at) => (glyph === '-' ? [] : [FIRST_CODE + at, `a${glyph}`]))
}
