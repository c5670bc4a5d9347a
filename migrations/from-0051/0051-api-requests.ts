/** The last requests of each API key. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('api_requests', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable()
    table.text('key_id').notNullable()
    table.text('method').notNullable()
    table.text('path').notNullable()
    table.integer('status').notNullable()
    table.text('error_code')
    table.integer('duration_ms').notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['key_id', 'id'])
  })
}
