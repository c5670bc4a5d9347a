/** The operations on the hooks of storefronts: which came, which could not be understood, and another try. */
import { type Static, Type } from '@sinclair/typebox'
import { HOOK_STATES, type StorefrontHook } from '../../../core/service/storefront/line.ts'
import { operation } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, literals, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

const SHARED = { tag: 'Storefront orders', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50
const WORD = Type.String({ minLength: 1, maxLength: 255 })

const STOREFRONT_HOOK = Type.Object(
  {
    id: Type.String({ examples: ['shk_01kq3fd5y8b2d4f6h8k0m2p4r6'] }),
    object: Type.Literal('storefront_hook'),
    adapter: Type.String({ examples: ['shopify'] }),
    shop: Type.String(),
    topic: Type.String({ description: 'Id on the platform.', examples: ['orders/paid'] }),
    external_hook_id: nullable(
      Type.String({ description: 'Id that the platform repeats when it resends the hook.' }),
    ),
    state: literals(HOOK_STATES, {
      description: '`pending` until it is processed, `failed` if it cannot be parsed.',
    }),
    error: NULLABLE_TEXT,
    attempts: Type.Integer({ minimum: 0 }),
    retryable: Type.Boolean({ description: 'The content is still stored and can be processed again.' }),
    next_attempt_at: nullable(TIME),
    received_at: TIME,
  },
  { title: 'StorefrontHook', additionalProperties: false },
)

/** Decision: the content of a hook is never shown, because it names the customer. */
function hookWire(hook: StorefrontHook): Static<typeof STOREFRONT_HOOK> {
  return {
    id: hook.id,
    object: 'storefront_hook',
    adapter: hook.adapter,
    shop: hook.shop,
    topic: hook.topic,
    external_hook_id: hook.hookId,
    state: hook.state,
    error: hook.error,
    attempts: hook.attempts,
    retryable: hook.body !== null,
    next_attempt_at: optionalTime(hook.nextAttemptAt),
    received_at: timeWire(hook.receivedAt),
  }
}

export const listStorefrontHooks = operation({
  ...SHARED,
  id: 'listStorefrontHooks',
  method: 'get',
  path: '/storefront/hooks',
  summary: 'List storefront hooks of the last 30 days',
  scope: 'storefront:read',
  query: Type.Object(
    {
      ...pageQuery(DEFAULT_LIMIT),
      state: Type.Optional(literals(HOOK_STATES)),
      adapter: Type.Optional(WORD),
      shop: Type.Optional(WORD),
    },
    closed(),
  ),
  replies: { 200: listOf(STOREFRONT_HOOK) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.storefront.findHook(teamId, id))
    const { state, adapter, shop } = query
    const filter = given({ state, adapter, shop })
    const { items, hasMore } = await service.storefront.listHooks(teamId, filter, page)
    return reply(200, listWire(items.map(hookWire), hasMore))
  },
})

export const retryStorefrontHook = operation({
  ...SHARED,
  id: 'retryStorefrontHook',
  method: 'post',
  path: '/storefront/hooks/{id}/retry',
  summary: 'Retry a storefront hook',
  scope: 'storefront:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ storefront_hook: STOREFRONT_HOOK }, closed()) },
  errors: ['not_found', 'hook_status_conflict'],
  async handle({ service }, caller, { params }, reply) {
    const hook = await service.storefront.retryHook(ofRecord(caller, params.id))
    return reply(200, { storefront_hook: hookWire(hook) })
  },
})
