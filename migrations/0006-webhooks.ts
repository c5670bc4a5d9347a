/** Events, webhook endpoints and the attempts to deliver the ones to the others. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('events', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('type').notNullable()
    table.text('object_id').notNullable()
    table.bigInteger('created_at').notNullable()
    table.text('object').notNullable()
    table.text('previous').notNullable()
    table.unique(['team_id', 'id'])
    table.index(['team_id', 'type', 'id'])
    table.index(['team_id', 'object_id', 'id'])
    table.index(['created_at'])
  })

  await schema.createTable('webhook_endpoints', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('url').notNullable()
    table.text('description').notNullable()
    table.text('enabled_events').notNullable()
    table.text('payload_style').notNullable()
    table.integer('include_pii').notNullable()
    table.text('status').notNullable()
    table.text('disabled_reason')
    table.text('secret_ciphertext').notNullable()
    table.text('secret_prefix').notNullable()
    table.bigInteger('secret_rotated_at')
    table.text('previous_secret_ciphertext')
    table.bigInteger('previous_secret_expires_at')
    table.bigInteger('failing_since')
    table.bigInteger('last_success_at')
    table.text('metadata').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['team_id', 'id'])
  })

  await schema.createTable('webhook_deliveries', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable()
    table.text('webhook_endpoint_id').notNullable()
    table.text('event_id').notNullable()
    table.text('event_type').notNullable()
    table.integer('attempt_number').notNullable()
    table.text('trigger').notNullable()
    table.text('outcome').notNullable()
    table.text('skip_reason')
    table.text('url').notNullable()
    table.text('request_headers').notNullable()
    table.integer('response_status')
    table.text('response_headers').notNullable()
    table.text('response_body')
    table.text('error_code')
    table.integer('duration_ms')
    table.bigInteger('scheduled_at').notNullable()
    table.bigInteger('attempted_at')
    table.bigInteger('next_attempt_at')
    table.integer('lease').notNullable()
    table.bigInteger('lease_until')
    table.bigInteger('created_at').notNullable()
    table.text('payload').notNullable()
    table.unique(['event_id', 'webhook_endpoint_id', 'attempt_number'])
    table.index(['team_id', 'webhook_endpoint_id', 'id'])
    table.foreign(['team_id', 'event_id']).references(['team_id', 'id']).inTable('events')
    table
      .foreign(['team_id', 'webhook_endpoint_id'])
      .references(['team_id', 'id'])
      .inTable('webhook_endpoints')
    // What is still to be sent is little beside what was sent: the worker looks at that alone.
    table.index(['webhook_endpoint_id', 'scheduled_at'], 'webhook_deliveries_waiting', {
      predicate: schema.where("outcome = 'pending'"),
    })
    table.index(['scheduled_at'], 'webhook_deliveries_due', {
      predicate: schema.where("outcome = 'pending' and lease_until is null"),
    })
    table.index(['lease_until'], 'webhook_deliveries_leased', {
      predicate: schema.where("outcome = 'pending' and lease_until is not null"),
    })
  })
}
