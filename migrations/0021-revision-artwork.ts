/** The artwork of revisions that are older than what their template prints now. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('template_revisions', (table) => {
    table.text('artwork')
  })
}
