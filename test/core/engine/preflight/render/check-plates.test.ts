/** Checks of drawn plates: each code where it is so and where it is not, and figures against Ghostscript's plates. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { PLATE_CODES } from '../../../../../core/engine/finding/codes.ts'
import { judge } from '../../../../../core/engine/finding/measure.ts'
import { PROFILES } from '../../../../../core/engine/finding/profile.ts'
import type { PaletteInk } from '../../../../../core/engine/ink/palette.ts'
import {
  checkPrintedPage,
  type PrintedPage,
} from '../../../../../core/engine/preflight/render/check-plates.ts'
import { inkFacts, measurePage } from '../../../../../core/engine/preflight/render/measure-plates.ts'
import { expectedPlates } from '../../../../../core/engine/preflight/render/plated-places.ts'
import type { SceneField } from '../../../../../core/engine/scene/scene.ts'
import { type CompiledSource, compileSource, renderOn } from '../../../../support/engine/rendering.ts'
import { expectSentences } from '../../../../support/engine/sentences.ts'
import { type PressPage, pressPage, separationText } from '../../../../support/pdf/press-page.ts'
import { field, fields } from '../../../../support/pdf/upload-cases.ts'
import { pressPlatesOf } from '../../../../support/rips/blank-plates.ts'
import { separationOf } from '../../../../support/rips/merging.ts'
import { coverage, needs, plates } from '../../../../support/rips/oracles.ts'
import { inForm } from '../../../../support/run/form.ts'

const MM = 72 / 25.4
const example = (name: string) => readFileSync(join(import.meta.dirname, '../../../../../examples', name))
const square = (mm: number, color: string, x = 40, y = 40) =>
  `${color} ${x} ${y} ${mm * MM} ${mm * MM} re f\n`
const CORAL: PaletteInk = { index: 1, key: 'coral', name: 'Coral', hex: '#ff6f61' }
/** Coral and a field in the middle of the page. */
const card = (artwork: PressPage = {}): PressPage => ({ ...fields(field('100 80 200 110')), ...artwork })

interface Turn {
  readonly artwork?: PressPage
  readonly field?: Partial<SceneField>
  readonly value?: string
  /** Changes what is known of the page, as if the print file were another one. */
  readonly change?: (page: PrintedPage) => Partial<PrintedPage>
}

async function checked({ artwork, field: changes, value = 'Ada', change }: Turn) {
  const source = await compileSource(pressPage(card(artwork)))
  const compiled: CompiledSource = {
    ...source,
    scene: { ...source.scene, fields: source.scene.fields.map((one) => ({ ...one, ...changes })) },
  }
  const values = { fld_0: value }
  const separation = separationOf(compiled, values, [CORAL])
  const { pdf } = renderOn(compiled, values, { colors: [CORAL] })
  const [page] = compiled.scene.pages
  if (page === undefined) throw new Error('The source has a page.')
  const { placesOn, ...expected } = expectedPlates(compiled.scene, compiled.plan, separation)
  const printed: PrintedPage = {
    ...expected,
    page,
    blank: await pressPlatesOf(compiled.body),
    printed: await pressPlatesOf(pdf),
    marks: placesOn(0),
    profile: PROFILES.sheetfed,
  }
  return checkPrintedPage({ ...printed, ...change?.(printed) }).findings
}

const SOLID = square(20, '1 1 1 1 k', 60, 60)
/** A field on a ground of three solid plates, which it makes four. */
const THREE = square(30, '1 1 1 0.2 k', 60, 60)
const filler = 'MMMMMMMM\nMMMMMMMM\nMMMMMMMM'

const CASES: Readonly<Record<string, readonly [severity: string, flawed: Turn, sound: Turn]>> = {
  tac_exceeded: [
    'warn',
    {
      artwork: { content: THREE },
      change: ({ printed }) => ({ printed: { ...printed, black: printed.cyan } }),
    },
    { artwork: { content: SOLID } },
  ],
  ink_plate_missing: [
    'fail',
    { artwork: { content: '0 0 0 0 k 90 70 120 50 re f' }, field: { slot: 'below' } },
    { artwork: { content: '0 0 0 0 k 90 70 120 50 re f' }, field: { slot: 'above' } },
  ],
  ink_plate_unexpected: [
    'fail',
    { change: () => ({ expected: new Set(['Black']) }) },
    {
      artwork: {
        content: '/S0 cs 1 scn 60 60 9 9 re f',
        resources: `/ColorSpace << /S0 ${separationText('Gold')} >>`,
      },
    },
  ],
  preview_press_mismatch: [
    'warn',
    { change: ({ marks }) => ({ marks: marks.map((mark) => ({ ...mark, box: [100, 100, 108, 108] })) }) },
    { value: filler.slice(0, 8) },
  ],
}

describe('checks of drawn plates', () => {
  it('have a case for every code that there is', () => {
    expect(Object.keys(CASES).sort()).to.deep.equal([...PLATE_CODES].sort())
  })

  for (const [code, [severity, flawed, sound]] of Object.entries(CASES)) {
    it(`say ${code} where it is so`, async () => {
      const found = (await checked(flawed)).filter((finding) => finding.code === code)
      expect(found.map((finding) => finding.severity)).to.deep.equal([severity])
      for (const finding of found) expectSentences(finding)
      expect(found[0]?.page).to.equal(0)
    })
    it(`say nothing else where ${code} is not`, async () => {
      expect(await checked(sound)).to.deep.equal([])
    })
  }

  it('find process ink that nobody asked for', async () => {
    const findings = await checked({
      change: ({ printed }) => ({
        printed: { ...printed, magenta: printed.spots[0]?.coverage ?? printed.magenta },
      }),
    })
    expect(findings.map(({ code, ink }) => [code, ink])).to.deep.equal([['ink_plate_unexpected', 'Magenta']])
    const [, bottom = 0, , top = 0] = findings[0]?.bbox ?? []
    expect(bottom).to.be.greaterThan(80)
    expect(top).to.be.lessThan(110)
  })

  it('take ink for ink where the same ink lies below it', async () => {
    const ground: PressPage = {
      content: '/S0 cs 1 scn 90 70 120 50 re f',
      resources: `/ColorSpace << /S0 ${separationText('Coral')} >>`,
    }
    expect(await checked({ artwork: ground })).to.deep.equal([])
  })
})

describe('ink over a square of 15 mm', () => {
  const measured = async (content: string, more: PressPage = {}) => {
    const pdf = pressPage({ content, ...more })
    const { scene } = await compileSource(pdf)
    const [page] = scene.pages
    if (page === undefined) throw new Error('The file has a page.')
    return measurePage(await pressPlatesOf(pdf), page)
  }
  const codes = async (profile: keyof typeof PROFILES, content: string, more?: PressPage) =>
    judge(inkFacts([await measured(content, more)]), PROFILES[profile]).map(
      ({ code, ref }) => `${code} ${ref}`,
    )

  it('is that of its mean: a smaller patch of more ink passes', async () => {
    const large = await measured(square(16, '1 1 1 1 k'))
    expect(large.process.percent).to.be.closeTo(400, 0.5)
    expect(large.process.box[0]).to.be.within(39, 44)
    const small = await measured(square(10, '1 1 1 1 k'))
    expect(small.process.percent).to.be.closeTo((400 * 100) / 225, 8)
    expect(await codes('sheetfed', square(16, '1 1 1 1 k'))).to.deep.equal(['tac_exceeded GWG2022 R0026'])
    expect(await codes('sheetfed', square(10, '1 1 1 1 k'))).to.deep.equal([])
  })

  it('warns above the limit of the profile, with spot inks where it counts them and without technical plates', async () => {
    const spot = (name: string) => ({
      resources: `/ColorSpace << /S ${separationText(name)} >> /ExtGState << /G << /op true /OP true >> >>`,
    })
    const onTop = `${square(16, '1 1 1 0.1 k')}/G gs ${square(16, '/S cs 1 scn')}`
    expect(await codes('sheetfed', onTop, spot('Gold'))).to.deep.equal([])
    expect(await codes('packaging', onTop, spot('Gold'))).to.deep.equal(['tac_exceeded GWG2022 R0025'])
    expect(await codes('packaging', onTop, spot('Varnish'))).to.deep.equal([])
    expect(await codes('sheetfed', square(16, '0.8 0.8 0.8 0.8 k'))).to.deep.equal([])
    expect(await codes('sheetfed', square(16, '0.81 0.81 0.81 0.81 k'))).to.deep.equal([
      'tac_exceeded GWG2022 R0026',
    ])
  })

  for (const name of inForm(['craft-label.pdf'], ['wedding-card.pdf', 'craft-label.pdf', 'gift-tag.pdf']))
    it(`agrees with two RIPs on ${name}`, async function () {
      needs(this, 'gs', 'mutool')
      const { body, scene } = await compileSource(example(name))
      const [page] = scene.pages
      if (page === undefined) throw new Error('The example has a page.')
      const whole = { ...page, trimBox: page.mediaBox }
      const { plates: ours } = measurePage(await pressPlatesOf(body, 200), whole)
      // Ghostscript fills every pixel that a shape touches: it needs small ones to come near the truth.
      const byRip = [
        { theirs: plates(body, { rip: 'gs', dpi: 600 }), tolerance: 0.6 },
        { theirs: plates(body, { rip: 'mutool', dpi: 150 }), tolerance: 0.25 },
      ]
      for (const { theirs, tolerance } of byRip)
        for (const { name: plate, coverage: mean } of ours) {
          const other = theirs.get(plate)
          expect(mean, plate).to.be.closeTo(other === undefined ? 0 : coverage(other).mean, tolerance)
        }
    })
})
