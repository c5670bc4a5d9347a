/** Templates and the revisions of their scenes. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('templates', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('title').notNullable()
    table.text('slug').notNullable().unique()
    table.text('status').notNullable()
    table.text('source_sha256').notNullable()
    table.bigInteger('size_bytes').notNullable()
    table.integer('extractor_version').notNullable()
    table.integer('latest_revision').notNullable()
    table.integer('live_revision')
    table.text('metadata').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('published_at')
    table.bigInteger('archived_at')
    // The long ones last: SQLite reads a row from its front.
    table.text('plan').notNullable()
    table.text('findings').notNullable()
    table.unique(['team_id', 'source_sha256'])
    // Serves pages, and the references by which a row can only hang on its own team's rows.
    table.unique(['team_id', 'id'])
  })

  await schema.createTable('template_revisions', (table) => {
    table.text('team_id').notNullable()
    table.text('template_id').notNullable()
    table.integer('revision').notNullable()
    table.bigInteger('created_at').notNullable()
    table.text('plan').notNullable()
    table.text('scene').notNullable()
    table.primary(['template_id', 'revision'])
    table.foreign(['team_id', 'template_id']).references(['team_id', 'id']).inTable('templates')
  })
}
