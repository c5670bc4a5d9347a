/** The business card: committed as it is written, two sides on the two plates meant, and every field on its own side. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { EXAMPLES } from '../../examples/make.ts'
import { compileSource } from '../support/engine/rendering.ts'
import { coverage, needs, plates, qpdfCheck } from '../support/rips/oracles.ts'

const committed = () => readFileSync(new URL('../../examples/business-card.pdf', import.meta.url))

describe('the business card', () => {
  it('is committed as make.ts writes it', async function () {
    const written = (await EXAMPLES['business-card.pdf']?.()) ?? new Uint8Array()
    expect(Buffer.compare(committed(), written)).to.equal(0)
    needs(this, 'qpdf')
    expect(qpdfCheck(written).status).to.equal(0)
  })

  it('has a portrait, and fields on both sides in the inks of their words', async () => {
    const { scene } = await compileSource(committed())
    const placed = scene.fields.map(({ label, type, ink, placements }) => {
      return [label, type, ink, placements[0]?.page].join(' ')
    })
    expect(placed).to.deep.equal([
      'Portrait image  0',
      'Name text Midnight Blue 0',
      'Role text Midnight Blue 0',
      'Phone text Midnight Blue 0',
      'E-mail text Midnight Blue 0',
      'Website text Midnight Blue 0',
      'Company text Copper Foil 1',
      'Slogan text Copper Foil 1',
    ])
  })

  it('prints on two plates, and on no other', function () {
    needs(this, 'gs')
    for (const page of [1, 2]) {
      const inked = [...plates(committed(), { page })].filter(([, plate]) => coverage(plate).mean > 0)
      expect(inked.map(([name]) => name).toSorted()).to.deep.equal(['Copper Foil', 'Midnight Blue'])
    }
  })
})
