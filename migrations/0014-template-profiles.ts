/** The preflight profile that a template is judged by. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('templates', (table) => {
    table.text('profile').notNullable().defaultTo('sheetfed')
  })
}
