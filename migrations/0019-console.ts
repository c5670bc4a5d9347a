/** People who work in the console, the one-time links that let them in, and their sessions. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('users', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('email').notNullable()
    // As addresses are compared; one person has one team.
    table.text('email_key').notNullable().unique()
    table.text('name').notNullable()
    table.text('role').notNullable()
    table.text('language')
    // Null until the one-time link was opened.
    table.text('passphrase')
    table.bigInteger('disabled_at')
    table.bigInteger('signed_in_at')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['team_id', 'id'])
  })

  await schema.createTable('console_links', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('token_hash').notNullable().unique()
    // Null for the first person of a team, who says who they are.
    table.text('user_id')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('used_at')
    table.index(['team_id', 'user_id'])
    table.index(['expires_at'])
    table.foreign(['team_id', 'user_id']).references(['team_id', 'id']).inTable('users')
  })

  await schema.createTable('console_sessions', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable()
    table.text('user_id').notNullable()
    table.text('token_hash').notNullable().unique()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('seen_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('ends_at').notNullable()
    table.index(['team_id', 'user_id'])
    table.index(['expires_at'])
    table.foreign(['team_id', 'user_id']).references(['team_id', 'id']).inTable('users')
  })
}
