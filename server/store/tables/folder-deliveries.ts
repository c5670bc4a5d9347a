/** Deliveries to hot folders in the database; the worker holds a lease, which fences every change. */
import type { FolderDelivery } from '../../../core/service/folder/delivery.ts'
import type { FolderDeliveryStore } from '../../../core/service/folder/folder-store.ts'
import { type Columns, integer, rowOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { changeOne, readAll, teamRecords } from '../engine/records.ts'
import { type Run, readRuns, runOfRarest } from '../engine/runs.ts'

const COLUMNS: Columns<FolderDelivery> = {
  id: text('id'),
  teamId: text('team_id'),
  hotFolderId: text('hot_folder_id'),
  renderId: text('render_id'),
  renderAttempt: integer('render_attempt'),
  action: text('action'),
  attemptNumber: integer('attempt_number'),
  trigger: text('trigger'),
  outcome: text('outcome'),
  skipReason: text('skip_reason'),
  contentSha256: text('content_sha256'),
  sizeBytes: integer('size_bytes'),
  folder: text('folder'),
  fileName: text('file_name'),
  nameKey: text('name_key'),
  stagedAt: integer('staged_at'),
  fileStatus: text('file_status'),
  earlierFile: text('earlier_file'),
  errorCode: text('error_code'),
  scheduledAt: integer('scheduled_at'),
  attemptedAt: integer('attempted_at'),
  nextAttemptAt: integer('next_attempt_at'),
  lease: integer('lease'),
  leaseUntil: integer('lease_until'),
  createdAt: integer('created_at'),
}
const TABLE = 'hot_folder_deliveries'
/** Literal, because SQLite uses a partial index only if the words match. */
const PENDING = "outcome = 'pending'"

export function createFolderDeliveries(db: Handle): FolderDeliveryStore {
  const { sql } = db
  return {
    ...teamRecords(db, COLUMNS, TABLE),
    async list(teamId, hotFolderId, filter, page) {
      const { renderId, outcome } = filter
      const ofRender = runOfRarest(teamId, [
        ['render_id', renderId],
        ['hot_folder_id', hotFolderId],
        ['outcome', outcome],
      ])
      const ofFolder: Run['along'] = [
        ['team_id', teamId],
        ['hot_folder_id', hotFolderId],
      ]
      const along: Run['along'] = outcome === undefined ? ofFolder : [...ofFolder, ['outcome', outcome]]
      return readRuns(db, TABLE, COLUMNS, [renderId === undefined ? { along } : ofRender], page)
    },
    ofRender: (teamId, renderId) =>
      readAll(db, COLUMNS, sql(TABLE).where({ team_id: teamId, render_id: renderId }).orderBy('id')),
    async claim(teamId, id, now, leaseUntil, isHeir = false) {
      const due = sql(TABLE).where({ team_id: teamId, id }).whereRaw(PENDING).where('scheduled_at', '<=', now)
      if (!isHeir) due.where((free) => free.whereNull('lease_until').orWhere('lease_until', '<=', now))
      return changeOne(db, COLUMNS, due.update({ lease: sql.raw('lease + 1'), lease_until: leaseUntil }))
    },
    async update(teamId, id, { lease, outcome }, changes) {
      const row = rowOf<FolderDelivery>(COLUMNS, changes)
      const changed = sql(TABLE).where({ team_id: teamId, id, lease, outcome }).update(row)
      return changeOne(db, COLUMNS, changed)
    },
    waiting: (now, afterId, limit) =>
      readAll(
        db,
        COLUMNS,
        sql(TABLE)
          .whereRaw(PENDING)
          .where('id', '>', afterId)
          .where('scheduled_at', '<=', now)
          .where((free) => free.whereNull('lease_until').orWhere('lease_until', '<=', now))
          .orderBy('id')
          .limit(limit),
      ),
  }
}
