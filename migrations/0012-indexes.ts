/** The indexes behind lists: each page is read from where it begins, however many rows the team has. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await indexFills(schema)
  await indexRenders(schema)

  // A list by two of its columns has an index of both: each alone may hold nearly every row.
  await schema.alterTable('audit_events', (table) => {
    table.index(['team_id', 'actor', 'id'])
    table.index(['team_id', 'actor', 'action', 'id'])
  })
  await schema.alterTable('batches', (table) => {
    table.index(['team_id', 'kind', 'status', 'id'])
  })
  await schema.alterTable('hot_folder_deliveries', (table) => {
    table.index(['team_id', 'hot_folder_id', 'outcome', 'id'])
  })
  await schema.run(
    `create index product_mappings_active on product_mappings (team_id, id) where status = 'active'`,
  )
}

async function indexFills(schema: Schema): Promise<void> {
  await schema.alterTable('fills', (table) => {
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
  await schema.run(`create index fills_due on fills (expires_at, id) where status = 'open'`)
  await schema.run(`create index fills_lapsing on fills (team_id, expires_at) where status = 'open'`)
  await schema.run(
    'create index fills_order on fills (team_id, external_order_id, id) where external_order_id is not null',
  )
  await schema.run(
    'create index fills_cart on fills (team_id, external_cart_id, id) where external_cart_id is not null',
  )
  await schema.run(
    'create index fills_customer on fills (team_id, customer_key, id) where customer_key is not null',
  )
}

async function indexRenders(schema: Schema): Promise<void> {
  await schema.alterTable('renders', (table) => {
    table.dropIndex([], 'renders_team_id_external_order_id_id_index')
    table.dropIndex([], 'renders_team_id_external_cart_id_id_index')
    table.dropIndex([], 'renders_customer_index')
    table.dropIndex([], 'renders_team_id_fill_id_id_index')
  })
  await schema.run(
    'create index renders_order on renders (team_id, external_order_id, id) where external_order_id is not null',
  )
  await schema.run(
    'create index renders_cart on renders (team_id, external_cart_id, id) where external_cart_id is not null',
  )
  await schema.run(
    'create index renders_customer on renders (team_id, customer_key, id) where customer_key is not null',
  )
  await schema.run('create index renders_fill on renders (team_id, fill_id, id) where fill_id is not null')
}
