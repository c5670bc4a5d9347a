/** What a team brings for all of its templates: pictures, fonts and selection sets. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('assets', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('name').notNullable()
    table.text('label').notNullable()
    // The words between spaces, so that one is found by `like`.
    table.text('tags').notNullable()
    table.text('source_sha256').notNullable()
    table.integer('width_px').notNullable()
    table.integer('height_px').notNullable()
    table.text('color_kind').notNullable()
    table.integer('alpha').notNullable()
    // Each form of the picture as JSON with the hash of its file.
    table.text('print').notNullable()
    table.text('mask')
    table.text('screen').notNullable()
    table.text('thumbnail').notNullable()
    table.text('metadata').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('archived_at')
    table.unique(['team_id', 'id'])
    table.unique(['team_id', 'source_sha256'])
  })

  await schema.createTable('fonts', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('post_script_name').notNullable()
    table.text('family').notNullable()
    table.text('full_name').notNullable()
    table.integer('bold').notNullable()
    table.integer('italic').notNullable()
    table.text('format').notNullable()
    table.text('source_sha256').notNullable()
    table.text('file_sha256').notNullable()
    table.bigInteger('size_bytes').notNullable()
    table.integer('fs_type').notNullable()
    table.integer('glyph_count').notNullable()
    table.integer('variable').notNullable()
    table.text('copyright').notNullable()
    table.text('trademark').notNullable()
    table.text('license').notNullable()
    table.text('license_url').notNullable()
    table.text('metadata').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('archived_at')
    table.unique(['team_id', 'id'])
    table.unique(['team_id', 'source_sha256'])
    // A name in a PDF has one meaning at a time.
    table.unique(['team_id', 'post_script_name'], {
      indexName: 'fonts_name_unique',
      useConstraint: false,
      predicate: schema.where('archived_at is null'),
    })
  })

  await schema.createTable('selection_sets', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('name').notNullable()
    table.text('options').notNullable()
    table.text('metadata').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('archived_at')
    table.unique(['team_id', 'id'])
  })
}
