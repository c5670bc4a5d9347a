/** The form in which text is kept: what composes, what stays as typed, and which signs end a line. */

import { expect } from 'chai'
import fc from 'fast-check'
import { composed, oneLine, plainText } from '../../../../core/engine/text/plain-text.ts'
import { shapeParagraph } from '../../../../core/engine/text/shape.ts'
import { bundledTypeface } from '../../../support/pdf/fonts.ts'

const KEPT = {
  'a compatibility ideograph': '\uf900',
  'a compatibility ideograph of Unified form': '\ufa30',
  'a compatibility ideograph of the second plane': '\u{2f804}',
  'the sign of the angstrom': '\u212b',
  'the sign of the ohm': '\u2126',
  'the sign of the kelvin': '\u212a',
  'the Greek question mark': '\u037e',
}

describe('Plain text', () => {
  for (const [what, character] of Object.entries(KEPT))
    it(`keeps ${what}, between letters that compose`, () => {
      expect(composed(`e\u0301${character}u\u0308`)).to.equal(`\u00e9${character}\u00fc`)
    })

  it('composes what NFC composes, and orders marks as it does', () => {
    const any = fc.string({
      unit: fc.constantFrom('a', 'e', '\u0301', '\u0323', '\u1100', '\u1161', '中', '\u0958', ' '),
    })
    fc.assert(fc.property(any, (text) => composed(text) === text.normalize('NFC')))
  })

  it('is the same when it is made plain again, and means the same to Unicode', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainText(plainText(text))).to.equal(plainText(text))
        expect(composed(text).normalize('NFC')).to.equal(text.normalize('NFC'))
      }),
    )
  })

  it('has one sign for every line break, and a space for it in one line', () => {
    for (const sign of ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
      expect(plainText(`a${sign}b`)).to.equal('a\nb')
      expect(oneLine(`a${sign}b`)).to.equal('a b')
    }
  })
})

describe('Characters that stay as typed', () => {
  const glyphs = (name: string, text: string) => {
    const typeface = bundledTypeface(name)
    const line = shapeParagraph(typeface, text, []).line(0, text.length, false)
    return line.runs.flatMap((run) => run.glyphs.map(({ id }) => id))
  }

  it('print with the glyph of their own where the font has it', () => {
    const [own] = glyphs('NotoSansJP-Regular', '\ufa19')
    const [other] = glyphs('NotoSansJP-Regular', '\u795e')
    expect(own).to.be.greaterThan(0).and.not.equal(other)
  })

  it('print as the equal character where the font lacks them', () => {
    for (const [name, typed, equal] of [
      ['NotoSansJP-Regular', '\u212a', 'K'],
      ['Jost-Regular', '\u212b', '\u00c5'],
    ] as const) {
      if (bundledTypeface(name).hasCodePoint(typed.codePointAt(0) ?? 0)) continue
      expect(glyphs(name, typed)).to.deep.equal(glyphs(name, equal))
    }
  })
})
