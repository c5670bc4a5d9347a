/** Jobs that wait for a worker of this service, where it keeps them itself; deliveries that they wake. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('jobs', (table) => {
    table.bigIncrements('id')
    table.text('kind').notNullable()
    table.text('team_id').notNullable()
    table.text('object_id').notNullable()
    // Empty where the job has none: an index finds the groups without looking at their jobs.
    table.text('group_key').notNullable()
    table.bigInteger('run_at').notNullable()
    table.integer('tries').notNullable()
    table.integer('fence').notNullable()
    table.text('held_by')
    table.bigInteger('lease_until')
    table.unique(['kind', 'object_id'], {
      indexName: 'jobs_waiting_once',
      predicate: schema.where('lease_until is null'),
    })
    table.index(['kind', 'group_key', 'run_at', 'id'], 'jobs_waiting_by_group', {
      predicate: schema.where('lease_until is null'),
    })
    table.index(['kind', 'run_at'], 'jobs_due', { predicate: schema.where('lease_until is null') })
    table.index(['lease_until'], 'jobs_leased', { predicate: schema.where('lease_until is not null') })
  })

  // Deliveries are claimed by their jobs now; what waits is only looked through for those without one.
  await schema.alterTable('webhook_deliveries', (table) => {
    for (const name of ['waiting', 'due', 'leased']) table.dropIndex([], `webhook_deliveries_${name}`)
    table.bigInteger('planned_at')
    table.index(['id'], 'webhook_deliveries_pending', { predicate: schema.where("outcome = 'pending'") })
    table.index(['id'], 'webhook_deliveries_planned', { predicate: schema.where('planned_at is not null') })
  })
}
