/** Hooks, orders and lines of storefronts in the database. */
import type { Knex } from 'knex'
import type {
  HookState,
  StorefrontHook,
  StorefrontLine,
  StorefrontOrder,
} from '../../core/storefront/line.ts'
import type { StorefrontStore } from '../../core/storefront/storefront-store.ts'
import {
  bytes,
  type Columns,
  firstOf,
  flag,
  integer,
  json,
  type Row,
  recordOf,
  rowOf,
  text,
} from './columns.ts'
import { readPage } from './pages.ts'

const HOOKS = 'storefront_hooks'
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

const ORDERS = 'storefront_orders'
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
  canceledAt: integer('canceled_at'),
  refunds: json('refunds'),
  writtenSha256: text('written_sha256'),
  writeAttempts: integer('write_attempts'),
  nextWriteAt: integer('next_write_at'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
}

const LINES = 'storefront_lines'
const LINE: Columns<StorefrontLine> = {
  id: text('id'),
  teamId: text('team_id'),
  orderRowId: text('order_row_id'),
  line: text('line'),
  fillId: text('fill_id'),
  session: text('session'),
  product: text('product'),
  variant: text('variant'),
  quantity: integer('quantity'),
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

// Written out, for SQLite uses a partial index only where it reads the very words.
const PENDING = "state = 'pending'"
const IN_STATE: Readonly<Record<HookState, string>> = {
  pending: PENDING,
  done: "state = 'done'",
  failed: "state = 'failed'",
}
const TO_WRITE = 'next_write_at is not null'
const TO_DO = 'next_attempt_at is not null'

export function createStorefrontHooks(knex: Knex): StorefrontStore['hooks'] {
  return {
    async insert(hook) {
      const inserted: Row[] = await knex(HOOKS)
        .insert(rowOf(HOOK, hook))
        .onConflict(['team_id', 'adapter', 'shop', 'hook_id'])
        .ignore()
        .returning('id')
      return inserted.length > 0
    },
    async find(teamId, id) {
      return firstOf(HOOK, await knex<Row>(HOOKS).where({ team_id: teamId, id }))
    },
    async update(teamId, id, changes) {
      const changed = knex(HOOKS).where({ team_id: teamId, id }).update(rowOf<StorefrontHook>(HOOK, changes))
      return firstOf(HOOK, await changed.returning('*'))
    },
    async list(teamId, { adapter, shop, state }, page) {
      const where = { team_id: teamId, ...(adapter && { adapter }), ...(shop && { shop }) }
      const query = knex<Row>(HOOKS).where(where)
      if (state !== undefined) query.whereRaw(IN_STATE[state])
      return readPage(query, HOOK, page)
    },
    async forgetFailed(teamId) {
      await knex(HOOKS)
        .where({ team_id: teamId })
        .whereRaw("state = 'failed'")
        .whereNotNull('body')
        .update({ request: null, body: null })
    },
    async waiting(now, afterId, limit) {
      const rows = await knex<Row>(HOOKS)
        .whereRaw(PENDING)
        .where('id', '>', afterId)
        .where('next_attempt_at', '<=', now)
        .orderBy('id')
        .limit(limit)
      return rows.map((row) => recordOf(HOOK, row))
    },
    async removeBefore(receivedBefore, limit) {
      const old = knex(HOOKS)
        .where('received_at', '<', receivedBefore)
        .whereNot({ state: 'pending' })
        .orderBy('received_at')
        .limit(limit)
        .select('id')
      return knex(HOOKS).whereIn('id', old).delete()
    },
  }
}

export function createStorefrontOrders(knex: Knex): StorefrontStore['orders'] {
  return {
    async insert(order) {
      await knex(ORDERS).insert(rowOf(ORDER, order))
    },
    async find(teamId, id) {
      return firstOf(ORDER, await knex<Row>(ORDERS).where({ team_id: teamId, id }))
    },
    async findByKey(teamId, { adapter, shop, orderId }) {
      const found = knex<Row>(ORDERS).where({ team_id: teamId, adapter, shop, order_id: orderId })
      return firstOf(ORDER, await found)
    },
    async findMany(teamId, ids) {
      const rows = await knex<Row>(ORDERS)
        .where({ team_id: teamId })
        .whereIn('id', [...ids])
      return rows.map((row) => recordOf(ORDER, row))
    },
    async list(teamId, { adapter, shop, reference, state }, page) {
      const query = knex(ORDERS).where({ team_id: teamId })
      if (adapter !== undefined) query.where({ adapter })
      if (shop !== undefined) query.where({ shop })
      if (reference !== undefined) query.where({ reference })
      if (state !== undefined)
        query.whereIn('id', knex(LINES).where({ team_id: teamId, state }).select('order_row_id'))
      return readPage(query, ORDER, page)
    },
    async ofCustomer(teamId, customerKey) {
      const rows = await knex<Row>(ORDERS)
        .where({ team_id: teamId, customer_key: customerKey })
        .whereNotNull('customer_key')
      return rows.map((row) => recordOf(ORDER, row))
    },
    async update(teamId, id, changes) {
      const changed = knex(ORDERS)
        .where({ team_id: teamId, id })
        .update(rowOf<StorefrontOrder>(ORDER, changes))
      return firstOf(ORDER, await changed.returning('*'))
    },
    async waiting(now, afterId, limit) {
      const rows = await knex<Row>(ORDERS)
        .whereRaw(TO_WRITE)
        .where('id', '>', afterId)
        .where('next_write_at', '<=', now)
        .orderBy('id')
        .limit(limit)
      return rows.map((row) => recordOf(ORDER, row))
    },
  }
}

export function createStorefrontLines(knex: Knex): StorefrontStore['lines'] {
  const free = (query: Knex.QueryBuilder, now: number) =>
    query
      .whereRaw(TO_DO)
      .where('next_attempt_at', '<=', now)
      .where((one) => one.whereNull('lease_until').orWhere('lease_until', '<=', now))
  const ofOrders = async (teamId: string, ids: readonly string[]) => {
    const rows = await knex<Row>(LINES)
      .where({ team_id: teamId })
      .whereIn('order_row_id', [...ids])
      .orderBy('id')
    return rows.map((row) => recordOf(LINE, row))
  }
  return {
    async insert(line) {
      await knex(LINES).insert(rowOf(LINE, line))
    },
    async find(teamId, id) {
      return firstOf(LINE, await knex<Row>(LINES).where({ team_id: teamId, id }))
    },
    ofOrder: (teamId, orderRowId) => ofOrders(teamId, [orderRowId]),
    ofOrders,
    async ofFill(teamId, fillId) {
      const rows = await knex<Row>(LINES).where({ team_id: teamId, fill_id: fillId }).orderBy('id')
      return rows.map((row) => recordOf(LINE, row))
    },
    async claim(teamId, id, now, leaseUntil) {
      const claimed = free(knex(LINES).where({ team_id: teamId, id }), now).update({
        lease: knex.raw('lease + 1'),
        lease_until: leaseUntil,
      })
      return firstOf(LINE, await claimed.returning('*'))
    },
    async update(teamId, id, lease, changes) {
      const changed = knex(LINES).where({ team_id: teamId, id, ...(lease === null ? {} : { lease }) })
      return firstOf(LINE, await changed.update(rowOf<StorefrontLine>(LINE, changes)).returning('*'))
    },
    async waiting(now, afterId, limit) {
      const rows: Row[] = await free(knex(LINES).where('id', '>', afterId), now)
        .orderBy('id')
        .limit(limit)
      return rows.map((row) => recordOf(LINE, row))
    },
  }
}
