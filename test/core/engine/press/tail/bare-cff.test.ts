/** Fonts with CFF outlines, in a print file as bare CFF: what is printed in them, and artwork that came with them. */

import { expect } from 'chai'
import type { Typeface } from '../../../../../core/engine/text/font.ts'
import type { Fonts } from '../../../../../core/engine/text/fonts.ts'
import { shapeText } from '../../../../../core/engine/text/shape.ts'
import { bundledFonts, compileSource, renderOn } from '../../../../support/engine/rendering.ts'
import { testField, testPlacement, testStyle } from '../../../../support/engine/scene.ts'
import { blankPdf } from '../../../../support/pdf/blank-pdf.ts'
import { cffOf, withCff } from '../../../../support/pdf/cff-font.ts'
import { jost, renamed, withFsType } from '../../../../support/pdf/font-files.ts'
import { cffTypeface, typefaceOf } from '../../../../support/pdf/fonts.ts'
import { placeholderPage } from '../../../../support/pdf/placeholder-page.ts'
import {
  coverage,
  needs,
  type Pdf,
  pdfFonts,
  pdfText,
  plainPdf,
  plates,
  qpdfCheck,
  RIPS,
  type Rip,
} from '../../../../support/rips/oracles.ts'

const WORDS = 'AVATAR Büro & 28'
/** RIPs fill the edges of TrueType and CFF outlines a little differently; the finer, the less it matters. */
const DPI = 300
const SAME_LETTERS = 0.04

const fontsWith = (own: Typeface): Fonts => ({
  list: () => [own.info, ...bundledFonts.list()],
  open: (key) => (key === own.info.key ? own : bundledFonts.open(key)),
  subset: (typeface, ids) => bundledFonts.subset(typeface, ids),
})

/** A blank page with one line of text in this typeface. */
async function printed(typeface: Typeface, text = WORDS): Promise<Uint8Array> {
  const compiled = await compileSource(await blankPdf([{ content: '' }]))
  const font = { requested: typeface.info.postScriptName, key: typeface.info.key, substitute: false }
  const placements = [
    testPlacement({ box: [20, 60, 280, 120], style: testStyle({ font, sizePt: 30, minSizePt: 30 }) }),
  ]
  const scene = { ...compiled.scene, fields: [testField('fld_0', { placements })] }
  return renderOn({ ...compiled, scene }, { fld_0: text }, { fonts: fontsWith(typeface) }).pdf
}

/** The share of the ink on the black plate that two files do not have in common. */
function unlike(one: Pdf, other: Pdf, rip: Rip): number {
  const [left, right] = [one, other].map(
    (pdf) => plates(pdf, { rip, dpi: DPI, only: 'Black' }).get('Black')?.ink,
  )
  if (left === undefined || right === undefined) throw new Error('There is no black plate.')
  let [differing, inked] = [0, 0]
  for (const [at, ink] of left.entries()) {
    differing += Math.abs(ink - (right[at] ?? 0))
    inked += ink
  }
  return differing / inked
}

for (const keys of ['names', 'cids'] as const)
  describe(`text in a CFF font keyed by ${keys}`, () => {
    const typeface = cffTypeface(keys)

    it('is embedded as bare CFF: a tagged subset with ToUnicode, which reads back', async function () {
      needs(this, 'pdffonts', 'pdftotext', 'qpdf')
      const pdf = await printed(typeface)
      const [font, ...others] = pdfFonts(pdf)
      expect(others).to.deep.equal([])
      expect(font).to.include({ type: 'CID Type 0C', embedded: true, subset: true, unicode: true })
      expect(font?.name).to.match(/^[A-Z]{6}\+Made(Curves|Keys)-Regular$/)
      expect(pdfText(pdf)).to.include(WORDS)
      expect(qpdfCheck(pdf)).to.include({ status: 0 })
      const plain = plainPdf(pdf)
      expect(plain)
        .to.match(/\/FontFile3 \d+ 0 R/)
        .and.include('/Subtype /CIDFontType0C')
      // The font program begins as a CFF font set does, and not with the name of a container.
      expect(plain).to.include('stream\n\x01\x00\x04').and.not.include('OTTO')
    })

    for (const rip of RIPS)
      it(`prints the letters that the TrueType font prints, says ${rip}`, async function () {
        needs(this, rip)
        const trueType = typefaceOf(renamed(jost(), { family: 'Made Letters' }))
        const expected = await printed(trueType)
        expect(unlike(expected, await printed(typeface), rip)).to.be.below(SAME_LETTERS)
        // So is a wrong letter told from a right one, by much more.
        expect(unlike(expected, await printed(typeface, WORDS.replace('28', '13')), rip)).to.be.above(
          SAME_LETTERS,
        )
      })
  })

describe('text in a CFF font whose CIDs stand in a row', () => {
  // The subset's charset is one range then, which says something else than a list of numbers.
  const row = typefaceOf(withCff(renamed(jost(), { family: 'Made Row' }), { cidOf: (id) => id + 500 }))

  for (const rip of RIPS)
    it(`prints the same letters, says ${rip}`, async function () {
      needs(this, rip)
      const expected = await printed(typefaceOf(renamed(jost(), { family: 'Made Letters' })))
      expect(unlike(expected, await printed(row), rip)).to.be.below(SAME_LETTERS)
    })
})

for (const keys of ['names', 'cids'] as const)
  describe(`a CFF font keyed by ${keys} whose maker forbids subsets`, () => {
    const file = withFsType(renamed(jost(), { family: 'Made Whole' }), 0x100)
    const typeface = typefaceOf(withCff(file, keys === 'names' ? {} : { cidOf: (id) => 20_000 - id }))

    it('is embedded whole and without a tag', async function () {
      needs(this, 'pdffonts', 'pdftotext')
      const pdf = await printed(typeface)
      expect(pdfFonts(pdf)).to.deep.equal([
        { name: 'MadeWhole-Regular', type: 'CID Type 0C', embedded: true, subset: false, unicode: true },
      ])
      expect(pdfText(pdf)).to.include(WORDS)
    })

    for (const rip of RIPS)
      it(`prints the same letters, says ${rip}`, async function () {
        needs(this, rip)
        const expected = await printed(typefaceOf(renamed(jost(), { family: 'Made Letters' })))
        expect(unlike(expected, await printed(typeface), rip)).to.be.below(SAME_LETTERS)
      })
  })

const GLYPH_NAMES: Readonly<Record<string, string>> = {
  ' ': 'space',
  '{': 'braceleft',
  '}': 'braceright',
}
const LETTERS = [...new Set('Dear Gustaf{{name}}Hugo{{who}}')]

/** A page that says one thing in a bare Type1C and one in a bare CIDFontType0C, each with a placeholder of its own. */
function artwork(): Buffer {
  const source = renamed(jost(), { family: 'Made Artwork' })
  const typeface = typefaceOf(source)
  const idOf = (letter: string) => shapeText(typeface, letter).glyphs[0]?.id ?? 0
  const width = (letter: string) => Math.round(typeface.advance(idOf(letter)))
  const names = new Map(LETTERS.map((letter) => [idOf(letter), GLYPH_NAMES[letter] ?? letter]))
  const cidOf = (id: number) => 30_000 - id
  const cid = (letter: string) => cidOf(idOf(letter)).toString(16).padStart(4, '0')
  const simple = (words: string) => `(${words})`
  const composite = (words: string) => `<${[...words].map(cid).join('')}>`
  const meanings = LETTERS.map(
    (letter) => `<${cid(letter)}> <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`,
  )
  const describe = (name: string, file: string) =>
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [-200 -300 1300 1000] /ItalicAngle 0 ` +
    `/Ascent 900 /Descent -300 /CapHeight 700 /StemV 80 /FontFile3 @${file} >>`
  const codes = LETTERS.map((letter) => [letter.charCodeAt(0), GLYPH_NAMES[letter] ?? letter])
  const widths = Array.from({ length: 95 }, (_, at) => width(String.fromCharCode(32 + at)))
  return placeholderPage({
    content:
      `0 0 0 1 k BT /F4 18 Tf 40 220 Td ${simple('Dear Gustaf')} Tj ET ` +
      `BT /F4 18 Tf 40 190 Td ${simple('{{name}}')} Tj ET ` +
      `BT /F5 18 Tf 40 120 Td ${composite('Dear Hugo')} Tj ET ` +
      `BT /F5 18 Tf 40 90 Td ${composite('{{who}}')} Tj ET`,
    fonts: '/F4 @simple /F5 @composite',
    objects: {
      simple:
        '<< /Type /Font /Subtype /Type1 /BaseFont /MadeArtwork-Regular /FirstChar 32 /LastChar 126 ' +
        `/Widths [${widths.join(' ')}] /FontDescriptor @describedSimple ` +
        `/Encoding << /Type /Encoding /Differences [${codes.map(([code, name]) => `${code} /${name}`).join(' ')}] >> >>`,
      describedSimple: describe('MadeArtwork-Regular', 'byNames'),
      byNames: { entries: '/Subtype /Type1C', data: cffOf(source, { names }) },
      composite:
        '<< /Type /Font /Subtype /Type0 /BaseFont /MadeArtwork-Regular /Encoding /Identity-H ' +
        '/DescendantFonts [@descendant] /ToUnicode @meanings >>',
      descendant:
        '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /MadeArtwork-Regular /FontDescriptor @describedComposite ' +
        `/W [${LETTERS.map((letter) => `${Number.parseInt(cid(letter), 16)} [${width(letter)}]`).join(' ')}] ` +
        '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
      describedComposite: describe('MadeArtwork-Regular', 'byCids'),
      byCids: { entries: '/Subtype /CIDFontType0C', data: cffOf(source, { cidOf }) },
      meanings: {
        data:
          '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ' +
          `${meanings.length} beginbfchar ${meanings.join(' ')} endbfchar endcmap end`,
      },
    },
  })
}

describe('artwork that came with bare CFF fonts', () => {
  it('keeps them as they are, and shows them to poppler as what they are', async function () {
    needs(this, 'pdffonts', 'pdftotext')
    const { body } = await compileSource(artwork())
    for (const pdf of [artwork(), body]) {
      const own = pdfFonts(pdf).filter(({ name }) => name === 'MadeArtwork-Regular')
      expect(own.map(({ type, embedded }) => [type, embedded])).to.deep.equal([
        ['Type 1C', true],
        ['CID Type 0C', true],
      ])
      expect(pdfText(pdf)).to.include('Dear Gustaf').and.include('Dear Hugo')
    }
  })

  for (const rip of RIPS)
    it(`is painted as it came, its placeholders apart, says ${rip} @long`, async function () {
      needs(this, rip)
      const { body, scene } = await compileSource(artwork())
      expect(scene.fields.map(({ label }) => label)).to.deep.equal(['name', 'who'])
      const upload = plates(artwork(), { rip, dpi: 100 })
      const compiled = plates(body, { rip, dpi: 100 })
      const [before, after] = [upload.get('Black'), compiled.get('Black')]
      if (before === undefined || after === undefined) return expect.fail('There is no black plate.')
      expect(coverage(after).max).to.be.above(95)
      // By lines of the page: those with words as they came, those of the placeholders empty.
      const row = (y: number) => Math.round(((300 - y) / 72) * 100)
      const band = (plate: typeof after, bottom: number) =>
        plate.ink.subarray(row(bottom + 19) * plate.width, row(bottom - 6) * plate.width)
      for (const bottom of [220, 120])
        expect(Buffer.from(band(before, bottom)).equals(band(after, bottom)), `${bottom}`).to.equal(true)
      for (const bottom of [190, 90])
        expect(
          band(after, bottom).every((ink) => ink === 0),
          `${bottom}`,
        ).to.equal(true)
      for (const bottom of [190, 90])
        expect(
          band(before, bottom).some((ink) => ink > 0),
          `${bottom}`,
        ).to.equal(true)
    })

  it('gives its placeholders the very font, once the team has it', async function () {
    needs(this, 'pdffonts')
    const own = typefaceOf(withCff(renamed(jost(), { family: 'Made Artwork' })))
    const compiled = await compileSource(artwork(), fontsWith(own))
    for (const { placements } of compiled.scene.fields)
      expect(placements[0]?.style.font).to.deep.equal({
        requested: 'MadeArtwork-Regular',
        key: own.info.key,
        substitute: false,
      })
    const values = Object.fromEntries(compiled.scene.fields.map(({ id }) => [id, 'Hugo']))
    const { pdf } = renderOn(compiled, values, { fonts: fontsWith(own) })
    expect(pdfFonts(pdf).filter(({ name }) => name.includes('+'))).to.have.length(1)
    expect(pdfFonts(pdf).filter(({ type }) => type === 'CID Type 0C')).to.have.length(2)
  })
})
