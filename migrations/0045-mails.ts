/** E-mails that wait to be sent, and how far apart those of one cause were; whom a team mails approvals to. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('teams', (table) => {
    table.text('approval_mail').notNullable().defaultTo('none')
  })
  await schema.createTable('mails', (table) => {
    table.text('id').primary()
    // Empty until the user of a forgotten passphrase is looked up.
    table.text('team_id').notNullable()
    table.text('kind').notNullable()
    table.text('cause').notNullable()
    table.text('object_id').notNullable()
    table.text('user_id')
    table.text('address')
    table.text('language')
    table.text('sealed_token')
    table.text('outcome').notNullable()
    table.integer('lease').notNullable()
    table.bigInteger('lease_until')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('ended_at')
    table.index(['cause', 'created_at'])
    table.index(['created_at'])
    table.index(['id'], 'mails_waiting', { predicate: schema.where("outcome = 'waiting'") })
  })
}
