/** The Shopify adapter does what every storefront adapter must do. */
import { SHOPIFY } from '../../../adapters/shopify/shopify.ts'
import { describeStorefront } from '../../conformance/storefront.ts'
import { openAdapterShop } from '../../support/shops/adapter-shop.ts'
import { connectShop, openShopifyPlatform } from '../../support/shops/shopify-platform.ts'

describeStorefront('shopify', {
  kind: SHOPIFY,
  open: openShopifyPlatform,
  async openShop(kind, env) {
    const shop = await openAdapterShop(kind, env)
    await connectShop(shop)
    return shop
  },
  abilities: {
    // The visit binds a fill to its order: cart tokens of Shopify's pages and orders are not the same.
    ...{ carts: false, sessions: true, hookIds: true, stamps: false, ships: true },
    ...{ dueDates: false, lists: true, copies: false, decimals: false },
  },
})
