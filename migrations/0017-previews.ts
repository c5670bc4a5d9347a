/** Previews in the ledger of renders: one row for each picture, and the old ones found at once. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create unique index renders_picture on renders (team_id, storage_key) where kind = 'preview'`,
  )
  await knex.raw(`create index renders_old_previews on renders (created_at) where kind = 'preview'`)
}
