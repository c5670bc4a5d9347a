/** Brand colours of teams, which the editor offers for inks. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('brand_colors', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('name').notNullable()
    table.text('name_key').notNullable()
    table.text('cmyk').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['team_id', 'id'])
    table.unique(['team_id', 'name_key'])
  })
}
