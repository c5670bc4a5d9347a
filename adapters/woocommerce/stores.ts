/** The stores that are connected: keys from the settings, or those that a store's administrator has granted. */

import type { AdapterContext } from '../../core/service/storefront/adapter-context.ts'
import { Later } from '../../core/service/storefront/contract.ts'
import type { Keys, WooSettings } from './settings.ts'
import { openStoreApi, type StoreApi } from './store-api.ts'

export interface Stores {
  /** Named in the settings, connected or not. */
  knows(shop: string): boolean
  connected(): Promise<readonly string[]>
  /** Throws Later where the store has no keys yet. */
  api(shop: string): Promise<StoreApi>
  urlOf(shop: string): string | null
  saveKeys(shop: string, keys: Keys): Promise<void>
  /** The signing secret of the store's webhooks; created with the first use. */
  hookSecret(shop: string): Promise<string>
  /** Null where the store cannot have sent a webhook yet. */
  knownHookSecret(shop: string): Promise<string | null>
}

const keysAt = (shop: string) => `keys:${shop}`
const secretAt = (shop: string) => `hook-secret:${shop}`

export function openStores(
  settings: WooSettings,
  { shelf, bytes }: Pick<AdapterContext, 'shelf' | 'bytes'>,
): Stores {
  const byShop = new Map(settings.stores.map((store) => [store.shop, store]))

  async function keysOf(shop: string): Promise<Keys | null> {
    const set = byShop.get(shop)?.keys ?? null
    if (set !== null) return set
    const kept = await shelf.get(keysAt(shop))
    return kept === null ? null : (JSON.parse(kept.value) as Keys)
  }
  async function knownHookSecret(shop: string): Promise<string | null> {
    return settings.hookSecret ?? (await shelf.get(secretAt(shop)))?.value ?? null
  }
  return {
    knows: (shop) => byShop.has(shop),
    async connected() {
      const found: string[] = []
      for (const shop of byShop.keys()) if ((await keysOf(shop)) !== null) found.push(shop)
      return found
    },
    async api(shop) {
      const [store, keys] = [byShop.get(shop), await keysOf(shop)]
      if (store === undefined || keys === null) throw new Later(`${shop} is not connected.`, 3600)
      return openStoreApi(store.url, keys)
    },
    urlOf: (shop) => byShop.get(shop)?.url ?? null,
    async saveKeys(shop, keys) {
      await shelf.put(keysAt(shop), JSON.stringify(keys))
    },
    async hookSecret(shop) {
      const known = await knownHookSecret(shop)
      if (known !== null) return known
      // A concurrent call has created it.
      await shelf.put(secretAt(shop), Buffer.from(bytes(32)).toString('base64url'), 0)
      return (await knownHookSecret(shop)) ?? ''
    },
    knownHookSecret,
  }
}
