/** The moves of a delivery to a hot folder: every one of them, and no other. */
import { expect } from 'chai'
import { FOLDER_MOVES, FOLDER_OUTCOMES } from '../../../../core/service/folder/delivery.ts'

const MOVES = ['release', 'succeed', 'fail', 'exhaust', 'skip'] as const
const EXPECTED: Readonly<Record<string, string>> = {
  'pending succeed': 'succeeded',
  'pending fail': 'failed',
  'pending exhaust': 'exhausted',
  'pending skip': 'skipped',
  'held release': 'pending',
  'held skip': 'skipped',
}

describe('A delivery to a hot folder', () => {
  for (const outcome of FOLDER_OUTCOMES)
    for (const move of MOVES)
      it(`${outcome} ${move}: ${EXPECTED[`${outcome} ${move}`] ?? 'refused'}`, () => {
        expect(FOLDER_MOVES[outcome][move]).to.equal(EXPECTED[`${outcome} ${move}`])
      })
})
