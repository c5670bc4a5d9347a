/** Hooks, orders and lines of storefronts in the database. */
import type { Knex } from 'knex'
import type {
  HookState,
  StorefrontHook,
  StorefrontLine,
  StorefrontOrder,
} from '../../../core/service/storefront/line.ts'
import type { StorefrontStore } from '../../../core/service/storefront/storefront-store.ts'
import { bytes, type Columns, flag, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { free, lease } from '../engine/leases.ts'
import { Table, teamRecords } from '../engine/table.ts'

const HOOK: Columns<StorefrontHook> = {
  id: text('id'),
  teamId: text('team_id'),
  adapter: text('adapter'),
  shop: text('shop'),
  hookId: text('hook_id'),
  topic: text('topic'),
  request: text('request'),
  body: bytes('body'),
  state: text('state'),
  error: text('error'),
  attempts: integer('attempts'),
  nextAttemptAt: integer('next_attempt_at'),
  receivedAt: integer('received_at'),
}

const ORDER: Columns<StorefrontOrder> = {
  id: text('id'),
  teamId: text('team_id'),
  adapter: text('adapter'),
  shop: text('shop'),
  orderId: text('order_id'),
  reference: text('reference'),
  name: text('name'),
  cart: text('cart'),
  customerEmail: text('customer_email'),
  customerName: text('customer_name'),
  customerKey: text('customer_key'),
  dueAt: integer('due_at'),
  changedAt: integer('changed_at'),
  status: text('status'),
  canceledAt: integer('canceled_at'),
  writtenSha256: text('written_sha256'),
  writeAttempts: integer('write_attempts'),
  nextWriteAt: integer('next_write_at'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
}

const LINES = 'storefront_lines'
/** The members of each state, whichever it is. */
type LineRow = Pick<StorefrontLine, keyof StorefrontLine>
const LINE: Columns<LineRow> = {
  id: text('id'),
  teamId: text('team_id'),
  orderRowId: text('order_row_id'),
  line: text('line'),
  fillId: text('fill_id'),
  session: text('session'),
  product: text('product'),
  variant: text('variant'),
  quantity: integer('quantity'),
  refunded: integer('refunded'),
  printed: integer('printed'),
  copiedFrom: json('copied_from'),
  cart: text('cart'),
  goal: text('goal'),
  state: text('state'),
  reason: text('reason'),
  message: text('message'),
  trusted: flag('trusted'),
  copyId: text('copy_id'),
  renderId: text('render_id'),
  renderStatus: text('render_status'),
  attempts: integer('attempts'),
  nextAttemptAt: integer('next_attempt_at'),
  failingSince: integer('failing_since'),
  lease: integer('lease'),
  leaseUntil: integer('lease_until'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
}

// Literal, because SQLite uses a partial index only if the words match.
const PENDING = "state = 'pending'"
const IN_STATE: Readonly<Record<HookState, string>> = {
  pending: PENDING,
  done: "state = 'done'",
  failed: "state = 'failed'",
}
const TO_WRITE = 'next_write_at is not null'
const TO_DO = 'next_attempt_at is not null'

export function createStorefrontHooks(db: Handle): StorefrontStore['hooks'] {
  const hooks = new Table(db, 'storefront_hooks', HOOK)
  const { find, update } = teamRecords(hooks)
  return {
    find,
    update,
    async insert(hook) {
      const inserted = hooks.rows().insert(hooks.rowOf(hook))
      const { changed } = await db.change(
        inserted.onConflict(['team_id', 'adapter', 'shop', 'hook_id']).ignore(),
      )
      return changed > 0
    },
    list(teamId, { adapter, shop, state }, page) {
      const query = hooks.rows({ team_id: teamId, ...(adapter && { adapter }), ...(shop && { shop }) })
      if (state !== undefined) query.whereRaw(IN_STATE[state])
      return hooks.page(query, page)
    },
    async forgetFailed(teamId) {
      const failed = hooks.rows({ team_id: teamId }).whereRaw(IN_STATE.failed)
      await db.change(failed.whereNotNull('body').update({ request: null, body: null }))
    },
    waiting: (now, afterId, limit) =>
      hooks.after(hooks.rows().whereRaw(PENDING).where('next_attempt_at', '<=', now), afterId, limit),
    removeBefore(receivedBefore, limit) {
      const old = hooks.rows().where('received_at', '<', receivedBefore).whereNot({ state: 'pending' })
      return hooks.removeSome(old.orderBy('received_at').limit(limit), 'id')
    },
  }
}

export function createStorefrontOrders(db: Handle): StorefrontStore['orders'] {
  const orders = new Table(db, 'storefront_orders', ORDER)
  return {
    ...teamRecords(orders),
    findByKey: (teamId, { adapter, shop, orderId }) =>
      orders.first(orders.rows({ team_id: teamId, adapter, shop, order_id: orderId })),
    list(teamId, { adapter, shop, reference, state }, page) {
      const query = orders.rows({ team_id: teamId })
      if (adapter !== undefined) query.where({ adapter })
      if (shop !== undefined) query.where({ shop })
      if (reference !== undefined) query.where({ reference })
      if (state !== undefined)
        query.whereIn('id', db.sql(LINES).where({ team_id: teamId, state }).select('order_row_id'))
      return orders.page(query, page)
    },
    ofCustomer(teamId, customerKey) {
      const own = orders.rows({ team_id: teamId, customer_key: customerKey })
      return orders.all(own.whereNotNull('customer_key'))
    },
    waiting: (now, afterId, limit) =>
      orders.after(orders.rows().whereRaw(TO_WRITE).where('next_write_at', '<=', now), afterId, limit),
  }
}

export function createStorefrontLines(db: Handle): StorefrontStore['lines'] {
  const lines = new Table<LineRow>(db, LINES, LINE)
  const due = (query: Knex.QueryBuilder, now: number) =>
    free(query.whereRaw(TO_DO).where('next_attempt_at', '<=', now), now)
  const ofOrders = (teamId: string, ids: readonly string[]) =>
    lines.all(
      lines
        .rows({ team_id: teamId })
        .whereIn('order_row_id', [...ids])
        .orderBy('id'),
    )
  return {
    ...teamRecords(lines),
    ofOrder: (teamId, orderRowId) => ofOrders(teamId, [orderRowId]),
    ofOrders,
    ofFill: (teamId, fillId) => lines.all(lines.rows({ team_id: teamId, fill_id: fillId }).orderBy('id')),
    claim: (teamId, id, now, leaseUntil) =>
      lease(lines, due(lines.rows({ team_id: teamId, id }), now), leaseUntil),
    update: (teamId, id, lease, changes) =>
      lines.update(lines.rows({ team_id: teamId, id, ...(lease === null ? {} : { lease }) }), changes),
    async remove(teamId, id) {
      await lines.remove(lines.rows({ team_id: teamId, id }))
    },
    waiting: (now, afterId, limit) => lines.after(due(lines.rows(), now), afterId, limit),
  } as StorefrontStore['lines']
}
