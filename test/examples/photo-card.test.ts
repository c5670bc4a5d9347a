/** The photo card: committed as it is written, with a place for the customer's photo, on the four plates and the foil. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { EXAMPLES } from '../../examples/make.ts'
import { compileSource } from '../support/engine/rendering.ts'
import { needs, qpdfCheck } from '../support/rips/oracles.ts'

const committed = () => readFileSync(new URL('../../examples/photo-card.pdf', import.meta.url))

describe('the photo card', () => {
  it('is committed as make.ts writes it', async function () {
    const written = (await EXAMPLES['photo-card.pdf']?.()) ?? new Uint8Array()
    expect(Buffer.compare(committed(), written)).to.equal(0)
    needs(this, 'qpdf')
    expect(qpdfCheck(written).status).to.equal(0)
  })

  it('has a place for the customer’s photo beyond the trim, a greeting in foil and a line in black', async () => {
    const { scene } = await compileSource(committed())
    const placed = scene.fields.map(({ label, type, ink, required }) =>
      [label, type, ink, required].join(' '),
    )
    expect(placed).to.have.members([
      'Photo image Black true',
      'Greeting text Gold Foil false',
      'Line below text Black false',
    ])
    const photo = scene.fields.find(({ type }) => type === 'image')
    expect(photo?.ownPictures).to.deep.include({ source: 'upload', minPpi: 150 })
    const [left = 0, , right = 0, top = 0] = photo?.placements[0]?.box ?? []
    const [page] = scene.pages
    expect([left, right, top].map(Math.round)).to.deep.equal([
      0,
      Math.round(page?.mediaBox[2] ?? 0),
      Math.round(page?.mediaBox[3] ?? 0),
    ])
  })
})
