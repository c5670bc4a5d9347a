/** A template can be a copy of another one and has the same artwork then. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('templates', (table) => {
    table.text('copied_from')
    table.dropUnique(['team_id', 'source_sha256'])
    table.index(['team_id', 'source_sha256'])
  })
  await schema.run(
    'create unique index templates_source on templates (team_id, source_sha256) where copied_from is null',
  )
}
