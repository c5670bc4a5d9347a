/** The preflight profile that a template is judged by. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('templates', (table) => {
    table.text('profile').notNullable().defaultTo('sheetfed')
  })
}
