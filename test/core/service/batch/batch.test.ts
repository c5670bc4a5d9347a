/** The states of a batch and of its items: every move from every status, and what canceling makes of items. */
import { expect } from 'chai'
import { BATCH_MOVES, BATCH_STATUSES, type BatchMove } from '../../../../core/service/batch/batch.ts'
import { asOfBatch, ITEM_STATUSES, storedAs } from '../../../../core/service/batch/item.ts'
import { batchRecord, itemRecord } from '../../../conformance/batch-store.ts'
import { templateRecord } from '../../../support/database/records.ts'

const MOVES: readonly BatchMove[] = ['start', 'complete', 'cancel']
const EXPECTED: Readonly<Record<string, string | undefined>> = {
  'queued start': 'processing',
  'queued complete': 'completed',
  'queued cancel': 'canceled',
  'processing start': 'processing',
  'processing complete': 'completed',
  'processing cancel': 'canceled',
  'canceled cancel': 'canceled',
}

describe('The states of a batch', () => {
  for (const status of BATCH_STATUSES)
    for (const move of MOVES)
      it(`${status} by ${move}: ${EXPECTED[`${status} ${move}`] ?? 'refused'}`, () => {
        expect(BATCH_MOVES[status][move]).to.equal(EXPECTED[`${status} ${move}`])
      })

  it('show its items as they are stored, until it is canceled', () => {
    for (const result of ['renders', 'merged'] as const)
      for (const batchStatus of BATCH_STATUSES) {
        const batch = batchRecord(templateRecord('team_1'), { result, status: batchStatus })
        for (const status of ITEM_STATUSES) {
          const shown = asOfBatch(itemRecord(batch, 0, { status }), batch).status
          const dropped = result === 'merged' ? ['pending', 'succeeded'] : ['pending']
          const skips = batchStatus === 'canceled' && dropped.includes(status)
          expect(shown, `${result} ${batchStatus} ${status}`).to.equal(skips ? 'skipped' : status)
          expect(storedAs(shown, batch)).to.include(status)
        }
        const stored = ITEM_STATUSES.flatMap((status) => storedAs(status, batch))
        expect([...stored].sort(), 'each row is shown once').to.deep.equal([...ITEM_STATUSES].sort())
      }
  })
})
