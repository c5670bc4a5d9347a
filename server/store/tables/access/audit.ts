/** The audit log in the database, append-only. */
import type { AuditRecord, AuditStore } from '../../../../core/service/access/audit-store.ts'
import { type Columns, integer, json, text } from '../../engine/columns.ts'
import type { Handle } from '../../engine/database.ts'
import { type Run, readRuns, runOfRarest } from '../../engine/runs.ts'
import { Table, teamRecords } from '../../engine/table.ts'

const COLUMNS: Columns<AuditRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  actor: text('actor'),
  action: text('action'),
  objectId: text('object_id'),
  details: json('details'),
  requestId: text('request_id'),
  createdAt: integer('created_at'),
}

export function createAudit(db: Handle): AuditStore {
  const events = new Table(db, 'audit_events', COLUMNS)
  return {
    ...teamRecords(events),
    list(teamId, filter, page) {
      const { objectId, actor, action } = filter
      const run: Run =
        objectId === undefined && actor !== undefined && action !== undefined
          ? {
              along: [
                ['team_id', teamId],
                ['actor', actor],
                ['action', action],
              ],
            }
          : runOfRarest(teamId, [
              ['object_id', objectId],
              ['actor', actor],
              ['action', action],
            ])
      return readRuns(events, [run], page)
    },
  }
}
