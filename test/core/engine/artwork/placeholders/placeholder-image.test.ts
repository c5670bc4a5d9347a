/** Placeholders that ask for images: where their boxes stand, what the field takes, and what is said of those without size. */
import { expect } from 'chai'
import { readSettings } from '../../../../../core/engine/artwork/placeholders/placeholder-settings.ts'
import { POINTS_PER_MM } from '../../../../../core/engine/geometry/box.ts'
import { readPlaceholderPage } from '../../../../support/pdf/placeholder-page.ts'

const at = (x: number, y: number, words: string) => `BT /F1 10 Tf ${x} ${y} Td (${words}) Tj ET\n`

describe('a placeholder that asks for an image', () => {
  it('is an image field of its size, which hangs from its words, and takes customers’ images as stated', async () => {
    const { fields, findings, place } = await readPlaceholderPage(
      at(40, 250, '{{photo|source=upload|w=60mm|h=40mm|min_ppi=200|warn_ppi=300|required}}'),
    )
    expect(fields).to.have.length(1)
    expect(fields[0]).to.deep.include({ label: 'photo', type: 'image', required: true, slot: 'in_place' })
    expect(fields[0]?.ownPictures).to.deep.include({ source: 'upload', minPpi: 200, warnPpi: 300 })
    const { box, picture, insetPt, inPlace } = place('photo')
    expect([picture, insetPt, inPlace]).to.deep.equal([{ fit: 'fill', anchor: 'center' }, 0, 0])
    const [left, bottom, right, top] = box
    expect(left).to.be.closeTo(40, 0.5)
    expect(right - left).to.be.closeTo(60 * POINTS_PER_MM, 1e-3)
    expect(top).to.be.closeTo(257, 0.1)
    expect(top - bottom).to.be.closeTo(40 * POINTS_PER_MM, 1e-3)
    expect(findings.filter(({ code }) => code.startsWith('placeholder'))).to.deep.equal([])
  })

  it('takes the library without more words, in one ink where that is stated', async () => {
    const { fields, place } = await readPlaceholderPage(
      at(40, 250, '{{logo|source=catalogue|w=50|h=20|one_color|ink=Gold}}') +
        at(200, 100, '{{stamp|source=both|w=50|h=20|min_ppi=300|fit=fit|align=center|valign=bottom}}'),
    )
    const [logo, stamp] = fields
    expect(logo).to.deep.include({ type: 'image', oneColor: true, ink: 'Gold' })
    expect(logo?.ownPictures ?? null).to.equal(null)
    expect(place('logo').picture).to.deep.include({ fit: 'fit' })
    expect(stamp?.ownPictures).to.deep.include({ source: 'both', minPpi: 300, warnPpi: 300 })
    expect(place('stamp').picture).to.deep.include({ fit: 'fit' })
    expect(place('stamp').box[1]).to.be.closeTo(100, 0.01)
  })

  it('turns with its words, and lets text stand over it and beside it', async () => {
    const { fields, place } = await readPlaceholderPage(
      'BT /F1 10 Tf 0 1 -1 0 300 100 Tm ({{side|source=upload|w=80|h=30}}) Tj ET\n' +
        at(40, 250, '{{photo|source=upload|w=100|h=60}}') +
        at(60, 220, '{{caption}}') +
        at(40, 150, 'Photo {{small|source=upload|w=20|h=20}} of {{name}}'),
    )
    const side = place('side')
    expect(side.turn).to.equal(90)
    expect([side.box[2] - side.box[0], side.box[3] - side.box[1]].map(Math.round)).to.deep.equal([30, 80])
    expect(fields.map(({ label, type }) => [label, type])).to.have.deep.members([
      ['side', 'image'],
      ['photo', 'image'],
      ['caption', 'text'],
      ['small', 'image'],
      ['name', 'text'],
    ])
    expect(place('small').line ?? null).to.equal(null)
    expect(place('name').line?.parts.map(({ text }) => text)).to.deep.equal(['of ', null])
  })

  it('stays on the page without a width and height, and says so', async () => {
    const { fields, findings } = await readPlaceholderPage(at(40, 250, '{{photo|source=upload|w=60mm}}'))
    expect(fields).to.deep.equal([])
    expect(findings.find(({ code }) => code === 'field_no_geometry')).to.include({
      severity: 'fail',
      says: 'field_no_geometry.image',
    })
  })

  for (const [settings, fault] of [
    ['source=web', 'source=web'],
    ['min_ppi=200', 'min_ppi=200'],
    ['source=catalogue|min_ppi=200', 'min_ppi=200'],
    ['source=upload|min_ppi=300|warn_ppi=200', 'warn_ppi=200'],
    ['source=upload|min_ppi=0', 'min_ppi=0'],
    ['fit=fill', 'fit=fill'],
    ['one_color', 'one_color'],
  ] as const)
    it(`does not pass over in silence: ${settings}`, () => {
      expect(readSettings(`a|${settings}`).faults).to.deep.equal([{ text: fault, unknown: false }])
    })
})
