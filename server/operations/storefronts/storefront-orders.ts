/** The operations on orders of storefronts: the state of each line, retry, and release of held lines. */
import { Type } from '@sinclair/typebox'
import { LINE_STATES } from '../../../core/service/storefront/order.ts'
import { operation } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, literals, REFERENCE } from '../schema.ts'
import { STOREFRONT_ORDER, storefrontOrderWire } from './storefront-wire.ts'

const SHARED = { tag: 'Storefront orders', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50
const ONE = Type.Object({ storefront_order: STOREFRONT_ORDER }, closed())
const WORD = Type.String({ minLength: 1, maxLength: 255 })

export const listStorefrontOrders = operation({
  ...SHARED,
  id: 'listStorefrontOrders',
  method: 'get',
  path: '/storefront/orders',
  summary: 'List storefront orders',
  scope: 'storefront:read',
  query: Type.Object(
    {
      ...pageQuery(DEFAULT_LIMIT),
      state: Type.Optional(literals(LINE_STATES, { description: 'Only orders with a line in this state.' })),
      external_order_id: Type.Optional(REFERENCE),
      adapter: Type.Optional(WORD),
      shop: Type.Optional(WORD),
    },
    closed(),
  ),
  replies: { 200: listOf(STOREFRONT_ORDER) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.storefront.find(teamId, id))
    const { state, adapter, shop, external_order_id: reference } = query
    const filter = given({ state, adapter, shop, reference })
    const { items, hasMore } = await service.storefront.list(teamId, filter, page)
    return reply(200, listWire(items.map(storefrontOrderWire), hasMore))
  },
})

export const retrieveStorefrontOrder = operation({
  ...SHARED,
  id: 'retrieveStorefrontOrder',
  method: 'get',
  path: '/storefront/orders/{id}',
  summary: 'Retrieve a storefront order',
  scope: 'storefront:read',
  params: ID_PARAM,
  replies: { 200: ONE },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    const view = await service.storefront.find(teamId, params.id)
    return reply(200, { storefront_order: storefrontOrderWire(view) })
  },
})

export const retryStorefrontLine = operation({
  ...SHARED,
  id: 'retryStorefrontLine',
  method: 'post',
  path: '/storefront/lines/{id}/retry',
  summary: 'Retry a failed order line',
  scope: 'storefront:write',
  params: ID_PARAM,
  replies: { 200: ONE },
  errors: ['not_found', 'line_status_conflict'],
  async handle({ service }, caller, { params }, reply) {
    const view = await service.storefront.retry(ofRecord(caller, params.id))
    return reply(200, { storefront_order: storefrontOrderWire(view) })
  },
})

export const releaseStorefrontLine = operation({
  ...SHARED,
  id: 'releaseStorefrontLine',
  method: 'post',
  path: '/storefront/lines/{id}/release',
  summary: 'Release a held order line',
  scope: 'storefront:write',
  params: ID_PARAM,
  replies: { 200: ONE },
  errors: ['not_found', 'line_status_conflict'],
  async handle({ service }, caller, { params }, reply) {
    const view = await service.storefront.release(ofRecord(caller, params.id))
    return reply(200, { storefront_order: storefrontOrderWire(view) })
  },
})
