/** The tail of a render, read back by tools that are not ours. */
import { expect } from 'chai'
import type { SceneField } from '../../../../../core/engine/scene/scene.ts'
import { type CompiledSource, compileSource, renderOn } from '../../../../support/engine/rendering.ts'
import { testField, testInk, testPlacement, testStyle } from '../../../../support/engine/scene.ts'
import { blankPdf } from '../../../../support/pdf/blank-pdf.ts'
import { formPdf, textField } from '../../../../support/pdf/form-pdf.ts'
import { spotPdf } from '../../../../support/pdf/spot-pdf.ts'
import {
  coverage,
  needs,
  pdfFonts,
  pdfText,
  plainPdf,
  plates,
  qpdfCheck,
  RIPS,
} from '../../../../support/rips/oracles.ts'

const block = (at: number): SceneField =>
  testField(`fld_${at}`, {
    label: `Field ${at}`,
    placements: [
      testPlacement({
        box: [20, 20 + at * 40, 280, 55 + at * 40],
        style: testStyle({ sizePt: 24, minSizePt: 8 }),
      }),
    ],
  })

/** A blank page with the fields of the test. */
async function source(
  fields: readonly SceneField[],
  textOutput: 'live' | 'outlines' = 'live',
  content = '',
): Promise<CompiledSource> {
  const compiled = await compileSource(await blankPdf([{ content }]))
  return { ...compiled, scene: { ...compiled.scene, fields, textOutput } }
}

const colors = [
  { index: 1, key: 'red', name: 'PANTONE 485 C', hex: '#da291c' },
  { index: 2, key: 'gold', name: 'Gold Foil', hex: '#b08d57' },
  { index: 3, key: 'spare', name: 'Spare', hex: '#00ff00' },
]

/** Object numbers of the last cross-reference section. */
function crossReferenced(tail: Uint8Array): number[] {
  const text = Buffer.from(tail).toString('latin1')
  const section = /xref\n((?:\d+ \d+\n(?:\d{10} \d{5} n \n)*)*)trailer/.exec(text)?.[1] ?? ''
  return [...section.matchAll(/^(\d+) (\d+)$/gm)].flatMap(([, first, count]) =>
    Array.from({ length: Number(count) }, (_, at) => Number(first) + at),
  )
}

for (const textOutput of ['live', 'outlines'] as const)
  describe(`writeTail with ${textOutput === 'live' ? 'live text' : 'outlines'}`, () => {
    let compiled: CompiledSource
    before(async () => {
      compiled = await source([block(0), block(1)], textOutput)
    })
    const values = { fld_0: 'Annabel', fld_1: 'Frederick' }

    it('follows the body and redefines no object but the slots', () => {
      const { pdf, tail } = renderOn(compiled, values)
      expect(Buffer.from(pdf).subarray(0, compiled.plan.bodyBytes).equals(compiled.body)).to.equal(true)
      const slots = compiled.plan.pages.flatMap((page) => [
        ...[page.below, page.above],
        ...(page.inPlace ?? []).map(({ object }) => object),
      ])
      const named = crossReferenced(tail)
      expect(named).to.include(compiled.plan.pages[0]?.above)
      for (const object of named)
        if (object < compiled.plan.size) expect(slots, `object ${object}`).to.include(object)
    })

    it('gives the same bytes for the same values and other bytes for others', () => {
      const first = Buffer.from(renderOn(compiled, values).tail)
      expect(first.equals(renderOn(compiled, values).tail)).to.equal(true)
      expect(first.equals(renderOn(compiled, { ...values, fld_1: 'Emil' }).tail)).to.equal(false)
    })

    it('is clean for qpdf', function () {
      needs(this, 'qpdf')
      const { status, report } = qpdfCheck(renderOn(compiled, values).pdf)
      expect(status, report).to.equal(0)
    })

    it('is a whole PDF where no field has a value', function () {
      needs(this, 'qpdf', 'mutool')
      const { pdf } = renderOn(compiled, {})
      expect(qpdfCheck(pdf).status).to.equal(0)
      const inked = [...plates(pdf, { rip: 'mutool' })].filter(([, plate]) => coverage(plate).max > 0)
      expect(inked).to.deep.equal([])
    })

    for (const rip of RIPS)
      it(`paints each assigned ink on its own plate and on no other, says ${rip}`, function () {
        needs(this, rip)
        const one = renderOn(compiled, { fld_0: 'Annabel' }, { colors, assignments: { fld_0: 2, fld_1: 1 } })
        const measured = new Map(
          [...plates(one.pdf, { rip, dpi: 150 })].map(([name, plate]) => [name, coverage(plate)]),
        )
        expect(measured.get('Gold Foil')?.max).to.equal(100)
        expect(measured.get('Gold Foil')?.mean).to.be.greaterThan(0.5)
        for (const [name, { max }] of measured) if (name !== 'Gold Foil') expect(max, name).to.equal(0)
        const both = plates(renderOn(compiled, values, { colors, assignments: { fld_0: 2 } }).pdf, { rip })
        expect([...both.keys()])
          .to.include.members(['Gold Foil', 'PANTONE 485 C'])
          .and.not.include('Spare')
      })

    for (const rip of RIPS)
      it(`screens a tint of 0.5 at 50 %, says ${rip}`, function () {
        needs(this, rip)
        const field = { ...block(0), tint: 0.5 }
        const square = testPlacement({ box: [20, 20, 120, 120], option: 'on', mark: 'square' })
        const boxes = { ...field, type: 'selection' as const, placements: [square] }
        const options = [
          { value: 'on', label: 'on' },
          { value: 'Off', label: 'Off' },
        ]
        const scene = { ...compiled.scene, fields: [{ ...boxes, options }] }
        const { pdf } = renderOn({ ...compiled, scene }, { fld_0: 'on' }, { colors })
        const plate = plates(pdf, { rip, dpi: 150 }).get('PANTONE 485 C')
        expect(plate && coverage(plate).max).to.be.within(49.5, 50.5)
      })

    it('keeps plate names byte for byte, beyond ASCII too', function () {
      needs(this, 'mutool')
      for (const name of ['Grün', '金箔', 'A#42 (fine)', ' leading space', "Don't Print"]) {
        const { pdf } = renderOn(compiled, values, { colors: [{ index: 1, key: 'x', name, hex: '#336699' }] })
        expect([...plates(pdf, { rip: 'mutool' }).keys()], name).to.include(name)
      }
    })

    it('writes a proof with a watermark on every page and leaves the final without', function () {
      needs(this, 'mutool')
      const final = plates(renderOn(compiled, {}).pdf, { rip: 'mutool' })
      const proof = plates(renderOn(compiled, {}, { kind: 'proof' }).pdf, { rip: 'mutool' })
      const black = (found: ReturnType<typeof plates>) => {
        const plate = found.get('Black')
        return plate === undefined ? 0 : coverage(plate).mean
      }
      expect(black(final)).to.equal(0)
      expect(black(proof)).to.be.greaterThan(0.3)
    })
  })

describe('live text', () => {
  it('is embedded as a tagged subset with ToUnicode, and reads back as it was written', async function () {
    needs(this, 'pdffonts', 'pdftotext')
    const compiled = await source([block(0), block(1)])
    const { pdf } = renderOn(compiled, { fld_0: 'AVATAR offiziell', fld_1: 'Büro e\u0301clair 2027' })
    for (const font of pdfFonts(pdf)) {
      expect(font.name).to.match(/^[A-Z]{6}\+Tinos-Regular$/)
      expect(font).to.include({ embedded: true, subset: true, unicode: true })
    }
    expect(pdfFonts(pdf)).to.have.length(1)
    expect(pdfText(pdf)).to.include('AVATAR offiziell').and.include('Büro éclair 2027')
  })

  it('states Hebrew in logical order', async function () {
    needs(this, 'pdftotext', 'mutool')
    const compiled = await source([block(0)])
    const { pdf } = renderOn(compiled, { fld_0: 'שלום 2027' })
    expect(pdfText(pdf)).to.include('שלום')
  })
})

describe("the artwork's own inks", () => {
  it('are reused: one name has one definition in the press file', async function () {
    needs(this, 'qpdf')
    const { document, pdf } = await spotSource()
    expect(document.plan.inks.map((ink) => ink.name)).to.deep.equal(['Gold Foil'])
    expect(plainPdf(pdf).match(/\/Separation/g)).to.have.length(1)
  })
})

async function spotSource(): Promise<{ document: CompiledSource; pdf: Uint8Array }> {
  const compiled = await compileSource(await spotPdf('Gold Foil'))
  const document = {
    ...compiled,
    scene: { ...compiled.scene, fields: [block(0)], inks: [testInk(1, 'Gold Foil')] },
  }
  return { document, pdf: renderOn(document, { fld_0: 'Annabel' }).pdf }
}

describe('an ink that only the form defines', () => {
  it('joins the palette with its own colour, and its definition is the one in the press file', async function () {
    needs(this, 'qpdf')
    const gold =
      '[/Separation /Foil /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 1 0] /N 1 >>]'
    const compiled = await compileSource(
      await formPdf({
        pages: ['/MediaBox [0 0 300 200]'],
        fields: [textField('name', '20 20 200 50', '/DA (/CS0 cs 1 scn /Helv 14 Tf)')],
        form: `/DR << /ColorSpace << /CS0 ${gold} >> >>`,
      }),
    )
    expect(compiled.scene.inks).to.deep.include({
      index: 1,
      key: 'foil',
      name: 'Foil',
      hex: '#ff2e17',
      technical: false,
    })
    const { pdf } = renderOn(compiled, { fld_0: 'Annabel' })
    expect(qpdfCheck(pdf).status).to.equal(0)
    expect(plainPdf(pdf).match(/\/Separation/g)).to.have.length(1)
  })
})
