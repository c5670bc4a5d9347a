/** Deliveries to hot folders in the database; the worker holds a lease, which fences every change. */
import type { FolderDelivery } from '../../../core/service/folder/delivery.ts'
import type { FolderDeliveryStore } from '../../../core/service/folder/folder-store.ts'
import { type Columns, integer, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { free, lease } from '../engine/leases.ts'
import { type Run, readRuns, runOfRarest } from '../engine/runs.ts'
import { Table, teamRecords } from '../engine/table.ts'

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
/** Literal, because SQLite uses a partial index only if the words match. */
const PENDING = "outcome = 'pending'"

export function createFolderDeliveries(db: Handle): FolderDeliveryStore {
  const deliveries = new Table(db, 'hot_folder_deliveries', COLUMNS)
  return {
    ...teamRecords(deliveries),
    list(teamId, hotFolderId, filter, page) {
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
      return readRuns(deliveries, [renderId === undefined ? { along } : ofRender], page)
    },
    ofRender: (teamId, renderId) =>
      deliveries.all(deliveries.rows({ team_id: teamId, render_id: renderId }).orderBy('id')),
    claim(teamId, id, now, leaseUntil, isHeir = false) {
      const due = deliveries.rows({ team_id: teamId, id }).whereRaw(PENDING).where('scheduled_at', '<=', now)
      return lease(deliveries, isHeir ? due : free(due, now), leaseUntil)
    },
    update: (teamId, id, { lease, outcome }, changes) =>
      deliveries.update(deliveries.rows({ team_id: teamId, id, lease, outcome }), changes),
    waiting(now, afterId, limit) {
      const due = deliveries.rows().whereRaw(PENDING).where('scheduled_at', '<=', now)
      return deliveries.after(free(due, now), afterId, limit)
    },
  }
}
