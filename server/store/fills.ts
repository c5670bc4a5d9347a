/** Fills in the database; every change is conditional on the status that the caller saw. */
import type { Knex } from 'knex'
import type { FillRecord } from '../../core/fill/fill.ts'
import type { FillFilter, FillStore } from '../../core/fill/fill-store.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { readPage } from './pages.ts'

const COLUMNS: Columns<FillRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  templateId: text('template_id'),
  revision: integer('revision'),
  status: text('status'),
  statusReason: text('status_reason'),
  source: text('source'),
  values: json('field_values'),
  colors: json('colors'),
  assignments: json('assignments'),
  substrate: json('substrate'),
  externalOrderId: text('external_order_id'),
  externalCartId: text('external_cart_id'),
  externalProductId: text('external_product_id'),
  externalVariantId: text('external_variant_id'),
  lineRef: text('line_ref'),
  quantity: integer('quantity'),
  dueAt: integer('due_at'),
  customerEmail: text('customer_email'),
  customerName: text('customer_name'),
  embedSessionId: text('embed_session_id'),
  lastRenderId: text('last_render_id'),
  metadata: json('metadata'),
  resumeTokenHash: text('resume_token_hash'),
  expiresAt: integer('expires_at'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  finalizedAt: integer('finalized_at'),
  expiredAt: integer('expired_at'),
  erasedAt: integer('erased_at'),
}

export function createFills(knex: Knex): FillStore {
  return {
    async insert(fill) {
      await knex('fills').insert(rowOf(COLUMNS, fill))
    },
    async find(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>('fills').where({ team_id: teamId, id }))
    },
    async findForUpdate(teamId, id) {
      const rows: Row[] = await knex('fills').where({ team_id: teamId, id }).forUpdate()
      return firstOf(COLUMNS, rows)
    },
    async findMany(teamId, ids) {
      const rows = await knex<Row>('fills').where({ team_id: teamId }).whereIn('id', ids)
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async findByResumeToken(resumeTokenHash) {
      return firstOf(COLUMNS, await knex<Row>('fills').where({ resume_token_hash: resumeTokenHash }))
    },
    async list(teamId, filter, page, now) {
      const query = knex('fills').where({ team_id: teamId })
      narrow(query, filter, now)
      return readPage(query, COLUMNS, page)
    },
    async update(teamId, id, whenStatus, changes) {
      const fenced = knex('fills').where({ team_id: teamId, id, status: whenStatus })
      const row = rowOf<FillRecord>(COLUMNS, changes)
      return firstOf(
        COLUMNS,
        await (Object.keys(row).length === 0 ? fenced : fenced.update(row).returning('*')),
      )
    },
    async due(now, limit) {
      const query = knex<Row>('fills').where({ status: 'open' }).where('expires_at', '<=', now)
      const rows = await query.orderBy('expires_at').orderBy('id').limit(limit)
      return rows.map((row) => recordOf(COLUMNS, row))
    },
  }
}

function narrow(query: Knex.QueryBuilder, filter: FillFilter, now: number): void {
  if (filter.templateId !== undefined) query.where({ template_id: filter.templateId })
  if (filter.source !== undefined) query.where({ source: filter.source })
  if (filter.externalOrderId !== undefined) query.where({ external_order_id: filter.externalOrderId })
  if (filter.externalCartId !== undefined) query.where({ external_cart_id: filter.externalCartId })
  if (filter.customerEmail !== undefined)
    query.whereRaw('lower(customer_email) = ?', [filter.customerEmail.toLowerCase()])
  if (filter.since !== undefined) query.where('created_at', '>=', filter.since)
  if (filter.status === 'finalized') query.where({ status: 'finalized' })
  if (filter.status === 'open')
    query
      .where({ status: 'open' })
      .where((rest) => rest.whereNull('expires_at').orWhere('expires_at', '>', now))
  if (filter.status === 'expired')
    query.where((either) =>
      either
        .where({ status: 'expired' })
        .orWhere((late) => late.where({ status: 'open' }).where('expires_at', '<=', now)),
    )
}
