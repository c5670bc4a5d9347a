/** The indexes behind lists: each page is read from where it begins, however many rows the team has. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await indexFills(knex)
  await indexRenders(knex)

  // A list by two of its columns has an index of both: each alone may hold nearly every row.
  await knex.schema.alterTable('audit_events', (table) => {
    table.index(['team_id', 'actor', 'id'])
    table.index(['team_id', 'actor', 'action', 'id'])
  })
  await knex.schema.alterTable('batches', (table) => {
    table.index(['team_id', 'kind', 'status', 'id'])
  })
  await knex.schema.alterTable('hot_folder_deliveries', (table) => {
    table.index(['team_id', 'hot_folder_id', 'outcome', 'id'])
  })
  await knex.raw(
    `create index product_mappings_active on product_mappings (team_id, id) where status = 'active'`,
  )
}

async function indexFills(knex: Knex): Promise<void> {
  await knex.schema.alterTable('fills', (table) => {
    // Runs of one status and one source, in the order of the list: a filter by either reads its runs side by side.
    table.index(['team_id', 'status', 'source', 'id'], 'fills_runs')
    table.index(['team_id', 'template_id', 'status', 'source', 'id'], 'fills_template_runs')
    // Replaced by those below, in which only the rows stand that can be asked for.
    table.dropIndex([], 'fills_status_expires_at_index')
    table.dropIndex([], 'fills_team_id_external_order_id_id_index')
    table.dropIndex([], 'fills_team_id_external_cart_id_id_index')
    table.dropIndex([], 'fills_customer_index')
  })
  // What is due is swept for all teams, and listed as expired for one.
  await knex.raw(`create index fills_due on fills (expires_at, id) where status = 'open'`)
  await knex.raw(`create index fills_lapsing on fills (team_id, expires_at) where status = 'open'`)
  await knex.raw(
    'create index fills_order on fills (team_id, external_order_id, id) where external_order_id is not null',
  )
  await knex.raw(
    'create index fills_cart on fills (team_id, external_cart_id, id) where external_cart_id is not null',
  )
  await knex.raw(
    'create index fills_customer on fills (team_id, customer_key, id) where customer_key is not null',
  )
}

async function indexRenders(knex: Knex): Promise<void> {
  await knex.schema.alterTable('renders', (table) => {
    table.dropIndex([], 'renders_team_id_external_order_id_id_index')
    table.dropIndex([], 'renders_team_id_external_cart_id_id_index')
    table.dropIndex([], 'renders_customer_index')
    table.dropIndex([], 'renders_team_id_fill_id_id_index')
  })
  await knex.raw(
    'create index renders_order on renders (team_id, external_order_id, id) where external_order_id is not null',
  )
  await knex.raw(
    'create index renders_cart on renders (team_id, external_cart_id, id) where external_cart_id is not null',
  )
  await knex.raw(
    'create index renders_customer on renders (team_id, customer_key, id) where customer_key is not null',
  )
  await knex.raw('create index renders_fill on renders (team_id, fill_id, id) where fill_id is not null')
}
