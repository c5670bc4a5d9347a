/** Tells that a batch came to its end, and finds the jobs of those that have not. */

import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { emit } from '../webhook/emit.ts'
import type { BatchRecord } from './batch.ts'

/** batch.completed; in the transaction that wrote the status. */
export async function emitBatchCompleted(
  ports: Pick<Ports, 'clock' | 'jobs' | 'makeId' | 'eventObjects'>,
  store: Tx,
  batch: BatchRecord,
): Promise<void> {
  const object = ports.eventObjects.batch(batch)
  await emit(ports, store, batch.teamId, { type: 'batch.completed', objectId: batch.id, object })
}

/** In the transaction that writes the batch. Its group is the batch itself: no two work on one at once. */
export async function enqueueBatch(
  ports: Pick<Ports, 'jobs'>,
  store: Tx,
  { teamId, id }: Pick<BatchRecord, 'id' | 'teamId'>,
): Promise<void> {
  await ports.jobs.enqueue(store, { kind: 'batch', teamId, objectId: id, group: id })
}

/** How long nothing happens to a batch before somebody looks whether it has a job. */
const OVERDUE_MS = 60_000

/**
 * Gives batches that stand still for a minute or more a job where they have none, as after a restored backup: `limit`
 * of them from the id `afterId` on. Answers the last id where there may be more, else null.
 */
export async function wakeBatches(
  ports: Pick<Ports, 'store' | 'jobs' | 'clock'>,
  afterId: string,
  limit: number,
): Promise<string | null> {
  const found = await ports.store.batches.unfinished(afterId, ports.clock.now() - OVERDUE_MS, limit)
  if (found.length > 0)
    await ports.store.transaction(async (store) => {
      for (const batch of found) await enqueueBatch(ports, store, batch)
    })
  return found.length < limit ? null : (found.at(-1)?.id ?? null)
}
