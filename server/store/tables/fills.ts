/** Fills in the database; every change is conditional on the status that the caller saw. */
import type { Knex } from 'knex'
import { idBound } from '../../../core/ids.ts'
import type { Page, PageRequest } from '../../../core/page.ts'
import type { FillRecord } from '../../../core/service/fill/fill.ts'
import type { FillFilter, FillStore } from '../../../core/service/fill/fill-store.ts'
import { type Columns, flag, integer, json, recordOf, text } from '../engine/columns.ts'
import { type Handle, writtenOnce } from '../engine/database.ts'
import { narrowed, readRuns } from '../engine/runs.ts'
import { countOf, insertRow, Table, teamRecords } from '../engine/table.ts'
import { withCustomer } from './customer-key.ts'
import { filtered, OPEN, ofProduction, startOf } from './fill-filter.ts'
import { customerSort, listSorted } from './fill-order.ts'
import { searchFills } from './fill-search.ts'
import { changesWords, wordsText, writeWords } from './fill-words.ts'

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
  refundedQuantity: integer('refunded_quantity'),
  dueAt: integer('due_at'),
  customerEmail: text('customer_email'),
  customerName: text('customer_name'),
  embedSessionId: text('embed_session_id'),
  lastRenderId: text('last_render_id'),
  approvedAt: integer('approved_at'),
  pendingChange: json('pending_change'),
  production: text('production'),
  heldReason: text('held_reason'),
  printFailed: flag('print_failed'),
  printedAt: integer('printed_at'),
  notes: text('notes'),
  assignee: text('assignee'),
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

/** The column by which customers are sorted, where the name changes. */
function nameRow({ customerName }: Partial<FillRecord>, before: FillRecord | null) {
  if (customerName === undefined || customerName === before?.customerName) return {}
  return { customer_sort: customerSort(customerName) }
}

export function fillTable(db: Handle): Table<FillRecord> {
  return new Table(db, 'fills', COLUMNS, withCustomer(COLUMNS))
}

/** As in the partial indexes: databases use those only if the words match. */
const UNSWEPT = "status <> 'open' and erased_at is null"

export function createFills(db: Handle): FillStore {
  const { sql } = db
  const fills = fillTable(db)
  const { find, findForUpdate, findMany } = teamRecords(fills)
  const one = (teamId: string, id: string) => fills.rows({ team_id: teamId, id })
  const listNewest = (
    teamId: string,
    filter: FillFilter,
    page: PageRequest,
    now: number,
    only: (query: Knex.QueryBuilder) => void = () => {},
  ): Promise<Page<FillRecord>> => newest(fills, { teamId, filter, page, now }, only)
  return {
    async insert(fill) {
      const words = wordsText(fill)
      const row = { ...fills.rowOf(fill), customer_sort: customerSort(fill.customerName) }
      await insertRow(db, 'fills', { ...row, search_words: words })
      await writeWords(db, fill, '', words)
    },
    find,
    findForUpdate,
    findMany,
    findByResumeToken: (resumeTokenHash) => fills.find({ resume_token_hash: resumeTokenHash }),
    async list(teamId, filter, page, now) {
      const { order = 'created' } = filter
      if (order !== 'created' && filter.search === undefined) {
        const request = { teamId, filter: { ...filter, order }, page, now }
        return listSorted(fills, request, (rest, only) => listNewest(teamId, filter, rest, now, only))
      }
      return listNewest(teamId, filter, page, now)
    },
    async update(teamId, id, whenStatus, changes) {
      const row = { ...fills.rowOf(changes), ...nameRow(changes, null) }
      const fenced = one(teamId, id).where({ status: whenStatus })
      if (Object.keys(row).length === 0) return fills.first(fenced)
      const { rows } = await db.change(fenced.update(row).returning('*'))
      const [written] = rows
      if (written === undefined) return null
      const fill = recordOf(COLUMNS, written)
      if (changesWords(changes)) {
        const words = wordsText(fill)
        if (words !== written.search_words) await db.change(one(teamId, id).update({ search_words: words }))
        await writeWords(db, fill, String(written.search_words), words)
      }
      return fill
    },
    async replace(seen, changes) {
      const before = fills.rowOf(seen)
      const { team_id: _team, id: _id, ...rest } = before
      const [wordsBefore, words] = changesWords(changes)
        ? [wordsText(seen), wordsText({ ...seen, ...changes })]
        : ['', '']
      const row = { ...fills.rowOf(changes), ...nameRow(changes, seen) }
      // An unchanged column is not written, and neither are its indexes.
      const changed = Object.entries(row).filter(([name, cell]) => cell !== rest[name])
      if (words !== wordsBefore) changed.push(['search_words', words])
      const set = changed.map(([name]) => `${name} = ?`)
      const isSame = db.dialect === 'postgres' ? 'is not distinct from' : 'is'
      const same = Object.keys(rest).map((name) => `${name} ${isSame} ?`)
      const text = `update fills set ${set.join(', ')} where team_id = ? and id = ? and ${same.join(' and ')}`
      const bindings = [...changed.map(([, cell]) => cell), seen.teamId, seen.id, ...Object.values(rest)]
      if (changed.length > 0 && (await db.change(writtenOnce(db, text, bindings))).changed > 0) {
        await writeWords(db, seen, wordsBefore, words)
        return recordOf(COLUMNS, { ...before, ...row })
      }
      // Compared by meaning: another version may have written the same content in another form.
      const stored = await this.findForUpdate(seen.teamId, seen.id)
      if (JSON.stringify(stored) !== JSON.stringify(seen)) return null
      return this.update(seen.teamId, seen.id, seen.status, changes)
    },
    async count(teamId, status, now, most) {
      // Each part counts up to the limit, so that a large team does not need a count of all rows.
      const counts = ofProduction(teamId, status, now).map((part) => {
        const query = fills.rows().select(sql.raw('1'))
        if ('few' in part) part.few(query)
        else part.only?.(query.where(Object.fromEntries(part.along)))
        return countOf(db, sql.from(query.limit(most).as('counted')) as Knex.QueryBuilder)
      })
      return Math.min(
        most,
        (await Promise.all(counts)).reduce((sum, count) => sum + count, 0),
      )
    },
    countPrinted(teamId, since, most) {
      const printed = fills
        .rows({ team_id: teamId })
        .select(sql.raw('1'))
        .whereNotNull('printed_at')
        .where('printed_at', '>=', since)
      return countOf(db, sql.from(printed.limit(most).as('counted')) as Knex.QueryBuilder)
    },
    async notePrint(teamId, id, renderId, failed) {
      const flagged = failed ? 1 : 0
      const query = one(teamId, id).where({ last_render_id: renderId }).whereNot({ print_failed: flagged })
      await db.change(query.update({ print_failed: flagged }))
    },
    byId: (id) => fills.find({ id }),
    unswept(teamId, updatedBefore, limit) {
      const waiting = sql('renders')
        .select('id')
        .where({ status: 'queued' })
        .whereRaw('renders.team_id = fills.team_id and renders.fill_id = fills.id')
      const over = fills.rows({ team_id: teamId }).whereRaw(UNSWEPT).whereNotExists(waiting)
      return fills.oldest(over, 'updated_at', updatedBefore, limit)
    },
    due(now, limit) {
      const query = fills.rows().whereRaw(OPEN).where('expires_at', '<=', now)
      return fills.all(query.orderBy('expires_at').orderBy('id').limit(limit))
    },
  }
}

interface ListRequest {
  readonly teamId: string
  readonly filter: FillFilter
  readonly page: PageRequest
  readonly now: number
}

/** `only` adds conditions that are checked on the rows. */
async function newest(
  fills: Table<FillRecord>,
  { teamId, filter, page, now }: ListRequest,
  only: (query: Knex.QueryBuilder) => void,
): Promise<Page<FillRecord>> {
  // The list follows ids, which say where to stop; within that millisecond the time decides.
  const from = filter.since === undefined ? {} : { fromId: idBound('fill', filter.since) }
  const request = { ...page, ...from, ...startOf(page, filter) }
  if (filter.search !== undefined)
    return searchFills(fills, { teamId, text: filter.search, filter, page: request, now })
  return readRuns(fills, narrowed(filtered(teamId, filter, now), only), request)
}
