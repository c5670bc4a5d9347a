/** Batches and their items as they are read. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Files } from '../../files.ts'
import type { Page } from '../../page.ts'
import type { Store } from '../../store.ts'
import type { OfTeam } from '../access/request.ts'
import type { BatchRecord } from './batch.ts'
import type { ItemPageRequest } from './batch-store.ts'
import { asOfBatch, type ItemRecord, type ItemStatus, storedAs } from './item.ts'

/** The team's batch, or `not_found`. */
export async function findBatch(store: Store, teamId: string, id: string): Promise<BatchRecord> {
  const batch = await store.batches.find(teamId, id)
  if (batch === null) throw notFound('batch')
  return batch
}

export interface ListItems extends OfTeam {
  readonly batchId: string
  readonly status: ItemStatus | null
  readonly page: ItemPageRequest
}

/** By index, ascending. Throws `not_found`. */
export async function listItems(
  store: Store,
  { teamId, batchId, status, page }: ListItems,
): Promise<Page<ItemRecord>> {
  const batch = await findBatch(store, teamId, batchId)
  const stored = status === null ? null : storedAs(status, batch)
  if (stored?.length === 0) return { items: [], hasMore: false }
  const { items, hasMore } = await store.batches.items(teamId, batchId, stored, page)
  return { items: items.map((item) => asOfBatch(item, batch)), hasMore }
}

export interface BatchDownload {
  readonly sizeBytes: number
  readonly sha256: string
  read(range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
}

/** The merged PDF. Throws `not_found`, and `batch_not_ready` while there is none. */
export async function openBatchDownload(
  { store, files }: { readonly store: Store; readonly files: Pick<Files, 'read'> },
  teamId: string,
  id: string,
): Promise<BatchDownload> {
  const batch = await findBatch(store, teamId, id)
  const { resultSha256: sha256, sizeBytes } = batch
  if (sha256 === null || sizeBytes === null)
    throw new ServiceError('batch_not_ready', { message: missing(batch) })
  return { sizeBytes, sha256, read: (range) => files.read(sha256, range) }
}

function missing({ result, status, succeeded }: BatchRecord): string {
  if (result !== 'merged') return 'This batch has no merged PDF; each of its renders has its own PDF.'
  if (status === 'canceled') return 'The batch was canceled before the merged PDF was created.'
  if (status !== 'completed') return 'The merged PDF is not ready yet.'
  return succeeded === 0 ? 'No record of the batch could be printed.' : 'The merged PDF was erased.'
}
