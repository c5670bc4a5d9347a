/** Brand colours that are spot colours, with their measured colour; null is a process colour. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('brand_colors', (table) => {
    table.text('lab')
  })
}
