/** Copies of a record of a batch, the columns and cells of its table, and the batch in which it was retried. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('renders', (table) => {
    // Of a record of a batch; the quantity of an order stands in its fill.
    table.integer('quantity')
  })
  await schema.alterTable('batches', (table) => {
    table.text('table_columns')
    table.text('retry_of')
  })
  await schema.alterTable('batch_items', (table) => {
    table.integer('quantity')
    table.text('cells')
    table.text('retry_batch_id')
  })
}
