/** Text of fonts that a PDF gives no encoding: it says what their own program says, to us, to MuPDF and to poppler. */
import { expect } from 'chai'
import { cffEncoding } from '../../../../../core/engine/pdf/font/cff-encoding.ts'
import { STANDARD_NAMES } from '../../../../../core/engine/pdf/font/cff-names.ts'
import { shapeText } from '../../../../../core/engine/text/shape.ts'
import { compileSource } from '../../../../support/engine/rendering.ts'
import { cffOf, withCff } from '../../../../support/pdf/cff-font.ts'
import { jost, renamed } from '../../../../support/pdf/font-files.ts'
import { typefaceOf } from '../../../../support/pdf/fonts.ts'
import { placeholderPage } from '../../../../support/pdf/placeholder-page.ts'
import { needs, pdfText } from '../../../../support/rips/oracles.ts'
import { shownChars } from '../../../../support/rips/shown-chars.ts'

const GLYPH_NAMES: Readonly<Record<string, string>> = { ' ': 'space', '{': 'braceleft', '}': 'braceright' }
const WORDS = 'Dear {{name}} of Ulm'
const LETTERS = [...new Set(WORDS)]
const source = renamed(jost(), { family: 'Made Artwork' })
const typeface = typefaceOf(source)
const idOf = (letter: string) => shapeText(typeface, letter).glyphs[0]?.id ?? 0
const names = new Map(LETTERS.map((letter) => [idOf(letter), GLYPH_NAMES[letter] ?? letter]))

/** Codes from 1 on, as subsets have them: what StandardEncoding calls something else, or nothing. */
const first = (letter: string) => LETTERS.indexOf(letter) + 1
/** A second code for each letter, far from the first. */
const second = (letter: string) => 255 - LETTERS.indexOf(letter)
const once = new Map(LETTERS.map((letter) => [first(letter), idOf(letter)]))
const twice = new Map([...once, ...LETTERS.map((letter) => [second(letter), idOf(letter)] as const)])
const hex = (words: string, codeOf: (letter: string) => number) =>
  `<${[...words].map((letter) => codeOf(letter).toString(16).padStart(2, '0')).join('')}>`

function page(program: { entries: string; data: Uint8Array }, codeOf: (letter: string) => number, key = '3') {
  const codes = LETTERS.map(codeOf)
  const [low, high] = [Math.min(...codes), Math.max(...codes)]
  const letterOf = new Map(LETTERS.map((letter) => [codeOf(letter), letter]))
  const widths = Array.from({ length: high - low + 1 }, (_, at) => {
    const letter = letterOf.get(low + at)
    return letter === undefined ? 0 : Math.round(typeface.advance(idOf(letter)))
  })
  return placeholderPage({
    content: `0 0 0 1 k BT /F4 18 Tf 40 220 Td ${hex(WORDS, codeOf)} Tj ET`,
    fonts: '/F4 @simple',
    objects: {
      simple:
        `<< /Type /Font /Subtype /Type1 /BaseFont /MadeArtwork-Regular /FirstChar ${low} /LastChar ${high} ` +
        `/Widths [${widths.join(' ')}] /FontDescriptor @described >>`,
      described:
        '<< /Type /FontDescriptor /FontName /MadeArtwork-Regular /Flags 4 /FontBBox [-200 -300 1300 1000] ' +
        `/ItalicAngle 0 /Ascent 900 /Descent -300 /CapHeight 700 /StemV 80 /FontFile${key} @program >>`,
      program,
    },
  })
}

const bare = (options: Parameters<typeof cffOf>[1]) => ({
  entries: '/Subtype /Type1C',
  data: cffOf(source, { names, ...options }),
})
/** A Type 1 program as far as its clear text; its glyphs are never drawn here. */
const type1 = (assignments: string) => ({
  entries: '/Length1 400 /Length2 0 /Length3 0',
  data: Buffer.from(
    `%!PS-AdobeFont-1.0: MadeArtwork-Regular\n/FontName /MadeArtwork-Regular def\n/Encoding 256 array\n` +
      `0 1 255 {1 index exch /.notdef put} for\n${assignments}readonly def\ncurrentdict end\ncurrentfile eexec\n`,
  ),
})
const put = LETTERS.map((letter) => `dup ${first(letter)} /${GLYPH_NAMES[letter] ?? letter} put\n`).join('')

describe('a font without an encoding in the PDF', () => {
  const cases = {
    'one by one (format 0)': page(bare({ codes: once }), first),
    'in ranges (format 1)': page(bare({ codes: once, inRanges: true }), first),
    'one by one, with a supplement': page(bare({ codes: twice }), second),
    'in ranges, with a supplement': page(bare({ codes: twice, inRanges: true }), second),
    'by names of its own': page(
      bare({ codes: once, names: new Map([...names].map(([id, name]) => [id, `${name}.alt`])) }),
      first,
    ),
  }
  for (const [name, pdf] of Object.entries(cases))
    it(`has the codes of its CFF program, written ${name}`, async function () {
      needs(this, 'mutool', 'pdftotext')
      const { scene } = await compileSource(pdf)
      const [field] = scene.fields
      expect(scene.fields.map(({ label }) => label)).to.deep.equal(['name'])
      const said = field?.placements[0]?.line?.parts.map(({ text }) => text ?? '…')
      expect(said?.join('')).to.equal('Dear … of Ulm')
      // Names with endings are beyond the others.
      if (name.includes('names of its own')) return
      const shown = shownChars(pdf).map(({ text }) => text)
      expect(shown.join(''), 'MuPDF').to.include(WORDS)
      expect(pdfText(pdf), 'poppler').to.include(WORDS)
    })

  it('has those of a Type 1 program', async () => {
    const { scene } = await compileSource(page(type1(put), first, ''))
    expect(scene.fields.map(({ label }) => label)).to.deep.equal(['name'])
  })
})

describe('the encoding of a CFF program', () => {
  it('is found in an OpenType file too', () => {
    const wrapped = withCff(source, { names, codes: once })
    expect(cffEncoding(wrapped)).to.deep.equal(cffEncoding(cffOf(source, { names, codes: once })))
    expect(cffEncoding(wrapped)?.get(first('D'))).to.equal('D')
  })

  it('is none where the program states none, or is keyed by CIDs', () => {
    expect(cffEncoding(cffOf(source, { names }))).to.equal(null)
    expect(cffEncoding(cffOf(source, { cidOf: (id) => id + 7 }))).to.equal(null)
  })

  it('is none, or a part of it, where the program is damaged, and never an error', () => {
    const sound = cffOf(source, { names, codes: twice })
    for (let length = 0; length < Math.min(sound.length, 900); length += 7)
      expect(() => cffEncoding(sound.subarray(0, length)), `${length} bytes`).not.to.throw()
    for (let at = 0; at < 900; at += 3) {
      const spoiled = Buffer.from(sound)
      spoiled[at] = 255
      expect(() => cffEncoding(spoiled), `byte ${at}`).not.to.throw()
    }
  })

  it('knows the standard names by their numbers', () => {
    expect(STANDARD_NAMES).to.have.length(379)
    for (const [at, name] of [
      [1, 'space'],
      [34, 'A'],
      [66, 'a'],
      [109, 'fi'],
      [228, 'zcaron'],
      [229, 'exclamsmall'],
      [378, 'Ydieresissmall'],
    ] as const)
      expect(STANDARD_NAMES[at]).to.equal(name)
  })
})
