/** The WooCommerce adapter for stores that connect by keys; prefer the plugin where it can be installed. */
import type { Adapter, AdapterKind } from '../../core/service/storefront/contract.ts'
import { answerPage } from './connect.ts'
import { orderIdOf, proveDelivery } from './delivery.ts'
import { putPicture } from './listing.ts'
import { callsFor, changedOrders } from './look-through.ts'
import { readSettings, SETTINGS } from './settings.ts'
import { openStores } from './stores.ts'
import { ensureWebhooks } from './webhooks.ts'
import { writeOutcome } from './write-back.ts'

export const WOOCOMMERCE: AdapterKind = {
  name: 'woocommerce',
  settings: SETTINGS,
  open(context): Adapter | null {
    const settings = readSettings(context.settings)
    if (settings === null) return null
    const stores = openStores(settings, context)
    const { statuses } = settings
    return {
      hooks: ['/hooks'],
      binding: 'match',
      prove: (hook) => proveDelivery(stores, hook),
      async translate({ shop, body }) {
        const id = orderIdOf(body)
        return id === null ? [] : callsFor(await stores.api(shop), shop, id, statuses)
      },
      shops: () => stores.connected(),
      async *listOrders(shop, since) {
        const api = await stores.api(shop)
        if (settings.hookSecret === null) await ensureWebhooks(context, stores, api, shop)
        yield* changedOrders(api, shop, since, statuses)
      },
      writeBack: async (outcome) => writeOutcome(await stores.api(outcome.shop), outcome),
      ...(settings.showsPictures
        ? {
            async showListing(listing) {
              // Products of two stores share their numbers, and a mapping does not say whose it is.
              if (settings.stores.length === 1)
                await putPicture(context, await stores.api(listing.shop), listing)
            },
          }
        : {}),
      answer: (request) => answerPage(context, stores, request),
    }
  },
}
