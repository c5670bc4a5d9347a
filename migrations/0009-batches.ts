/** Batches and their items; and renders that wait: when they counted, and how often they were tried. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('renders', (table) => {
    // Month of the allowance in which the render counts, `yyyymm`; null where it counts in none.
    table.text('counted_month')
    table.integer('tries').notNullable().defaultTo(0)
  })
  const month =
    schema.dialect === 'postgres'
      ? `to_char(to_timestamp(created_at / 1000) at time zone 'UTC', 'YYYYMM')`
      : `strftime('%Y%m', created_at / 1000, 'unixepoch')`
  await schema.run(
    `update renders set counted_month = ${month} where kind = 'final' and status in ('queued', 'succeeded')`,
  )
  await schema.run(`create index renders_queued on renders (id) where status = 'queued'`)

  await schema.createTable('batches', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('kind').notNullable()
    table.text('result').notNullable()
    table.text('status').notNullable()
    // 0 while its items are still being written: nobody sees it before.
    table.integer('ready').notNullable()
    table.text('template_id')
    table.integer('revision')
    table.text('colors')
    table.text('assignments').notNullable()
    table.integer('total').notNullable()
    table.integer('succeeded').notNullable()
    table.integer('failed').notNullable()
    table.integer('skipped').notNullable()
    table.text('metadata').notNullable()
    table.integer('attempt').notNullable()
    table.integer('faults').notNullable()
    table.text('counted').notNullable()
    table.text('result_sha256')
    table.bigInteger('size_bytes')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('started_at')
    table.bigInteger('completed_at')
    table.bigInteger('canceled_at')
    // When the words of all its items were erased.
    table.bigInteger('erased_at')
    table.unique(['team_id', 'id'])
    table.index(['team_id', 'kind', 'id'])
    table.index(['team_id', 'status', 'id'])
    table.index(['result_sha256'], 'batches_result', {
      predicate: schema.where('result_sha256 is not null'),
    })
  })
  await schema.run(`create index batches_unfinished on batches (id) where status in ('queued', 'processing')`)

  await schema.run(
    `create index batches_unswept on batches (team_id, updated_at)
      where status in ('completed', 'canceled') and erased_at is null`,
  )
  await schema.run('create index batches_staged on batches (created_at) where ready = 0')

  await schema.createTable('batch_items', (table) => {
    table.text('team_id').notNullable()
    table.text('batch_id').notNullable()
    table.integer('item_index').notNullable()
    table.integer('csv_row')
    table.text('template_id').notNullable()
    table.integer('revision').notNullable()
    table.text('field_values').notNullable()
    table.text('colors')
    table.text('assignments').notNullable()
    table.text('substrate')
    table.text('external_ref')
    table.text('external_order_id')
    table.text('external_cart_id')
    table.text('customer_email')
    // The address as it is compared.
    table.text('customer_key')
    table.text('metadata').notNullable()
    table.text('status').notNullable()
    table.text('render_id')
    table.text('error')
    table.text('preflight_status')
    table.bigInteger('erased_at')
    table.primary(['batch_id', 'item_index'])
    table.index(['batch_id', 'status', 'item_index'])
    table.index(['team_id', 'customer_key'], 'batch_items_customer', {
      predicate: schema.where('customer_key is not null'),
    })
    table.foreign(['team_id', 'batch_id']).references(['team_id', 'id']).inTable('batches')
  })
}
