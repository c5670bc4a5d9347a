/** Output profiles of teams, each with the printing condition that it describes. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('output_profiles', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('name').notNullable()
    table.text('printing_condition').notNullable()
    table.text('description').notNullable()
    table.text('version').notNullable()
    table.text('file_sha256').notNullable()
    table.bigInteger('size_bytes').notNullable()
    table.text('metadata').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('archived_at')
    table.unique(['team_id', 'id'])
    table.unique(['team_id', 'file_sha256'])
  })
}
