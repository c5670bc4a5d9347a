/** What makes a palette fit or unfit for a press. */
import { expect } from 'chai'
import { twinInkNames } from '../../../../core/engine/ink/ink-names.ts'
import { checkPalette, type PaletteInk } from '../../../../core/engine/ink/palette.ts'
import { ServiceError } from '../../../../core/errors.ts'

const ink = (name: string, index = 1, hex = '#112233'): PaletteInk => ({ index, key: `k${index}`, name, hex })

function refusal(colors: readonly PaletteInk[], artwork: readonly string[] = []): ServiceError | null {
  try {
    checkPalette(colors, artwork)
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

describe('checkPalette', () => {
  for (const name of [
    'PANTONE 485 C',
    ' KPMG Gray CMYK 4',
    "Don't Print",
    'Grün',
    '金',
    'Золото',
    'Αλάτι',
    'Allgold',
    'A11',
    '**',
    'Black',
    '470',
  ])
    it(`accepts the plate name ${JSON.stringify(name)}`, () => {
      expect(refusal([ink(name)])).to.equal(null)
    })

  for (const name of [
    'All',
    'None',
    'all',
    ' NONE ',
    '',
    '   ',
    'x'.repeat(65),
    'Go\nld',
    'Go\u0000ld',
    'a\u202eb',
    'Gold\ufe0f',
    'Go\u034fld',
    '\u3164',
    '\u2800',
    'Na\u200bvy',
    'ＡＬＬ',
    'ｎｏｎｅ',
    'Аll',
    'АӀӀ',
    'Νοne',
    'Nоne',
  ])
    it(`refuses the plate name ${JSON.stringify(name)} and names the parameter`, () => {
      const error = refusal([ink(name)])
      expect(error?.code).to.equal('invalid_colors')
      expect(error?.facts.param).to.equal('colors[0].name')
    })

  for (const [one, other] of [
    ['Gold', 'GOLD'],
    ['Grün', 'Gru\u0308n'],
    ['Gold', 'Gold'],
    ['Gold  Foil', 'gold foil'],
    ['ＧＯＬＤ', 'gold'],
    ['Gold', 'Gоld'],
    ['PANTONE 485 C', 'ΡΑΝΤΟΝΕ 485 C'],
  ] as const)
    it(`refuses ${JSON.stringify(one)} beside its twin ${JSON.stringify(other)}`, () => {
      expect(refusal([ink(one, 1), ink(other, 2)])?.code).to.equal('invalid_colors')
    })

  it("refuses a name that differs from one of the artwork's plates only in case", () => {
    const error = refusal([ink('pantone 485 c')], ['PANTONE 485 C'])
    expect(error?.facts.param).to.equal('colors[0].name')
    expect(refusal([ink('PANTONE 485 C')], ['PANTONE 485 C'])).to.equal(null)
  })

  it("takes the artwork's own plate by its name, whatever signs that has", () => {
    expect(refusal([ink('Gold\ufe0f')], ['Gold\ufe0f'])).to.equal(null)
    expect(refusal([ink('Gold')], ['Gold\ufe0f'])?.facts.param).to.equal('colors[0].name')
  })

  it('allows two inks of one hex', () => {
    expect(refusal([ink('Gold', 1, '#b08d57'), ink('Bronze', 2, '#B08D57')])).to.equal(null)
  })

  it('refuses two inks of one index, an index below 1, a missing index 1 and no inks at all', () => {
    expect(refusal([ink('A', 1), ink('B', 1)])?.facts.param).to.equal('colors[1].index')
    expect(refusal([ink('A', 0)])?.facts.param).to.equal('colors[0].index')
    expect(refusal([ink('A', 2)])?.facts.param).to.equal('colors')
    expect(refusal([])?.facts.param).to.equal('colors')
  })

  it('reports every fault in its details', () => {
    const error = refusal([ink('All', 1, 'red'), ink('None', 2)])
    expect(error?.facts.details?.map((detail) => detail.param)).to.deep.equal([
      'colors[0].hex',
      'colors[0].name',
      'colors[1].name',
    ])
  })
})

describe('twinInkNames', () => {
  it('is null for names that a press tells apart', () => {
    expect(twinInkNames(['Gold', 'Gold 2', 'PANTONE 375 C', 'PANTONE 375 U'])).to.equal(null)
  })
})
