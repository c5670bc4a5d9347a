/** When the log of SQLite was last emptied of erased words, and since when that is owed. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('log_truncation', (table) => {
    table.integer('id').primary()
    table.bigInteger('truncated_at')
    table.bigInteger('owed_since')
  })
}
