/** Keeps the store's webhooks alive: WooCommerce retries no delivery, and disables a webhook after seven failures. */

import type { AdapterContext } from '../../core/service/storefront/adapter-context.ts'
import { listOf, part } from '../../core/service/storefront/exact-json.ts'
import { SHOP_QUERY } from './delivery.ts'
import { idOf } from './fields.ts'
import type { StoreApi } from './store-api.ts'
import type { Stores } from './stores.ts'

const TOPICS = ['order.created', 'order.updated', 'order.deleted', 'order.restored']

/**
 * Makes those that are missing and switches on those that the store has switched off, each time the orders are looked
 * through. Those of others, and more of ours than are needed, are left alone. Throws Later and RefusedByStore.
 */
export async function ensureWebhooks(
  { url, log }: Pick<AdapterContext, 'url' | 'log'>,
  stores: Stores,
  api: StoreApi,
  shop: string,
): Promise<void> {
  const target = `${url}/hooks?${SHOP_QUERY}=${encodeURIComponent(shop)}`
  const { body } = await api('get', 'webhooks', { query: { per_page: '100' } })
  const own = listOf(body).filter((webhook) => part(webhook, 'delivery_url') === target)
  const secret = await stores.hookSecret(shop)
  for (const topic of TOPICS) {
    const found = own.find((webhook) => part(webhook, 'topic') === topic)
    if (found === undefined) {
      const made = { name: `Platen: ${topic}`, topic, delivery_url: target, secret }
      await api('post', 'webhooks', { body: JSON.stringify(made) })
      continue
    }
    if (part(found, 'status') === 'active') continue
    const id = idOf(part(found, 'id'))
    log('A webhook of the store was disabled and has been enabled again.', { shop, topic })
    await api('put', `webhooks/${id}`, { body: JSON.stringify({ status: 'active', secret }) })
  }
}
