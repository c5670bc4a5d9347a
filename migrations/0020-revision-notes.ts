/** How each revision of a template came about: who made it, and what changed. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('template_revisions', (table) => {
    table.text('made')
  })
}
