/** Fills in the database; every change is conditional on the status that the caller saw. */
import type { Knex } from 'knex'
import { idBound } from '../../../core/ids.ts'
import { customerKey } from '../../../core/service/fill/customer.ts'
import {
  FILL_SOURCES,
  FILL_STATUSES,
  type FillRecord,
  type FillStatus,
} from '../../../core/service/fill/fill.ts'
import type { FillFilter, FillStore } from '../../../core/service/fill/fill-store.ts'
import { type Columns, integer, json, recordOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { countOf, findOne, insertRow, readAll, readCell, readOne, updateOne } from '../engine/records.ts'
import { type Few, lookAt, type Run, readRuns, runOfRarest } from '../engine/runs.ts'
import { rowWithCustomer } from './customer-key.ts'

const COLUMNS: Columns<FillRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  templateId: text('template_id'),
  revision: integer('revision'),
  status: text('status'),
  statusReason: text('status_reason'),
  source: text('source'),
  draft: text('draft'),
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
  review: text('review'),
  reviewReason: text('review_reason'),
  reviewedAt: integer('reviewed_at'),
  metadata: json('metadata'),
  resumeTokenHash: text('resume_token_hash'),
  expiresAt: integer('expires_at'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  finalizedAt: integer('finalized_at'),
  expiredAt: integer('expired_at'),
  erasedAt: integer('erased_at'),
}

/** The very words of the indexes: databases use them only where they read them. */
const UNSWEPT = "status <> 'open' and erased_at is null"
const OPEN = "status = 'open'"
const NOT_LAPSED = '(expires_at is null or expires_at > ?)'
const EXPIRED = "(status || '' = 'expired' or (status || '' = 'open' and expires_at <= ?))"

export function createFills(db: Handle): FillStore {
  const { sql } = db
  const one = (teamId: string, id: string) => sql('fills').where({ team_id: teamId, id })
  return {
    insert: (fill) => insertRow(db, 'fills', rowWithCustomer(COLUMNS, fill)),
    find: (teamId, id) => findOne(db, COLUMNS, 'fills', { team_id: teamId, id }),
    findForUpdate: (teamId, id) => readOne(db, COLUMNS, one(teamId, id).forUpdate()),
    findMany: (teamId, ids) =>
      readAll(db, COLUMNS, sql('fills').where({ team_id: teamId }).whereIn('id', ids)),
    findByResumeToken: (resumeTokenHash) =>
      findOne(db, COLUMNS, 'fills', { resume_token_hash: resumeTokenHash }),
    async list(teamId, filter, page, now) {
      // The ids, by which the list goes, say where to stop; the time itself decides at that moment.
      const from = filter.since === undefined ? {} : { fromId: idBound('fill', filter.since) }
      return readRuns(db, 'fills', COLUMNS, filtered(teamId, filter, now), { ...page, ...from })
    },
    async update(teamId, id, whenStatus, changes) {
      const row = rowWithCustomer<FillRecord>(COLUMNS, changes)
      const fenced = one(teamId, id).where({ status: whenStatus })
      return updateOne(db, COLUMNS, fenced, row)
    },
    async replace(seen, changes) {
      const before = rowWithCustomer<FillRecord>(COLUMNS, seen)
      const { team_id: _team, id: _id, ...rest } = before
      const row = rowWithCustomer<FillRecord>(COLUMNS, changes)
      // What stays as it is need not be written, and no index of it.
      const changed = Object.entries(row).filter(([name, cell]) => cell !== rest[name])
      const set = changed.map(([name]) => `${name} = ?`)
      const isSame = db.dialect === 'postgres' ? 'is not distinct from' : 'is'
      const same = Object.keys(rest).map((name) => `${name} ${isSame} ?`)
      const text = `update fills set ${set.join(', ')} where team_id = ? and id = ? and ${same.join(' and ')}`
      const bindings = [...changed.map(([, cell]) => cell), seen.teamId, seen.id, ...Object.values(rest)]
      if (changed.length > 0 && (await db.change(sql.raw(text, bindings as Knex.RawBinding[]))).changed > 0)
        return recordOf(COLUMNS, { ...before, ...row })
      // Told apart by what it means, for the same may be written in other words, as by another version.
      const stored = await this.findForUpdate(seen.teamId, seen.id)
      if (JSON.stringify(stored) !== JSON.stringify(seen)) return null
      return this.update(seen.teamId, seen.id, seen.status, changes)
    },
    countReviews: (teamId) => countOf(db, sql('fills').where({ team_id: teamId, review: 'requested' })),
    findTeam: (id) => readCell(db, 'team_id', sql('fills').where({ id }).select('team_id')),
    async unswept(teamId, updatedBefore, limit) {
      const waiting = sql('renders')
        .select('id')
        .where({ status: 'queued' })
        .whereRaw('renders.team_id = fills.team_id and renders.fill_id = fills.id')
      return readAll(
        db,
        COLUMNS,
        sql('fills')
          .where({ team_id: teamId })
          .whereRaw(UNSWEPT)
          .where('updated_at', '<', updatedBefore)
          .whereNotExists(waiting)
          .orderBy('updated_at')
          .limit(limit),
      )
    },
    async due(now, limit) {
      const query = sql('fills').whereRaw(OPEN).where('expires_at', '<=', now)
      return readAll(db, COLUMNS, query.orderBy('expires_at').orderBy('id').limit(limit))
    },
  }
}

/**
 * The filtered fills in parts each of which has an index. Statuses and sources are few and may have nearly every fill
 * or none, so the index has a run for each pair, and the runs that a filter leaves are merged. An order, a cart and
 * a customer have few fills, which are looked at one by one.
 */
function filtered(teamId: string, filter: FillFilter, now: number): readonly (Run | Few)[] {
  const { templateId, status, source, review, since, customerEmail } = filter
  const draft = filter.draft === undefined ? undefined : filter.draft ? 'started' : 'none'
  const sinceThen = (query: Knex.QueryBuilder) => {
    if (since !== undefined) query.where('created_at', '>=', since)
  }
  const rare = [
    ['external_order_id', filter.externalOrderId],
    ['external_cart_id', filter.externalCartId],
    ['customer_key', customerEmail === undefined ? undefined : customerKey(customerEmail)],
  ] as const
  const template = ['template_id', templateId] as const
  const isRare = rare.some(([, value]) => value !== undefined)
  if (isRare || review !== undefined || (status === undefined && source === undefined))
    return [
      runOfRarest(
        teamId,
        [...rare, ['review', review], template, ['source', source], ['draft', draft]],
        (query) => {
          sinceThen(query)
          if (status !== undefined) lookAtStatus(query, status, now)
        },
      ),
    ]

  const ofTeam = ['team_id', teamId] as const
  const before = templateId === undefined ? [ofTeam] : [ofTeam, ['template_id', templateId] as const]
  const runs = (status === undefined ? FILL_STATUSES : [status]).flatMap((oneStatus) =>
    (source === undefined ? FILL_SOURCES : [source]).map(
      (oneSource): Run => ({
        along: [...before, ['status', oneStatus], ['source', oneSource]],
        only(query) {
          sinceThen(query)
          if (draft !== undefined) lookAt(query, 'draft', draft)
          if (status === 'open') query.whereRaw(NOT_LAPSED, [now])
        },
      }),
    ),
  )
  if (status !== 'expired') return runs
  // What the sweep has not reached yet is little, and is found by its time.
  const lapsed: Few = {
    few(query) {
      query.where({ team_id: teamId }).whereRaw(OPEN).where('expires_at', '<=', now)
      sinceThen(query)
      if (draft !== undefined) lookAt(query, 'draft', draft)
      if (templateId !== undefined) lookAt(query, 'template_id', templateId)
      if (source !== undefined) lookAt(query, 'source', source)
    },
  }
  return [...runs, lapsed]
}

function lookAtStatus(query: Knex.QueryBuilder, status: FillStatus, now: number): void {
  if (status !== 'expired') lookAt(query, 'status', status)
  if (status === 'open') query.whereRaw(NOT_LAPSED, [now])
  if (status === 'expired') query.whereRaw(EXPIRED, [now])
}
