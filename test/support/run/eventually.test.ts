/** The one way to wait where no event can be had. */
import { expect } from 'chai'
import { eventually } from './eventually.ts'

describe('eventually()', () => {
  it('gives the first thing that it sees', async () => {
    const seen = [null, false, undefined, 'there', 'too late']
    expect(await eventually(() => seen.shift())).to.equal('there')
  })

  it('gives what `until` accepts, which may be nothing', async () => {
    const seen = [3, 2, 1, 0]
    expect(await eventually(async () => seen.shift(), { until: (count) => count === 0 })).to.equal(0)
  })

  it('looks once more when its time is over, and then says what it waited for and saw last', async () => {
    const looks: number[] = []
    const waiting = eventually(() => looks.push(0), { until: (count) => count > 2, withinMs: 0 })
    const error = await waiting.catch(({ message }: Error) => message)
    expect(error).to.equal('Not within 0 ms: () => looks.push(0), until (count) => count > 2. Seen last: 1')
  })

  it('ends with the error of a look that fails', async () => {
    const failing = eventually(() => Promise.reject(new Error('The server is gone.')))
    expect(await failing.catch(({ message }: Error) => message)).to.equal('The server is gone.')
  })
})
