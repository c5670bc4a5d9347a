/** With what and from where users are signed in, so that they recognize their sessions. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('console_sessions', (table) => {
    table.text('user_agent')
    table.text('address')
    table.text('language')
    table.index(['team_id', 'user_id', 'id'])
  })
}
