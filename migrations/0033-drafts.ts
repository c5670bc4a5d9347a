/** Fills that browsers began and nobody has approved yet are drafts, and listed apart. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('fills', (table) => {
    table.text('draft').notNullable().defaultTo('none')
    table.index(['team_id', 'draft', 'id'], 'fills_draft_runs')
  })
  await schema.run(
    `update fills set draft = 'started' where source in ('hosted', 'embed') and finalized_at is null and ` +
      'external_order_id is null and not exists (select 1 from embed_sessions where ' +
      "embed_sessions.fill_id = fills.id and embed_sessions.status = 'completed')",
  )
}
