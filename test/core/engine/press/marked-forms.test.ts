/** What a form draws for its choices, at press: plate by plate what the upload shows, in the ink of its field, bound and merged. */
import { expect } from 'chai'
import { PROFILES } from '../../../../core/engine/finding/profile.ts'
import type { PaletteInk } from '../../../../core/engine/ink/palette.ts'
import { checkPrintedPage } from '../../../../core/engine/preflight/render/check-plates.ts'
import { expectedPlates } from '../../../../core/engine/preflight/render/plated-places.ts'
import type { Placement, Scene } from '../../../../core/engine/scene/scene.ts'
import { type CompiledSource, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { BUTTONS, markedForm } from '../../../support/pdf/marked-form.ts'
import { pressPlatesOf } from '../../../support/rips/blank-plates.ts'
import { mergeOn, separationOf } from '../../../support/rips/merging.ts'
import {
  comparedPlates,
  coverage,
  needs,
  pdfFonts,
  plateDifferences,
  plates,
  platesOfPages,
  qpdfCheck,
  RIPS,
} from '../../../support/rips/oracles.ts'
import type { Plate } from '../../../support/rips/plate-files.ts'

const NOT_DRAWN = ['plain', 'helvetica']
/** Each RIP has symbols of its own for a file that has none. */
const SYMBOLS = ['tick', 'framed']
const PATHS = BUTTONS.filter(({ name }) => ![...NOT_DRAWN, ...SYMBOLS].includes(name))
const PROBE: PaletteInk = { index: 1, key: 'probe', name: 'Probe', hex: '#204060' }
const DPI = 150

const chosen = ({ scene }: CompiledSource, names: readonly string[] | null = null) =>
  Object.fromEntries(
    scene.fields.map(({ id, label }) => [id, names === null || names.includes(label) ? 'Yes' : 'Off']),
  )

const withPlacements = (compiled: CompiledSource, change: (placement: Placement) => Placement) => {
  const fields = compiled.scene.fields.map((field) => ({
    ...field,
    placements: field.placements.map(change),
  }))
  const scene: Scene = { ...compiled.scene, fields }
  return { ...compiled, scene }
}

const blank = (pages: ReadonlyMap<string, Plate>) =>
  [...pages].filter(([, plate]) => coverage(plate).max === 0).map(([name]) => name)

describe('Marks that a form draws, at press', () => {
  for (const rip of RIPS)
    it(`print on the plates of the upload, pixel by pixel, in ${rip}`, async function () {
      needs(this, rip)
      const upload = markedForm(PATHS, { on: PATHS.map(({ name }) => name) })
      const compiled = await compileSource(markedForm(PATHS))
      const { pdf } = renderOn(compiled, chosen(compiled))
      const { differences, found } = comparedPlates(upload, pdf, { rip, dpi: DPI })
      expect(differences).to.deep.equal([])
      for (const name of ['Gold', 'Red', 'Black', 'Cyan'])
        expect(coverage(found.get(name)!).max, name).to.be.above(20)
    })

  it('leave nothing where they are not chosen', async function () {
    needs(this, 'gs')
    const compiled = await compileSource(markedForm())
    const found = plates(renderOn(compiled, chosen(compiled, [])).pdf, { dpi: DPI })
    expect(blank(found)).to.have.members([...found.keys()])
  })

  it('show symbols that the PDF does not embed, embedded', async function () {
    needs(this, ...RIPS, 'qpdf', 'pdffonts')
    const only = BUTTONS.filter(({ name }) => SYMBOLS.includes(name))
    const compiled = await compileSource(markedForm(only))
    const { pdf } = renderOn(compiled, chosen(compiled))
    expect(qpdfCheck(pdf).status).to.equal(0)
    expect(pdfFonts(pdf)).to.have.length(1)
    expect(pdfFonts(pdf)[0]).to.include({ name: 'ZapfDingbats', embedded: true })
    const upload = markedForm(only, { on: SYMBOLS })
    for (const rip of RIPS) {
      const [theirs, ours] = [upload, pdf].map(
        (file) => coverage(plates(file, { rip, dpi: 300 }).get('Black')!).mean,
      )
      // A tick of another foundry weighs about as much.
      expect(ours! / theirs!, rip).to.be.within(0.9, 1.1)
    }
  })

  it('move to the plate that their field is assigned to, and to no other', async function () {
    needs(this, 'gs', 'mutool')
    const compiled = await compileSource(markedForm())
    const one = BUTTONS.filter(({ name }) => !['two inks', 'green', ...NOT_DRAWN].includes(name)).map(
      ({ name }) => name,
    )
    const before = plates(renderOn(compiled, chosen(compiled, one)).pdf, { dpi: DPI })
    const { pdf } = renderOn(compiled, chosen(compiled, one), { colors: [PROBE] })
    for (const rip of RIPS) {
      const found = plates(pdf, { dpi: DPI, rip })
      expect(blank(found), rip).to.include.members(['Cyan', 'Magenta', 'Yellow', 'Black'])
      const probe = found.get('Probe')
      expect(coverage(probe!).max).to.equal(100)
      if (rip !== 'gs') continue
      // Tint for tint: gray is a tint of the ink, white is paper.
      const sum = (all: ReadonlyMap<string, Plate>) =>
        [...all.values()].reduce((mean, plate) => mean + coverage(plate).mean, 0)
      expect(sum(found)).to.be.closeTo(sum(before), 0.001)
    }
  })

  it('print in their own colours where they have several, whatever ink the field has', async function () {
    needs(this, 'gs')
    const compiled = await compileSource(markedForm())
    const [own, other] = [undefined, [PROBE]].map((colors) =>
      plates(
        renderOn(compiled, chosen(compiled, ['two inks', 'green']), colors === undefined ? {} : { colors })
          .pdf,
        { dpi: DPI },
      ),
    )
    expect(plateDifferences(own!, other!)).to.deep.equal([])
    expect(coverage(own!.get('Red')!).max).to.be.closeTo(60, 1)
  })

  it('follow an ink of the artwork that prints as another @long', async function () {
    needs(this, 'gs', 'mutool')
    const compiled = await compileSource(markedForm(PATHS))
    const inks = compiled.scene.inks.map((ink) => (ink.name === 'Red' ? { ...ink, binding: ['Red'] } : ink))
    const bound = { ...compiled, scene: { ...compiled.scene, inks } }
    const colors = inks.map(({ index, key, name, hex }) =>
      name === 'Red' ? { index, key, name: 'Rose', hex: '#c04080' } : { index, key, name, hex },
    )
    const { pdf } = renderOn(bound, chosen(bound), { colors })
    const before = plates(renderOn(compiled, chosen(compiled)).pdf, { dpi: DPI })
    for (const rip of RIPS)
      expect(coverage(plates(pdf, { dpi: DPI, rip }).get('Rose')!).max, rip).to.be.closeTo(60, 1)
    const found = plates(pdf, { dpi: DPI })
    expect(found.has('Red')).to.equal(false)
    expect(
      plateDifferences(new Map([['x', before.get('Red')!]]), new Map([['x', found.get('Rose')!]])),
    ).to.deep.equal([])
  })

  it('stand in their places when these are moved, resized and turned', async function () {
    needs(this, 'mutool')
    const arrow = { name: 'arrow', at: [20, 160] as const, on: '0 g 2 2 m 18 2 l 10 18 l f' }
    const placed = { ...arrow, at: [100, 40] as const, size: [40, 80] as const, form: '/BBox [0 0 20 20]' }
    const compiled = await compileSource(markedForm([arrow]))
    const moved = withPlacements(compiled, (placement) => ({ ...placement, box: [100, 40, 140, 120] }))
    const upload = markedForm([placed], { on: ['arrow'] })
    const pdf = renderOn(moved, chosen(moved)).pdf
    expect(comparedPlates(upload, pdf, { rip: 'mutool', dpi: DPI }).differences).to.deep.equal([])
    const turned = withPlacements(moved, (placement) => ({ ...placement, turn: 90 }))
    const expected = { ...placed, form: '/BBox [0 0 20 20] /Matrix [0 1 -1 0 20 0]' }
    const other = markedForm([expected], { on: ['arrow'] })
    expect(
      comparedPlates(other, renderOn(turned, chosen(turned)).pdf, { rip: 'mutool', dpi: DPI }).differences,
    ).to.deep.equal([])
  })

  it('stand in a merged file as in files of their own @long', async function () {
    needs(this, 'gs', 'qpdf')
    const compiled = await compileSource(markedForm())
    const records = [
      chosen(compiled),
      chosen(compiled, ['gold', 'two inks']),
      chosen(compiled, ['tick', 'nested']),
    ]
    const { pdf } = mergeOn(compiled, records, { colors: [PROBE] })
    expect(qpdfCheck(pdf).status).to.equal(0)
    const pages = platesOfPages(pdf, { dpi: 100 })
    for (const [at, values] of records.entries()) {
      const single = plates(renderOn(compiled, values, { colors: [PROBE] }).pdf, { dpi: 100 })
      expect(plateDifferences(single, pages[at]!), `record ${at + 1}`).to.deep.equal([])
    }
  })

  it('are found sound by the check of a print file, which still finds ink where none belongs', async () => {
    const compiled = await compileSource(markedForm())
    const values = chosen(compiled)
    const { placesOn, ...expected } = expectedPlates(
      compiled.scene,
      compiled.plan,
      separationOf(compiled, values),
    )
    const printed = {
      ...expected,
      page: compiled.scene.pages[0]!,
      blank: await pressPlatesOf(compiled.body),
      printed: await pressPlatesOf(renderOn(compiled, values).pdf),
      marks: placesOn(0),
      profile: PROFILES.sheetfed,
    }
    expect(checkPrintedPage(printed).findings).to.deep.equal([])
    const told = checkPrintedPage({
      ...printed,
      marks: placesOn(0).map(({ inks: _, ...mark }) => mark),
    }).findings
    expect(told.map(({ code, ink }) => `${code} ${ink}`)).to.include('ink_plate_unexpected Red')
  })

  it('are one object where they look alike', async () => {
    const row = Array.from({ length: 6 }, (_, at) => ({
      ...BUTTONS[0]!,
      name: `box ${at}`,
      at: [20 + at * 30, 100] as const,
    }))
    const compiled = await compileSource(markedForm(row))
    expect(compiled.plan.appearances).to.have.length(1)
    // A place that is wider stretches what is drawn in it.
    const wide = { name: 'wide', size: [40, 20] as const, form: '/BBox [0 0 20 20]', at: [20, 60] as const }
    const ring = { name: 'ring', on: '2 w 4 4 12 12 re S', at: [80, 60] as const }
    const more = await compileSource(markedForm([...row, { ...row[0]!, ...wide }, { ...row[0]!, ...ring }]))
    expect(more.plan.appearances).to.have.length(2)
  })

  it('keep the mark of the service where the form draws none that can be printed', async () => {
    const { scene } = await compileSource(markedForm())
    const marks = scene.fields.map(({ label, placements }) => [
      label,
      placements[0]?.appearance?.oneColor ?? null,
    ])
    expect(Object.fromEntries(marks)).to.deep.equal({
      ...Object.fromEntries(BUTTONS.map(({ name }) => [name, true])),
      ...{ 'two inks': false, green: false, plain: null, helvetica: null },
    })
    expect(scene.fields.find(({ label }) => label === 'gold')?.ink).to.equal('Gold')
  })
})
