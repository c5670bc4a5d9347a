/** Finds the deliveries of an event by both columns of their key, as SQLite looks for them when the event is removed. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('webhook_deliveries', (table) => {
    table.index(['team_id', 'event_id'])
  })
}
