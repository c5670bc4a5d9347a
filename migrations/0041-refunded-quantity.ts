/** How many of a fill's quantity were refunded after its print file was created. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('fills', (table) => {
    table.integer('refunded_quantity').notNullable().defaultTo(0)
  })
}
