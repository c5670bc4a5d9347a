/** Writes down what became of some items: renders, counts and, with the last of them, the end of the batch. */

import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { monthOf } from '../../time.ts'
import { recordPictureIn } from '../preview/ledger.ts'
import { countRender } from '../render/count.ts'
import { recordOf } from '../render/record.ts'
import { storeRender } from '../render/start.ts'
import { type BatchCounts, type BatchRecord, countsOf, doneOf } from './batch.ts'
import { emitBatchCompleted } from './batch-queue.ts'
import { type ItemError, type ItemRecord, itemError } from './item.ts'
import type { DrawnItem, PrintedItem, UnprintedItem } from './outcome.ts'

/**
 * One transaction. Each item counts only where it is still as it was seen, so that of two who worked on it one
 * result stays. Null where the batch is no longer being worked on.
 */
export async function finishItems(
  ports: Ports,
  teamId: string,
  batchId: string,
  outcomes: readonly (PrintedItem | DrawnItem | UnprintedItem)[],
): Promise<BatchRecord | null> {
  return ports.store.transaction(async (store) => {
    const batch = await store.batches.findForUpdate(teamId, batchId)
    if (batch?.status !== 'processing') return null
    const counts = { ...countsOf(batch) }
    for (const outcome of outcomes) {
      const status = await storeOutcome(ports, store, batch, outcome)
      if (status !== null) counts[status] += 1
    }
    const faults = counts.succeeded > batch.succeeded ? 0 : batch.faults
    return writeCounts(ports, store, batch, { ...counts, faults })
  })
}

function storeOutcome(
  ports: Ports,
  store: Tx,
  batch: BatchRecord,
  outcome: PrintedItem | DrawnItem | UnprintedItem,
) {
  if (outcome.kind === 'printed') return storePrinted(ports, store, batch, outcome)
  return outcome.kind === 'drawn' ? storeDrawnItem(store, outcome) : storeUnprinted(store, outcome)
}

/** A row in the ledger for each picture, however many items show it. */
async function storeDrawnItem(
  store: Store,
  { item, render, preflightStatus }: DrawnItem,
): Promise<'succeeded' | null> {
  const renderId = await recordPictureIn(store, render)
  const changes = { status: 'succeeded', renderId, preflightStatus, error: null } as const
  return (await store.batches.updateItem(item, changes)) ? 'succeeded' : null
}

/** The last item completes the batch. The conditional update sends that event once. */
export async function writeCounts(
  ports: Pick<Ports, 'clock' | 'jobs' | 'makeId' | 'eventObjects'>,
  store: Tx,
  batch: BatchRecord,
  changes: BatchCounts &
    Partial<Pick<BatchRecord, 'faults' | 'counted' | 'resultSha256' | 'sizeBytes' | 'output'>>,
): Promise<BatchRecord | null> {
  const now = ports.clock.now()
  const isDone = doneOf(changes) === batch.total
  const updated = await store.batches.update(batch.teamId, batch.id, [batch.status], {
    ...changes,
    updatedAt: now,
    ...(isDone ? { status: 'completed', completedAt: now } : {}),
  })
  if (updated !== null && isDone) await emitBatchCompleted(ports, store, updated)
  return updated
}

/** Null where the item is no longer as it was seen. */
export async function storeUnprinted(
  store: Store,
  { item, kind, error }: UnprintedItem,
): Promise<UnprintedItem['kind'] | null> {
  const changes = { status: kind, error, renderId: null, preflightStatus: null }
  return (await store.batches.updateItem(item, changes)) ? kind : null
}

/** A render like any other: counted, with its tail and its event. Over the month's allowance the item fails. */
async function storePrinted(
  ports: Ports,
  store: Tx,
  batch: BatchRecord,
  { item, templateRevision, composed, contentSha256, stored }: PrintedItem,
): Promise<'succeeded' | 'failed' | null> {
  const made = { kind: 'composed', composed, contentSha256, stored } as const
  const render = recordOf(ports, item.teamId, requestOf(batch, item), templateRevision.revision, made, null)
  const succeeded = {
    status: 'succeeded',
    renderId: render.id,
    preflightStatus: composed.preflight.status,
    error: null,
  } as const
  if (!(await store.batches.updateItem(item, succeeded))) return null
  const counted = await countOne(ports, store, item.teamId)
  if (typeof counted !== 'string') {
    await storeUnprinted(store, { kind: 'failed', item: { ...item, status: 'succeeded' }, error: counted })
    return 'failed'
  }
  await storeRender(ports, store, { ...render, countedMonth: counted }, made, templateRevision.template)
  return 'succeeded'
}

/** The month in which it counts, or why it may not. */
export async function countOne(ports: Ports, store: Store, teamId: string): Promise<string | ItemError> {
  try {
    return await countRender(store, teamId, { month: monthOf(ports.clock.now()), refuses: true })
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'render_limit_exceeded') return itemError(error)
    throw error
  }
}

function requestOf(batch: BatchRecord, item: ItemRecord) {
  return {
    ...item,
    kind: 'final',
    colors: item.colors ?? batch.colors,
    assignments: { ...batch.assignments, ...item.assignments },
  } as const
}
