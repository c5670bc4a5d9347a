/** Webhook deliveries in the database; who sends one holds its lease, and every change is fenced by it. */
import type { Knex } from 'knex'
import type { DeliveryRecord } from '../../core/webhook/delivery.ts'
import type { DeliveryStore } from '../../core/webhook/webhook-store.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { lock } from './dialect.ts'
import { readPage } from './pages.ts'

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
  lease: integer('lease'),
  leaseUntil: integer('lease_until'),
  createdAt: integer('created_at'),
}
const TABLE = 'webhook_deliveries'
/** Written out, for SQLite uses the indexes of what is pending only where it reads the very words. */
const PENDING = "webhook_deliveries.outcome = 'pending'"

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
      return readPage(ofEndpoint(teamId, endpointId), COLUMNS, page)
    },
    async latest(teamId, endpointId, eventId) {
      const newest = ofEndpoint(teamId, endpointId).where({ event_id: eventId })
      return firstOf(COLUMNS, await newest.orderBy('attempt_number', 'desc').limit(1))
    },
    claim: (now, leaseUntil, limit, perEndpoint) =>
      knex.transaction((transaction) => claim(transaction, { now, leaseUntil, limit, perEndpoint })),
    async update(id, lease, changes) {
      const row = rowOf<DeliveryRecord>(COLUMNS, changes)
      if (Object.keys(row).length === 0) throw new Error('A delivery was updated with no change.')
      const changed = knex(TABLE).where({ id, lease }).whereRaw(PENDING).update(row)
      return firstOf(COLUMNS, await changed.returning('*'))
    },
    async nextDue() {
      const free = await knex(TABLE).whereRaw(PENDING).whereNull('lease_until').min('scheduled_at as at')
      const held = await knex(TABLE).whereRaw(PENDING).whereNotNull('lease_until').min('lease_until as at')
      const times = [...free, ...held].flatMap(({ at }) => (at === null ? [] : [Number(at)]))
      return times.length === 0 ? null : Math.min(...times)
    },
  }
}

interface Claim {
  readonly now: number
  readonly leaseUntil: number
  readonly limit: number
  readonly perEndpoint: number
}

/** Endpoint by endpoint, so that one with thousands of waiting rows costs no more than one with four. */
async function claim(knex: Knex, request: Claim): Promise<readonly DeliveryRecord[]> {
  const { now, limit, perEndpoint } = request
  // One claim at a time: of two at once, neither would count the other's leases.
  await lock(knex, 'webhook_deliveries')
  const held = await leasesByEndpoint(knex, now)
  const claimed: DeliveryRecord[] = []
  for (const endpointId of await endpointsWithWork(knex, now)) {
    const room = Math.min(perEndpoint - (held.get(endpointId) ?? 0), limit - claimed.length)
    if (room > 0) claimed.push(...(await claimOfEndpoint(knex, request, endpointId, room)))
    if (claimed.length >= limit) break
  }
  return claimed
}

/** Counted here: few are under lease, and for a sum by endpoint SQLite would read everything that waits. */
async function leasesByEndpoint(knex: Knex, now: number): Promise<ReadonlyMap<string, number>> {
  const held: string[] = await knex(TABLE)
    .whereRaw(PENDING)
    .where('lease_until', '>', now)
    .pluck('webhook_endpoint_id')
  const leases = new Map<string, number>()
  for (const id of held) leases.set(id, (leases.get(id) ?? 0) + 1)
  return leases
}

/** Those with a delivery to claim, whose oldest waits longest first. */
async function endpointsWithWork(knex: Knex, now: number): Promise<readonly string[]> {
  const oldest = knex(TABLE)
    .whereRaw(PENDING)
    .whereRaw('webhook_deliveries.webhook_endpoint_id = webhook_endpoints.id')
    .where('scheduled_at', '<=', now)
    .where((free) => free.whereNull('lease_until').orWhere('lease_until', '<=', now))
    .orderBy('scheduled_at')
    .limit(1)
    .select('scheduled_at')
  const rows: { id: string; since: number | string | null }[] = await knex('webhook_endpoints').select(
    'id',
    oldest.as('since'),
  )
  return rows
    .flatMap(({ id, since }) => (since === null ? [] : [{ id, since: Number(since) }]))
    .sort((a, b) => a.since - b.since)
    .map(({ id }) => id)
}

async function claimOfEndpoint(
  knex: Knex,
  { now, leaseUntil }: Claim,
  endpointId: string,
  room: number,
): Promise<readonly DeliveryRecord[]> {
  const ids = knex(TABLE)
    .where({ webhook_endpoint_id: endpointId })
    .whereRaw(PENDING)
    .where('scheduled_at', '<=', now)
    .where((free) => free.whereNull('lease_until').orWhere('lease_until', '<=', now))
    .orderBy(['scheduled_at', 'id'])
    .limit(room)
    .select('id')
  // Pending stands twice: who held it may settle it while this waits for the row.
  const rows: Row[] = await knex(TABLE)
    .whereIn('id', ids)
    .whereRaw(PENDING)
    .update({ lease: knex.raw('lease + 1'), lease_until: leaseUntil })
    .returning('*')
  return rows.map((row) => recordOf(COLUMNS, row))
}
