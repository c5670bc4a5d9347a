/** The fit policy: what is tried in which order, and where the text then stands. */

import { expect } from 'chai'
import { type FitResult, fitText } from '../../../../core/engine/text/fit.ts'
import type { Place } from '../../../../core/engine/text/place.ts'
import type { TextStyle } from '../../../../core/engine/text/text-style.ts'
import { testStyle } from '../../../support/engine/scene.ts'
import { bundledTypeface } from '../../../support/pdf/fonts.ts'

const arimo = bundledTypeface('Arimo-Regular')
const WIDE: Place = { width: 400, height: 60, inset: 2 }

function fitted(text: string, place: Partial<Place> = {}, style: Partial<TextStyle> = {}): FitResult {
  return fitText(arimo, text, testStyle({ minTracking: 0, ...style }), { ...WIDE, ...place })
}

type Set = Extract<FitResult, { kind: 'set' }>

function set(text: string, place: Partial<Place> = {}, style: Partial<TextStyle> = {}): Set {
  const result = fitted(text, place, style)
  if (result.kind !== 'set') throw new Error(`${text} is not set: ${JSON.stringify(result)}`)
  return result
}

/** Width of a text's ink at its designed size of 12. */
function inkWidth(text: string): number {
  const { ink } = set(text)
  return ink[2] - ink[0]
}

const linesOf = (result: Set): string[] => {
  const lines = new Map<number, string>()
  for (const run of result.runs) {
    const baseline = Math.round(run.glyphs[0]!.y)
    lines.set(baseline, (lines.get(baseline) ?? '') + run.text)
  }
  return [...lines.values()]
}

describe('fitting a text on one line', () => {
  it('sets what fits as designed', () => {
    expect(set('Annabel', {}, { minTracking: -0.05 })).to.deep.include({
      sizePt: 12,
      trackingEm: 0,
      lines: 1,
    })
  })

  it('tightens before it shrinks, by no more than it must', () => {
    const text = 'Annabel and Frederick'
    const width = inkWidth(text) - 1
    const style = { minTracking: -0.02 }
    const { sizePt, trackingEm } = set(text, { width }, style)
    expect(sizePt).to.equal(12)
    expect(trackingEm).to.be.within(-0.01, -0.004)
    expect(Math.round(trackingEm * 1e6) % 1000).to.equal(0)
    expect(
      fitted(text, { width }, { tracking: trackingEm + 0.001, minSizePt: 12, minTracking: 0.1 }).kind,
    ).to.equal('overflow')
  })

  it('shrinks in quarter points to the largest size that fits, and then tightens no more than it must', () => {
    const text = 'Annabel and Frederick'
    const width = inkWidth(text) * 0.8
    const plain = set(text, { width })
    expect(plain.sizePt * 4).to.equal(Math.floor(plain.sizePt * 4))
    expect(plain.sizePt).to.be.within(9.25, 9.6)
    expect(fitted(text, { width }, { minSizePt: plain.sizePt + 0.25 }).kind).to.equal('overflow')
    const tight = set(text, { width }, { minTracking: -0.03 })
    expect(tight.sizePt).to.be.greaterThan(plain.sizePt)
    expect(tight.trackingEm).to.be.within(-0.03, -0.001)
  })

  it('goes down to the minimum size itself and no further', () => {
    const text = 'Annabel and Frederick'
    const width = (inkWidth(text) * 7.1) / 12 + 0.05
    expect(set(text, { width }, { minSizePt: 7.1 }).sizePt).to.equal(7.1)
    const refused = fitted(text, { width: width - 0.2 }, { minSizePt: 7.1 })
    expect(refused).to.have.nested.property('shortfall.what', 'width')
    expect(refused).to.have.nested.property('shortfall.sizePt', 7.1)
    if (refused.kind === 'overflow')
      expect(refused.shortfall.found).to.be.greaterThan(refused.shortfall.expected)
  })

  it('shrinks what is too high', () => {
    const { sizePt, ink } = set('Égypte', { height: 10 })
    expect(sizePt).to.be.within(6, 11.75)
    expect(ink[3] - ink[1]).to.be.lessThan(10)
    expect(fitted('Égypte', { height: 4 })).to.have.nested.property('shortfall.what', 'height')
  })

  it('takes a line break for a space, and sets no white space at the ends', () => {
    expect(linesOf(set('  12 Mill Lane \r\n Hartfield\t5 '))).to.deep.equal(['12 Mill Lane Hartfield 5'])
    expect(set(' x ').ink).to.deep.equal(set('x').ink)
  })

  it('composes what is decomposed', () => {
    expect(set('E\u0301').runs[0]).to.deep.include({ text: 'É' })
  })

  it('adds no tracking after the last letter', () => {
    const style = { tracking: 0.5, align: 'right' } as const
    expect(set('HH', {}, style).ink[2]).to.be.closeTo(set('HH', {}, { align: 'right' }).ink[2], 1e-9)
  })
})

describe('where a line stands', () => {
  const cap = (arimo.capHeight / arimo.unitsPerEm) * 12

  it('is decided by cap height: a middle-aligned H is centred', () => {
    const { ink } = set('H')
    expect((ink[1] + ink[3]) / 2).to.be.closeTo(30, 1e-9)
    const [plain, descending] = [set('Hx'), set('Hg')]
    expect(plain.runs[0]!.glyphs[0]!.y).to.equal(descending.runs[0]!.glyphs[0]!.y)
  })

  it('is the inset from the top or from the bottom', () => {
    expect(set('H', {}, { verticalAlign: 'top' }).ink[3]).to.be.closeTo(58, 1e-9)
    expect(set('H', {}, { verticalAlign: 'bottom' }).ink[1]).to.be.closeTo(2, 1e-9)
  })

  it('gives way where ink would leave the box', () => {
    const low = set('gjpq', { inset: 0 }, { verticalAlign: 'bottom' })
    expect(low.ink[1]).to.be.within(0, 0.02)
    const high = set('É', { inset: 0 }, { verticalAlign: 'top' })
    expect(high.ink[3]).to.be.within(60 - 0.02, 60)
    const { ink } = set('Hg', { height: cap + 3 })
    expect(ink[1]).to.be.within(0, 0.02)
  })

  it('follows the alignment, which is the same for text from the right', () => {
    for (const text of ['Anna', 'שלום']) {
      const [left, center, right] = (['left', 'center', 'right'] as const).map((align) =>
        set(text, {}, { align }),
      )
      expect(left!.runs[0]!.glyphs[0]!.x, text).to.be.closeTo(2, 1.5)
      expect(left!.ink[0], text).to.be.within(2, 4)
      expect((center!.ink[0] + center!.ink[2]) / 2, text).to.be.within(199, 201)
      expect(right!.ink[2], text).to.be.within(396, 398)
    }
  })

  it('gives the inset up before it shrinks', () => {
    const width = inkWidth('Annabel') + 1
    const { sizePt, ink } = set('Annabel', { width, inset: 10 })
    expect(sizePt).to.equal(12)
    expect(ink[0]).to.be.at.least(0)
    expect(ink[2]).to.be.at.most(width)
  })
})

describe('fitting a text that wraps', () => {
  const wrap = { wrap: true, verticalAlign: 'top' } as const
  const TEXT = 'Orchard House and seven more words to be set'

  it('breaks lines at the designed size', () => {
    const result = set(TEXT, { width: 120 }, wrap)
    expect(result).to.deep.include({ sizePt: 12, trackingEm: 0, lines: 3 })
    expect(linesOf(result).join(' ')).to.equal(TEXT)
    const baselines = result.runs.map((run) => run.glyphs[0]!.y)
    expect(baselines[0]! - baselines[1]!).to.be.closeTo(12 * 1.2, 1e-9)
    expect(result.ink[3]).to.be.at.most(58.5)
  })

  it('honours line breaks of the value, empty lines too', () => {
    expect(linesOf(set('Mill Lane\nHartfield', {}, wrap))).to.deep.equal(['Mill Lane', 'Hartfield'])
    expect(set('a\r\n\u2028b\n', {}, wrap).lines).to.equal(3)
  })

  it('shrinks when the lines are too high together', () => {
    const { sizePt, lines } = set(TEXT, { width: 120, height: 30 }, wrap)
    expect(sizePt).to.be.lessThan(12)
    expect(lines).to.be.at.least(2)
    expect(fitted(TEXT, { width: 120, height: 30 }, { ...wrap, minSizePt: sizePt + 0.25 }).kind).to.equal(
      'overflow',
    )
  })

  it('shrinks a word that is too wide and never tears it', () => {
    const { sizePt, runs } = set('a Llanfairpwllgwyngyll b', { width: 90, height: 200 }, wrap)
    expect(sizePt).to.be.within(6, 11.75)
    expect(runs.map((run) => run.text)).to.include('Llanfairpwllgwyngyll')
  })

  it('keeps to the number of lines allowed', () => {
    const { sizePt, lines } = set(TEXT, { width: 140 }, { ...wrap, maxLines: 2 })
    expect(lines).to.equal(2)
    expect(sizePt).to.be.at.most(12)
    expect(fitted('a\nb\nc', {}, { ...wrap, maxLines: 2 })).to.deep.include({
      shortfall: { what: 'lines', found: 3, expected: 2, sizePt: 6 },
    })
  })

  it('aligns the middle of first cap height and last baseline', () => {
    const { runs } = set('H\nH\nH', { height: 100 }, { wrap: true })
    const cap = (arimo.capHeight / arimo.unitsPerEm) * 12
    expect((runs[0]!.glyphs[0]!.y + cap + runs[2]!.glyphs[0]!.y) / 2).to.be.closeTo(50, 1e-9)
  })

  it('hangs the space at which it breaks', () => {
    const { runs } = set('Anna          Anna', { width: 40 }, { ...wrap, align: 'right' })
    expect(runs.map((run) => run.text)).to.deep.equal(['Anna', 'Anna'])
    expect(runs[0]!.glyphs.at(-1)!.x).to.be.closeTo(runs[1]!.glyphs.at(-1)!.x, 1e-9)
  })
})

describe('values that are not set', () => {
  it('are blank where nothing is to be seen of them', () => {
    for (const text of ['', '  \n', '\u200b', '\ufe0f'])
      expect(fitted(text, {}, { wrap: true }).kind).to.equal('blank')
  })

  it('name the characters that the font lacks, lone surrogates among them', () => {
    expect(fitted('a中\n文', {}, { wrap: true })).to.deep.equal({
      kind: 'missing',
      codePoints: [0x4e2d, 0x6587],
    })
    expect(fitted('a\ud800')).to.deep.equal({ kind: 'missing', codePoints: [0xd800] })
    expect(fitted('\u0007')).to.deep.equal({ kind: 'missing', codePoints: [7] })
  })
})
