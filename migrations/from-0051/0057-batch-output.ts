/** Whether the merged PDF of a batch is labelled PDF/X-4. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('batches', (table) => {
    table.text('output')
  })
}
