/** Images converted to process colours, each once for an output profile; and hot folders that take converted files alone. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('converted_pictures', (table) => {
    table.text('team_id').notNullable().references('teams.id')
    table.text('print_sha256').notNullable()
    table.text('profile_sha256').notNullable()
    table.text('print').notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['team_id', 'print_sha256', 'profile_sha256'])
  })
  await schema.alterTable('hot_folders', (table) => {
    table.text('convert')
  })
}
