/** The use cases of batches by name, as the service has them. */

import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { NoteMade } from '../access/idempotency.ts'
import type { BatchFilter, ItemPageRequest } from '../batch/batch-store.ts'
import { cancelBatch } from '../batch/cancel.ts'
import { type CheckDraft, checkRows } from '../batch/check-rows.ts'
import { type BatchDraft, createBatch, type ItemDraft } from '../batch/create.ts'
import { createBatchFromRows, type RowsDraft } from '../batch/create-from-rows.ts'
import type { ItemStatus } from '../batch/item.ts'
import type { TableRow } from '../batch/read-rows.ts'
import { findBatch, listItems, openBatchDownload } from '../batch/view.ts'

export function batchUseCases(ports: Ports) {
  return {
    create: (teamId: string, draft: BatchDraft, items: readonly ItemDraft[], note?: NoteMade) =>
      createBatch(ports, teamId, draft, items, note),
    /** Of the rows of a table, the first of which is its header. */
    createFromRows: (teamId: string, draft: RowsDraft, rows: AsyncIterable<TableRow>, note?: NoteMade) =>
      createBatchFromRows(ports, teamId, draft, rows, note),
    /** What would become of the rows, without a batch; see checkRows. */
    checkRows: (teamId: string, draft: CheckDraft, rows: AsyncIterable<TableRow>) =>
      checkRows(ports, teamId, draft, rows),
    list: (teamId: string, filter: BatchFilter, page: PageRequest) =>
      ports.store.batches.list(teamId, filter, page),
    find: (teamId: string, id: string) => findBatch(ports.store, teamId, id),
    items: (teamId: string, id: string, status: ItemStatus | null, page: ItemPageRequest) =>
      listItems(ports.store, teamId, id, status, page),
    cancel: (teamId: string, id: string) => cancelBatch(ports, teamId, id),
    download: (teamId: string, id: string) => openBatchDownload(ports, teamId, id),
  }
}
