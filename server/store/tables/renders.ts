/** Renders in the database; the attempt fences every change. */

import { customerKey } from '../../../core/service/fill/customer.ts'
import type { RenderRecord } from '../../../core/service/render/render.ts'
import type { Store } from '../../../core/store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readRuns, runOfRarest } from '../engine/runs.ts'
import { Table, teamRecords } from '../engine/table.ts'
import { withCustomer } from './customer-key.ts'

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
  quantity: integer('quantity'),
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
  const renders = new Table(db, 'renders', COLUMNS, withCustomer(COLUMNS))
  const { find, findMany } = teamRecords(renders)
  return {
    insert: (render) => renders.insert(render),
    byId: (id) => renders.find({ id }),
    find,
    findMany,
    list(teamId, filter, page) {
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
      return readRuns(renders, runs, page)
    },
    waiting(afterId, updatedBefore, limit) {
      // The condition is literal, because SQLite uses a partial index only if the words match.
      const queued = renders.rows().whereRaw("status = 'queued'")
      const held = db
        .sql('fills')
        .select('id')
        .where({ review: 'requested' })
        .whereRaw('fills.team_id = renders.team_id and fills.id = renders.fill_id')
      queued.where('updated_at', '<=', updatedBefore).whereNotExists(held)
      return renders.after(queued, afterId, limit)
    },
    update: (teamId, id, attempt, changes) =>
      renders.update(renders.rows({ team_id: teamId, id, attempt }), changes),
    unswept: (teamId, updatedBefore, limit) =>
      renders.oldest(renders.rows({ team_id: teamId }).whereRaw(UNSWEPT), 'updated_at', updatedBefore, limit),
    findPicture: (teamId, storageKey) =>
      renders.first(renders.rows({ team_id: teamId, storage_key: storageKey }).whereRaw(PREVIEW)),
    async removePictures(createdBefore, limit) {
      const previews = renders.rows().whereRaw(PREVIEW)
      const old = await renders.oldest(previews, 'created_at', createdBefore, limit)
      // knex supports RETURNING of a delete only for PostgreSQL.
      const ids = old.map(({ id }) => id)
      if (ids.length > 0) await renders.remove(renders.rows().whereIn('id', ids))
      return old
    },
  }
}
