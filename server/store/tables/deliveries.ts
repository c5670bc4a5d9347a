/** Webhook deliveries in the database; the sender holds a lease, which fences every change. */
import type { DeliveryRecord } from '../../../core/service/webhook/delivery.ts'
import type { DeliveryStore } from '../../../core/service/webhook/webhook-store.ts'
import { type Columns, integer, json, type Row, recordOf, rowOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { changeOne, findOne, insertRow, readOne } from '../engine/records.ts'
import { lookAt, type Run, readRuns } from '../engine/runs.ts'

const COLUMNS: Columns<DeliveryRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  webhookEndpointId: text('webhook_endpoint_id'),
  eventId: text('event_id'),
  eventType: text('event_type'),
  attemptNumber: integer('attempt_number'),
  trigger: text('trigger'),
  outcome: text('outcome'),
  skipReason: text('skip_reason'),
  payload: text('payload'),
  url: text('url'),
  requestHeaders: json('request_headers'),
  responseStatus: integer('response_status'),
  responseHeaders: json('response_headers'),
  responseBody: text('response_body'),
  errorCode: text('error_code'),
  durationMs: integer('duration_ms'),
  scheduledAt: integer('scheduled_at'),
  attemptedAt: integer('attempted_at'),
  nextAttemptAt: integer('next_attempt_at'),
  plannedAt: integer('planned_at'),
  lease: integer('lease'),
  leaseUntil: integer('lease_until'),
  createdAt: integer('created_at'),
}
const TABLE = 'webhook_deliveries'
/** Literal, because SQLite uses a partial index only if the words match. */
const PENDING = "outcome = 'pending'"
const PLANNED = 'planned_at is not null'

export function createDeliveries(db: Handle): DeliveryStore {
  const { sql } = db
  const ofEndpoint = (teamId: string, endpointId: string) =>
    sql(TABLE).where({ team_id: teamId, webhook_endpoint_id: endpointId })

  return {
    insert: (delivery) => insertRow(db, TABLE, rowOf(COLUMNS, delivery)),
    find: (teamId, endpointId, id) => readOne(db, COLUMNS, ofEndpoint(teamId, endpointId).where({ id })),
    async list(teamId, endpointId, page, { outcome, eventType } = {}) {
      const along: Run['along'] = [
        ['team_id', teamId],
        ['webhook_endpoint_id', endpointId],
      ]
      const only: Run['only'] = (query) => {
        if (outcome !== undefined) lookAt(query, 'outcome', outcome)
        if (eventType !== undefined) lookAt(query, 'event_type', eventType)
      }
      return readRuns(db, TABLE, COLUMNS, [{ along, only }], page)
    },
    async latest(teamId, endpointId, eventId) {
      const newest = ofEndpoint(teamId, endpointId).where({ event_id: eventId })
      return readOne(db, COLUMNS, newest.orderBy('attempt_number', 'desc').limit(1))
    },
    findAny: (teamId, id) => findOne(db, COLUMNS, TABLE, { team_id: teamId, id }),
    async begin(teamId, id, now, leaseUntil, isHeir = false) {
      const due = sql(TABLE).where({ team_id: teamId, id }).whereRaw(PENDING)
      if (!isHeir) due.where((free) => free.whereNull('lease_until').orWhere('lease_until', '<=', now))
      return changeOne(db, COLUMNS, due.update({ lease: sql.raw('lease + 1'), lease_until: leaseUntil }))
    },
    async update(id, lease, changes) {
      const row = rowOf<DeliveryRecord>(COLUMNS, changes)
      if (Object.keys(row).length === 0) throw new Error('A delivery was updated with no change.')
      const changed = sql(TABLE).where({ id, lease }).whereRaw(PENDING).update(row)
      return changeOne(db, COLUMNS, changed)
    },
    async takePlannedAttempt(teamId, id) {
      const planned = sql(TABLE).where({ team_id: teamId, id }).whereRaw(PLANNED)
      return changeOne(db, COLUMNS, planned.update({ planned_at: null }))
    },
    async waiting(now, afterId, limit) {
      const free = sql(TABLE)
        .whereRaw(PENDING)
        .where((lease) => lease.whereNull('lease_until').orWhere('lease_until', '<=', now))
        .where('scheduled_at', '<=', now)
      const planned = sql(TABLE).whereRaw(PLANNED).where('planned_at', '<=', now)
      // Two queries, as each has its own index.
      const found: Row[] = []
      for (const query of [free, planned])
        found.push(...(await db.read(query.where('id', '>', afterId).orderBy('id').limit(limit))))
      return found
        .map((row) => recordOf(COLUMNS, row))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
    },
  }
}
