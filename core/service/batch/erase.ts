/** Erases one customer's data in batches: the values of items, and the merged PDF with them. */

import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { FILES_AT_ONCE, forgetFile, removeFiles } from '../own-files.ts'
import type { BatchRecord } from './batch.ts'
import { enqueueBatch } from './batch-queue.ts'
import type { ItemRecord } from './item.ts'

export type ErasePorts = Pick<Ports, 'store' | 'files' | 'jobs' | 'clock'>

const AT_ONCE = 50

/**
 * Every item with this address; answers how many there were. Decision: one record cannot be taken out of a merged
 * PDF, so the whole of it goes; the shop can print the others anew. The renders of items carry the address
 * themselves, and are erased as renders.
 */
export async function eraseItemsOfCustomer(
  ports: ErasePorts,
  teamId: string,
  customerEmail: string,
): Promise<number> {
  let erased = 0
  for (;;) {
    const found = await ports.store.batches.itemsOfCustomer(teamId, customerEmail, AT_ONCE)
    // Erased items no longer match the address, so the first page is always the next one.
    if (found.length === 0) return erased
    const [first] = found
    const ofOne = found.filter(({ batchId }) => batchId === first?.batchId)
    await eraseItems(ports, teamId, first?.batchId ?? '', ofOne)
    erased += ofOne.length
  }
}

/** All items of a finished batch past its retention; returns their number. */
export async function eraseBatch(ports: ErasePorts, batch: BatchRecord): Promise<number> {
  let erased = 0
  for (let startingAfter: number | null = null; ; ) {
    const page = { limit: AT_ONCE, startingAfter }
    const { items, hasMore } = await ports.store.batches.items(batch.teamId, batch.id, null, page)
    const words = items.filter(({ erasedAt }) => erasedAt === null)
    if (words.length > 0) await eraseItems(ports, batch.teamId, batch.id, words)
    erased += words.length
    if (!hasMore) break
    startingAfter = items.at(-1)?.index ?? startingAfter
  }
  const erasedAt = ports.clock.now()
  await ports.store.batches.update(batch.teamId, batch.id, [batch.status], { erasedAt })
  return erased
}

async function eraseItems(
  ports: ErasePorts,
  teamId: string,
  batchId: string,
  items: readonly ItemRecord[],
): Promise<void> {
  await ports.store.transaction(async (store) => {
    const batch = await store.batches.findForUpdate(teamId, batchId)
    if (batch === null) return
    for (const item of items) await eraseItem(ports, store, batch, item)
    if (batch.result === 'merged') await endAttempt(ports, store, batch)
  })
  await removeFiles(ports, FILES_AT_ONCE)
}

/** Error messages are erased too, because they can repeat a value. A pending item is skipped later. */
async function eraseItem(
  { clock }: ErasePorts,
  store: Store,
  batch: BatchRecord,
  seen: ItemRecord,
): Promise<void> {
  const erase = (item: ItemRecord) =>
    store.batches.updateItem(item, {
      values: {},
      cells: null,
      customerEmail: null,
      metadata: {},
      erasedAt: clock.now(),
      error:
        item.error === null ? null : { code: item.error.code, message: 'Erased.', param: null, details: [] },
    })
  if (await erase(seen)) return
  // Its status changed between the look and the lock; now it stands.
  const page = { limit: 1, startingAfter: seen.index - 1 }
  const { items } = await store.batches.items(batch.teamId, batch.id, null, page)
  const [item] = items
  if (item?.index === seen.index) await erase(item)
}

/** A file in progress is restarted without the erased items; a finished one is removed. */
async function endAttempt(ports: ErasePorts, store: Tx, batch: BatchRecord): Promise<void> {
  const { teamId, id, status, resultSha256 } = batch
  if (status === 'queued' || status === 'canceled') return
  const changes = {
    attempt: batch.attempt + 1,
    resultSha256: null,
    sizeBytes: null,
    output: null,
    updatedAt: ports.clock.now(),
  }
  await store.batches.update(teamId, id, [status], changes)
  // Files that are older than their names may be the result of several batches.
  if (resultSha256 !== null && !(await store.batches.isResult(resultSha256)))
    await forgetFile(ports, store, teamId, resultSha256)
  if (status === 'processing') await enqueueBatch(ports, store, batch)
}
