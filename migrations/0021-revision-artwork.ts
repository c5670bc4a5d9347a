/** The artwork of revisions that are older than what their template prints now. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('template_revisions', (table) => {
    table.text('artwork')
  })
}
