/** The bytes of a team's customers' images are summed from an index alone. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('own_pictures', (table) => {
    table.index(['team_id', 'original_bytes', 'working_bytes', 'preview_bytes'], 'own_pictures_bytes')
  })
}
