/** The publishable key of an application, encrypted, so that the console can show it again. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('embed_applications', (table) => {
    table.text('key_ciphertext')
  })
}
