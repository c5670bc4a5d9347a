/** The items of batches in the database, by index; every change is conditional on the state that the caller saw. */
import type { BatchStore } from '../../../core/service/batch/batch-store.ts'
import type { ItemRecord } from '../../../core/service/batch/item.ts'
import { customerKey } from '../../../core/service/fill/customer.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { Table } from '../engine/table.ts'
import { withCustomer } from './customer-key.ts'

const COLUMNS: Columns<ItemRecord> = {
  teamId: text('team_id'),
  batchId: text('batch_id'),
  index: integer('item_index'),
  row: integer('csv_row'),
  cells: json('cells'),
  templateId: text('template_id'),
  revision: integer('revision'),
  values: json('field_values'),
  colors: json('colors'),
  assignments: json('assignments'),
  substrate: json('substrate'),
  externalRef: text('external_ref'),
  externalOrderId: text('external_order_id'),
  externalCartId: text('external_cart_id'),
  customerEmail: text('customer_email'),
  quantity: integer('quantity'),
  metadata: json('metadata'),
  status: text('status'),
  renderId: text('render_id'),
  error: json('error'),
  retryBatchId: text('retry_batch_id'),
  preflightStatus: text('preflight_status'),
  erasedAt: integer('erased_at'),
}
/** Rows of one statement. SQLite takes 2 ms for them, and blocks the process meanwhile. */
const TOGETHER = 50

type Items = Pick<BatchStore, 'insertItems' | 'items' | 'updateItem' | 'itemsOfCustomer'>

export function createBatchItems(db: Handle): Items {
  const table = new Table(db, 'batch_items', COLUMNS, withCustomer(COLUMNS))
  return {
    async insertItems(items) {
      for (let at = 0; at < items.length; at += TOGETHER)
        await db.change(table.rows().insert(items.slice(at, at + TOGETHER).map(table.rowOf)))
    },
    items(teamId, batchId, statuses, { limit, startingAfter }) {
      const query = table.rows({ team_id: teamId, batch_id: batchId })
      if (statuses !== null) query.whereIn('status', [...statuses])
      if (startingAfter !== null) query.where('item_index', '>', startingAfter)
      return table.pageOf(query.orderBy('item_index'), limit)
    },
    async updateItem(seen, changes) {
      const fenced = table.rows({
        team_id: seen.teamId,
        batch_id: seen.batchId,
        item_index: seen.index,
        status: seen.status,
      })
      if (seen.erasedAt === null) fenced.whereNull('erased_at')
      else fenced.whereNotNull('erased_at')
      const { changed } = await db.change(fenced.update(table.rowOf(changes)))
      return changed === 1
    },
    itemsOfCustomer: (teamId, customerEmail, limit) =>
      table.all(
        table
          .rows({ team_id: teamId, customer_key: customerKey(customerEmail) })
          .whereIn('batch_id', db.sql('batches').where({ team_id: teamId, ready: 1 }).select('id'))
          .orderBy(['batch_id', 'item_index'])
          .limit(limit),
      ),
  }
}
