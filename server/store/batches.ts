/** Batches in the database; one whose items are still being written is there for nobody else. */
import type { Knex } from 'knex'
import type { BatchRecord } from '../../core/batch/batch.ts'
import type { BatchStore } from '../../core/batch/batch-store.ts'
import { createBatchItems } from './batch-items.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { readRuns } from './runs.ts'

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
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  startedAt: integer('started_at'),
  completedAt: integer('completed_at'),
  canceledAt: integer('canceled_at'),
  erasedAt: integer('erased_at'),
}

// Conditions of partial indexes are written out, for SQLite uses one only where it reads the very words.
const UNFINISHED = "status in ('queued', 'processing')"
const UNSWEPT = "status in ('completed', 'canceled') and erased_at is null"
const STAGED = 'ready = 0'

export function createBatches(knex: Knex): BatchStore {
  const shown = (teamId: string, id: string) => knex<Row>('batches').where({ team_id: teamId, id, ready: 1 })
  return {
    ...createBatchItems(knex),
    async insert(batch, options) {
      await knex('batches').insert({ ...rowOf(COLUMNS, batch), ready: options?.staged === true ? 0 : 1 })
    },
    async admit(teamId, id, counts) {
      const staged = knex('batches').where({ team_id: teamId, id }).whereRaw(STAGED)
      return firstOf(COLUMNS, await staged.update({ ...counts, ready: 1 }).returning('*'))
    },
    async staged(createdBefore, limit) {
      const rows: Row[] = await knex('batches')
        .whereRaw(STAGED)
        .where('created_at', '<', createdBefore)
        .orderBy('created_at')
        .limit(limit)
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async discard(teamId, id, limit) {
      const batch = { team_id: teamId, id }
      if ((await knex('batches').where(batch).whereRaw(STAGED)).length === 0) return true
      const items = () => knex('batch_items').where({ batch_id: id })
      const some = items().orderBy('item_index').limit(limit).select('item_index')
      const removed = await items().whereIn('item_index', some).delete()
      if (removed === limit) return false
      await knex('batches').where(batch).whereRaw(STAGED).delete()
      return true
    },
    async findTeam(id) {
      const row = await knex('batches').where({ id, ready: 1 }).first('team_id')
      return row?.team_id ?? null
    },
    async find(teamId, id) {
      return firstOf(COLUMNS, await shown(teamId, id))
    },
    async findForUpdate(teamId, id) {
      const rows: Row[] = await shown(teamId, id).forUpdate()
      return firstOf(COLUMNS, rows)
    },
    async list(teamId, filter, page) {
      const along: [string, string][] = [['team_id', teamId]]
      if (filter.kind !== undefined) along.push(['kind', filter.kind])
      if (filter.status !== undefined) along.push(['status', filter.status])
      const isReady = (query: Knex.QueryBuilder) => void query.where({ ready: 1 })
      return readRuns(knex, 'batches', COLUMNS, [{ along, only: isReady }], page)
    },
    async update(teamId, id, whenStatus, changes) {
      const row = rowOf<BatchRecord>(COLUMNS, changes)
      if (Object.keys(row).length === 0) throw new Error('A batch was updated with no change.')
      const fenced = knex('batches')
        .where({ team_id: teamId, id, ready: 1 })
        .whereIn('status', [...whenStatus])
      return firstOf(COLUMNS, await fenced.update(row).returning('*'))
    },
    async unfinished(afterId, updatedBefore, limit) {
      const waiting = knex<Row>('batches').whereRaw(UNFINISHED).where({ ready: 1 }).where('id', '>', afterId)
      const rows = await waiting.where('updated_at', '<=', updatedBefore).orderBy('id').limit(limit)
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async isResult(sha256) {
      return (await knex('batches').where({ result_sha256: sha256 }).select('id').limit(1)).length > 0
    },
    async unswept(teamId, updatedBefore, limit) {
      const over = knex<Row>('batches').where({ team_id: teamId }).whereRaw(UNSWEPT)
      const rows = await over.where('updated_at', '<', updatedBefore).orderBy('updated_at').limit(limit)
      return rows.map((row) => recordOf(COLUMNS, row))
    },
  }
}
