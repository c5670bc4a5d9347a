/** Combs: graphemes in cells. */

import { expect } from 'chai'
import { fitText } from '../../../../core/engine/text/fit.ts'
import type { TextStyle } from '../../../../core/engine/text/text-style.ts'
import { sampledBounds } from '../../../support/engine/ink.ts'
import { testStyle } from '../../../support/engine/scene.ts'
import { bundledTypeface } from '../../../support/pdf/fonts.ts'

const cousine = bundledTypeface('Cousine-Regular')
const arimo = bundledTypeface('Arimo-Regular')

/** The ink of each glyph as [cell, offset of its centre from the cell's], in a comb of ten cells of 20 pt. */
function cells(text: string, style: Partial<TextStyle> = {}, typeface = cousine): [number, number][] {
  const result = fitText(typeface, text, testStyle({ comb: 10, ...style }), {
    width: 200,
    height: 24,
    inset: 2,
  })
  if (result.kind !== 'set') throw new Error(JSON.stringify(result))
  return result.runs.flatMap((run) =>
    run.glyphs.flatMap((glyph) => {
      const bounds = sampledBounds(typeface, glyph.id)
      if (bounds === null) return []
      const center = glyph.x + ((bounds[0] + bounds[2]) / 2) * (run.sizePt / typeface.unitsPerEm)
      return [[Math.floor(center / 20), (center % 20) - 10] as [number, number]]
    }),
  )
}

describe('a comb', () => {
  it('centres one grapheme in each cell', () => {
    const placed = cells('HXO8')
    expect(placed.map(([cell]) => cell)).to.deep.equal([0, 1, 2, 3])
    for (const [, offset] of placed) expect(offset).to.be.within(-0.5, 0.5)
  })

  it('counts a letter with its marks as one', () => {
    expect(cells('x\u0301y').map(([cell]) => cell)).to.deep.equal([0, 0, 1])
  })

  it('leaves a cell empty for a space', () => {
    expect(cells('H H').map(([cell]) => cell)).to.deep.equal([0, 2])
  })

  it('fills the last cells when aligned right, and runs from right to left for Hebrew', () => {
    expect(cells('HX', { align: 'right' }).map(([cell]) => cell)).to.deep.equal([8, 9])
    expect(cells('שלם').map(([cell]) => cell)).to.deep.equal([2, 1, 0])
  })

  it('shrinks letters that are wider than their cells', () => {
    const style = testStyle({ comb: 10, sizePt: 24 })
    const result = fitText(arimo, 'WiW', style, { width: 200, height: 24, inset: 2 })
    expect(result).to.have.property('sizePt').that.is.within(20, 21.5)
    expect(cells('WiW', { sizePt: 24 }, arimo).map(([cell]) => cell)).to.deep.equal([0, 1, 2])
  })

  it('refuses more graphemes than it has cells, and letters too wide for them', () => {
    const place = { width: 200, height: 24, inset: 0 }
    expect(fitText(arimo, '12345678901', testStyle({ comb: 10 }), place)).to.deep.equal({
      kind: 'overflow',
      shortfall: { what: 'cells', found: 11, expected: 10, sizePt: 6 },
    })
    const narrow = fitText(arimo, 'W', testStyle({ comb: 40 }), place)
    expect(narrow).to.have.nested.property('shortfall.what', 'width')
    expect(fitText(arimo, '中', testStyle({ comb: 10 }), place)).to.deep.equal({
      kind: 'missing',
      codePoints: [0x4e2d],
    })
  })
})
