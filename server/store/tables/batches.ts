/** Batches in the database; a batch is invisible until all its items are written. */
import type { Knex } from 'knex'
import type { BatchRecord } from '../../../core/service/batch/batch.ts'
import type { BatchStore } from '../../../core/service/batch/batch-store.ts'
import { type Columns, integer, json, rowOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { changeOne, readAll, readCell, readOne } from '../engine/records.ts'
import { readRuns } from '../engine/runs.ts'
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
  const { sql } = db
  const shown = (teamId: string, id: string) => sql('batches').where({ team_id: teamId, id, ready: 1 })
  return {
    ...createBatchItems(db),
    async insert(batch, options) {
      await db.change(
        sql('batches').insert({ ...rowOf(COLUMNS, batch), ready: options?.staged === true ? 0 : 1 }),
      )
    },
    async admit(teamId, id, counts) {
      const staged = sql('batches').where({ team_id: teamId, id }).whereRaw(STAGED)
      return changeOne(db, COLUMNS, staged.update({ ...counts, ready: 1 }))
    },
    staged: (createdBefore, limit) =>
      readAll(
        db,
        COLUMNS,
        sql('batches')
          .whereRaw(STAGED)
          .where('created_at', '<', createdBefore)
          .orderBy('created_at')
          .limit(limit),
      ),
    async discard(teamId, id, limit) {
      const batch = { team_id: teamId, id }
      if ((await db.read(sql('batches').where(batch).whereRaw(STAGED))).length === 0) return true
      const items = () => sql('batch_items').where({ batch_id: id })
      const some = items().orderBy('item_index').limit(limit).select('item_index')
      const { changed } = await db.change(items().whereIn('item_index', some).delete())
      if (changed === limit) return false
      await db.change(sql('batches').where(batch).whereRaw(STAGED).delete())
      return true
    },
    findTeam: (id) => readCell(db, 'team_id', sql('batches').where({ id, ready: 1 }).select('team_id')),
    find: (teamId, id) => readOne(db, COLUMNS, shown(teamId, id)),
    findForUpdate: (teamId, id) => readOne(db, COLUMNS, shown(teamId, id).forUpdate()),
    async list(teamId, filter, page) {
      const along: [string, string][] = [['team_id', teamId]]
      if (filter.kind !== undefined) along.push(['kind', filter.kind])
      if (filter.status !== undefined) along.push(['status', filter.status])
      const isReady = (query: Knex.QueryBuilder) => void query.where({ ready: 1 })
      return readRuns(db, 'batches', COLUMNS, [{ along, only: isReady }], page)
    },
    async update(teamId, id, whenStatus, changes) {
      const row = rowOf<BatchRecord>(COLUMNS, changes)
      if (Object.keys(row).length === 0) throw new Error('A batch was updated with no change.')
      const fenced = sql('batches')
        .where({ team_id: teamId, id, ready: 1 })
        .whereIn('status', [...whenStatus])
      return changeOne(db, COLUMNS, fenced.update(row))
    },
    async unfinished(afterId, updatedBefore, limit) {
      const waiting = sql('batches').whereRaw(UNFINISHED).where({ ready: 1 }).where('id', '>', afterId)
      return readAll(db, COLUMNS, waiting.where('updated_at', '<=', updatedBefore).orderBy('id').limit(limit))
    },
    async isResult(sha256) {
      return (await db.read(sql('batches').where({ result_sha256: sha256 }).select('id').limit(1))).length > 0
    },
    async unswept(teamId, updatedBefore, limit) {
      const over = sql('batches').where({ team_id: teamId }).whereRaw(UNSWEPT)
      return readAll(
        db,
        COLUMNS,
        over.where('updated_at', '<', updatedBefore).orderBy('updated_at').limit(limit),
      )
    },
  }
}
