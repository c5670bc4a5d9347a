/** Passkeys of users, and the challenges that browsers sign with them. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('passkeys', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable()
    table.text('user_id').notNullable()
    table.text('credential_id').notNullable().unique()
    table.text('public_key').notNullable()
    table.bigInteger('counter').notNullable()
    table.text('transports').notNullable()
    table.text('name').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('used_at')
    table.index(['team_id', 'user_id', 'id'])
    table.foreign(['team_id', 'user_id']).references(['team_id', 'id']).inTable('users')
  })
  await schema.createTable('passkey_challenges', (table) => {
    // SHA-256, hex.
    table.text('hash').primary()
    // Null for a sign-in.
    table.text('user_id')
    table.bigInteger('expires_at').notNullable()
    table.index(['expires_at'])
  })
}
