/** Storefronts: hooks as they came, orders with their lines that carry a fill, and what adapters keep. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('storefront_hooks', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('adapter').notNullable()
    table.text('shop').notNullable()
    table.text('hook_id')
    table.text('topic').notNullable()
    table.text('request')
    table.binary('body')
    table.text('state').notNullable()
    table.text('error')
    table.integer('attempts').notNullable()
    table.bigInteger('next_attempt_at')
    table.bigInteger('received_at').notNullable()
    // What a platform sends again is known by its id; nulls are never the same.
    table.unique(['team_id', 'adapter', 'shop', 'hook_id'], { indexName: 'storefront_hooks_once' })
    table.index(['received_at'])
    table.index(['id'], 'storefront_hooks_waiting', { predicate: schema.where("state = 'pending'") })
  })

  await schema.createTable('storefront_orders', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('adapter').notNullable()
    table.text('shop').notNullable()
    table.text('order_id').notNullable()
    table.text('reference').notNullable()
    table.text('name')
    table.text('cart')
    table.text('customer_email')
    table.text('customer_name')
    table.text('customer_key')
    table.bigInteger('due_at')
    table.bigInteger('changed_at')
    table.bigInteger('canceled_at')
    table.text('refunds').notNullable()
    table.text('written_sha256')
    table.integer('write_attempts').notNullable()
    table.bigInteger('next_write_at')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['team_id', 'id'])
    table.unique(['team_id', 'adapter', 'shop', 'order_id'], { indexName: 'storefront_orders_once' })
    table.index(['team_id', 'reference', 'id'])
    table.index(['team_id', 'customer_key'], 'storefront_orders_of_customer', {
      predicate: schema.where('customer_key is not null'),
    })
    table.index(['id'], 'storefront_orders_waiting', {
      predicate: schema.where('next_write_at is not null'),
    })
  })

  await schema.createTable('storefront_lines', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable()
    table.text('order_row_id').notNullable()
    table.text('line').notNullable()
    table.text('fill_id').notNullable()
    table.text('session')
    table.text('product').notNullable()
    table.text('variant')
    table.integer('quantity').notNullable()
    table.text('goal').notNullable()
    table.text('state').notNullable()
    table.text('reason')
    table.text('message')
    table.integer('trusted').notNullable()
    table.text('copy_id')
    table.text('render_id')
    table.text('render_status')
    table.integer('attempts').notNullable()
    table.bigInteger('next_attempt_at')
    table.bigInteger('failing_since')
    table.integer('lease').notNullable()
    table.bigInteger('lease_until')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    // One print for each fill of a line.
    table.unique(['team_id', 'order_row_id', 'line', 'fill_id'], { indexName: 'storefront_lines_once' })
    table.index(['team_id', 'fill_id', 'id'])
    table.index(['team_id', 'state', 'order_row_id'])
    table.index(['id'], 'storefront_lines_waiting', {
      predicate: schema.where('next_attempt_at is not null'),
    })
    table.foreign(['team_id', 'order_row_id']).references(['team_id', 'id']).inTable('storefront_orders')
  })

  await schema.createTable('storefront_shelf', (table) => {
    table.text('team_id').notNullable().references('teams.id')
    table.text('adapter').notNullable()
    table.text('key').notNullable()
    table.text('sealed').notNullable()
    table.integer('version').notNullable()
    table.primary(['team_id', 'adapter', 'key'])
  })
}
