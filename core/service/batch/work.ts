/** Works through a batch: a few items at a time, so that it can be stopped, killed and continued at any point. */
import type { Ports } from '../../ports.ts'
import type { Previews } from '../preview/previews.ts'
import type { ContentHashes } from '../render/content-hash.ts'
import { BATCH_MOVES, type BatchRecord, countsOf, doneOf } from './batch.ts'
import { enqueueBatch } from './batch-queue.ts'
import { finishItems, writeCounts } from './finish-items.ts'
import { type ItemRecord, RENDER_FAILED } from './item.ts'
import { mergeBatch } from './merge.ts'
import {
  type DrawnItem,
  drawItem,
  PassingFault,
  type PrintedItem,
  printItem,
  type UnprintedItem,
} from './outcome.ts'
import { createTemplateRevisions, type TemplateRevisions } from './template-revisions.ts'

/** How the work keeps others from waiting for it. */
export interface Pace {
  /** Aborted when this process stops; errors after that are not failures. */
  readonly signal: AbortSignal
  /** Lets whatever waits in this process go first. */
  breathe(): Promise<void>
}

/** Parts that exist once in the process. */
export interface WorkParts {
  readonly hashes: ContentHashes
  readonly previews: Previews
}

/** Items that are written in one transaction: on SQLite nothing else of the process runs while it is written. */
const PORTION = 4
/** Decision: after this many items another batch has its turn, so that short ones do not wait for long ones. */
const TURN = 400
/** After this many technical faults without a success in between, an item fails. */
const MOST_FAULTS = 5

/**
 * Continues the batch; does nothing if it is done, canceled or missing. Throws what a later call may
 * find mended, and when it is asked to end.
 */
export async function workOnBatch(
  ports: Ports,
  { hashes, previews }: WorkParts,
  teamId: string,
  id: string,
  pace: Pace,
): Promise<void> {
  const batch = await beginBatch(ports, teamId, id)
  if (batch === null) return
  if (batch.result === 'merged') return mergeBatch(ports, batch, pace)
  const templateRevisions = createTemplateRevisions(ports.store)
  for (let done = 0; done < TURN; done += PORTION) {
    pace.signal.throwIfAborted()
    const page = { limit: PORTION, startingAfter: null }
    const { items } = await ports.store.batches.items(teamId, id, ['pending'], page)
    if (items.length === 0) return
    const { outcomes, fault } = await workOnItems(
      ports,
      { hashes, previews },
      batch,
      items,
      templateRevisions,
      pace,
    )
    const settled = outcomes.length === 0 ? batch : await finishItems(ports, teamId, id, outcomes)
    if (settled?.status !== 'processing') return
    if (fault !== null) await bearFault(ports, settled, fault)
  }
  await ports.store.transaction((store) => enqueueBatch(ports, store, batch))
}

/** Null where there is nothing to do. A batch whose rows were all refused when they were read ends here. */
async function beginBatch(ports: Ports, teamId: string, id: string): Promise<BatchRecord | null> {
  return ports.store.transaction(async (store) => {
    const batch = await store.batches.findForUpdate(teamId, id)
    const status = batch === null ? undefined : BATCH_MOVES[batch.status].start
    if (batch === null || status === undefined) return null
    const now = ports.clock.now()
    const startedAt = batch.startedAt ?? now
    const begun = await store.batches.update(teamId, id, [batch.status], {
      status,
      startedAt,
      updatedAt: now,
    })
    if (begun === null || doneOf(begun) < begun.total) return begun
    await writeCounts(ports, store, begun, countsOf(begun))
    return null
  })
}

interface BatchFault {
  readonly item: ItemRecord
  readonly error: PassingFault
}

/** The outcomes up to the first fault of the machinery, if there is one. */
async function workOnItems(
  ports: Ports,
  { hashes, previews }: WorkParts,
  batch: BatchRecord,
  items: readonly ItemRecord[],
  templateRevisions: TemplateRevisions,
  pace: Pace,
): Promise<{
  readonly outcomes: (PrintedItem | DrawnItem | UnprintedItem)[]
  readonly fault: BatchFault | null
}> {
  const outcomes: (PrintedItem | DrawnItem | UnprintedItem)[] = []
  for (const item of items) {
    const templateRevision = await templateRevisions.of(item)
    try {
      outcomes.push(
        batch.kind === 'renders'
          ? await printItem(ports, hashes, batch, item, templateRevision)
          : await drawItem(ports, previews, batch, item, templateRevision),
      )
    } catch (error) {
      if (!(error instanceof PassingFault)) throw error
      return { outcomes, fault: { item, error } }
    }
    await pace.breathe()
  }
  return { outcomes, fault: null }
}

/** Throws it, to be tried again later; after too many the item fails, and the work goes on with the next. */
async function bearFault(ports: Ports, batch: BatchRecord, { item, error }: BatchFault): Promise<void> {
  const { teamId, id } = batch
  const faults = batch.faults + 1
  await ports.store.batches.update(teamId, id, ['processing'], { faults, updatedAt: ports.clock.now() })
  if (faults < MOST_FAULTS) throw error
  await finishItems(ports, teamId, id, [{ kind: 'failed', item, error: RENDER_FAILED }])
}
