/** Bidi: levels and visual order where the shaper's own tests do not reach. */
import { expect } from 'chai'
import { inVisualOrder, levelRuns, resolveLevels } from '../../../../core/engine/text/bidi.ts'

function seenOrder(text: string): string {
  const levels = resolveLevels(text)
  return inVisualOrder(levelRuns(text, levels, 0, text.length))
    .map(({ start, end, level }) =>
      level % 2 === 1 ? [...text.slice(start, end)].reverse().join('') : text.slice(start, end),
    )
    .join('')
}

describe('the bidirectional algorithm', () => {
  it('leaves text without right-to-left letters alone', () => {
    expect(resolveLevels('Anna & Björn, 24.')).to.deep.equal({ base: 0, perUnit: null })
  })

  it('orders numbers in Hebrew and Hebrew in Latin', () => {
    expect(seenOrder('אב 12 גד')).to.equal('דג 12 בא')
    expect(seenOrder('a אב 12 b')).to.equal('a 12 בא b')
    expect(seenOrder('אב abc-def גד')).to.equal('דג abc-def בא')
  })

  it('knows right-to-left letters beyond the basic plane', () => {
    expect(seenOrder('𞤀𞤁𞤂')).to.equal('𞤂𞤁𞤀')
    expect(resolveLevels('𞤀 1').base).to.equal(1)
    expect(seenOrder('a𐤀𐤁')).to.equal('a𐤁𐤀')
  })

  it('puts trailing space where the paragraph ends', () => {
    expect(seenOrder('abc אב ')).to.equal('abc בא ')
    expect(seenOrder('אב abc ')).to.equal(' abc בא')
  })
})
