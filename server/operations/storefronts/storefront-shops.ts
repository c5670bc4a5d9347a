/** The operations on shops with a signing secret of their own for the order hook. */
import { type Static, Type } from '@sinclair/typebox'
import type { MadeSecret } from '../../../core/service/storefront/shop.ts'
import type { StorefrontShop } from '../../../core/service/storefront/storefront-shop.ts'
import { isOverlapping, STANDARD_OVERLAP_SECONDS } from '../../../core/service/webhook/secret.ts'
import { operation } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, described, ID_PARAM, nullable, REFERENCE } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

const SHARED = { tag: 'Storefront shops', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50

const STOREFRONT_SHOP = Type.Object(
  {
    id: Type.String({ examples: ['ssh_01kq3fd5y8b2d4f6h8k0m2p4r6'] }),
    object: Type.Literal('storefront_shop'),
    adapter: Type.String({ examples: ['rest'] }),
    shop: Type.String({ description: 'As its hooks name it.', examples: ['north'] }),
    secret_prefix: Type.String({ description: 'First characters of the present secret.' }),
    created_at: TIME,
    rotated_at: nullable(TIME),
    previous_secret_expires_at: nullable(
      described(TIME, 'Until then the secret before the last rotation is accepted as well.'),
    ),
  },
  { title: 'StorefrontShop', additionalProperties: false },
)
const ONE = Type.Object({ storefront_shop: STOREFRONT_SHOP }, closed())
const WITH_SECRET = Type.Object(
  {
    storefront_shop: STOREFRONT_SHOP,
    hook_secret: Type.String({ description: 'Signs the hooks of the shop. Shown only here.' }),
  },
  closed(),
)

function shopWire(shop: StorefrontShop, now: number): Static<typeof STOREFRONT_SHOP> {
  return {
    id: shop.id,
    object: 'storefront_shop',
    adapter: shop.adapter,
    shop: shop.shop,
    secret_prefix: shop.secretPrefix,
    created_at: timeWire(shop.createdAt),
    rotated_at: optionalTime(shop.secretRotatedAt),
    previous_secret_expires_at: optionalTime(isOverlapping(shop, now) ? shop.previousSecretExpiresAt : null),
  }
}

function madeWire({ shop, secret }: MadeSecret, now: number): Static<typeof WITH_SECRET> {
  return { storefront_shop: shopWire(shop, now), hook_secret: secret }
}

export const listStorefrontShops = operation({
  ...SHARED,
  id: 'listStorefrontShops',
  method: 'get',
  path: '/storefront/shops',
  summary: 'List shops that have a hook secret',
  scope: 'storefront:read',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(STOREFRONT_SHOP) },
  errors: ['invalid_cursor'],
  async handle({ service, now }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.storefrontShops.find(teamId, id))
    const { items, hasMore } = await service.storefrontShops.list(teamId, page)
    return reply(
      200,
      listWire(
        items.map((shop) => shopWire(shop, now())),
        hasMore,
      ),
    )
  },
})

export const createStorefrontShop = operation({
  ...SHARED,
  id: 'createStorefrontShop',
  method: 'post',
  path: '/storefront/shops',
  summary: 'Create a shop and its hook secret',
  scope: 'storefront:write',
  body: Type.Object(
    { shop: described(REFERENCE, 'As its hooks name it; `shop` where they name none.') },
    closed(),
  ),
  replies: { 201: WITH_SECRET },
  errors: ['storefront_shop_exists', 'storefront_shop_limit_exceeded'],
  async handle({ service, now }, caller, { body }, reply) {
    const made = await service.storefrontShops.create({ ...inTeam(caller), shop: body.shop })
    return reply(201, madeWire(made, now()))
  },
  async recall({ service, now }, { teamId }, _input, reply, { id, secret = '' }) {
    const shop = await service.storefrontShops.find(teamId, id)
    return reply(201, madeWire({ shop, secret }, now()))
  },
})

export const rotateStorefrontShopSecret = operation({
  ...SHARED,
  id: 'rotateStorefrontShopSecret',
  method: 'post',
  path: '/storefront/shops/{id}/rotate_secret',
  summary: `Rotate the hook secret of a shop; the old one stays valid for ${STANDARD_OVERLAP_SECONDS / 3600} hours`,
  scope: 'storefront:write',
  params: ID_PARAM,
  replies: { 200: WITH_SECRET },
  errors: ['not_found'],
  async handle({ service, now }, caller, { params }, reply) {
    const made = await service.storefrontShops.rotateSecret(ofRecord(caller, params.id))
    return reply(200, madeWire(made, now()))
  },
  async recall({ service, now }, { teamId }, _input, reply, { id, secret = '' }) {
    const shop = await service.storefrontShops.find(teamId, id)
    return reply(200, madeWire({ shop, secret }, now()))
  },
})

export const deleteStorefrontShop = operation({
  ...SHARED,
  id: 'deleteStorefrontShop',
  method: 'delete',
  path: '/storefront/shops/{id}',
  summary: 'Delete a shop; its hooks are refused from then on',
  scope: 'storefront:write',
  params: ID_PARAM,
  replies: { 200: ONE },
  errors: ['not_found'],
  async handle({ service, now }, caller, { params }, reply) {
    const shop = await service.storefrontShops.delete(ofRecord(caller, params.id))
    return reply(200, { storefront_shop: shopWire(shop, now()) })
  },
})
