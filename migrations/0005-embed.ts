/** Product mappings, embed applications with their origins, and embed sessions. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('embed_applications', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('name').notNullable()
    table.text('allowed_origins').notNullable()
    table.integer('allow_no_origin').notNullable()
    table.integer('session_ttl_seconds').notNullable()
    table.text('status').notNullable()
    table.text('metadata').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('archived_at')
    table.unique(['team_id', 'id'])
  })

  // Preflights and calls without a key know an origin and nothing else.
  await schema.createTable('embed_application_origins', (table) => {
    table.text('team_id').notNullable()
    table.text('embed_application_id').notNullable()
    table.text('origin').notNullable()
    table.primary(['embed_application_id', 'origin'])
    table.index(['origin'])
    table
      .foreign(['team_id', 'embed_application_id'])
      .references(['team_id', 'id'])
      .inTable('embed_applications')
  })

  await schema.createTable('product_mappings', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable()
    table.text('external_product_id').notNullable()
    // Empty for all variants: a unique index takes nulls for different from each other.
    table.text('external_variant_id').notNullable()
    table.text('template_id').notNullable()
    table.text('embed_application_id')
    table.text('options').notNullable()
    table.text('status').notNullable()
    table.text('metadata').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('archived_at')
    table.unique(['team_id', 'id'])
    table.index(['team_id', 'template_id'])
    table.foreign(['team_id', 'template_id']).references(['team_id', 'id']).inTable('templates')
    table
      .foreign(['team_id', 'embed_application_id'])
      .references(['team_id', 'id'])
      .inTable('embed_applications')
    table.unique(['team_id', 'external_product_id', 'external_variant_id'], {
      indexName: 'product_mappings_active_unique',
      useConstraint: false,
      predicate: schema.where("status = 'active'"),
    })
  })

  await schema.createTable('embed_sessions', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable()
    table.text('status').notNullable()
    table.text('source').notNullable()
    table.text('secret_hash').notNullable().unique()
    table.text('embed_application_id')
    table.text('template_id').notNullable()
    table.text('product_mapping_id')
    // No reference: a fill names its session too, and one of the two has to be written first.
    table.text('fill_id')
    table.text('origin')
    table.text('external_product_id')
    table.text('external_variant_id')
    table.text('external_cart_id')
    table.text('customer_email')
    table.text('customer_name')
    table.text('field_values').notNullable()
    table.text('metadata').notNullable()
    table.integer('lifetime_seconds').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('completed_at')
    table.bigInteger('canceled_at')
    table.unique(['team_id', 'id'])
    table.index(['team_id', 'fill_id'])
    table.index(['team_id', 'embed_application_id'])
    table.index(['status', 'expires_at'])
    table.foreign(['team_id', 'template_id']).references(['team_id', 'id']).inTable('templates')
    table
      .foreign(['team_id', 'embed_application_id'])
      .references(['team_id', 'id'])
      .inTable('embed_applications')
    table.foreign(['team_id', 'product_mapping_id']).references(['team_id', 'id']).inTable('product_mappings')
  })

  // Without a reference: SQLite would have to write the whole table anew.
  await schema.alterTable('api_keys', (table) => {
    table.text('embed_application_id')
  })
}
