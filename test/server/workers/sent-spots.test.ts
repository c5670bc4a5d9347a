/** Spot plates between workers: packed and unpacked as they were, and nothing taken for a plate that is none. */
import { expect } from 'chai'
import { packSpots, unpackSpots } from '../../../server/workers/sent-spots.ts'

describe('spot plates between workers', () => {
  const pixels = 880 * 1245
  const gold = new Uint8Array(pixels)
  for (let at = 5_000; at < pixels; at += 997) gold[at] = at % 256
  const silver = new Uint8Array(pixels).fill(255)
  const spots = [
    { name: 'Gold', coverage: gold },
    { name: 'Silver & more', coverage: silver },
  ]

  it('come out as they went in, in their order', () => {
    const found = unpackSpots(packSpots(spots), pixels) ?? []
    expect(found.map(({ name }) => name)).to.deep.equal(['Gold', 'Silver & more'])
    for (const [at, { coverage }] of found.entries())
      expect(Buffer.compare(coverage, spots[at]!.coverage)).to.equal(0)
    expect(unpackSpots(packSpots([]), pixels)).to.deep.equal([])
  })

  it('take a small part of their room', () => {
    for (const { packed } of packSpots(spots)) expect(packed.length).to.be.below(pixels / 20)
  })

  it('of another page, and damaged ones, are none', () => {
    const sent = packSpots(spots)
    expect(unpackSpots(sent, pixels - 1)).to.equal(undefined)
    expect(unpackSpots(sent, pixels + 1)).to.equal(undefined)
    const [whole, cut] = sent.map(({ name, packed }) => ({
      name,
      packed: packed.subarray(0, packed.length / 2),
    }))
    expect(unpackSpots([sent[0]!, cut!], pixels)).to.equal(undefined)
    expect(unpackSpots([whole!], pixels)).to.equal(undefined)
    expect(unpackSpots([{ name: 'Gold', packed: Buffer.from('no plate') }], pixels)).to.equal(undefined)
  })
})
