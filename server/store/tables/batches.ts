/** Batches in the database; a batch is invisible until all its items are written. */
import type { Knex } from 'knex'
import type { BatchRecord } from '../../../core/service/batch/batch.ts'
import type { BatchStore } from '../../../core/service/batch/batch-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readRuns } from '../engine/runs.ts'
import { Table } from '../engine/table.ts'
import { createBatchItems } from './batch-items.ts'

const COLUMNS: Columns<BatchRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  kind: text('kind'),
  result: text('result'),
  status: text('status'),
  templateId: text('template_id'),
  revision: integer('revision'),
  colors: json('colors'),
  assignments: json('assignments'),
  columns: json('table_columns'),
  retryOf: text('retry_of'),
  total: integer('total'),
  succeeded: integer('succeeded'),
  failed: integer('failed'),
  skipped: integer('skipped'),
  metadata: json('metadata'),
  attempt: integer('attempt'),
  faults: integer('faults'),
  counted: json('counted'),
  resultSha256: text('result_sha256'),
  sizeBytes: integer('size_bytes'),
  output: text('output'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  startedAt: integer('started_at'),
  completedAt: integer('completed_at'),
  canceledAt: integer('canceled_at'),
  erasedAt: integer('erased_at'),
}

// Conditions of partial indexes are literal, because SQLite uses such an index only if the words match.
const UNFINISHED = "status in ('queued', 'processing')"
const UNSWEPT = "status in ('completed', 'canceled') and erased_at is null"
const STAGED = 'ready = 0'

export function createBatches(db: Handle): BatchStore {
  const batches = new Table(db, 'batches', COLUMNS)
  const shown = (teamId: string, id: string) => batches.rows({ team_id: teamId, id, ready: 1 })
  return {
    ...createBatchItems(db),
    async insert(batch, options) {
      const row = { ...batches.rowOf(batch), ready: options?.staged === true ? 0 : 1 }
      await db.change(batches.rows().insert(row))
    },
    admit(teamId, id, counts) {
      const staged = batches.rows({ team_id: teamId, id }).whereRaw(STAGED)
      return batches.change(staged.update({ ...counts, ready: 1 }))
    },
    staged: (createdBefore, limit) =>
      batches.oldest(batches.rows().whereRaw(STAGED), 'created_at', createdBefore, limit),
    async discard(teamId, id, limit) {
      const staged = () => batches.rows({ team_id: teamId, id }).whereRaw(STAGED)
      if (!(await batches.exists(staged()))) return true
      const items = () => db.sql('batch_items').where({ batch_id: id })
      const some = items().orderBy('item_index').limit(limit).select('item_index')
      const { changed } = await db.change(items().whereIn('item_index', some).delete())
      if (changed === limit) return false
      await batches.remove(staged())
      return true
    },
    byId: (id) => batches.find({ id, ready: 1 }),
    find: (teamId, id) => batches.first(shown(teamId, id)),
    findForUpdate: (teamId, id) => batches.first(shown(teamId, id).forUpdate()),
    list(teamId, filter, page) {
      const along: [string, string][] = [['team_id', teamId]]
      if (filter.kind !== undefined) along.push(['kind', filter.kind])
      if (filter.status !== undefined) along.push(['status', filter.status])
      const isReady = (query: Knex.QueryBuilder) => void query.where({ ready: 1 })
      return readRuns(batches, [{ along, only: isReady }], page)
    },
    async update(teamId, id, whenStatus, changes) {
      const row = batches.rowOf(changes)
      if (Object.keys(row).length === 0) throw new Error('A batch was updated with no change.')
      return batches.change(
        shown(teamId, id)
          .whereIn('status', [...whenStatus])
          .update(row),
      )
    },
    unfinished(afterId, updatedBefore, limit) {
      const waiting = batches.rows().whereRaw(UNFINISHED).where({ ready: 1 })
      return batches.after(waiting.where('updated_at', '<=', updatedBefore), afterId, limit)
    },
    isResult: (sha256) => batches.exists(batches.rows({ result_sha256: sha256 })),
    unswept: (teamId, updatedBefore, limit) =>
      batches.oldest(batches.rows({ team_id: teamId }).whereRaw(UNSWEPT), 'updated_at', updatedBefore, limit),
  }
}
