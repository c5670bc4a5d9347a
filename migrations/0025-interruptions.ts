/** Work that ended with its process is told from work that failed: of jobs and of renders that wait. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('jobs', (table) => {
    table.integer('deaths').notNullable().defaultTo(0)
  })
  await knex.schema.alterTable('renders', (table) => {
    table.integer('faults').notNullable().defaultTo(0)
  })
}
