/** How a team shows itself to customers: name, logo, contact, colour, closing words and links. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('teams', (table) => {
    table.text('branding')
  })
}
