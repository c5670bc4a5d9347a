/** The operations on orders of storefronts: the state of each line, retry, and release of held lines. */
import { Type } from '@sinclair/typebox'
import { LINE_STATES } from '../../../core/service/storefront/order.ts'
import { type Caller, operation } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, described, ID_PARAM, LOCALE, literals, REFERENCE } from '../schema.ts'
import { STOREFRONT_ORDER, storefrontOrderWire } from './storefront-wire.ts'

const SHARED = { tag: 'Storefront orders', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50
const ONE = Type.Object({ storefront_order: STOREFRONT_ORDER }, closed())
const IN_LOCALE = {
  locale: Type.Optional(
    described(
      LOCALE,
      'Language of labels and messages: en or de. Others get English. Default: the caller’s.',
    ),
  ),
}
const ONE_IN_LOCALE = Type.Object(IN_LOCALE, closed())
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
      ...IN_LOCALE,
    },
    closed(),
  ),
  replies: { 200: listOf(STOREFRONT_ORDER) },
  errors: ['invalid_cursor'],
  async handle({ service }, caller, { query }, reply) {
    const { teamId } = caller
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.storefront.orderRecord(teamId, id))
    const { state, adapter, shop, external_order_id: reference } = query
    const filter = given({ state, adapter, shop, reference })
    const { items, hasMore } = await service.storefront.list(teamId, filter, page)
    const locale = localeOf(query, caller)
    return reply(
      200,
      listWire(
        items.map((view) => storefrontOrderWire(view, locale)),
        hasMore,
      ),
    )
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
  query: ONE_IN_LOCALE,
  replies: { 200: ONE },
  errors: ['not_found'],
  async handle({ service }, caller, { params, query }, reply) {
    const view = await service.storefront.find(caller.teamId, params.id)
    return reply(200, { storefront_order: storefrontOrderWire(view, localeOf(query, caller)) })
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
  query: ONE_IN_LOCALE,
  replies: { 200: ONE },
  errors: ['not_found', 'line_status_conflict'],
  async handle({ service }, caller, { params, query }, reply) {
    const view = await service.storefront.retry(ofRecord(caller, params.id))
    return reply(200, { storefront_order: storefrontOrderWire(view, localeOf(query, caller)) })
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
  query: ONE_IN_LOCALE,
  replies: { 200: ONE },
  errors: ['not_found', 'line_status_conflict'],
  async handle({ service }, caller, { params, query }, reply) {
    const view = await service.storefront.release(ofRecord(caller, params.id))
    return reply(200, { storefront_order: storefrontOrderWire(view, localeOf(query, caller)) })
  },
})

/** The locale that is asked for, or that of the caller. */
function localeOf({ locale }: { readonly locale?: string }, { language = 'en' }: Pick<Caller, 'language'>) {
  return locale ?? language
}
