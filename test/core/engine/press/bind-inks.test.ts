/** Inks bound to separations of the artwork: the same plates under other names, in RIPs that are not ours. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type CompiledSource, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { testField } from '../../../support/engine/scene.ts'
import { INK_TILES, inkMatrixPdf } from '../../../support/pdf/ink-matrix-pdf.ts'
import { onePage } from '../../../support/pdf/raw-pdf.ts'
import { spotPdf } from '../../../support/pdf/spot-pdf.ts'
import { mergeOf, separationOf } from '../../../support/rips/merging.ts'
import {
  coverage,
  needs,
  paintTrace,
  plainPdf,
  plateDifferences,
  platesOfPages,
  qpdfCheck,
  RIPS,
  type Rip,
} from '../../../support/rips/oracles.ts'
import { inForm } from '../../../support/run/form.ts'
import { leavePending } from '../../../support/run/leave-pending.ts'
import { thrownBy } from '../../../support/run/thrown.ts'
import { boundOn, boundTo, ROSE, recoloredOn, renamingDifferences } from './binding.ts'

const DPI = 100
const SLATE = { index: 2, key: 'slate', name: 'Slate', hex: '#405060' }
const CORPUS = join(import.meta.dirname, '../../../../../shared/corpus/print-real')

const onlyPage = (pdf: Uint8Array, rip: Rip) => platesOfPages(pdf, { rip, dpi: DPI })[0] ?? new Map()

const TINT = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.3 0.8 0] /N 1 >>'
const separation = (name: string, tint = TINT) => `[/Separation /${name} /DeviceCMYK ${tint}]`

/** Gold on the left and Silver on the right, each in a space of its own. */
const twoInks = () =>
  onePage(
    { data: '/Au cs 0.75 scn 10 10 50 50 re f /Ag cs 0.5 scn 100 10 50 50 re f' },
    `/Resources << /ColorSpace << /Au ${separation('Gold')} /Ag ${separation('Silver', TINT.replace('0.8', '0.1'))} >> >>`,
  )

describe('an artwork that paints one ink in every way', () => {
  for (const rip of RIPS) {
    // What MuPDF shows through the alternate of the upload, it shows through any other.
    const tiles = rip === 'gs' ? INK_TILES : INK_TILES.filter(({ flat }) => flat !== true)

    it(`prints like the upload once compiled, says ${rip}`, async function () {
      needs(this, rip)
      const upload = inkMatrixPdf()
      const { body } = await compileSource(upload)
      const expected = onlyPage(upload, rip)
      expect(plateDifferences(expected, onlyPage(body, rip))).to.deep.equal([])
      const gold = expected.get('Gold')
      expect(gold && coverage(gold).mean).to.be.greaterThan(10)
    })

    it(`prints the ink on the plate of its new name, pixel by pixel, and on no other, says ${rip}`, async function () {
      needs(this, rip)
      const compiled = await compileSource(inkMatrixPdf({ tiles }))
      const bindings = [['Gold', ROSE]] as const
      const { pdf } = boundOn(compiled, bindings)
      const [before, after] = [onlyPage(compiled.body, rip), onlyPage(pdf, rip)]
      expect([...after.keys()])
        .to.include(ROSE.name)
        .and.not.include('Gold')
      expect(renamingDifferences(before, after, bindings)).to.deep.equal([])
    })

    it(`prints two inks that are mixed under each other's names, says ${rip}`, async function () {
      needs(this, rip)
      const compiled = await compileSource(inkMatrixPdf({ tiles }))
      const [gold, silver] = [
        { index: 1, key: 'a', name: 'Silver', hex: '#000000' },
        { index: 2, key: 'b', name: 'Gold', hex: '#000000' },
      ]
      const bindings = [
        ['Gold', gold],
        ['Silver', silver],
      ] as const
      const { pdf } = boundOn(compiled, bindings)
      const [before, after] = [onlyPage(compiled.body, rip), onlyPage(pdf, rip)]
      expect(renamingDifferences(before, after, bindings)).to.deep.equal([])
    })
  }

  it('names the old ink nowhere that paints, and is clean for qpdf', async function () {
    needs(this, 'mutool', 'qpdf')
    const compiled = await compileSource(inkMatrixPdf())
    const { pdf } = boundOn(compiled, [['Gold', ROSE]])
    expect(paintTrace(compiled.body)).to.include('Gold')
    expect(paintTrace(pdf)).not.to.include('Gold')
    expect(plainPdf(pdf)).not.to.match(/\/Gold\b/)
    expect(qpdfCheck(pdf)).to.include({ status: 0 })
  })

  it('has one slot for definitions that say the same, and one for each that does not', async () => {
    const { plan } = await compileSource(inkMatrixPdf())
    const [gold] = plan.inks
    const families = plan.spaces?.map(({ family, names }) => `${family} ${names.join(' ')}`).sort()
    expect(families).to.deep.equal([
      'DeviceN Cyan Magenta Gold',
      'DeviceN Gold',
      'DeviceN Gold Black',
      'DeviceN Gold Silver Cyan',
      'Separation Gold',
      'Separation Gold',
      'Separation Silver',
    ])
    expect(gold).to.deep.include({ name: 'Gold', hindrance: null })
    expect(gold?.slots).to.have.length(6).and.include(gold?.object)
    expect(gold?.mixedWith).to.have.members(['Black', 'Silver', 'Cyan', 'Magenta'])
  })
})

describe('the tail of a render with bound inks', () => {
  const redefined = (tail: Uint8Array, { plan }: CompiledSource) => {
    const text = Buffer.from(tail).toString('latin1')
    return [...text.matchAll(/^(\d+) 0 obj$/gm)]
      .map(([, number]) => Number(number))
      .filter((one) => one < plan.size)
  }

  it('redefines the slots of the bound inks alone, in a few hundred bytes', async () => {
    const compiled = await compileSource(twoInks())
    const { tail } = boundOn(compiled, [['Gold', ROSE]])
    expect(redefined(tail, compiled)).to.deep.equal(compiled.plan.inks[0]?.slots)
    expect(tail.length).to.be.lessThan(500)
    const matrix = await compileSource(inkMatrixPdf())
    const bound = boundOn(matrix, [['Gold', ROSE]])
    expect(redefined(bound.tail, matrix)).to.have.members([...(matrix.plan.inks[0]?.slots ?? [])])
    expect(bound.tail.length).to.be.lessThan(3000)
  })

  it('is the same as without a binding where the ink keeps its name, whatever its hex', async () => {
    const compiled = await compileSource(twoInks())
    const { scene } = boundTo(compiled, [['Gold', ROSE]])
    const colors = [{ ...ROSE, name: 'Gold' }]
    const bound = renderOn({ ...compiled, scene }, {}, { colors })
    const free = renderOn({ ...compiled, scene: { ...compiled.scene, fields: [] } }, {}, { colors })
    expect(Buffer.from(bound.tail).equals(free.tail)).to.equal(true)
    expect(redefined(bound.tail, compiled)).to.deep.equal([])
    expect(bound.notes.render_checks.map(({ code }) => code)).to.include('ink_hex_ignored')
  })

  it('leaves the artwork as it is for colors that do not name the bound ink', async () => {
    const compiled = boundTo(await compileSource(twoInks()), [['Gold', SLATE]])
    const { tail } = renderOn(compiled, {}, { colors: [ROSE] })
    expect(redefined(tail, compiled)).to.deep.equal([])
  })
})

describe('a bound ink', () => {
  for (const rip of RIPS)
    it(`takes fields and artwork to one plate of one definition, says ${rip}`, async function () {
      needs(this, rip, 'qpdf')
      const compiled = await compileSource(await spotPdf('Gold Foil'))
      const { scene } = boundTo(compiled, [['Gold Foil', ROSE]])
      const source = { ...compiled, scene: { ...scene, fields: [testField('fld_0')] } }
      const { pdf, notes } = renderOn(source, { fld_0: 'Annabel' }, { colors: [ROSE] })
      const found = onlyPage(pdf, rip)
      expect([...found.keys()])
        .to.include(ROSE.name)
        .and.not.include('Gold Foil')
      const own = onlyPage(compiled.body, rip).get('Gold Foil')
      const both = found.get(ROSE.name)
      expect(own && both && coverage(both).mean > coverage(own).mean).to.equal(true)
      const definitions = plainPdf(pdf).match(/\/Separation\s+\/PANTONE#207635#20C/g)
      expect(definitions).to.have.length(1)
      expect(notes)
        .to.have.property('plates')
        .that.deep.equals([{ name: ROSE.name, kind: 'bound', artwork: ['Gold Foil'], marks: 1, max_tint: 1 }])
      expect(notes.render_checks.map(({ code }) => code)).to.deep.equal(['ink_bound'])
    })

  for (const rip of RIPS)
    it(`prints on another plate of the artwork by that plate's own definition, says ${rip}`, async function () {
      needs(this, rip, 'qpdf')
      const compiled = await compileSource(twoInks())
      const { pdf } = boundOn(compiled, [['Gold', { ...ROSE, name: 'Silver' }]])
      const [before, after] = [onlyPage(compiled.body, rip), onlyPage(pdf, rip)]
      expect(after.has('Gold')).to.equal(false)
      const [gold, silver] = [before.get('Gold'), before.get('Silver')]
      if (gold === undefined || silver === undefined) throw new Error('The artwork has no inks.')
      const ink = gold.ink.map((value: number, at: number) => Math.max(value, silver.ink[at] ?? 0))
      const expected = new Map([...before, ['Silver', { ...silver, ink }] as const])
      expected.delete('Gold')
      expect(plateDifferences(expected, after)).to.deep.equal([])
      const definitions = plainPdf(pdf).match(/\/Separation[^\]]*\/Silver[^>]*>>/g)
      expect(new Set(definitions?.map((text) => text.replace(/\s+/g, ' ')))).to.have.property('size', 1)
    })

  it('sets hexes apart that two inks share', async function () {
    needs(this, 'qpdf')
    const compiled = await compileSource(twoInks())
    const twin = { ...SLATE, hex: ROSE.hex }
    const { pdf } = boundOn(compiled, [
      ['Gold', ROSE],
      ['Silver', twin],
    ])
    const solids = plainPdf(pdf).match(/\/C1 \[[^\]]*\]/g)
    expect(new Set(solids)).to.have.property('size', 2)
  })

  it('takes several separations to one plate', async function () {
    needs(this, 'gs')
    const compiled = await compileSource(twoInks())
    const inks = [{ ...ROSE, technical: false, binding: ['Gold', 'Silver'] }]
    const { pdf } = renderOn({ ...compiled, scene: { ...compiled.scene, inks } }, {})
    const spots = [...onlyPage(pdf, 'gs')].filter(([name]) => !/^(Cyan|Magenta|Yellow|Black)$/.test(name))
    expect(spots.map(([name]) => name)).to.deep.equal([ROSE.name])
  })
})

describe('records of one merged PDF', () => {
  it('recolour the artwork as each of them does alone', async function () {
    needs(this, 'qpdf', ...RIPS)
    const compiled = boundTo(await compileSource(inkMatrixPdf()), [['Gold', ROSE]])
    const merge = mergeOf(compiled)
    const chunks = [1, 2].map(() => merge.add(separationOf(compiled, {}, [ROSE])))
    const pdf = Buffer.concat([compiled.body, ...chunks, ...merge.finish()])
    expect(qpdfCheck(pdf)).to.include({ status: 0 })
    const single = renderOn(compiled, {}, { colors: [ROSE] }).pdf
    for (const rip of RIPS) {
      const pages = platesOfPages(pdf, { rip, dpi: DPI })
      expect(pages).to.have.length(2)
      const alone = onlyPage(single, rip)
      for (const page of pages) expect(plateDifferences(alone, page), rip).to.deep.equal([])
    }
  })

  it('refuse one that recolours it otherwise, and go on', async () => {
    const compiled = boundTo(await compileSource(twoInks()), [['Gold', ROSE]])
    const merge = mergeOf(compiled)
    merge.add(separationOf(compiled, {}, [ROSE]))
    for (const colors of [null, [{ ...ROSE, hex: '#112233' }], [{ ...ROSE, name: 'Other' }]])
      expect(thrownBy(() => merge.add(separationOf(compiled, {}, colors))).code).to.equal(
        'merged_inks_differ',
      )
    merge.add(separationOf(compiled, {}, [ROSE]))
    expect(merge.pageCount).to.equal(2)
  })
})

describe('a separation of a print PDF', function () {
  // The long form has two RIPs separate many files.
  this.timeout(240_000)
  const FILES = [
    ['pdfjs__issue6127.pdf', '470'],
    ['pdfpig__output_w3c_csswg_drafts_issues2023.pdf', 'PANTONE Warm Red C'],
    ['yobrd__large_single_line_content_stream.pdf', 'PANTONE 655 U'],
  ] as const
  for (const [file, name] of inForm(FILES.slice(2), FILES))
    it(`prints as another ink in both RIPs: ${file} @long`, async function () {
      needs(this, ...RIPS, 'qpdf')
      const path = join(CORPUS, file)
      if (!existsSync(path)) leavePending(this, 'the corpus of the project')
      const compiled = await compileSource(readFileSync(path))
      const bindings = [[name, ROSE]] as const
      const { pdf } = boundOn(compiled, bindings)
      expect(qpdfCheck(pdf)).to.include({ status: 0 })
      for (const rip of RIPS) {
        const [before, after] = [onlyPage(recoloredOn(compiled, bindings).pdf, rip), onlyPage(pdf, rip)]
        expect(renamingDifferences(before, after, bindings), rip).to.deep.equal([])
        expect(renamingDifferences(onlyPage(compiled.body, rip), after, bindings), rip).to.deep.equal([])
      }
    })
})
