/** Hooks of storefronts are listed: all of a team, and those that could not be understood. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('storefront_hooks', (table) => {
    table.index(['team_id', 'id'])
    table.index(['team_id', 'id'], 'storefront_hooks_failed', {
      predicate: knex.whereRaw("state = 'failed'"),
    })
  })
}
