/** Layout: fields and values become marks on their pages, or problems. */

import { expect } from 'chai'
import type { QuarterTurn } from '../../../../core/engine/geometry/box.ts'
import { layoutFields } from '../../../../core/engine/layout/layout.ts'
import type { Layout, Mark } from '../../../../core/engine/layout/mark.ts'
import type { SceneField } from '../../../../core/engine/scene/scene.ts'
import { inkOfMark, overhang } from '../../../support/engine/ink.ts'
import { testField, testPage, testPlacement, testScene, testStyle } from '../../../support/engine/scene.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'

function layout(field: SceneField, value: string): Layout {
  return layoutFields(testScene([field]), { [field.id]: value }, testFonts())
}

function onlyMark({ marks, problems }: Layout): Mark {
  expect(problems).to.deep.equal([])
  expect(marks).to.have.length(1)
  return marks[0]!
}

describe('laying out text', () => {
  it('places each placement of a field with its field, page, slot, tint and overprint', () => {
    const field = testField('fld_name', {
      tint: 0.5,
      overprint: true,
      slot: 'below',
      placements: [testPlacement(), testPlacement({ page: 0, box: [20, 100, 120, 130] })],
    })
    const { marks, fits } = layout(field, 'Annabel')
    expect(marks).to.have.length(2)
    for (const mark of marks) {
      expect(mark).to.deep.include({
        fieldId: 'fld_name',
        page: 0,
        slot: 'below',
        tint: 0.5,
        overprint: true,
      })
    }
    expect(fits).to.deep.equal(
      [0, 1].map((placement) => ({
        fieldId: 'fld_name',
        page: 0,
        placement,
        designedSizePt: 12,
        sizePt: 12,
        trackingEm: 0,
        lines: 1,
      })),
    )
  })

  for (const turn of [0, 90, 180, 270] as const satisfies readonly QuarterTurn[]) {
    it(`turns the content by ${turn} degrees counterclockwise inside its box`, () => {
      const upright = turn % 180 === 0
      const box = upright ? ([30, 40, 230, 70] as const) : ([30, 40, 60, 240] as const)
      const mark = onlyMark(
        layout(testField('fld_a', { placements: [testPlacement({ box, turn })] }), 'Lane'),
      )
      expect(overhang(inkOfMark(mark)!, box)).to.be.at.most(0)
      expect(overhang(inkOfMark(mark)!, mark.inkBox)).to.be.lessThan(0.001)
      // The first letter stands where a reader of the turned text looks for it: near the content's left edge.
      const [left, bottom, right, top] = mark.inkBox
      const starts = { 0: left - 30, 90: bottom - 40, 180: 230 - right, 270: 240 - top }
      expect(starts[turn]).to.be.within(2, 3)
      expect(upright ? right - left > top - bottom : top - bottom > right - left).to.equal(true)
      // Field space begins at the corner that is the content's lower left.
      const [, , , , e, f] = mark.matrix
      expect([e, f]).to.deep.equal({ 0: [30, 40], 90: [60, 40], 180: [230, 70], 270: [30, 240] }[turn])
    })
  }

  it('prints the label of a choice', () => {
    const field = testField('fld_paper', {
      type: 'selection',
      options: [{ value: 'ctn', label: 'Cotton' }],
    })
    const mark = onlyMark(layout(field, 'ctn'))
    expect(mark.kind === 'text' && mark.runs.map((run) => run.text)).to.deep.equal(['Cotton'])
  })

  it('paints nothing for an empty value, and asks for one where it is required', () => {
    for (const value of ['', '  ', '\u200b']) {
      expect(layout(testField('fld_a'), value)).to.deep.equal({ marks: [], fits: [], problems: [] })
      const { problems } = layout(testField('fld_a', { required: true }), value)
      expect(problems).to.have.length(1)
      expect(problems[0]).to.deep.include({ code: 'required_value_missing', fieldId: 'fld_a', page: null })
    }
  })

  it('throws where a field has no value at all', () => {
    expect(() => layoutFields(testScene([testField('fld_a')]), {}, testFonts())).to.throw('fld_a')
  })
})

describe('problems of a layout', () => {
  it('say by how much a text does not fit, in points of the page', () => {
    const placement = testPlacement({ box: [0, 0, 40, 20] })
    const scene = testScene([testField('fld_name', { placements: [placement] })], {
      pages: [testPage([0, 0, 300, 200], { userUnit: 2 })],
    })
    const { marks, problems } = layoutFields(scene, { fld_name: 'Annabel and Frederick' }, testFonts())
    expect(marks).to.deep.equal([])
    expect(problems).to.have.length(1)
    expect(problems[0]).to.deep.include({ code: 'text_does_not_fit', page: 0, expected: 80 })
    expect(problems[0]!.found).to.be.greaterThan(80)
    expect(problems[0]!.message).to.match(
      /^“name” does not fit: at 12 pt it is [\d.]+ pt wide; its box is 80 pt wide\.$/,
    )
  })

  it('name the characters that are missing, once for all places of a page', () => {
    const field = testField('fld_name', { placements: [testPlacement(), testPlacement()] })
    const { problems } = layout(field, 'A 中 \u0007')
    expect(problems).to.have.length(1)
    expect(problems[0]).to.deep.include({ code: 'glyph_missing', found: 'U+4E2D 中, U+0007' })
    expect(problems[0]!.message).to.contain('Tinos')
  })

  it('count lines and cells', () => {
    const wrapping = testField('fld_a', {
      placements: [testPlacement({ style: testStyle({ wrap: true, maxLines: 1 }) })],
    })
    expect(layout(wrapping, 'a\nb').problems[0]).to.deep.include({ found: 2, expected: 1 })
    const comb = testField('fld_a', { placements: [testPlacement({ style: testStyle({ comb: 3 }) })] })
    expect(layout(comb, '1234').problems[0]).to.deep.include({ found: 4, expected: 3 })
  })

  it('report a picture that no catalogue has', () => {
    const { problems } = layout(testField('fld_photo', { type: 'image' }), 'ast_1')
    expect(problems[0]).to.deep.include({ code: 'asset_not_found', found: 'ast_1' })
  })
})

describe('laying out check boxes and radio buttons', () => {
  const field = testField('fld_sides', {
    type: 'selection',
    options: [
      { value: 'one', label: 'One side' },
      { value: 'two', label: 'Both sides' },
    ],
    placements: [
      testPlacement({ box: [10, 10, 22, 22], option: 'one', mark: 'circle', insetPt: 1 }),
      testPlacement({ box: [40, 10, 52, 22], option: 'two', mark: null, insetPt: 1 }),
    ],
  })

  it('mark the place of the option that is chosen, and no other', () => {
    const one = onlyMark(layout(field, 'one'))
    expect(one.kind).to.equal('shape')
    expect(overhang(one.inkBox, [10, 10, 22, 22])).to.be.below(0)
    expect(overhang(onlyMark(layout(field, 'two')).inkBox, [40, 10, 52, 22])).to.be.below(0)
    expect(layout(field, 'one').fits).to.deep.equal([])
    expect(layout(field, 'neither').marks).to.deep.equal([])
  })
})
