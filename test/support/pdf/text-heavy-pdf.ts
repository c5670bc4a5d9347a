/** Files full of ordinary text, as several kinds of producers write it: what reading them costs is what tests look at. */
import { shapeText } from '../../../core/engine/text/shape.ts'
import { type Chance, seededChance } from '../run/seeded-chance.ts'
import { bundledTypeface, testFonts } from './fonts.ts'
import { flated, type RawObject, rawPdf } from './raw-pdf.ts'

/**
 * How the fonts of each page stand there: subsets with an encoding of their own, composite fonts with a meaning for
 * every glyph, composite fonts whose codes go by a CMap of the file, and fonts that are only named.
 */
export const TEXT_KINDS = ['subset fonts', 'composite fonts', 'fonts with CMaps', 'named fonts'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

const FACES = [
  'Arimo-Regular',
  'Arimo-Bold',
  'Arimo-Italic',
  'Tinos-Regular',
  'Tinos-Bold',
  'Tinos-Italic',
  'Cousine-Regular',
  'CormorantGaramond-Regular',
] as const

const NAMES = [
  'Helvetica',
  'Helvetica-Bold',
  'ArialMT',
  'Arial,BoldItalic',
  'TimesNewRomanPS-BoldMT',
  'Times-Roman',
  'CourierNewPSMT',
  'FrutigerLTStd-LightCn',
] as const

const FOREIGN = [
  'MinionPro-Regular',
  'MinionPro-SemiboldIt',
  'MyriadPro-Cond',
  'Calibri-Light',
  'Garamond-BookItalic',
  'Univers-57-Condensed',
  'LetterGothicStd-Bold',
  'Optima-ExtraBlack',
] as const

export const FONTS_A_PAGE = FACES.length
const LINES = 52
const SIZE = 10
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:-()']
/** What sends a page to be looked through for placeholders: a brace that opens none. */
const ALPHABET = [' ', '{', '}', ...LETTERS]

interface TextFonts {
  /** Further objects of the file, and those of one page. */
  readonly objects: Readonly<Record<string, RawObject>>
  ofPage(page: number): Readonly<Record<string, RawObject>>
  /** A string in the font of this index, as an operand. */
  show(font: number, text: string): string
  width(font: number, text: string): number
}

/** Pages of about 600 words, each word placed and kerned by itself, the font and the colour set anew for each. */
export function textHeavyPdf(kind: TextKind, pages = 117): Buffer {
  const fonts = fontsOf(kind)
  const chance = seededChance(pages)
  const each = Array.from({ length: pages }, (_, at): [string, RawObject][] => {
    const own = fonts.ofPage(at)
    const named = FACES.map((_, index) => `/F${index} @font${at}x${index}`).join(' ')
    return [
      [
        `page${at}`,
        `<< /Type /Page /Parent @pages /MediaBox [0 0 595 842] /Contents @content${at} /Resources << /Font << ${named} >> >> >>`,
      ],
      [`content${at}`, flated(content(fonts, chance))],
      ...Object.entries(own),
    ]
  })
  return rawPdf({
    objects: {
      catalog: '<< /Type /Catalog /Pages @pages >>',
      pages: `<< /Type /Pages /Kids [${each.map((_, at) => `@page${at}`).join(' ')}] /Count ${pages} >>`,
      ...fonts.objects,
      ...Object.fromEntries(each.flat()),
    },
  })
}

function content(fonts: TextFonts, chance: Chance): string {
  const pieces: string[] = []
  for (let line = 0; line < LINES; line += 1) {
    const y = 790 - line * 14.4
    let x = 50
    pieces.push(`BT 0 0 0 1 k 1 0 0 1 ${x} ${y.toFixed(2)} Tm`)
    for (let before = 0; x < 500; ) {
      const font = chance.oneIn(3) ? chance.whole(0, FACES.length - 1) : line % FACES.length
      const word = wordOf(chance, line === LINES / 2 && before === 0)
      const cut = chance.whole(1, word.length - 1)
      const shown = chance.oneIn(2)
        ? `${fonts.show(font, `${word} `)} Tj`
        : `[${fonts.show(font, word.slice(0, cut))} ${chance.whole(-30, 30)} ${fonts.show(font, `${word.slice(cut)} `)}] TJ`
      pieces.push(`0 0 0 ${chance.oneIn(4) ? '0.8' : '1'} k /F${font} ${SIZE} Tf ${before} 0 Td ${shown}`)
      before = Number((fonts.width(font, `${word} `) * SIZE).toFixed(3))
      x += before
    }
    pieces.push('ET')
  }
  return pieces.join('\n')
}

function wordOf(chance: Chance, withBraces: boolean): string {
  const letters = Array.from({ length: chance.whole(2, 9) }, () => chance.pick(LETTERS)).join('')
  return withBraces ? `{${letters}}` : letters
}

function fontsOf(kind: TextKind): TextFonts {
  if (kind === 'subset fonts') return subsetFonts()
  return kind === 'named fonts' ? namedFonts() : compositeFonts(kind === 'fonts with CMaps')
}

function glyphsOf(face: string): ReadonlyMap<string, { readonly id: number; readonly width: number }> {
  const typeface = bundledTypeface(face)
  return new Map(
    ALPHABET.map((letter) => {
      const id = shapeText(typeface, letter).glyphs[0]?.id ?? 0
      return [letter, { id, width: Math.round((typeface.advance(id) * 1000) / typeface.unitsPerEm) }]
    }),
  )
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
const utf16 = (letter: string) => Buffer.from(letter, 'utf16le').swap16().toString('hex')

/** Lists in pieces of 100, as the specification asks for. */
function cmap(space: string, word: 'bfchar' | 'cidrange', entries: readonly string[]) {
  const pieces = Array.from({ length: Math.ceil(entries.length / 100) }, (_, at) => {
    const some = entries.slice(at * 100, at * 100 + 100)
    return `${some.length} begin${word}\n${some.join('\n')}\nend${word}`
  })
  return flated(
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def /WMode 0 def\n' +
      `1 begincodespacerange ${space} endcodespacerange\n${pieces.join('\n')}\nendcmap end end`,
    '/Type /CMap /CMapName /Own',
  )
}

function descriptor(name: string, at: number, file = ''): string {
  const monospaced = name.startsWith('C') ? 1 : 0
  return `<< /Type /FontDescriptor /FontName /${name} /Flags ${4 + monospaced} /FontBBox [-200 -300 1200 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV ${80 + at} ${file} >>`
}

/** The names of the subsets are of no font that the service has. */
const nameOf = (at: number) => `ABCDE${String.fromCharCode(65 + at)}+${FOREIGN[at]}`

function perPage(text: (index: number) => string): TextFonts['ofPage'] {
  return (page) => Object.fromEntries(FACES.map((_, index) => [`font${page}x${index}`, text(index)]))
}

function widthIn(faces: readonly ReturnType<typeof glyphsOf>[]): TextFonts['width'] {
  return (font, text) =>
    [...text].reduce((sum, letter) => sum + (faces[font]?.get(letter)?.width ?? 0), 0) / 1000
}

/** Codes count from 33 on, in an order of the font's own. */
function subsetFonts(): TextFonts {
  const faces = FACES.map(glyphsOf)
  const codes = new Map(ALPHABET.map((letter, at) => [letter, 33 + ((at * 7) % ALPHABET.length)]))
  const last = 33 + ALPHABET.length - 1
  const objects: Record<string, RawObject> = {}
  for (const [at, face] of FACES.entries()) {
    const glyphs = faces[at]
    const program = testFonts().subset(
      bundledTypeface(face),
      [...(glyphs?.values() ?? [])].map(({ id }) => id),
    )
    const widths = new Array<number>(ALPHABET.length).fill(0)
    for (const [letter, code] of codes) widths[code - 33] = glyphs?.get(letter)?.width ?? 0
    objects[`file${at}`] = flated(program, `/Length1 ${program.length}`)
    objects[`descriptor${at}`] = descriptor(nameOf(at), at, `/FontFile2 @file${at}`)
    objects[`widths${at}`] = `[${widths.join(' ')}]`
    const meanings = [...codes].map(([letter, code]) => `<${hex(code, 2)}> <${utf16(letter)}>`)
    objects[`unicode${at}`] = cmap('<00> <FF>', 'bfchar', meanings)
  }
  const font = (at: number) =>
    `<< /Type /Font /Subtype /TrueType /BaseFont /${nameOf(at)} /FirstChar 33 /LastChar ${last} /Widths @widths${at} /FontDescriptor @descriptor${at} /ToUnicode @unicode${at} >>`
  return {
    objects,
    ofPage: perPage(font),
    show: (_, text) => `<${[...text].map((letter) => hex(codes.get(letter) ?? 0, 2)).join('')}>`,
    width: widthIn(faces),
  }
}

/** Codes are glyph ids, or are made glyph ids by a CMap of the file; every glyph of the face has a width and a meaning. */
function compositeFonts(withCMap: boolean): TextFonts {
  const faces = FACES.map(glyphsOf)
  const objects: Record<string, RawObject> = {}
  const shift = withCMap ? 0x2000 : 0
  for (const [at, face] of FACES.entries()) {
    const typeface = bundledTypeface(face)
    const ids = Array.from({ length: 6_000 }, (_, id) => id)
    const known = ids.filter((id) => typeface.characterOf(id) !== '')
    const program = testFonts().subset(typeface, known.slice(0, 200))
    objects[`file${at}`] = flated(program, `/Length1 ${program.length}`)
    objects[`descriptor${at}`] = descriptor(nameOf(at), at, `/FontFile2 @file${at}`)
    const width = (id: number) => Math.round((typeface.advance(id) * 1000) / typeface.unitsPerEm)
    objects[`widths${at}`] = `[${known.map((id) => `${id} ${id} ${width(id)}`).join(' ')}]`
    objects[`descendant${at}`] =
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${nameOf(at)} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor @descriptor${at} /DW 1000 /W @widths${at} /CIDToGIDMap /Identity >>`
    const meanings = known.map((id) => `<${hex(id + shift, 4)}> <${utf16(typeface.characterOf(id))}>`)
    objects[`unicode${at}`] = cmap('<0000> <FFFF>', 'bfchar', meanings)
    const cids = known.map((id) => `<${hex(id + shift, 4)}> <${hex(id + shift, 4)}> ${id}`)
    if (withCMap) objects[`encoding${at}`] = cmap('<0000> <FFFF>', 'cidrange', cids)
  }
  const font = (at: number) =>
    `<< /Type /Font /Subtype /Type0 /BaseFont /${nameOf(at)} /Encoding ${withCMap ? `@encoding${at}` : '/Identity-H'} /DescendantFonts [@descendant${at}] /ToUnicode @unicode${at} >>`
  return {
    objects,
    ofPage: perPage(font),
    show: (at, text) =>
      `<${[...text].map((letter) => hex((faces[at]?.get(letter)?.id ?? 0) + shift, 4)).join('')}>`,
    width: widthIn(faces),
  }
}

function namedFonts(): TextFonts {
  return {
    objects: {},
    ofPage: perPage(
      (at) => `<< /Type /Font /Subtype /Type1 /BaseFont /${NAMES[at]} /Encoding /WinAnsiEncoding >>`,
    ),
    show: (_, text) => `(${text.replaceAll(/[()\\]/g, '\\$&')})`,
    width: widthIn(FACES.map(glyphsOf)),
  }
}
