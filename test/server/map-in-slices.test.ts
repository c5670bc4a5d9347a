/** Long lists: others have their turn in between. */
import { expect } from 'chai'
import { mapInSlices } from '../../server/map-in-slices.ts'

function busyFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('work through a list', () => {
  it('gives what it makes of each item, in their order', async () => {
    expect(await mapInSlices([3, 1, 2], (item) => item * 2)).to.deep.equal([6, 2, 4])
    expect(await mapInSlices([], () => 1)).to.deep.equal([])
  })

  it('lets whoever waits come in between', async () => {
    const order: string[] = []
    setImmediate(() => order.push('somebody else'))
    await mapInSlices(['first', 'second', 'third', 'fourth', 'fifth'], (item) => {
      busyFor(5)
      order.push(item)
    })
    expect(order.indexOf('somebody else')).to.be.above(0).and.below(5)
  })

  it('ends with the first item that fails', async () => {
    const seen: number[] = []
    const work = mapInSlices([1, 2, 3], (item) => {
      seen.push(item)
      if (item === 2) throw new Error('not this one')
    })
    expect(await work.catch((error: Error) => error.message)).to.equal('not this one')
    expect(seen).to.deep.equal([1, 2])
  })
})
