/** Consent of the shop: what a team reviews before printing and which words it refuses, and the review of each fill. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('teams', (table) => {
    table.text('review').notNullable().defaultTo('none')
    table.text('forbidden_words')
  })
  await schema.alterTable('fills', (table) => {
    table.text('review').notNullable().defaultTo('none')
    table.text('review_reason')
    table.bigInteger('reviewed_at')
    table.index(['team_id', 'review', 'id'], 'fills_review_runs')
  })
}
