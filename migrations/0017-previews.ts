/** Previews in the ledger of renders: one row for each picture, and the old ones found at once. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.run(
    `create unique index renders_picture on renders (team_id, storage_key) where kind = 'preview'`,
  )
  await schema.run(`create index renders_old_previews on renders (created_at) where kind = 'preview'`)
}
