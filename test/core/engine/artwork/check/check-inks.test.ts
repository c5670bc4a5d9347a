/** Findings on an artwork's inks, each with a case that raises it and one that does not. */
import { expect } from 'chai'
import {
  type ArtworkFacts,
  checkInks,
  type InkFacts,
} from '../../../../../core/engine/artwork/check/check-inks.ts'
import type { ColorModel } from '../../../../../core/engine/pdf/space/space.ts'

const NOTHING: ArtworkFacts = {
  inks: [],
  registration: { name: 'All', painted: false, technical: false, appearances: [] },
  spaces: [],
  process: [],
  complete: true,
}

function ink(name: string, colors: readonly number[] = [], parts: Partial<InkFacts> = {}): InkFacts {
  const look = colors.length === 0 ? [] : [{ alternate: '/DeviceCMYK', colors }]
  return { name, painted: true, technical: false, appearances: look, ...parts }
}

function codes(facts: Partial<ArtworkFacts>): string[] {
  return checkInks({ ...NOTHING, ...facts })
    .filter(({ code }) => code !== 'spot_inventory')
    .map(({ code, severity }) => `${severity} ${code}`)
}

const inks = (...names: string[]) => ({ inks: names.map((name) => ink(name)) })

describe('checkInks', () => {
  it('finds nothing in an artwork without inks', () => expect(checkInks(NOTHING)).to.deep.equal([]))

  it('lists the inks that paint, and not those that are merely declared', () => {
    const [finding] = checkInks({
      ...NOTHING,
      inks: [ink('Gold'), ink('Coral'), ink('Ghost', [], { painted: false })],
    })
    expect(finding).to.include({ code: 'spot_inventory', severity: 'info', found: 'Gold, Coral' })
  })

  it('fails names that differ in case or Unicode form only', () => {
    expect(codes(inks('Gold', 'GOLD'))).to.deep.equal(['fail spot_name_case'])
    expect(codes(inks('Gr\u00fcn', 'Gru\u0308n'))).to.include('fail spot_name_case')
    expect(codes(inks('Gold', 'Golden'))).to.deep.equal([])
  })

  it('warns of one ink named for two papers', () => {
    expect(codes(inks('PANTONE 375 C', 'PANTONE 375 U'))).to.deep.equal(['warn spot_name_suffix'])
    expect(codes(inks('PANTONE 375 CVC', 'pantone 375 TPX'))).to.deep.equal(['warn spot_name_suffix'])
    expect(codes(inks('PANTONE 375 C', 'PANTONE 376 U'))).to.deep.equal([])
  })

  it('warns of stray spaces and characters beyond ASCII', () => {
    for (const name of [' Gold', 'Gold ', 'Gold  Foil', 'Grün'])
      expect(codes(inks(name)), name).to.deep.equal(['warn spot_name_whitespace'])
    expect(codes(inks('Gold Foil'))).to.deep.equal([])
  })

  it('fails a name whose definitions look different, not one that is written in two ways', () => {
    const two = (one: number[], other: number[]) => [
      ink('Gold', [], {
        appearances: [
          { alternate: '/DeviceCMYK', colors: one },
          { alternate: '/DeviceCMYK', colors: other },
        ],
      }),
    ]
    expect(codes({ inks: two([0, 0.5], [0, 0.6]) })).to.deep.equal(['fail spot_name_ambiguous'])
    expect(codes({ inks: two([0, 0.5], [0, 0.502]) })).to.deep.equal([])
  })

  it('warns of two names with one definition', () => {
    expect(codes({ inks: [ink('Gold', [0, 1]), ink('Coral', [0, 1])] })).to.deep.equal([
      'warn spot_same_appearance',
    ])
    expect(codes({ inks: [ink('Gold', [0, 1]), ink('Coral', [0, 0.9999])] })).to.deep.equal([])
  })

  it('names technical plates', () => {
    const [, finding] = checkInks({ ...NOTHING, inks: [ink('CutContour', [], { technical: true })] })
    expect(finding).to.include({ code: 'spot_technical', severity: 'info', ink: 'CutContour' })
  })

  it('warns of alternates that would have to be converted', () => {
    for (const [alternate, warned] of Object.entries({
      DeviceRGB: 1,
      ICCBased: 1,
      CalRGB: 1,
      DeviceCMYK: 0,
      Lab: 0,
    }))
      expect(codes({ spaces: [{ spots: ['Gold'], alternate }] }), alternate).to.have.length(warned)
  })

  it('warns of RGB, Lab and calibrated colour once for the document', () => {
    const use = (family: string, model: ColorModel, page: number) =>
      ({ family, model, page, source: 'image' }) as const
    const rgb = checkInks({ ...NOTHING, process: [use('DeviceRGB', 'rgb', 2), use('DeviceRGB', 'rgb', 5)] })
    expect(rgb).to.have.length(1)
    expect(rgb[0]).to.include({ code: 'color_device_rgb', severity: 'warn', page: 2, found: 'images' })
    expect(codes({ process: [use('ICCBased', 'rgb', 0)] })).to.deep.equal(['warn color_icc_rgb'])
    expect(
      codes({
        process: [use('ICCBased', 'cmyk', 0), use('DeviceCMYK', 'cmyk', 0), use('DeviceGray', 'gray', 0)],
      }),
    ).to.deep.equal([])
    expect(codes({ process: [use('ICCBased', 'lab', 0)] })).to.deep.equal(['warn color_lab'])
    expect(codes({ process: [use('Lab', 'lab', 0), use('CalGray', 'gray', 0)] })).to.deep.equal([
      'warn color_lab',
      'warn color_cal',
    ])
  })

  it('says when it could not look at everything', () => {
    expect(codes({ complete: false })).to.deep.equal(['warn check_incomplete'])
  })
})
