/** Cancels a batch: finished prints stay, and the rest is not started. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { OfRecord } from '../access/request.ts'
import { BATCH_MOVES, type BatchRecord } from './batch.ts'

/**
 * Work under way stops at the next item. Canceling again is no change. Decision: of a merged PDF nothing is printed
 * then, so none of its records counts towards the allowance. Throws `not_found` and `batch_completed`.
 */
export async function cancelBatch(
  ports: Pick<Ports, 'store' | 'clock'>,
  { teamId, id }: OfRecord,
): Promise<BatchRecord> {
  const now = ports.clock.now()
  return ports.store.transaction(async (store) => {
    const batch = await store.batches.findForUpdate(teamId, id)
    if (batch === null) throw notFound('batch')
    const status = BATCH_MOVES[batch.status].cancel
    if (status === undefined) throw new ServiceError('batch_completed')
    if (status === batch.status) return batch
    for (const [month, count] of Object.entries(batch.counted))
      await store.usage.release(teamId, month, count)
    const succeeded = batch.result === 'merged' ? 0 : batch.succeeded
    const canceled = await store.batches.update(teamId, id, [batch.status], {
      status,
      succeeded,
      skipped: batch.total - succeeded - batch.failed,
      attempt: batch.attempt + 1,
      counted: {},
      updatedAt: now,
      canceledAt: now,
    })
    if (canceled === null) throw new ServiceError('internal_error')
    return canceled
  })
}
