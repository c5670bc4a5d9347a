/** What a shop sets once for new templates, hosted pages and orders, and the number of its next order. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('teams', (table) => {
    table.text('defaults')
    table.bigInteger('next_order').notNullable().defaultTo(1001)
  })
}
