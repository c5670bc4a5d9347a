/** Records of webhooks for tests: valid ones, changed where a test says so. */
import { randomBytes } from 'node:crypto'
import { createIds } from '../../../core/ids.ts'
import type { DeliveryRecord } from '../../../core/service/webhook/delivery.ts'
import type { EndpointRecord } from '../../../core/service/webhook/endpoint.ts'
import type { EventRecord } from '../../../core/service/webhook/event.ts'

const TIME = 1_750_000_000_000
const makeId = createIds({ now: () => Date.now() }, { bytes: (count) => randomBytes(count) })

export function endpointRecord(teamId: string, changes: Partial<EndpointRecord> = {}): EndpointRecord {
  return {
    id: makeId('endpoint'),
    teamId,
    url: 'https://shop.example/hooks',
    description: 'Orders',
    enabledEvents: ['*'],
    payloadStyle: 'full',
    includePii: false,
    status: 'enabled',
    disabledReason: null,
    secretCiphertext: 'v1:AAAA',
    secretPrefix: 'whsec_AAAA',
    secretRotatedAt: null,
    previousSecretCiphertext: null,
    previousSecretExpiresAt: null,
    failingSince: null,
    lastSuccessAt: null,
    metadata: { shop: 'Zoë' },
    createdAt: TIME,
    updatedAt: TIME,
    ...changes,
  }
}

export function eventRecord(teamId: string, changes: Partial<EventRecord> = {}): EventRecord {
  return {
    id: makeId('event'),
    teamId,
    type: 'render.succeeded',
    objectId: 'rnd_1',
    object: { id: 'rnd_1', object: 'render', title: 'Zoë 👰' },
    previous: {},
    createdAt: TIME,
    ...changes,
  }
}

export function deliveryRecord(
  endpoint: EndpointRecord,
  event: EventRecord,
  changes: Partial<DeliveryRecord> = {},
): DeliveryRecord {
  return {
    id: makeId('delivery'),
    teamId: endpoint.teamId,
    webhookEndpointId: endpoint.id,
    eventId: event.id,
    eventType: event.type,
    attemptNumber: 1,
    trigger: 'auto',
    outcome: 'pending',
    skipReason: null,
    payload: JSON.stringify({ id: event.id }),
    url: endpoint.url,
    requestHeaders: { 'webhook-id': event.id },
    responseStatus: null,
    responseHeaders: {},
    responseBody: null,
    errorCode: null,
    durationMs: null,
    scheduledAt: TIME,
    attemptedAt: null,
    nextAttemptAt: null,
    plannedAt: null,
    lease: 0,
    leaseUntil: null,
    createdAt: TIME,
    ...changes,
  }
}
