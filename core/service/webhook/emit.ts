/** Emits an event: the event and its first deliveries, written in the transaction of the change. */

import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import type { Job } from '../jobs.ts'
import type { DeliveryRecord } from './delivery.ts'
import type { EndpointRecord } from './endpoint.ts'
import { type EventRecord, type EventType, QUIET_EVENT_TYPES } from './event.ts'
import { payloadOf } from './payload.ts'

export interface Happening {
  readonly type: EventType
  readonly objectId: string
  /** The object as the wire shows it. */
  readonly object: Readonly<Record<string, unknown>>
  readonly previous?: Readonly<Record<string, unknown>>
}

/** `store` belongs to the transaction: a rollback removes the event. */
export async function emit(
  ports: Pick<Ports, 'clock' | 'makeId' | 'jobs'>,
  store: Tx,
  teamId: string,
  happening: Happening,
): Promise<EventRecord> {
  const now = ports.clock.now()
  const event: EventRecord = {
    id: ports.makeId('event'),
    teamId,
    type: happening.type,
    objectId: happening.objectId,
    object: happening.object,
    previous: happening.previous ?? {},
    createdAt: now,
  }
  await store.events.insert(event)
  for (const endpoint of await store.endpoints.enabled(teamId))
    if (hears(endpoint, event.type))
      await storeDelivery(ports, store, firstDelivery(ports, endpoint, event, now))
  return event
}

/** Writes a pending delivery, and enqueues the job that sends it. */
export async function storeDelivery(
  ports: Pick<Ports, 'jobs'>,
  store: Tx,
  delivery: DeliveryRecord,
): Promise<void> {
  await store.deliveries.insert(delivery)
  await ports.jobs.enqueue(store, deliveryJob(delivery, delivery.scheduledAt))
}

/** Deliveries to one endpoint are a group, so that a slow one takes few places. */
export function deliveryJob(
  { teamId, id, webhookEndpointId }: Pick<DeliveryRecord, 'teamId' | 'id' | 'webhookEndpointId'>,
  runAt: number,
): Job {
  return { kind: 'webhook', teamId, objectId: id, group: webhookEndpointId, runAt }
}

/** Does the endpoint ask for events of this type? */
export function hears(endpoint: EndpointRecord, type: EventType): boolean {
  if (endpoint.enabledEvents.includes(type)) return true
  return endpoint.enabledEvents.includes('*') && !QUIET_EVENT_TYPES.includes(type)
}

export function firstDelivery(
  ports: Pick<Ports, 'makeId'>,
  endpoint: EndpointRecord,
  event: EventRecord,
  now: number,
): DeliveryRecord {
  return {
    id: ports.makeId('delivery'),
    teamId: event.teamId,
    webhookEndpointId: endpoint.id,
    eventId: event.id,
    eventType: event.type,
    attemptNumber: 1,
    trigger: 'auto',
    outcome: 'pending',
    skipReason: null,
    payload: payloadOf(endpoint, event),
    url: endpoint.url,
    requestHeaders: {},
    responseStatus: null,
    responseHeaders: {},
    responseBody: null,
    errorCode: null,
    durationMs: null,
    scheduledAt: now,
    attemptedAt: null,
    nextAttemptAt: null,
    plannedAt: null,
    lease: 0,
    leaseUntil: null,
    createdAt: now,
  }
}
