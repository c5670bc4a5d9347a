/** Webhook deliveries in the database; the sender holds a lease, which fences every change. */
import type { DeliveryRecord } from '../../../core/service/webhook/delivery.ts'
import type { DeliveryStore } from '../../../core/service/webhook/webhook-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { free, lease } from '../engine/leases.ts'
import { lookAt, type Run, readRuns } from '../engine/runs.ts'
import { Table } from '../engine/table.ts'

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
/** Literal, because SQLite uses a partial index only if the words match. */
const PENDING = "outcome = 'pending'"
const PLANNED = 'planned_at is not null'

export function createDeliveries(db: Handle): DeliveryStore {
  const deliveries = new Table(db, 'webhook_deliveries', COLUMNS)
  const ofEndpoint = (teamId: string, endpointId: string) =>
    deliveries.rows({ team_id: teamId, webhook_endpoint_id: endpointId })

  return {
    insert: (delivery) => deliveries.insert(delivery),
    find: (teamId, endpointId, id) => deliveries.first(ofEndpoint(teamId, endpointId).where({ id })),
    list(teamId, endpointId, page, { outcome, eventType } = {}) {
      const along: Run['along'] = [
        ['team_id', teamId],
        ['webhook_endpoint_id', endpointId],
      ]
      const only: Run['only'] = (query) => {
        if (outcome !== undefined) lookAt(query, 'outcome', outcome)
        if (eventType !== undefined) lookAt(query, 'event_type', eventType)
      }
      return readRuns(deliveries, [{ along, only }], page)
    },
    latest(teamId, endpointId, eventId) {
      const newest = ofEndpoint(teamId, endpointId).where({ event_id: eventId })
      return deliveries.first(newest.orderBy('attempt_number', 'desc').limit(1))
    },
    findAny: (teamId, id) => deliveries.find({ team_id: teamId, id }),
    begin(teamId, id, now, leaseUntil, isHeir = false) {
      const due = deliveries.rows({ team_id: teamId, id }).whereRaw(PENDING)
      return lease(deliveries, isHeir ? due : free(due, now), leaseUntil)
    },
    async update(id, lease, changes) {
      const row = deliveries.rowOf(changes)
      if (Object.keys(row).length === 0) throw new Error('A delivery was updated with no change.')
      return deliveries.change(deliveries.rows({ id, lease }).whereRaw(PENDING).update(row))
    },
    takePlannedAttempt(teamId, id) {
      const planned = deliveries.rows({ team_id: teamId, id }).whereRaw(PLANNED)
      return deliveries.change(planned.update({ planned_at: null }))
    },
    async waiting(now, afterId, limit) {
      const due = free(deliveries.rows().whereRaw(PENDING), now).where('scheduled_at', '<=', now)
      const planned = deliveries.rows().whereRaw(PLANNED).where('planned_at', '<=', now)
      // Two queries, as each has its own index.
      const found = [
        ...(await deliveries.after(due, afterId, limit)),
        ...(await deliveries.after(planned, afterId, limit)),
      ]
      return found.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit)
    },
  }
}
