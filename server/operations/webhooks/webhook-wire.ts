/** Webhook endpoints, their deliveries and events as they go over the wire. */
import { type Static, Type } from '@sinclair/typebox'
import { DELIVERY_OUTCOMES, type DeliveryRecord } from '../../../core/service/webhook/delivery.ts'
import {
  DISABLED_REASONS,
  ENDPOINT_STATUSES,
  type EndpointRecord,
  PAYLOAD_STYLES,
} from '../../../core/service/webhook/endpoint.ts'
import { EVENT_TYPES, type EventRecord } from '../../../core/service/webhook/event.ts'
import { dataOf, PAYLOAD_VERSION } from '../../../core/service/webhook/payload.ts'
import { literals, METADATA, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

export const WEBHOOK_ENDPOINT = Type.Object(
  {
    id: Type.String({ examples: ['we_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('webhook_endpoint'),
    url: Type.String(),
    description: Type.String(),
    enabled_events: Type.Array(literals(['*', ...EVENT_TYPES])),
    payload_style: literals(PAYLOAD_STYLES),
    include_pii: Type.Boolean(),
    status: literals(ENDPOINT_STATUSES),
    disabled_reason: nullable(literals(DISABLED_REASONS)),
    secret_prefix: Type.String(),
    secret_rotated_at: nullable(TIME),
    previous_secret_expires_at: nullable(TIME),
    failing_since: nullable(TIME),
    last_success_at: nullable(TIME),
    metadata: METADATA,
    created_at: TIME,
    updated_at: TIME,
  },
  { title: 'WebhookEndpoint', additionalProperties: false },
)

export function endpointWire(endpoint: EndpointRecord): Static<typeof WEBHOOK_ENDPOINT> {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    url: endpoint.url,
    description: endpoint.description,
    enabled_events: [...endpoint.enabledEvents],
    payload_style: endpoint.payloadStyle,
    include_pii: endpoint.includePii,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    secret_prefix: endpoint.secretPrefix,
    secret_rotated_at: optionalTime(endpoint.secretRotatedAt),
    previous_secret_expires_at: optionalTime(endpoint.previousSecretExpiresAt),
    failing_since: optionalTime(endpoint.failingSince),
    last_success_at: optionalTime(endpoint.lastSuccessAt),
    metadata: { ...endpoint.metadata },
    created_at: timeWire(endpoint.createdAt),
    updated_at: timeWire(endpoint.updatedAt),
  }
}

const HEADERS = Type.Record(Type.String(), Type.String())

export const WEBHOOK_DELIVERY = Type.Object(
  {
    id: Type.String({ examples: ['del_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('webhook_delivery'),
    webhook_endpoint_id: Type.String(),
    event_id: Type.String(),
    event_type: literals(EVENT_TYPES),
    attempt_number: Type.Integer({ minimum: 1 }),
    trigger: literals(['auto', 'manual']),
    outcome: literals(DELIVERY_OUTCOMES, {
      description: 'failed: another attempt follows. exhausted: no attempts are left. skipped: never sent.',
    }),
    skip_reason: NULLABLE_TEXT,
    payload: Type.String({
      description: 'The exact payload that is sent and signed.',
    }),
    payload_json: Type.Unknown({ description: 'The parsed payload.' }),
    url: Type.String(),
    request_headers: HEADERS,
    response_status: nullable(Type.Integer()),
    response_headers: HEADERS,
    response_body: nullable(Type.String({ description: 'The first 2 kB.' })),
    error_code: NULLABLE_TEXT,
    duration_ms: nullable(Type.Integer()),
    scheduled_at: TIME,
    attempted_at: nullable(TIME),
    next_attempt_at: nullable(TIME),
    created_at: TIME,
  },
  { title: 'WebhookDelivery', additionalProperties: false },
)

export function deliveryWire(delivery: DeliveryRecord): Static<typeof WEBHOOK_DELIVERY> {
  return {
    id: delivery.id,
    object: 'webhook_delivery',
    webhook_endpoint_id: delivery.webhookEndpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType as Static<typeof WEBHOOK_DELIVERY>['event_type'],
    attempt_number: delivery.attemptNumber,
    trigger: delivery.trigger,
    outcome: delivery.outcome,
    skip_reason: delivery.skipReason,
    payload: delivery.payload,
    payload_json: JSON.parse(delivery.payload) as unknown,
    url: delivery.url,
    request_headers: { ...delivery.requestHeaders },
    response_status: delivery.responseStatus,
    response_headers: { ...delivery.responseHeaders },
    response_body: delivery.responseBody,
    error_code: delivery.errorCode,
    duration_ms: delivery.durationMs,
    scheduled_at: timeWire(delivery.scheduledAt),
    attempted_at: optionalTime(delivery.attemptedAt),
    next_attempt_at: optionalTime(delivery.nextAttemptAt),
    created_at: timeWire(delivery.createdAt),
  }
}

const ANYTHING = Type.Record(Type.String(), Type.Unknown())

export const EVENT = Type.Object(
  {
    id: Type.String({ examples: ['evt_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('event'),
    type: literals(EVENT_TYPES),
    object_id: Type.String(),
    api_version: Type.String(),
    data: Type.Object({ object: ANYTHING, previous: ANYTHING }, { additionalProperties: false }),
    created_at: TIME,
  },
  { title: 'Event', additionalProperties: false },
)

/** Decision: shown as an endpoint without include_pii gets it, for its scope is not that of customers' records. */
export function eventWire(event: EventRecord): Static<typeof EVENT> {
  return {
    id: event.id,
    object: 'event',
    type: event.type,
    object_id: event.objectId,
    api_version: PAYLOAD_VERSION,
    data: dataOf(event, { payloadStyle: 'full', includePii: false }),
    created_at: timeWire(event.createdAt),
  }
}
