/** The neutral order hook does what every storefront adapter must do, inside the service and apart from it. */
import { REST } from '../../../adapters/rest/adapter.ts'
import { describeStorefront, type StorefrontUnderTest } from '../../conformance/storefront.ts'
import { openApartShop } from '../../support/shops/apart-shop.ts'
import { openRestPlatform } from '../../support/shops/rest-platform.ts'

const UNDER: StorefrontUnderTest = {
  kind: REST,
  open: openRestPlatform,
  abilities: {
    ...{ carts: true, sessions: true, hookIds: true, stamps: true, ships: true },
    ...{ dueDates: true, erases: true, lists: true },
  },
}

describeStorefront('rest, inside the service', UNDER)
describeStorefront('rest, apart from the service @long', { ...UNDER, openShop: openApartShop })
