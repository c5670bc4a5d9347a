/** Makes, rotates and deletes the secrets with which shops sign their hooks, for a team or for a shop's own key. */
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { ByActor, Noted, OfRecord, OfTeam } from '../access/request.ts'
import { firstSecret, rotateSecret, STANDARD_OVERLAP_SECONDS, secretsAt } from '../webhook/secret.ts'
import type { StorefrontShop } from './storefront-shop.ts'

/** Shops whose hooks are signed with a secret of ours come in through this adapter. */
const ADAPTER = 'rest'
/** A hook is compared with the secrets of all shops, so a stranger's hook costs the more, the more there are. */
const MOST_SHOPS = 100

type ShopPorts = Pick<Ports, 'store' | 'clock' | 'makeId' | 'entropy' | 'secretsKey'>

export interface MadeSecret {
  readonly shop: StorefrontShop
  readonly secret: string
}

/**
 * The secret is given here and never again. Throws `storefront_shop_exists`, with the id of the shop, and
 * `storefront_shop_limit_exceeded`.
 */
export async function createShop(
  ports: ShopPorts,
  {
    teamId,
    shop: name,
    actor = SYSTEM,
    note = NOTE_NOTHING,
  }: OfTeam & ByActor & Noted & { readonly shop: string },
): Promise<MadeSecret> {
  const createdAt = ports.clock.now()
  const id = ports.makeId('storefrontShop')
  const { secret, sealed } = firstSecret(ports.secretsKey, ports.entropy, id)
  const shop: StorefrontShop = { ...sealed, teamId, adapter: ADAPTER, shop: name, createdAt }
  await ports.store.transaction(async (store) => {
    await store.lock(`storefront shops of ${teamId}`)
    const known = await store.storefront.shops.findByName(teamId, ADAPTER, name)
    if (known !== null)
      throw new ServiceError('storefront_shop_exists', {
        param: 'shop',
        extra: { storefront_shop_id: known.id },
      })
    if ((await store.storefront.shops.count(teamId)) >= MOST_SHOPS)
      throw new ServiceError('storefront_shop_limit_exceeded')
    await store.storefront.shops.insert(shop)
    const details = { adapter: ADAPTER, shop: name }
    await audit(ports, store, teamId, { actor, action: 'storefront_shop.created', objectId: id, details })
    await note(store, { id, secret })
  })
  return { shop, secret }
}

/**
 * Decision: a shop that has lost its secret gets another one at once, also while the last rotation's overlap lasts; the
 * oldest secret then ends. Throws `not_found`.
 */
export async function rotateShopSecret(
  ports: ShopPorts,
  { teamId, id, actor = SYSTEM, note = NOTE_NOTHING }: OfRecord & ByActor & Noted,
): Promise<MadeSecret> {
  return ports.store.transaction(async (store) => {
    // Two rotations at once would each see the secret before the other's, and one of them would be lost.
    await store.lock(`storefront shop ${id}`)
    const found = await findShop(store, teamId, id)
    const rotation = { overlapMs: STANDARD_OVERLAP_SECONDS * 1000, force: true }
    const now = ports.clock.now()
    const { secret, changes } = rotateSecret(ports.secretsKey, ports.entropy, found, rotation, now)
    const shop = await store.storefront.shops.update(teamId, id, changes)
    if (shop === null) throw notFound('storefront shop')
    const details = { adapter: shop.adapter, shop: shop.shop }
    await audit(ports, store, teamId, {
      actor,
      action: 'storefront_shop.secret_rotated',
      objectId: id,
      details,
    })
    await note(store, { id, secret })
    return { shop, secret }
  })
}

/** Its hooks are refused from then on; its orders stay. Throws `not_found`. */
export async function deleteShop(
  ports: ShopPorts,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<StorefrontShop> {
  return ports.store.transaction(async (store) => {
    const shop = await findShop(store, teamId, id)
    if (!(await store.storefront.shops.remove(teamId, id))) throw notFound('storefront shop')
    const details = { adapter: shop.adapter, shop: shop.shop }
    await audit(ports, store, teamId, { actor, action: 'storefront_shop.deleted', objectId: id, details })
    return shop
  })
}

/** Throws `not_found`. */
export async function findShop(store: Store, teamId: string, id: string): Promise<StorefrontShop> {
  const shop = await store.storefront.shops.find(teamId, id)
  if (shop === null) throw notFound('storefront shop')
  return shop
}

/** The valid secrets of an adapter's shops by shop, as the database has them now. */
export async function secretsOfShops(
  { store, clock, secretsKey }: Pick<Ports, 'store' | 'clock' | 'secretsKey'>,
  teamId: string,
  adapter: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const shops = await store.storefront.shops.ofAdapter(teamId, adapter)
  const now = clock.now()
  return new Map(shops.map((shop) => [shop.shop, secretsAt(secretsKey, shop, now)]))
}
