/** The states of a storefront's line and every move between them. */
import { expect } from 'chai'
import { LINE_MOVES, type LineMove, moveLine } from '../../../../core/service/storefront/line.ts'
import { LINE_STATES } from '../../../../core/service/storefront/order.ts'

const MOVES: readonly LineMove[] = [
  ...(['finalize', 'park', 'print', 'fulfill', 'fail', 'hold', 'settle'] as const),
  ...(['withdraw', 'revive', 'replace', 'retry', 'release'] as const),
]

/** Written a second time, so that the table is not its own judge. */
const ALLOWED: Readonly<Record<string, string>> = {
  'attached finalize': 'finalizing',
  'attached replace': 'attached',
  'attached withdraw': 'withdrawn',
  'finalizing print': 'finalized',
  'finalizing settle': 'finalized',
  'finalizing park': 'attached',
  'finalizing fail': 'failed',
  'finalizing hold': 'held',
  'finalizing withdraw': 'withdrawn',
  'finalized fulfill': 'fulfilled',
  'finalized fail': 'failed',
  'finalized hold': 'held',
  'finalized withdraw': 'withdrawn',
  'fulfilled hold': 'held',
  'fulfilled withdraw': 'withdrawn',
  'withdrawn revive': 'attached',
  'withdrawn hold': 'held',
  'failed retry': 'finalizing',
  'failed settle': 'finalized',
  'failed replace': 'attached',
  'failed withdraw': 'withdrawn',
  'held release': 'finalizing',
  'held settle': 'finalized',
  'held replace': 'attached',
  'held withdraw': 'withdrawn',
}

describe('A line of a storefront', () => {
  for (const state of LINE_STATES)
    for (const move of MOVES) {
      const to = ALLOWED[`${state} ${move}`]
      it(`A line that is ${state} ${to === undefined ? `refuses ${move}` : `is ${to} after ${move}`}`, () => {
        expect(LINE_MOVES[state][move]).to.equal(to)
        if (to === undefined) expect(() => moveLine(state, move)).to.throw(`A line that is ${state}`)
        else expect(moveLine(state, move)).to.equal(to)
      })
    }
})
