/** The operations on webhook deliveries. */
import { Type } from '@sinclair/typebox'
import { DELIVERY_OUTCOMES } from '../../../core/service/webhook/delivery.ts'
import { EVENT_TYPES } from '../../../core/service/webhook/event.ts'
import { operation } from '../../http/operation.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, literals } from '../schema.ts'
import { deliveryWire, WEBHOOK_DELIVERY } from './webhook-wire.ts'

const SHARED = { tag: 'Webhook deliveries', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50
const DELIVERY_PARAMS = Type.Object(
  { ...ID_PARAM.properties, delivery_id: Type.String({ minLength: 1, maxLength: 100 }) },
  closed(),
)

export const listWebhookDeliveries = operation({
  ...SHARED,
  id: 'listWebhookDeliveries',
  method: 'get',
  path: '/webhook_endpoints/{id}/deliveries',
  summary: 'List webhook deliveries',
  scope: 'webhook_endpoints:read',
  params: ID_PARAM,
  query: Type.Object(
    {
      outcome: Type.Optional(literals(DELIVERY_OUTCOMES)),
      event_type: Type.Optional(literals(EVENT_TYPES)),
      ...pageQuery(DEFAULT_LIMIT),
    },
    closed(),
  ),
  replies: { 200: listOf(WEBHOOK_DELIVERY) },
  errors: ['not_found', 'invalid_cursor'],
  async handle({ service }, { teamId }, { params, query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) =>
      service.webhooks.delivery(teamId, params.id, id),
    )
    const filter = given({ outcome: query.outcome, eventType: query.event_type })
    const { items, hasMore } = await service.webhooks.deliveries(teamId, params.id, page, filter)
    return reply(200, listWire(items.map(deliveryWire), hasMore))
  },
})

export const retrieveWebhookDelivery = operation({
  ...SHARED,
  id: 'retrieveWebhookDelivery',
  method: 'get',
  path: '/webhook_endpoints/{id}/deliveries/{delivery_id}',
  summary: 'Retrieve a webhook delivery',
  scope: 'webhook_endpoints:read',
  params: DELIVERY_PARAMS,
  replies: { 200: Type.Object({ delivery: WEBHOOK_DELIVERY }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    const delivery = await service.webhooks.delivery(teamId, params.id, params.delivery_id)
    return reply(200, { delivery: deliveryWire(delivery) })
  },
})

export const retryWebhookDelivery = operation({
  ...SHARED,
  id: 'retryWebhookDelivery',
  method: 'post',
  path: '/webhook_endpoints/{id}/deliveries/{delivery_id}/retry',
  summary: 'Retry a failed webhook delivery',
  scope: 'webhook_endpoints:write',
  params: DELIVERY_PARAMS,
  replies: { 200: Type.Object({ delivery: WEBHOOK_DELIVERY }, closed()) },
  errors: [
    'not_found',
    'delivery_already_succeeded',
    'delivery_in_progress',
    'delivery_exhausted',
    'delivery_skipped',
  ],
  async handle({ service }, { teamId, note }, { params }, reply) {
    const delivery = await service.webhooks.retry({
      teamId,
      endpointId: params.id,
      id: params.delivery_id,
      note,
    })
    return reply(200, { delivery: deliveryWire(delivery) })
  },
  async recall({ service }, { teamId }, { params }, reply, { id }) {
    return reply(200, { delivery: deliveryWire(await service.webhooks.delivery(teamId, params.id, id)) })
  },
})
