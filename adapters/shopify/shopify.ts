/** The Shopify adapter: translates webhooks into calls, and writes results back to orders and listings. */
import type { Adapter, AdapterKind } from '../../core/service/storefront/contract.ts'
import { openAdmin } from './admin.ts'
import { answerPage } from './answer.ts'
import { openShopify, readSettings, SETTINGS } from './app.ts'
import { applicationOf } from './connect-shop.ts'
import { openConnections } from './connections.ts'
import { showListing } from './listing.ts'
import { listOrders } from './look-through.ts'
import { publishMapped } from './mapped-products.ts'
import { createTranslate } from './translate.ts'
import { proveWebhook } from './webhook.ts'
import { writeRenders } from './write-back.ts'

export const SHOPIFY: AdapterKind = {
  name: 'shopify',
  settings: SETTINGS,
  open(context): Adapter | null {
    const settings = readSettings(context.settings)
    if (settings === null) return null
    const library = openShopify(settings, context)
    const connections = openConnections(context, library)
    const admin = openAdmin(context, library, connections)
    const parts = { context, settings, connections, admin }
    return {
      hooks: ['/webhooks'],
      binding: settings.binding,
      prove: proveWebhook(settings, connections),
      translate: createTranslate(parts),
      shops: () => connections.list(),
      listOrders: (shop, since) => listOrders(parts, shop, since),
      async showMappings(shop, mappings) {
        const application = await applicationOf(context.shelf, shop)
        const ground = { admin, shelf: context.shelf }
        await publishMapped(ground, shop, mappings, { application, onProducts: settings.requireDesign })
      },
      async writeBack(outcome) {
        // After an uninstall, the app may not write to orders.
        if ((await connections.state(outcome.shop)) !== 'gone') await writeRenders(admin, outcome)
      },
      showListing: (listing) => showListing(admin, context.shelf, listing),
      answer: (request) => answerPage({ ...parts, library }, request),
    }
  },
}
