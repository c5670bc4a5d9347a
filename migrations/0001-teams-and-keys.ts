/** Teams and their API keys. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('teams', (table) => {
    table.text('id').primary()
    table.text('name').notNullable()
    table.integer('render_limit_monthly')
    table.bigInteger('created_at').notNullable()
  })

  await schema.createTable('api_keys', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('type').notNullable()
    table.text('name').notNullable()
    table.text('scopes').notNullable()
    table.text('key_hash').notNullable().unique()
    table.text('last4').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at')
    table.bigInteger('revoked_at')
    table.bigInteger('last_used_at')
    table.index(['team_id', 'id'])
  })

  await schema.createTable('usage', (table) => {
    table.text('team_id').notNullable().references('teams.id')
    table.text('month').notNullable()
    table.integer('used').notNullable()
    table.primary(['team_id', 'month'])
  })
}
