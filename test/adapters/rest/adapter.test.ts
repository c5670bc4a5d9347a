/** The neutral order hook does what every storefront adapter must do. */
import { REST } from '../../../adapters/rest/adapter.ts'
import { describeStorefront, type StorefrontUnderTest } from '../../conformance/storefront.ts'
import { openRestPlatform } from '../../support/shops/rest-platform.ts'

const UNDER: StorefrontUnderTest = {
  kind: REST,
  open: openRestPlatform,
  abilities: {
    ...{ carts: true, sessions: true, hookIds: true, stamps: true, ships: true },
    ...{ dueDates: true, lists: true, copies: true, decimals: false },
  },
}

describeStorefront('rest', UNDER)
