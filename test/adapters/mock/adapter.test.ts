/** The mock adapter does what every storefront adapter must do, inside the service. */
import { MOCK } from '../../../adapters/mock/adapter.ts'
import { describeStorefront } from '../../conformance/storefront.ts'
import { openMockPlatform } from '../../support/shops/mock-platform.ts'

describeStorefront('mock', {
  kind: MOCK,
  open: openMockPlatform,
  abilities: {
    ...{ carts: true, sessions: true, hookIds: true, stamps: false, ships: true },
    ...{ dueDates: true, lists: true, copies: true, decimals: false },
  },
})
