/** Glyphs without outlines print nothing: their characters are missing, and a font of them alone is refused. */

import { expect } from 'chai'
import { checkFont } from '../../../../core/engine/text/check-font.ts'
import { shapeParagraph } from '../../../../core/engine/text/shape.ts'
import { bundledTypeface, testFonts, typefaceOf } from '../../../support/pdf/fonts.ts'
import { thrownBy } from '../../../support/run/thrown.ts'
import { COLOR_TABLES, withoutOutlines } from './blank-glyphs.ts'

const missingIn = (font: ReturnType<typeof typefaceOf>, text: string, fallbacks: (typeof font)[] = []) =>
  String.fromCodePoint(...shapeParagraph(font, text, [], fallbacks).line(0, text.length, false).missing)

describe('a glyph without an outline of its own', () => {
  for (const [name, table] of Object.entries(COLOR_TABLES)) {
    it(`counts as missing: ${name}`, () => {
      const font = typefaceOf(withoutOutlines('AB1!', table))
      expect(missingIn(font, 'A1 CAB!')).to.equal('A1B!')
      expect(missingIn(font, 'CD 23')).to.equal('')
      expect(font.hasCodePoint(0x41)).to.equal(false)
      expect(font.hasCodePoint(0x43)).to.equal(true)
    })

    it(`makes a font that is refused where it has no other: ${name}`, () => {
      const data = withoutOutlines('all', table)
      expect(thrownBy(() => checkFont(data, typefaceOf(data)))).to.include({ code: 'invalid_font' })
    })
  }

  it('counts as missing in a font without colours, too', () => {
    expect(missingIn(typefaceOf(withoutOutlines('A', null)), 'ABA')).to.equal('A')
  })

  it('is set in a fallback font that draws it', () => {
    const font = typefaceOf(withoutOutlines('A', COLOR_TABLES.SVG ?? null))
    const fallback = bundledTypeface('Arimo-Regular')
    const { runs, missing } = shapeParagraph(font, 'CAC', [], [fallback]).line(0, 3, false)
    expect(missing).to.deep.equal([])
    expect(runs.map(({ typeface }) => typeface)).to.deep.equal([font, fallback, font])
  })

  it('is no fault of what is blank by its meaning: spaces, joiners, soft hyphens and selectors', () => {
    const blank = 'a b\u00a0c\u2009d\u200de\u200cf\u00adg\ufe0fh\u2060i'
    for (const table of [null, ...Object.values(COLOR_TABLES)])
      expect(missingIn(typefaceOf(withoutOutlines('A', table)), blank.replaceAll(/[\u2009]/g, ' '))).to.equal(
        '',
      )
  })

  it('is none of the bundled fonts: each prints all letters and figures that it names', () => {
    for (const { key, postScriptName } of testFonts().list()) {
      const font = testFonts().open(key)
      const letters = [...'ABCabc123.,;!?&äßéñ'].filter((one) => font.characterOf(0) !== one)
      const text = letters.filter((one) => font.hasCodePoint(one.codePointAt(0) ?? 0)).join('')
      expect(missingIn(font, text), postScriptName).to.equal('')
    }
  })
})
