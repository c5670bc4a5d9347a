/** The merged PDF of a batch, held against the single renders of its records by tools that are not ours. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { SceneField } from '../../../../../core/engine/scene/scene.ts'
import { type CompiledSource, compileSource, renderOn } from '../../../../support/engine/rendering.ts'
import { testField, testPlacement, testStyle } from '../../../../support/engine/scene.ts'
import { artworkPdf } from '../../../../support/pdf/artwork-pdf.ts'
import { blankPdf } from '../../../../support/pdf/blank-pdf.ts'
import { rawPdf } from '../../../../support/pdf/raw-pdf.ts'
import { mergeOf, mergeOn, type RecordValues, separationOf } from '../../../../support/rips/merging.ts'
import {
  coverage,
  needs,
  pageCount,
  pdfFonts,
  pdfText,
  plateDifferences,
  plates,
  platesOfFiles,
  platesOfPages,
  qpdfCheck,
  qpdfJson,
  RIPS,
  type Rip,
} from '../../../../support/rips/oracles.ts'
import { inForm } from '../../../../support/run/form.ts'
import { thrownBy } from '../../../../support/run/thrown.ts'

const DPI = 100
const OUTPUTS = ['live', 'outlines'] as const

const colors = [
  { index: 1, key: 'red', name: 'PANTONE 485 C', hex: '#da291c' },
  { index: 2, key: 'gold', name: 'Gold Foil', hex: '#b08d57' },
]

/** The page tree has branches of 64 pages: so many pages take it to three levels, and the long form far into the third. */
const PAGES = inForm(4_100, 10_000)

/** Which records each example is merged with, by label. */
const EXAMPLES: Readonly<Record<string, readonly RecordValues[]>> = {
  'wedding-card': [
    {},
    { 'First name': 'Annabel', 'Second name': 'Björn', Place: 'Orchard House, 7 Mill Lane\nHartfield' },
    { 'First name': 'AVA', 'Second name': 'Torvald Engelbrecht', Date: '3 MAY 2027' },
  ],
  'craft-label': [
    { Product: 'Blood\nOrange', 'Net weight': '500 g', Organic: 'Off' },
    {},
    { Product: 'Fig', Batch: '', 'Best before': 'July 2029', 'Net weight': '120 g' },
  ],
  'gift-tag': [{ To: 'Office', Message: 'first, finally' }, { From: 'Ottilie' }, { Message: '' }],
}

/** The wedding card live and the craft label as outlines. */
const isOneOfEach =
  (textOutput: (typeof OUTPUTS)[number]) =>
  ([name]: readonly [string, unknown]): boolean =>
    name === (textOutput === 'live' ? 'wedding-card' : 'craft-label')

async function example(name: string, textOutput: (typeof OUTPUTS)[number]): Promise<CompiledSource> {
  const bytes = readFileSync(join(import.meta.dirname, `../../../../../examples/${name}.pdf`))
  const compiled = await compileSource(bytes)
  return { ...compiled, scene: { ...compiled.scene, textOutput } }
}

const place = (page: number, box: [number, number, number, number], turn: 0 | 90 = 0) =>
  testPlacement({ page, box, turn, style: testStyle({ sizePt: 14, minSizePt: 5 }) })

/** On the four pages of artworkPdf: above and below the artwork, turned, in a tint, overprinting, on two pages. */
const FIELDS: readonly SceneField[] = [
  testField('fld_0', { placements: [place(0, [20, 20, 180, 60]), place(2, [20, 20, 180, 60])] }),
  testField('fld_1', { slot: 'below', tint: 0.6, placements: [place(0, [10, 50, 190, 90])] }),
  testField('fld_2', { overprint: true, placements: [place(1, [20, 10, 60, 90], 90)] }),
  testField('fld_3', { slot: 'below', placements: [place(3, [0, 0, 80, 60])] }),
]

async function fourPages(textOutput: (typeof OUTPUTS)[number]): Promise<CompiledSource> {
  const compiled = await compileSource(artworkPdf())
  return { ...compiled, scene: { ...compiled.scene, fields: FIELDS, textOutput } }
}

/** A form is painted twice and paints another one with a placeholder; a second placeholder stands on the page. */
const PLACEHOLDERS = rawPdf({
  objects: {
    catalog: '<< /Type /Catalog /Pages @pages >>',
    pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
    page: '<< /Type /Page /Parent @pages /MediaBox [0 0 300 200] /Contents @content /Resources << /XObject << /Outer @outer >> /Font << /F @font >> >> >>',
    content: {
      data: 'q 1 0 0 1 10 10 cm /Outer Do Q q 0.8 0 0 0.8 20 90 cm /Outer Do Q BT /F 18 Tf 20 20 Td ({{place}}) Tj ET 0 0 1 0 k 0 0 30 200 re f',
    },
    outer: {
      entries:
        '/Type /XObject /Subtype /Form /BBox [0 0 300 100] /Matrix [1 0 0 1 5 5] /Resources << /XObject << /Inner @inner >> /Font << /F @font >> >>',
      data: '0.2 0 0 0 k 0 0 200 60 re f /Inner Do',
    },
    inner: {
      entries: '/Type /XObject /Subtype /Form /BBox [0 0 300 100] /Resources << /Font << /F @font >> >>',
      data: 'BT 0 g /F 20 Tf 10 20 Td (Dear {{name}},) Tj ET 1 0 0 0 k 0 0 60 30 re f',
    },
    font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  },
})

const FOUR_PAGE_RECORDS: readonly RecordValues[] = [
  { fld_0: 'Annabel', fld_1: 'Frederick', fld_2: 'Office', fld_3: 'Mill Lane' },
  { fld_0: 'Björn', fld_1: 'Frederick' },
  {},
  { fld_2: 'AVA', fld_3: 'Mill Lane' },
]
const INKS = { colors, assignments: { fld_1: 2, fld_3: 2 } }

/** Every page of the merged file prints what the single render of its record prints. */
function expectEqualPlates(merged: Uint8Array, singles: readonly Uint8Array[], rip: Rip, pages: number) {
  const found = platesOfPages(merged, { rip, dpi: DPI })
  const expected = platesOfFiles(singles, { rip, dpi: DPI })
  expect(expected.length, rip).to.equal(pages)
  expect(found.length, rip).to.equal(pages)
  for (const [page, plates] of found.entries())
    expect(plateDifferences(expected[page] ?? new Map(), plates), `${rip}, page ${page + 1}`).to.deep.equal(
      [],
    )
}

describe('a merged PDF', function () {
  // The long form merges many more pages, and RIPs draw them.
  this.timeout(240_000)

  for (const textOutput of OUTPUTS) {
    for (const [name, records] of Object.entries(EXAMPLES).filter(
      inForm(isOneOfEach(textOutput), () => true),
    ))
      it(`of the ${name} in ${textOutput} prints what single renders print, and reads the same @long`, async function () {
        needs(this, 'qpdf', 'pdftotext', ...RIPS)
        const compiled = await example(name, textOutput)
        const { pdf } = mergeOn(compiled, records)
        const singles = records.map((values) => renderOn(compiled, values).pdf)
        expect(qpdfCheck(pdf).status, qpdfCheck(pdf).report).to.equal(0)
        for (const rip of RIPS) expectEqualPlates(pdf, singles, rip, records.length)
        expect(pdfText(pdf)).to.equal(singles.map((single) => pdfText(single)).join(''))
      })

    it(`of four pages, turned and scaled, in ${textOutput} keeps them in order, record by record @long`, async function () {
      needs(this, 'qpdf', ...RIPS)
      const compiled = await fourPages(textOutput)
      const { pdf } = mergeOn(compiled, FOUR_PAGE_RECORDS, INKS)
      const singles = FOUR_PAGE_RECORDS.map((values) => renderOn(compiled, values, INKS).pdf)
      expect(qpdfCheck(pdf).status, qpdfCheck(pdf).report).to.equal(0)
      for (const rip of RIPS) expectEqualPlates(pdf, singles, rip, 16)
      const gold = plates(pdf, { rip: 'mutool', page: 4 }).get('Gold Foil')
      expect(gold && coverage(gold).mean).to.be.greaterThan(0.1)
    })
  }

  it('fills the places of placeholders, on the page and in forms within forms, for each record @long', async function () {
    needs(this, 'qpdf', ...RIPS)
    const compiled = await compileSource(PLACEHOLDERS)
    const byLabel = [{ name: 'Annabel', place: 'Mill Lane' }, { name: 'Björn', place: 'Mill Lane' }, {}]
    const { pdf } = mergeOn(compiled, byLabel)
    const singles = byLabel.map((values) => renderOn(compiled, values).pdf)
    expect(compiled.plan.pages[0]?.inPlace?.map((place) => place.within.length)).to.have.members([2, 2, 0])
    expect(qpdfCheck(pdf).status, qpdfCheck(pdf).report).to.equal(0)
    for (const rip of RIPS) expectEqualPlates(pdf, singles, rip, 3)
    const [first, second] = platesOfPages(pdf, { rip: 'mutool', dpi: DPI })
    expect(plateDifferences(first ?? new Map(), second ?? new Map())).not.to.deep.equal([])
  })

  it('of proofs carries the watermark on every page', async function () {
    needs(this, 'qpdf', 'mutool')
    const compiled = await fourPages('outlines')
    const { pdf } = mergeOn(compiled, FOUR_PAGE_RECORDS, { ...INKS, kind: 'proof' })
    const singles = FOUR_PAGE_RECORDS.map(
      (values) => renderOn(compiled, values, { ...INKS, kind: 'proof' }).pdf,
    )
    expect(qpdfCheck(pdf).status).to.equal(0)
    expectEqualPlates(pdf, singles, 'mutool', 16)
    const black = plates(pdf, { rip: 'mutool', page: 16 }).get('Black')
    expect(black && coverage(black).mean).to.be.greaterThan(0.3)
  })

  it('has one live font for all records, and each record says what it says alone', async function () {
    needs(this, 'pdffonts', 'pdftotext')
    const compiled = await fourPages('live')
    // Later records meet glyphs under other letters: ligatures, marks, Hebrew, and a space that is no space.
    const words = [
      'office',
      'fi',
      'e\u0301clair',
      'é',
      'שלום 2027',
      'Mill\u00a0Lane',
      'Mill Lane',
      'ﬁ',
      'of\u200cfice',
      'q\u0301',
      '\u0301x',
      'q',
    ]
    const records = words.map((fld_0) => ({ fld_0 }))
    const { pdf } = mergeOn(compiled, records)
    const fonts = pdfFonts(pdf).filter((font) => font.embedded)
    expect(fonts).to.have.length(1)
    expect(fonts[0]).to.include({ subset: true, unicode: true })
    expect(fonts[0]?.name).to.match(/^[A-Z]{6}\+Tinos-Regular$/)
    const singles = records.map((values) => pdfText(renderOn(compiled, values).pdf))
    const spaced = (text: string) => text.replaceAll('\u00a0', ' ')
    expect(spaced(pdfText(pdf))).to.equal(spaced(singles.join('')))
  })

  it('begins with the body, and redefines the root of its page tree alone', async () => {
    const compiled = await fourPages('outlines')
    const { pdf, appended } = mergeOn(compiled, FOUR_PAGE_RECORDS, INKS)
    expect(Buffer.from(pdf).subarray(0, compiled.plan.bodyBytes).equals(compiled.body)).to.equal(true)
    const section = Buffer.from(appended).toString('latin1').split('\nxref\n')[1] ?? ''
    const subsections = [...section.matchAll(/^(\d+) (\d+)$/gm)].map(([, first, count]) => [first, count])
    const root = /\/Type \/Catalog[^>]*\/Pages (\d+) 0 R/s.exec(
      Buffer.from(compiled.body).toString('latin1'),
    )?.[1]
    expect(subsections).to.have.length(2)
    expect(subsections[0]).to.deep.equal([root, '1'])
    expect(subsections[1]?.[0]).to.equal(`${compiled.plan.size}`)
  })

  it('holds the artwork once: all records refer to the same content streams', async function () {
    needs(this, 'qpdf')
    const compiled = await fourPages('outlines')
    const [body] = qpdfJson(compiled.body).qpdf.slice(1)
    const objects = qpdfJson(mergeOn(compiled, FOUR_PAGE_RECORDS, INKS).pdf).qpdf[1]
    const pagesOf = (all: Record<string, { value?: Record<string, unknown> }>) =>
      Object.entries(all).filter(([, object]) => object.value?.['/Type'] === '/Page')
    const own = pagesOf(body)
    const contents = new Map(own.map(([, page]) => [JSON.stringify(page.value?.['/Contents']), 0]))
    for (const [name, page] of pagesOf(objects)) {
      if (own.some(([known]) => known === name)) continue
      const key = JSON.stringify(page.value?.['/Contents'])
      contents.set(key, (contents.get(key) ?? 0) + 1)
    }
    expect([...contents.values()]).to.deep.equal([4, 4, 4, 4])
  })

  it('gives each page annotations of its own that share what they look like', async function () {
    needs(this, 'qpdf')
    const { pdf } = mergeOn(await fourPages('outlines'), FOUR_PAGE_RECORDS, INKS)
    const report = qpdfJson(pdf)
    const objects = report.qpdf[1]
    const stamps = report.pages.flatMap(
      ({ object }: { object: string }) => objects[`obj:${object}`].value['/Annots'] ?? [],
    )
    expect(stamps).to.have.length(4)
    expect(new Set(stamps).size).to.equal(4)
    const looks = stamps.map((stamp: string) => objects[`obj:${stamp}`].value['/AP']['/N'])
    expect(new Set(looks).size).to.equal(1)
  })

  it('is the same for the same records, and another for others', async () => {
    const compiled = await fourPages('live')
    const first = Buffer.from(mergeOn(compiled, FOUR_PAGE_RECORDS, INKS).pdf)
    expect(first.equals(mergeOn(compiled, FOUR_PAGE_RECORDS, INKS).pdf)).to.equal(true)
    expect(first.equals(mergeOn(compiled, FOUR_PAGE_RECORDS.toReversed(), INKS).pdf)).to.equal(false)
  })

  it('knows its size and its number of pages', async () => {
    const compiled = await fourPages('live')
    const merge = mergeOf(compiled)
    const chunks = [
      merge.add(separationOf(compiled, {})),
      merge.add(separationOf(compiled, { fld_0: 'Ada' })),
    ]
    chunks.push(...merge.finish())
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, compiled.body.length)
    expect(merge).to.include({ pageCount: 8, sizeBytes: bytes })
  })

  it('finds any of thousands of pages @long', async function () {
    needs(this, 'qpdf', 'pdftotext')
    const compiled = await compileSource(await blankPdf([{}]))
    const source = { ...compiled, scene: { ...compiled.scene, fields: [testField('fld_0')] } }
    const { pdf } = mergeOn(
      source,
      Array.from({ length: PAGES }, (_, at) => ({ fld_0: `Card ${at + 1}` })),
    )
    expect(pageCount(pdf)).to.equal(PAGES)
    expect(qpdfCheck(pdf).status).to.equal(0)
    for (const page of [1, 64, 65, 4096, 4097, PAGES])
      expect(pdfText(pdf, page).trim()).to.equal(`Card ${page}`)
  })

  it('prints the same where its records need more letters than one dictionary names @long', async function () {
    needs(this, 'qpdf', ...RIPS)
    const compiled = await compileSource(await blankPdf([{}]))
    const fields = [testField('fld_0', { placements: [place(0, [10, 10, 290, 60])] })]
    const source = { ...compiled, scene: { ...compiled.scene, fields, textOutput: 'outlines' as const } }
    // Latin, Greek and Cyrillic, forty letters a record.
    const letters = [...range(0x41, 0x17f), ...range(0x391, 0x3c9), ...range(0x410, 0x45f)]
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => /\p{L}/u.test(letter))
    const records = Array.from({ length: 11 }, (_, at) => ({
      fld_0: letters.slice(at * 40, at * 40 + 40).join(''),
    }))
    const { pdf } = mergeOn(source, records)
    expect(qpdfCheck(pdf).status).to.equal(0)
    const forms = Object.values<{ stream?: { dict: Record<string, unknown> } }>(qpdfJson(pdf).qpdf[1])
      .map((object) => object.stream?.dict['/Resources'])
      .filter((resources) => typeof resources === 'string')
    expect(new Set(forms).size).to.equal(2)
    const singles = records.map((values) => renderOn(source, values).pdf)
    for (const rip of RIPS) expectEqualPlates(pdf, singles, rip, records.length)
  })

  it('refuses a record that no PDF has room for', async () => {
    const compiled = await fourPages('outlines')
    for (const limits of [{ size: 8_388_600 }, { bodyBytes: 9_999_999_000 }]) {
      const merge = mergeOf(compiled, 'final', { ...compiled.plan, ...limits })
      const refused = thrownBy(() => merge.add(separationOf(compiled, {})))
      expect(refused.code).to.equal('merged_pdf_too_large')
      expect(merge.pageCount).to.equal(0)
    }
  })

  it('leaves out a record that fails, whole, and goes on', async function () {
    needs(this, 'qpdf')
    const compiled = await fourPages('live')
    const merge = mergeOf(compiled)
    const sound = separationOf(compiled, FOUR_PAGE_RECORDS[0] ?? {})
    const lastSlot = sound.slots.map((slot) =>
      slot.page < 3
        ? slot
        : {
            ...slot,
            marks: slot.marks.map((plated) => ({
              ...plated,
              plate: plated.plate === null ? null : { ...plated.plate, name: 'x' },
            })),
          },
    )
    const chunks = [merge.add(sound)]
    expect(() => merge.add({ ...sound, slots: lastSlot })).to.throw('No plate x')
    expect(() =>
      merge.add({ ...sound, slots: sound.slots.map((slot) => ({ ...slot, page: slot.page + 3 })) }),
    ).to.throw('no page 4')
    chunks.push(merge.add(sound), ...merge.finish())
    const pdf = Buffer.concat([compiled.body, ...chunks])
    expect(pageCount(pdf)).to.equal(8)
    expect(qpdfCheck(pdf).status).to.equal(0)
  })

  it('cannot be finished without a record', async () => {
    const merge = mergeOf(await fourPages('live'))
    expect(() => [...merge.finish()]).to.throw('at least one record')
  })
})

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
