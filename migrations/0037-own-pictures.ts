/** The pictures that customers put into fills of their own, each with its files. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('own_pictures', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('fill_id').notNullable()
    table.text('field_id').notNullable()
    table.text('kind').notNullable()
    table.bigInteger('upload_bytes').notNullable()
    table.integer('width_px').notNullable()
    table.integer('height_px').notNullable()
    table.text('color_kind').notNullable()
    table.integer('alpha').notNullable()
    // Each form of the picture as JSON with the hash of its file.
    table.text('print').notNullable()
    table.text('mask')
    table.text('gray')
    table.text('screen').notNullable()
    table.text('thumbnail').notNullable()
    table.bigInteger('original_bytes').notNullable()
    table.bigInteger('working_bytes').notNullable()
    table.bigInteger('preview_bytes').notNullable()
    table.bigInteger('created_at').notNullable()
    table.unique(['team_id', 'id'])
    table.foreign(['team_id', 'fill_id']).references(['team_id', 'id']).inTable('fills')
    table.index(['team_id', 'fill_id', 'id'], 'own_pictures_of_fill')
    table.index(['team_id', 'created_at'], 'own_pictures_of_day')
  })
}
