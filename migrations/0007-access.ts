/** The audit log, and the replies that idempotency keys are answered with. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('audit_events', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('actor').notNullable()
    table.text('action').notNullable()
    table.text('object_id').notNullable()
    table.text('details').notNullable()
    table.text('request_id')
    table.bigInteger('created_at').notNullable()
    table.unique(['team_id', 'id'])
    table.index(['team_id', 'action', 'id'])
    table.index(['team_id', 'object_id', 'id'])
  })

  await schema.createTable('idempotency_keys', (table) => {
    table.text('team_id').notNullable().references('teams.id')
    table.text('scope').notNullable()
    table.text('request_hash').notNullable()
    table.integer('reply_status')
    table.text('reply_body')
    table.text('object_ids')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('locked_until').notNullable()
    table.primary(['team_id', 'scope'])
    table.index(['created_at'])
  })
}
