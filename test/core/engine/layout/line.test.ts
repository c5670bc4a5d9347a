/** Lines with fixed words: what is printed of them, in which inks, and where. */
import { expect } from 'chai'
import { layoutFields } from '../../../../core/engine/layout/layout.ts'
import { lineTexts } from '../../../../core/engine/layout/line.ts'
import type { LinePart, Placement, SceneField } from '../../../../core/engine/scene/scene.ts'
import { bundledFonts, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { testField, testPlacement, testScene, testStyle } from '../../../support/engine/scene.ts'
import { placeholderPage } from '../../../support/pdf/placeholder-page.ts'
import { needs } from '../../../support/rips/oracles.ts'
import { shownChars } from '../../../support/rips/shown-chars.ts'

const words = (text: string, more: Partial<LinePart> = {}): LinePart => ({
  ...{ text, source: null, font: null, scale: 1, ink: null },
  ...more,
})
const value = (source: string): LinePart => ({ ...words(''), text: null, source })

const said = (parts: readonly LinePart[], values: Record<string, string>, keepWhenEmpty = true) =>
  lineTexts({ parts, keepWhenEmpty }, (source) => ({
    field: testField(source),
    text: values[source] ?? '',
  }))?.join('')

describe('a line with fixed words', () => {
  const letter = [words('Dear '), value('a'), words(', hello')]

  it('says its words around the value, and by themselves', () => {
    expect(said(letter, { a: 'Anna' })).to.equal('Dear Anna, hello')
    expect(said(letter, {})).to.equal('Dear, hello')
    expect(said([words('of '), value('a'), words(' and '), value('b')], { b: 'Bo' })).to.equal('of and Bo')
    expect(said(letter, {}, false)).to.equal(undefined)
    expect(said([value('a'), words(' '), value('b')], { a: 'Anna' }, false)).to.equal('Anna ')
  })

  const placement = (parts: readonly LinePart[], more: Partial<Placement> = {}) =>
    testPlacement({ line: { parts, keepWhenEmpty: true }, box: [10, 10, 290, 40], ...more })
  const layout = (fields: readonly SceneField[], values: Record<string, string>) =>
    layoutFields(testScene(fields), values, bundledFonts)

  it('is set as one text where face, size and ink are one', () => {
    const { marks } = layout([testField('a', { placements: [placement(letter)] })], { a: 'Anna' })
    expect(
      marks.map((mark) => (mark.kind === 'text' ? mark.runs.map(({ text }) => text).join('') : '')),
    ).to.deep.equal(['Dear Anna, hello'])
  })

  it('is painted once for all its fields, each value in its own ink', () => {
    const place = placement([value('a'), words(' & ', { ink: 'Gold' }), value('b')])
    const fields = [
      testField('a', { placements: [place] }),
      testField('b', { placements: [place], tint: 0.5 }),
    ]
    const { marks, problems } = layout(fields, { a: 'Anna', b: 'Bo' })
    expect(problems).to.deep.equal([])
    expect(marks.map(({ fieldId, ink, tint }) => [fieldId, ink, tint])).to.deep.equal([
      ['a', null, 1],
      ['a', 'Gold', 1],
      ['b', null, 0.5],
    ])
    const [first, second, third] = marks.map(({ inkBox }) => inkBox)
    expect(first?.[2]).to.be.lessThan(second?.[0] ?? 0)
    expect(second?.[2]).to.be.lessThan(third?.[0] ?? 0)
  })

  it('shrinks as one, keeps its baseline, and says what does not fit', () => {
    const style = testStyle({ verticalAlign: 'top', sizePt: 20, minSizePt: 8 })
    const place = placement([value('a'), words(' and '), value('b')], { style, baselinePt: 7, insetPt: 0 })
    const fields = [testField('a', { placements: [place] }), testField('b', { placements: [place] })]
    const { marks, fits } = layout(fields, { a: 'Wilhelmina Josephine', b: 'Maximilian Ferdinand' })
    expect(fits[0]?.sizePt).to.be.lessThan(20).and.at.least(8)
    for (const mark of marks)
      if (mark.kind === 'text')
        for (const run of mark.runs) for (const { y } of run.glyphs) expect(y).to.equal(7)
    for (const { inkBox } of marks) expect(inkBox[0] >= 10 && inkBox[2] <= 290).to.equal(true)
    const { problems } = layout(fields, { a: 'W'.repeat(60), b: 'x' })
    expect(problems.map(({ code, fieldId }) => [code, fieldId])).to.deep.equal([['text_does_not_fit', 'a']])
  })

  it('asks for values that are required', () => {
    const { marks, problems } = layout(
      [testField('a', { placements: [placement(letter)], required: true })],
      { a: '' },
    )
    expect(marks).to.deep.equal([])
    expect(problems.map(({ code }) => code)).to.deep.equal(['required_value_missing'])
  })
})

describe('the words of the artwork as a value', () => {
  for (const [what, content, typed] of [
    ['at the left', 'BT /F1 12 Tf 40 200 Td ({{Jonas}}) Tj ET', '{{Jonas}}'],
    ['in the middle', `BT /F3 20 Tf ${200 - 44.4} 200 Td ({{Anna}}) Tj ET`, '{{Anna}}'],
    ['upright', 'BT /F1 12 Tf 0 1 -1 0 300 40 Tm ({{Jonas}}) Tj ET', '{{Jonas}}'],
    ['aslant and stretched', 'BT /F1 12 Tf 120 Tz 0.8 0.6 -0.6 0.8 100 60 Tm ({{Jonas}}) Tj ET', '{{Jonas}}'],
    ['in a sentence', 'BT /F1 12 Tf 40 200 Td (Dear {{Jonas}}, hello) Tj ET', '{{Jonas}}'],
  ] as const)
    it(`stand where they stood, to a fiftieth of a point: ${what}`, async function () {
      needs(this, 'mutool')
      const artwork = placeholderPage({ content })
      const compiled = await compileSource(artwork)
      const { pdf } = renderOn(compiled, { fld_0: typed })
      const [before] = shownChars(artwork)
      const [after] = shownChars(pdf)
      expect(after?.text).to.equal(before?.text)
      expect(after?.x).to.be.closeTo(before?.x ?? 0, 0.02)
      expect(after?.y).to.be.closeTo(before?.y ?? 0, 0.02)
      expect(after?.size).to.be.closeTo(before?.size ?? 0, 0.02)
    })
})
