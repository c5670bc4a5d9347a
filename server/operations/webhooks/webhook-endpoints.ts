/** The operations on webhook endpoints. */
import { Type } from '@sinclair/typebox'
import { ServiceError } from '../../../core/errors.ts'
import { ENDPOINT_STATUSES, PAYLOAD_STYLES } from '../../../core/service/webhook/endpoint.ts'
import type { EndpointChanges } from '../../../core/service/webhook/endpoints.ts'
import { LONGEST_OVERLAP_SECONDS, STANDARD_OVERLAP_SECONDS } from '../../../core/service/webhook/secret.ts'
import { operation } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, literals, METADATA, nullable } from '../schema.ts'
import {
  deliveryWire,
  EVENT,
  endpointWire,
  eventWire,
  WEBHOOK_DELIVERY,
  WEBHOOK_ENDPOINT,
} from './webhook-wire.ts'

const SHARED = { tag: 'Webhook endpoints', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50

const URL_TEXT = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Public https URL with port 443, 80, or 1024 or above.',
})
const ENABLED_EVENTS = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 32,
  description: 'Event types, or only * for all types except fill.updated.',
})
const DESCRIPTION = Type.String({ maxLength: 500 })
const STYLE = literals(PAYLOAD_STYLES, {
  description: 'full: data.object is the complete object. thin: only its id, type and path.',
})
const INCLUDE_PII = Type.Boolean({ description: 'Include names and e-mail addresses of customers.' })

export const listWebhookEndpoints = operation({
  ...SHARED,
  id: 'listWebhookEndpoints',
  method: 'get',
  path: '/webhook_endpoints',
  summary: 'List webhook endpoints',
  scope: 'webhook_endpoints:read',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(WEBHOOK_ENDPOINT) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.webhooks.find(teamId, id))
    const { items, hasMore } = await service.webhooks.list(teamId, page)
    return reply(200, listWire(items.map(endpointWire), hasMore))
  },
})

export const createWebhookEndpoint = operation({
  ...SHARED,
  id: 'createWebhookEndpoint',
  method: 'post',
  path: '/webhook_endpoints',
  summary: 'Create a webhook endpoint',
  needsSubscription: true,
  scope: 'webhook_endpoints:write',
  body: Type.Object(
    {
      url: URL_TEXT,
      enabled_events: Type.Optional(ENABLED_EVENTS),
      description: Type.Optional(DESCRIPTION),
      payload_style: Type.Optional(STYLE),
      include_pii: Type.Optional(INCLUDE_PII),
      metadata: Type.Optional(METADATA),
    },
    closed(),
  ),
  replies: {
    201: Type.Object({ webhook_endpoint: WEBHOOK_ENDPOINT, signing_secret: Type.String() }, closed()),
  },
  errors: ['unsafe_url', 'invalid_event_type', 'webhook_endpoint_limit_exceeded'],
  async handle(core, caller, { body }, reply) {
    const { endpoint, secret } = await core.service.webhooks.create({
      ...inTeam(caller),
      draft: {
        url: body.url,
        enabledEvents: body.enabled_events ?? ['*'],
        description: body.description ?? '',
        payloadStyle: body.payload_style ?? 'full',
        includePii: body.include_pii ?? false,
        metadata: body.metadata ?? {},
      },
    })
    return reply(201, { webhook_endpoint: endpointWire(endpoint), signing_secret: secret })
  },
  async recall({ service }, { teamId }, _input, reply, { id, secret = '' }) {
    const endpoint = await service.webhooks.find(teamId, id)
    return reply(201, { webhook_endpoint: endpointWire(endpoint), signing_secret: secret })
  },
})

export const retrieveWebhookEndpoint = operation({
  ...SHARED,
  id: 'retrieveWebhookEndpoint',
  method: 'get',
  path: '/webhook_endpoints/{id}',
  summary: 'Retrieve a webhook endpoint',
  scope: 'webhook_endpoints:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ webhook_endpoint: WEBHOOK_ENDPOINT }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { webhook_endpoint: endpointWire(await service.webhooks.find(teamId, params.id)) })
  },
})

export const changeWebhookEndpoint = operation({
  ...SHARED,
  id: 'changeWebhookEndpoint',
  method: 'patch',
  path: '/webhook_endpoints/{id}',
  summary: 'Update a webhook endpoint or rotate its signing secret',
  scope: 'webhook_endpoints:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      url: Type.Optional(URL_TEXT),
      enabled_events: Type.Optional(ENABLED_EVENTS),
      description: Type.Optional(DESCRIPTION),
      payload_style: Type.Optional(STYLE),
      include_pii: Type.Optional(INCLUDE_PII),
      status: Type.Optional(literals(ENDPOINT_STATUSES)),
      metadata: Type.Optional(METADATA),
      rotate_secret: Type.Optional(Type.Boolean({ description: 'The response contains the new secret.' })),
      rotate_overlap_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: LONGEST_OVERLAP_SECONDS,
          description: `Seconds that the old secret also signs. Default: ${STANDARD_OVERLAP_SECONDS}.`,
        }),
      ),
      force: Type.Optional(Type.Boolean({ description: 'Rotate during an overlap.' })),
    },
    closed(),
  ),
  replies: {
    200: Type.Object(
      { webhook_endpoint: WEBHOOK_ENDPOINT, signing_secret: nullable(Type.String()) },
      closed(),
    ),
  },
  errors: [
    'not_found',
    'unsafe_url',
    'invalid_event_type',
    'secret_rotation_in_progress',
    'webhook_endpoint_limit_exceeded',
  ],
  async handle(core, caller, { params, body }, reply) {
    const changes: EndpointChanges = given({
      url: body.url,
      enabledEvents: body.enabled_events,
      description: body.description,
      payloadStyle: body.payload_style,
      includePii: body.include_pii,
      status: body.status,
      metadata: body.metadata,
    })
    const { endpoint, secret } = await core.service.webhooks.change({
      ...ofRecord(caller, params.id),
      changes,
      rotation: rotationOf(body),
    })
    return reply(200, { webhook_endpoint: endpointWire(endpoint), signing_secret: secret })
  },
  async recall({ service }, { teamId }, _input, reply, { id, secret = null }) {
    const endpoint = await service.webhooks.find(teamId, id)
    return reply(200, { webhook_endpoint: endpointWire(endpoint), signing_secret: secret })
  },
})

export const deleteWebhookEndpoint = operation({
  ...SHARED,
  id: 'deleteWebhookEndpoint',
  method: 'delete',
  path: '/webhook_endpoints/{id}',
  summary: 'Disable a webhook endpoint and skip its pending deliveries',
  scope: 'webhook_endpoints:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ webhook_endpoint: WEBHOOK_ENDPOINT }, closed()) },
  errors: ['not_found'],
  async handle(core, caller, { params }, reply) {
    const endpoint = await core.service.webhooks.disable(ofRecord(caller, params.id))
    return reply(200, { webhook_endpoint: endpointWire(endpoint) })
  },
})

export const testWebhookEndpoint = operation({
  ...SHARED,
  id: 'testWebhookEndpoint',
  method: 'post',
  path: '/webhook_endpoints/{id}/test',
  summary: 'Send a ping event to a webhook endpoint',
  scope: 'webhook_endpoints:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ event: EVENT, delivery: WEBHOOK_DELIVERY }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId, note }, { params }, reply) {
    const { event, delivery } = await service.webhooks.ping({ teamId, endpointId: params.id, note })
    return reply(200, { event: eventWire(event), delivery: deliveryWire(delivery) })
  },
  async recall({ service }, { teamId }, { params }, reply, { id }) {
    const delivery = await service.webhooks.delivery(teamId, params.id, id)
    const event = await service.events.find(teamId, delivery.eventId)
    return reply(200, { event: eventWire(event), delivery: deliveryWire(delivery) })
  },
})

function rotationOf(body: {
  readonly rotate_secret?: boolean
  readonly rotate_overlap_seconds?: number
  readonly force?: boolean
}) {
  if (body.rotate_secret === true)
    return {
      overlapMs: (body.rotate_overlap_seconds ?? STANDARD_OVERLAP_SECONDS) * 1000,
      force: body.force ?? false,
    }
  for (const param of ['rotate_overlap_seconds', 'force'] as const)
    if (body[param] !== undefined)
      throw new ServiceError('invalid_parameter', { message: `${param} requires rotate_secret.`, param })
  return null
}
