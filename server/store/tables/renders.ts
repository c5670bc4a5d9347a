/** Renders in the database; the attempt fences every change. */

import { customerKey } from '../../../core/service/fill/customer.ts'
import type { RenderRecord } from '../../../core/service/render/render.ts'
import type { Store } from '../../../core/store.ts'
import { type Columns, integer, json, recordOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { findOne, insertRow, readAll, readCell, readOne, updateOne } from '../engine/records.ts'
import { readRuns, runOfRarest } from '../engine/runs.ts'
import { rowWithCustomer } from './customer-key.ts'

const COLUMNS: Columns<RenderRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  templateId: text('template_id'),
  revision: integer('revision'),
  fillId: text('fill_id'),
  kind: text('kind'),
  status: text('status'),
  values: json('field_values'),
  colors: json('colors'),
  assignments: json('assignments'),
  substrate: json('substrate'),
  externalOrderId: text('external_order_id'),
  externalCartId: text('external_cart_id'),
  customerEmail: text('customer_email'),
  metadata: json('metadata'),
  preflightStatus: text('preflight_status'),
  preflightNotes: text('preflight_notes'),
  storageKey: text('storage_key'),
  bodySha256: text('body_sha256'),
  sizeBytes: integer('size_bytes'),
  contentSha256: text('content_sha256'),
  output: text('output'),
  attempt: integer('attempt'),
  tries: integer('tries'),
  faults: integer('faults'),
  countedMonth: text('counted_month'),
  errorCode: text('error_code'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  completedAt: integer('completed_at'),
}

/** As in the partial index: databases use it only if the words match. */
const UNSWEPT = "fill_id is null and status <> 'queued' and substr(storage_key, 1, 7) <> 'erased:'"

/** As UNSWEPT. */
const PREVIEW = "kind = 'preview'"

export function createRenders(db: Handle): Store['renders'] {
  const { sql } = db
  return {
    insert: (render) => insertRow(db, 'renders', rowWithCustomer(COLUMNS, render)),
    findTeam: (id) => readCell(db, 'team_id', sql('renders').where({ id }).select('team_id')),
    find: (teamId, id) => findOne(db, COLUMNS, 'renders', { team_id: teamId, id }),
    async list(teamId, filter, page) {
      const { customerEmail } = filter
      const kinds =
        filter.previews === false && filter.kind === undefined ? (['final', 'proof'] as const) : [filter.kind]
      const runs = kinds.map((kind) =>
        runOfRarest(teamId, [
          ['fill_id', filter.fillId],
          ['external_order_id', filter.externalOrderId],
          ['external_cart_id', filter.externalCartId],
          ['customer_key', customerEmail === undefined ? undefined : customerKey(customerEmail)],
          ['kind', kind],
        ]),
      )
      return readRuns(db, 'renders', COLUMNS, runs, page)
    },
    async waiting(afterId, updatedBefore, limit) {
      // The condition is literal, because SQLite uses a partial index only if the words match.
      const queued = sql('renders').whereRaw("status = 'queued'").where('id', '>', afterId)
      const held = sql('fills')
        .select('id')
        .where({ review: 'requested' })
        .whereRaw('fills.team_id = renders.team_id and fills.id = renders.fill_id')
      queued.where('updated_at', '<=', updatedBefore).whereNotExists(held)
      return readAll(db, COLUMNS, queued.orderBy('id').limit(limit))
    },
    async update(teamId, id, attempt, changes) {
      const fenced = sql('renders').where({ team_id: teamId, id, attempt })
      const row = rowWithCustomer<RenderRecord>(COLUMNS, changes)
      return updateOne(db, COLUMNS, fenced, row)
    },
    unswept: (teamId, updatedBefore, limit) =>
      readAll(
        db,
        COLUMNS,
        sql('renders')
          .where({ team_id: teamId })
          .whereRaw(UNSWEPT)
          .where('updated_at', '<', updatedBefore)
          .orderBy('updated_at')
          .limit(limit),
      ),
    async findPicture(teamId, storageKey) {
      const own = sql('renders').where({ team_id: teamId, storage_key: storageKey })
      return readOne(db, COLUMNS, own.whereRaw(PREVIEW))
    },
    async removePictures(createdBefore, limit) {
      const old = sql('renders').whereRaw(PREVIEW).where('created_at', '<', createdBefore)
      const rows = await db.read(old.orderBy('created_at').limit(limit))
      // knex supports RETURNING of a delete only for PostgreSQL.
      const ids = rows.map((row) => row.id as string)
      if (ids.length > 0) await db.change(sql('renders').whereIn('id', ids).delete())
      return rows.map((row) => recordOf(COLUMNS, row))
    },
  }
}
