/** What a print file is beside PDF, and which files a hot folder takes; null says nothing. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('renders', (table) => {
    table.text('output')
  })
  await schema.alterTable('hot_folders', (table) => {
    table.text('output')
  })
}
