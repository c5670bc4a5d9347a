/** How each revision of a template came about: who made it, and what changed. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('template_revisions', (table) => {
    table.text('made')
  })
}
