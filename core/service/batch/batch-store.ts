/** The stores of batches and their items. */
import type { Page, PageRequest } from '../../page.ts'
import type { BatchKind, BatchRecord, BatchStatus } from './batch.ts'
import type { ItemRecord, ItemStatus } from './item.ts'

export interface BatchFilter {
  readonly kind?: BatchKind
  readonly status?: BatchStatus
}

export interface ItemPageRequest {
  readonly limit: number
  /** The index of the last item of the page before. */
  readonly startingAfter: number | null
}

export type BatchChanges = Partial<Omit<BatchRecord, 'id' | 'teamId' | 'createdAt'>>
export type ItemChanges = Partial<Omit<ItemRecord, 'batchId' | 'teamId' | 'index'>>

/** A batch whose items are still being written is staged: but for `admit`, `staged` and `discard` it is not there. */
export interface BatchStore {
  insert(batch: BatchRecord, options?: { readonly staged: boolean }): Promise<void>
  insertItems(items: readonly ItemRecord[]): Promise<void>
  /** Shows a staged batch, with its items' numbers. */
  admit(
    teamId: string,
    id: string,
    counts: Pick<BatchRecord, 'total' | 'failed'>,
  ): Promise<BatchRecord | null>
  /** The ids of staged batches that were begun before, with their teams. */
  staged(createdBefore: number, limit: number): Promise<readonly Pick<BatchRecord, 'id' | 'teamId'>[]>
  /** Removes up to `limit` items of a staged batch, and with the last of them the batch; true when it is gone. */
  discard(teamId: string, id: string, limit: number): Promise<boolean>

  /** Without a team: signed links name none, and are checked before anything of the batch is used. */
  byId(id: string): Promise<BatchRecord | null>
  find(teamId: string, id: string): Promise<BatchRecord | null>
  /** As find, and on PostgreSQL locked until the transaction ends. */
  findForUpdate(teamId: string, id: string): Promise<BatchRecord | null>
  list(teamId: string, filter: BatchFilter, page: PageRequest): Promise<Page<BatchRecord>>
  /** Changes nothing and returns null unless the batch has one of these statuses. */
  update(
    teamId: string,
    id: string,
    whenStatus: readonly BatchStatus[],
    changes: BatchChanges,
  ): Promise<BatchRecord | null>
  /** Queued and processing ones of all teams that were last changed at or before, by id, after `afterId`. */
  unfinished(afterId: string, updatedBefore: number, limit: number): Promise<readonly BatchRecord[]>
  /** Has any batch of any team this merged PDF? */
  isResult(sha256: string): Promise<boolean>

  /** By index, ascending; `statuses` null for all. */
  items(
    teamId: string,
    batchId: string,
    statuses: readonly ItemStatus[] | null,
    page: ItemPageRequest,
  ): Promise<Page<ItemRecord>>
  /** Changes nothing and answers false unless status and erasure stand as they were `seen`. */
  updateItem(seen: ItemRecord, changes: ItemChanges): Promise<boolean>
  /** Items with this customer's address, however typed, of batches that are not staged. */
  itemsOfCustomer(teamId: string, customerEmail: string, limit: number): Promise<readonly ItemRecord[]>
  /** Finished batches that were last changed before, with items whose words are still there; oldest first. */
  unswept(teamId: string, updatedBefore: number, limit: number): Promise<readonly BatchRecord[]>
}
