/** Limits and retention: what a team may hold and how long its customers' words stay; request counts that are shared. */
import type { Schema } from '../server/store/engine/schema.ts'

/** Rows of which a person's address is read at once. */
const PORTION = 1000

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('teams', (table) => {
    table.text('billing_status').notNullable().defaultTo('active')
    table.integer('template_limit')
    table.integer('embed_application_limit')
    table.integer('webhook_endpoint_limit')
    table.integer('retention_days')
  })

  // One row for each application: the day that it counts, and how many guests have come on it.
  await schema.createTable('guest_days', (table) => {
    table.text('embed_application_id').primary()
    table.text('team_id').notNullable()
    table.text('day').notNullable()
    table.integer('opened').notNullable()
    table
      .foreign(['team_id', 'embed_application_id'])
      .references(['team_id', 'id'])
      .inTable('embed_applications')
  })

  // Whose data is to be erased is told by the address, however it was typed: what `lower` makes of letters beyond
  // ASCII differs from database to database, so the service writes the address as it compares it.
  await schema.run('drop index fills_customer_index')
  await schema.run('drop index renders_customer_index')
  for (const name of ['fills', 'renders', 'embed_sessions']) {
    await schema.alterTable(name, (table) => {
      table.text('customer_key')
      table.index(['team_id', 'customer_key', 'id'], `${name}_customer_index`)
    })
    await fillCustomerKeys(schema.tx, name)
  }

  // What a sweep of old words still has to do is little beside what it has done: it looks at that alone.
  await schema.run(
    `create index fills_unswept on fills (team_id, updated_at) where status <> 'open' and erased_at is null`,
  )
  await schema.run(
    `create index renders_unswept on renders (team_id, updated_at)
      where fill_id is null and status <> 'queued' and substr(storage_key, 1, 7) <> 'erased:'`,
  )
  await schema.run(
    `create index embed_sessions_unswept on embed_sessions (team_id, updated_at)
      where fill_id is null and status <> 'active' and (customer_key is not null or customer_name is not null
        or field_values <> '{}' or metadata <> '{}')`,
  )

  if (schema.dialect === 'postgres') await makeSharedCounts(schema)
}

async function fillCustomerKeys(tx: Schema['tx'], table: string): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await tx.read<{ id: string; customer_email: string }>(
      tx
        .sql(table)
        .whereNotNull('customer_email')
        .where('id', '>', after)
        .orderBy('id')
        .limit(PORTION)
        .select('id', 'customer_email'),
    )
    for (const { id, customer_email } of rows) {
      const customer_key = customer_email.normalize('NFC').toLowerCase().normalize('NFC')
      await tx.change(tx.sql(table).where({ id }).update({ customer_key }))
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PORTION) return
    after = last.id
  }
}

/**
 * The counts of requests that several processes share, in the form that rate-limiter-flexible reads. Unlogged: after
 * a crash of the database everybody begins at zero, and counting costs no write-ahead log. Pages are left half empty,
 * so that a count is raised in its place.
 */
async function makeSharedCounts(schema: Schema): Promise<void> {
  await schema.run(
    `create unlogged table rate_limits (
      key text collate "C" primary key,
      points bigint not null default 0,
      expire bigint
    ) with (fillfactor = 50)`,
  )
  await schema.run('create index rate_limits_expire_index on rate_limits (expire)')
}
