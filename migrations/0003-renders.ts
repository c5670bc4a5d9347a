/** Renders and their tails. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('renders', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable()
    table.text('template_id').notNullable()
    table.integer('revision').notNullable()
    table.text('fill_id')
    table.text('kind').notNullable()
    table.text('status').notNullable()
    table.text('field_values').notNullable()
    table.text('colors')
    table.text('assignments').notNullable()
    table.text('substrate')
    table.text('external_order_id')
    table.text('external_cart_id')
    table.text('customer_email')
    table.text('metadata').notNullable()
    table.text('preflight_status').notNullable()
    table.text('preflight_notes').notNullable()
    table.text('storage_key').notNullable()
    table.text('body_sha256').notNullable()
    table.bigInteger('size_bytes').notNullable()
    table.text('content_sha256')
    table.integer('attempt').notNullable()
    table.text('error_code')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('completed_at')
    table.unique(['team_id', 'id'])
    table.index(['team_id', 'external_order_id', 'id'])
    table.index(['team_id', 'external_cart_id', 'id'])
    table.index(['team_id', 'kind', 'id'])
    table.foreign(['team_id', 'template_id']).references(['team_id', 'id']).inTable('templates')
    table
      .foreign(['template_id', 'revision'])
      .references(['template_id', 'revision'])
      .inTable('template_revisions')
    // One fill, one final render, whatever is retried or raced.
    table.unique(['fill_id'], {
      indexName: 'renders_final_of_fill_unique',
      useConstraint: false,
      predicate: schema.where("kind = 'final'"),
    })
  })

  await schema.createTable('render_tails', (table) => {
    table.text('team_id').notNullable()
    table.text('render_id').notNullable()
    table.binary('bytes').notNullable()
    table.primary(['team_id', 'render_id'])
    table.foreign(['team_id', 'render_id']).references(['team_id', 'id']).inTable('renders')
  })
}
