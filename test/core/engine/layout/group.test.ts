/** Groups: texts of one name end at one size, read back from the print file, and never leave their boxes. */
import { expect } from 'chai'
import fc from 'fast-check'
import { layoutFields } from '../../../../core/engine/layout/layout.ts'
import type { SceneField } from '../../../../core/engine/scene/scene.ts'
import { inkOfMark, overhang } from '../../../support/engine/ink.ts'
import { compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { testField, testPage, testPlacement, testScene, testStyle } from '../../../support/engine/scene.ts'
import { blankPdf } from '../../../support/pdf/blank-pdf.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { needs } from '../../../support/rips/oracles.ts'
import { shownChars } from '../../../support/rips/shown-chars.ts'

type Facts = {
  page?: number
  width?: number
  size?: number
  min?: number
  group?: string | null
  wrap?: boolean
}

function member(
  at: number,
  { page = 0, width = 120, size = 20, min = 6, group = 'names', wrap = false }: Facts = {},
): SceneField {
  const bottom = 10 + (at % 4) * 46
  const style = testStyle({ sizePt: size, minSizePt: Math.min(size, min), minTracking: -0.02, wrap })
  return testField(`fld_${at}`, {
    ...(group === null ? {} : { group }),
    placements: [testPlacement({ page, box: [20, bottom, 20 + width, bottom + 42], style })],
  })
}

const lay = (
  fields: readonly SceneField[],
  values: Record<string, string>,
  userUnits: readonly number[] = [1],
) =>
  layoutFields(
    testScene(fields, {
      pages: userUnits.map((userUnit, index) => testPage([0, 0, 300, 200], { index, userUnit })),
    }),
    values,
    testFonts(),
  )
const sizes = (layout: ReturnType<typeof lay>) =>
  Object.fromEntries(layout.fits.map(({ fieldId, sizePt }) => [fieldId, sizePt]))

describe('Fields of one group', () => {
  const long = 'Maximiliane von Hohenstein'

  it('are set at the size that the longest of them takes', () => {
    const fields = [member(0), member(1), member(2, { group: null }), member(3, { group: 'others' })]
    const values = { fld_0: 'Ida', fld_1: long, fld_2: 'Ida', fld_3: 'Ida' }
    const own = sizes(
      lay(
        fields.map((field) => ({ ...field, group: null })),
        values,
      ),
    )
    expect(own.fld_1).to.be.below(own.fld_0 ?? 0)
    expect(sizes(lay(fields, values))).to.deep.equal({ ...own, fld_0: own.fld_1 })
    const { fits } = lay(fields, values)
    expect(fits.filter(({ grouped }) => grouped === true).map(({ fieldId }) => fieldId)).to.deep.equal([
      'fld_0',
    ])
  })

  it('are read back from the print file at one size, over pages and user units', async function () {
    needs(this, 'mutool')
    const source = await compileSource(await blankPdf([{}, { userUnit: 2 }]))
    const fields = [member(0), member(1, { page: 1, size: 12, min: 2 })]
    const scene = { ...source.scene, fields, textOutput: 'live' as const }
    const { pdf } = renderOn({ ...source, scene }, { fld_0: long, fld_1: 'Ida' })
    const [first, second] = [1, 2].map((page) => shownChars(pdf, page)[0]?.size ?? 0)
    expect(first).to.be.below(20)
    expect(second).to.be.closeTo(first ?? 0, 0.01)
  })

  it('do not count while they are empty, or where they cannot be set at all', () => {
    const fields = [member(0), member(1), member(2, { min: 20 })]
    const empty = lay(fields, { fld_0: 'Ida', fld_1: '', fld_2: 'Emil' })
    expect(sizes(empty)).to.deep.equal({ fld_0: 20, fld_2: 20 })
    const refused = lay(fields, { fld_0: 'Ida', fld_1: 'Emil', fld_2: long })
    expect(refused.problems.map(({ fieldId, code }) => [fieldId, code])).to.deep.equal([
      ['fld_2', 'text_does_not_fit'],
    ])
    expect(sizes(refused)).to.deep.equal({ fld_0: 20, fld_1: 20 })
  })

  it('keep each its own smallest size', () => {
    const fields = [member(0, { min: 15 }), member(1), member(2)]
    const { fld_0, fld_1, fld_2 } = sizes(lay(fields, { fld_0: 'Ida', fld_1: long, fld_2: 'Emil' }))
    expect(fld_0).to.equal(15)
    expect(fld_1).to.be.below(15).and.equal(fld_2)
  })

  it('share their letter spacing', () => {
    const fields = [member(0, { width: 250 }), member(1)]
    const value = 'Wilhelmina'
    const natural = lay([member(0, { width: 250, group: null })], { fld_0: value }).marks[0]
    const width = (natural?.inkBox[2] ?? 0) - (natural?.inkBox[0] ?? 0)
    fields[1] = member(1, { width: width - 1 })
    const { fits } = lay(fields, { fld_0: 'Ida', fld_1: value })
    expect(fits.map(({ sizePt }) => sizePt)).to.deep.equal([20, 20])
    expect(fits[0]?.trackingEm).to.be.below(0).and.equal(fits[1]?.trackingEm)
  })

  it('never leave their boxes, whatever they say', () => {
    const word = fc.constantFrom(
      'Ida',
      'Wörle',
      'Maximiliane',
      'of',
      'שלום',
      'AVATAR',
      'Jg',
      '1849',
      'Hohenstein-Ästbö',
    )
    const facts = fc.record({
      text: fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
      width: fc.integer({ min: 30, max: 250 }),
      size: fc.integer({ min: 8, max: 40 }),
      min: fc.integer({ min: 3, max: 12 }),
      wrap: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(facts, { minLength: 2, maxLength: 4 }), (members) => {
        const fields = members.map((one, at) => member(at, one))
        const values = Object.fromEntries(members.map(({ text }, at) => [`fld_${at}`, text]))
        const { marks, fits, problems } = lay(fields, values)
        for (const mark of marks) {
          const box = fields.find(({ id }) => id === mark.fieldId)?.placements[0]?.box
          const ink = inkOfMark(mark)
          if (box === undefined || ink === null) throw new Error('A mark has no box or no ink.')
          expect(overhang(ink, box)).to.be.most(0)
        }
        const refused = new Set(problems.map(({ fieldId }) => fieldId))
        const floors = new Map(fields.map(({ id, placements }) => [id, placements[0]?.style.minSizePt ?? 0]))
        const free = fits.filter(({ fieldId, sizePt }) => sizePt > (floors.get(fieldId) ?? 0))
        expect(new Set(free.map(({ sizePt }) => sizePt)).size).to.be.most(1)
        expect(marks.length + refused.size).to.equal(members.filter(({ text }) => text !== '').length)
      }),
      { numRuns: 200, seed: 20260815 },
    )
  })
})
