/** When a shop was last visited and ordered from is found by an index, however many sessions it has had. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('embed_sessions', (table) => {
    table.index(['team_id', 'embed_application_id', 'id', 'fill_id'])
  })
}
