/** Hooks, orders and lines of storefronts in the database. */
import type { Knex } from 'knex'
import type {
  HookState,
  StorefrontHook,
  StorefrontLine,
  StorefrontOrder,
} from '../../../core/service/storefront/line.ts'
import type { StorefrontStore } from '../../../core/service/storefront/storefront-store.ts'
import { bytes, type Columns, flag, integer, json, rowOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { changeOne, findOne, readAll, readOne, teamRecords } from '../engine/records.ts'

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
  const { sql } = db
  return {
    async insert(hook) {
      const { changed } = await db.change(
        sql(HOOKS).insert(rowOf(HOOK, hook)).onConflict(['team_id', 'adapter', 'shop', 'hook_id']).ignore(),
      )
      return changed > 0
    },
    find: (teamId, id) => findOne(db, HOOK, HOOKS, { team_id: teamId, id }),
    async update(teamId, id, changes) {
      const changed = sql(HOOKS).where({ team_id: teamId, id }).update(rowOf<StorefrontHook>(HOOK, changes))
      return changeOne(db, HOOK, changed)
    },
    async list(teamId, { adapter, shop, state }, page) {
      const where = { team_id: teamId, ...(adapter && { adapter }), ...(shop && { shop }) }
      const query = sql(HOOKS).where(where)
      if (state !== undefined) query.whereRaw(IN_STATE[state])
      return readPage(db, query, HOOK, page)
    },
    async forgetFailed(teamId) {
      await db.change(
        sql(HOOKS)
          .where({ team_id: teamId })
          .whereRaw("state = 'failed'")
          .whereNotNull('body')
          .update({ request: null, body: null }),
      )
    },
    waiting: (now, afterId, limit) =>
      readAll(
        db,
        HOOK,
        sql(HOOKS)
          .whereRaw(PENDING)
          .where('id', '>', afterId)
          .where('next_attempt_at', '<=', now)
          .orderBy('id')
          .limit(limit),
      ),
    async removeBefore(receivedBefore, limit) {
      const old = sql(HOOKS)
        .where('received_at', '<', receivedBefore)
        .whereNot({ state: 'pending' })
        .orderBy('received_at')
        .limit(limit)
        .select('id')
      return (await db.change(sql(HOOKS).whereIn('id', old).delete())).changed
    },
  }
}

export function createStorefrontOrders(db: Handle): StorefrontStore['orders'] {
  const { sql } = db
  return {
    ...teamRecords(db, ORDER, ORDERS),
    async findByKey(teamId, { adapter, shop, orderId }) {
      const found = sql(ORDERS).where({ team_id: teamId, adapter, shop, order_id: orderId })
      return readOne(db, ORDER, found)
    },
    findMany: (teamId, ids) =>
      readAll(
        db,
        ORDER,
        sql(ORDERS)
          .where({ team_id: teamId })
          .whereIn('id', [...ids]),
      ),
    async list(teamId, { adapter, shop, reference, state }, page) {
      const query = sql(ORDERS).where({ team_id: teamId })
      if (adapter !== undefined) query.where({ adapter })
      if (shop !== undefined) query.where({ shop })
      if (reference !== undefined) query.where({ reference })
      if (state !== undefined)
        query.whereIn('id', sql(LINES).where({ team_id: teamId, state }).select('order_row_id'))
      return readPage(db, query, ORDER, page)
    },
    ofCustomer: (teamId, customerKey) =>
      readAll(
        db,
        ORDER,
        sql(ORDERS).where({ team_id: teamId, customer_key: customerKey }).whereNotNull('customer_key'),
      ),
    waiting: (now, afterId, limit) =>
      readAll(
        db,
        ORDER,
        sql(ORDERS)
          .whereRaw(TO_WRITE)
          .where('id', '>', afterId)
          .where('next_write_at', '<=', now)
          .orderBy('id')
          .limit(limit),
      ),
  }
}

export function createStorefrontLines(db: Handle): StorefrontStore['lines'] {
  const { sql } = db
  const free = (query: Knex.QueryBuilder, now: number) =>
    query
      .whereRaw(TO_DO)
      .where('next_attempt_at', '<=', now)
      .where((one) => one.whereNull('lease_until').orWhere('lease_until', '<=', now))
  const ofOrders = async (teamId: string, ids: readonly string[]) => {
    return readAll(
      db,
      LINE,
      sql(LINES)
        .where({ team_id: teamId })
        .whereIn('order_row_id', [...ids])
        .orderBy('id'),
    )
  }
  return {
    ...teamRecords(db, LINE, LINES),
    ofOrder: (teamId, orderRowId) => ofOrders(teamId, [orderRowId]),
    ofOrders,
    ofFill: (teamId, fillId) =>
      readAll(db, LINE, sql(LINES).where({ team_id: teamId, fill_id: fillId }).orderBy('id')),
    async claim(teamId, id, now, leaseUntil) {
      const claimed = free(sql(LINES).where({ team_id: teamId, id }), now).update({
        lease: sql.raw('lease + 1'),
        lease_until: leaseUntil,
      })
      return changeOne(db, LINE, claimed)
    },
    async update(teamId, id, lease, changes) {
      const changed = sql(LINES).where({ team_id: teamId, id, ...(lease === null ? {} : { lease }) })
      return changeOne(db, LINE, changed.update(rowOf<StorefrontLine>(LINE, changes)))
    },
    async remove(teamId, id) {
      await db.change(sql(LINES).where({ team_id: teamId, id }).delete())
    },
    waiting: (now, afterId, limit) =>
      readAll(
        db,
        LINE,
        free(sql(LINES).where('id', '>', afterId), now)
          .orderBy('id')
          .limit(limit),
      ),
  }
}
