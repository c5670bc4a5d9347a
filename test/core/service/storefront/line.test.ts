/** The states of a storefront's line and every move between them. */
import { expect } from 'chai'
import { LINE_MOVES, type LineMove, moveLine, refundedOf } from '../../../../core/service/storefront/line.ts'
import { LINE_STATES } from '../../../../core/service/storefront/order.ts'

const MOVES: readonly LineMove[] = [
  ...(['finalize', 'print', 'fulfill', 'fail', 'hold', 'withdraw', 'retry', 'release', 'reopen'] as const),
]

/** Written a second time, so that the table is not its own judge. */
const ALLOWED: Readonly<Record<string, string>> = {
  'attached finalize': 'finalizing',
  'attached hold': 'held',
  'attached withdraw': 'withdrawn',
  'finalizing print': 'finalized',
  'finalizing fail': 'failed',
  'finalizing hold': 'held',
  'finalizing withdraw': 'withdrawn',
  'finalized fulfill': 'fulfilled',
  'finalized fail': 'failed',
  'finalized withdraw': 'withdrawn',
  'fulfilled withdraw': 'withdrawn',
  'withdrawn reopen': 'held',
  'failed retry': 'finalizing',
  'failed withdraw': 'withdrawn',
  'held release': 'finalizing',
  'held withdraw': 'withdrawn',
}

describe('The lines of a storefront', () => {
  for (const state of LINE_STATES)
    for (const move of MOVES) {
      const to = ALLOWED[`${state} ${move}`]
      it(`${state}: ${move} ${to === undefined ? 'is refused' : `leads to ${to}`}`, () => {
        expect(LINE_MOVES[state][move]).to.equal(to)
        if (to === undefined) expect(() => moveLine(state, move)).to.throw(`A line that is ${state}`)
        else expect(moveLine(state, move)).to.equal(to)
      })
    }

  it('adds up what several refunds took of one line', () => {
    const refunds = { r1: { a: 1, b: 2 }, r2: { a: 2 } }
    expect(['a', 'b', 'c'].map((line) => refundedOf({ refunds }, line))).to.deep.equal([3, 2, 0])
  })
})
