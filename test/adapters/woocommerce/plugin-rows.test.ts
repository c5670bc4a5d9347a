/** The WordPress plugin does with each order what every storefront must do: PHP sends, a real service reads. */
import { REST } from '../../../adapters/rest/adapter.ts'
import { describeStorefront } from '../../conformance/storefront.ts'
import { needsPhp } from '../../support/programs/php.ts'
import { openPluginPlatform, type PluginPlatform } from '../../support/shops/plugin-platform.ts'

describe('The WordPress plugin', () => {
  let platform: PluginPlatform
  before(function () {
    needsPhp(this, 'php')
  })

  describeStorefront('rest, as the plugin sends to it', {
    kind: REST,
    async open() {
      platform = await openPluginPlatform()
      return platform
    },
    openShop: () => platform.openShop(),
    abilities: {
      // It sends no visit and no due date, and signs with the time of its server. What it missed it finds itself, see SendingTest.
      ...{ carts: true, sessions: false, hookIds: true, stamps: false, ships: true },
      ...{ dueDates: false, lists: false, copies: true, decimals: true },
    },
  })
})
