/** Hooks of storefronts are listed: all of a team, and those that could not be understood. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('storefront_hooks', (table) => {
    table.index(['team_id', 'id'])
    table.index(['team_id', 'id'], 'storefront_hooks_failed', {
      predicate: schema.where("state = 'failed'"),
    })
  })
}
