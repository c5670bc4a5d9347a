/** The audit log in the database: only ever added to. */
import type { Knex } from 'knex'
import type { AuditRecord, AuditStore } from '../../core/access/audit.ts'
import { type Columns, firstOf, integer, json, type Row, rowOf, text } from './columns.ts'
import { type Run, readRuns, runOfRarest } from './runs.ts'
import { insertRowLater } from './written-out.ts'

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

export function createAudit(knex: Knex): AuditStore {
  return {
    async insert(entry) {
      await insertRowLater(knex, 'audit_events', rowOf(COLUMNS, entry))
    },
    async find(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>('audit_events').where({ team_id: teamId, id }))
    },
    async list(teamId, filter, page) {
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
      return readRuns(knex, 'audit_events', COLUMNS, [run], page)
    },
  }
}
