/** Random bytes: as many as asked for, and never the same ones again. */
import { expect } from 'chai'
import { createEntropy } from '../../server/entropy.ts'

describe('entropy', () => {
  it('gives as many bytes as are asked for, across what it fetches at once and beyond', () => {
    const entropy = createEntropy()
    for (const count of [1, 8, 32, 4_095, 4_096, 4_097, 100_000, 0])
      expect(entropy.bytes(count)).to.have.length(count)
  })

  it('gives no bytes twice, and keeps none that it gave', () => {
    const entropy = createEntropy()
    const given = Array.from({ length: 5_000 }, () => entropy.bytes(16))
    const texts = given.map((bytes) => Buffer.from(bytes).toString('hex'))
    expect(new Set(texts)).to.have.length(5_000)
    expect(texts.join('')).to.not.match(/0{24}/)
    // What one has been given stays as it is, whatever others ask for.
    expect(given.map((bytes) => Buffer.from(bytes).toString('hex'))).to.deep.equal(texts)
  })

  it('has every value about as often', () => {
    const counts = new Array<number>(256).fill(0)
    const entropy = createEntropy()
    for (let n = 0; n < 8_000; n += 1)
      for (const byte of entropy.bytes(32)) counts[byte] = (counts[byte] ?? 0) + 1
    // 1,000 of each are expected; six standard deviations are 190.
    for (const count of counts) expect(count).to.be.within(810, 1_190)
  })
})
