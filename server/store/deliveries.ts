/** Webhook deliveries in the database; who sends one holds its lease, and every change is fenced by it. */
import type { Knex } from 'knex'
import type { DeliveryRecord } from '../../core/webhook/delivery.ts'
import type { DeliveryStore } from '../../core/webhook/webhook-store.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { type Run, readRuns } from './runs.ts'

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
/** Written out, for SQLite uses the indexes of what waits only where it reads the very words. */
const PENDING = "outcome = 'pending'"
const PLANNED = 'planned_at is not null'

export function createDeliveries(knex: Knex): DeliveryStore {
  const ofEndpoint = (teamId: string, endpointId: string) =>
    knex<Row>(TABLE).where({ team_id: teamId, webhook_endpoint_id: endpointId })

  return {
    async insert(delivery) {
      await knex(TABLE).insert(rowOf(COLUMNS, delivery))
    },
    async find(teamId, endpointId, id) {
      return firstOf(COLUMNS, await ofEndpoint(teamId, endpointId).where({ id }))
    },
    async list(teamId, endpointId, page) {
      const along: Run['along'] = [
        ['team_id', teamId],
        ['webhook_endpoint_id', endpointId],
      ]
      return readRuns(knex, TABLE, COLUMNS, [{ along }], page)
    },
    async latest(teamId, endpointId, eventId) {
      const newest = ofEndpoint(teamId, endpointId).where({ event_id: eventId })
      return firstOf(COLUMNS, await newest.orderBy('attempt_number', 'desc').limit(1))
    },
    async findAny(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>(TABLE).where({ team_id: teamId, id }))
    },
    async begin(teamId, id, now, leaseUntil) {
      const begun = knex(TABLE)
        .where({ team_id: teamId, id })
        .whereRaw(PENDING)
        .where((free) => free.whereNull('lease_until').orWhere('lease_until', '<=', now))
        .update({ lease: knex.raw('lease + 1'), lease_until: leaseUntil })
      return firstOf(COLUMNS, await begun.returning('*'))
    },
    async update(id, lease, changes) {
      const row = rowOf<DeliveryRecord>(COLUMNS, changes)
      if (Object.keys(row).length === 0) throw new Error('A delivery was updated with no change.')
      const changed = knex(TABLE).where({ id, lease }).whereRaw(PENDING).update(row)
      return firstOf(COLUMNS, await changed.returning('*'))
    },
    async takePlan(teamId, id) {
      const planned = knex(TABLE).where({ team_id: teamId, id }).whereRaw(PLANNED)
      return firstOf(COLUMNS, await planned.update({ planned_at: null }).returning('*'))
    },
    async waiting(now, afterId, limit) {
      const free = knex<Row>(TABLE)
        .whereRaw(PENDING)
        .where((lease) => lease.whereNull('lease_until').orWhere('lease_until', '<=', now))
        .where('scheduled_at', '<=', now)
      const planned = knex<Row>(TABLE).whereRaw(PLANNED).where('planned_at', '<=', now)
      // Two questions, for each has an index of its own.
      const found: Row[] = []
      for (const query of [free, planned])
        found.push(...(await query.where('id', '>', afterId).orderBy('id').limit(limit)))
      return found
        .map((row) => recordOf(COLUMNS, row))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
    },
  }
}
