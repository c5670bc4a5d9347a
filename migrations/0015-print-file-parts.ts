/** Print files in parts: tails that name kept files, the files that are to be removed, pictures in one colour. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('render_tails', (table) => {
    // JSON; null where the row's bytes are the whole tail.
    table.text('parts')
  })

  await schema.createTable('file_removals', (table) => {
    table.text('team_id').notNullable().references('teams.id')
    table.text('sha256').notNullable()
    table.bigInteger('due_at').notNullable()
    table.primary(['team_id', 'sha256'])
    table.index(['due_at'])
  })

  await schema.alterTable('assets', (table) => {
    table.text('gray')
  })
}
