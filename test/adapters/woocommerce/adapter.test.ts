/** The WooCommerce adapter does what every storefront adapter must do, with a store that is asked over its REST interface. */
import { WOOCOMMERCE } from '../../../adapters/woocommerce/woocommerce.ts'
import { describeStorefront } from '../../conformance/storefront.ts'
import { openWooPlatform } from '../../support/shops/woo-store.ts'

describeStorefront('woocommerce', {
  kind: WOOCOMMERCE,
  open: openWooPlatform,
  abilities: {
    ...{ carts: true, sessions: false, hookIds: false, stamps: false, ships: true },
    ...{ dueDates: false, lists: true, copies: true, decimals: true },
  },
})
