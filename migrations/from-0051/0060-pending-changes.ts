/** A customer's change of an approved fill, kept beside what was approved until it is approved too. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('fills', (table) => {
    table.text('pending_change')
  })
}
