/** Which typeface a font name of a PDF gets, and when that counts as a substitute. */
import { expect } from 'chai'
import type { FontInfo } from '../../../../core/engine/text/font.ts'
import { type FontHints, matchFont } from '../../../../core/engine/text/match-font.ts'
import { face, STANDARD_FACES } from '../../../support/pdf/faces.ts'

const JOST = [
  face('Jost', 'Jost-Regular'),
  face('Jost Light', 'Jost-Light'),
  face('Jost Medium', 'Jost-Medium'),
  face('Jost SemiBold', 'Jost-SemiBold'),
  face('Jost', 'Jost-Bold', { bold: true }),
  face('Jost', 'Jost-Italic', { italic: true }),
  face('Jost Medium', 'Jost-MediumItalic', { italic: true }),
]
const GARAMOND = [
  face('Cormorant Garamond', 'CormorantGaramond-Regular'),
  face('Cormorant Garamond', 'CormorantGaramond-Bold', { bold: true }),
]
const FONTS: readonly FontInfo[] = [...JOST, ...GARAMOND, ...STANDARD_FACES]

const nameOf = (requested: string, hints?: FontHints) => {
  const { key, substitute } = matchFont(requested, FONTS, hints)
  return `${key.replace('bundled:', '')}${substitute ? ' (substitute)' : ''}`
}

describe('matchFont', () => {
  const found: Record<string, string> = {
    // By PostScript name, with and without a subset tag.
    'Jost-Medium': 'Jost-Medium',
    'ABCDEF+Jost-MediumItalic': 'Jost-MediumItalic',
    // By family and style, however it is written.
    'Jost,Bold': 'Jost-Bold',
    'Jost Bold': 'Jost-Bold',
    'Jost-BoldMT': 'Jost-Bold',
    Jost: 'Jost-Regular',
    'Jost-It': 'Jost-Italic',
    'Jost-Oblique': 'Jost-Italic',
    'Jost Medium Italic': 'Jost-MediumItalic',
    'Jost-Semibold': 'Jost-SemiBold',
    'Cormorant Garamond,Bold': 'CormorantGaramond-Bold',
    CormorantGaramond: 'CormorantGaramond-Regular',
    // The standard fonts under all their names.
    Helv: 'Arimo-Regular',
    HeBo: 'Arimo-Bold',
    HeOb: 'Arimo-Italic',
    HeBO: 'Arimo-BoldItalic',
    Helvetica: 'Arimo-Regular',
    'Helvetica-BoldOblique': 'Arimo-BoldItalic',
    ArialMT: 'Arimo-Regular',
    'Arial-BoldItalicMT': 'Arimo-BoldItalic',
    'Arial,Bold': 'Arimo-Bold',
    'Arial Bold Italic': 'Arimo-BoldItalic',
    TiRo: 'Tinos-Regular',
    TiBo: 'Tinos-Bold',
    TiIt: 'Tinos-Italic',
    TiBI: 'Tinos-BoldItalic',
    'Times-Roman': 'Tinos-Regular',
    'Times-BoldItalic': 'Tinos-BoldItalic',
    TimesNewRomanPSMT: 'Tinos-Regular',
    'TimesNewRomanPS-BoldMT': 'Tinos-Bold',
    'TimesNewRoman,Italic': 'Tinos-Italic',
    'Times New Roman': 'Tinos-Regular',
    Cour: 'Cousine-Regular',
    CoBo: 'Cousine-Bold',
    CoOb: 'Cousine-Italic',
    CoBO: 'Cousine-BoldItalic',
    'Courier-Oblique': 'Cousine-Italic',
    CourierNewPSMT: 'Cousine-Regular',
    'CourierNewPS-BoldMT': 'Cousine-Bold',
    // Other styles of a family at hand, nearest first, are substitutes.
    'Jost-Black': 'Jost-Bold (substitute)',
    'Jost-BoldItalic': 'Jost-MediumItalic (substitute)',
    'Arial-Black': 'Arimo-Bold (substitute)',
    'Helvetica-Light': 'Arimo-Regular (substitute)',
    // So are narrow cuts of the standard fonts and everything unknown.
    ArialNarrow: 'Arimo-Regular (substitute)',
    'HelveticaNeue-Bold': 'Arimo-Bold (substitute)',
    MyriadPro: 'Arimo-Regular (substitute)',
    'ABCDEF+EBGaramond-Italic': 'Tinos-Italic (substitute)',
    'IBMPlexMono-Bold': 'Cousine-Bold (substitute)',
    MonotypeCorsiva: 'Arimo-Regular (substitute)',
    '': 'Arimo-Regular (substitute)',
  }
  for (const [requested, expected] of Object.entries(found))
    it(`gives ${expected} for “${requested}”`, () => expect(nameOf(requested)).to.equal(expected))

  it('chooses a substitute by what the descriptor says', () => {
    expect(nameOf('Unheard', { serif: true })).to.equal('Tinos-Regular (substitute)')
    expect(nameOf('Unheard', { serif: true, bold: true, italic: true })).to.equal(
      'Tinos-BoldItalic (substitute)',
    )
    expect(nameOf('Unheard', { monospace: true, italic: true })).to.equal('Cousine-Italic (substitute)')
    expect(nameOf('Unheard-Bold', {})).to.equal('Arimo-Bold (substitute)')
  })

  it('gives the name without its subset tag and the key of the face', () => {
    expect(matchFont('ABCDEF+Jost-Bold', FONTS)).to.deep.equal({
      requested: 'Jost-Bold',
      key: 'bundled:Jost-Bold',
      substitute: false,
    })
  })

  it('prefers an uploaded font of the very name to its metric twin', () => {
    const own = { ...face('Helvetica', 'Helvetica'), key: 'font_1' }
    expect(matchFont('Helv', [...FONTS, own]).key).to.equal('font_1')
    expect(matchFont('Helvetica', [...FONTS, own]).key).to.equal('font_1')
  })

  it('takes any face where the bundled ones are missing, and none only where there is none', () => {
    expect(matchFont('Unheard', GARAMOND)).to.include({
      key: 'bundled:CormorantGaramond-Regular',
      substitute: true,
    })
    expect(() => matchFont('Unheard', [])).to.throw('No font')
  })
})
