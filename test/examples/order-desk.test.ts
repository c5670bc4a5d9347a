/** Both flavours of the example shop's order desk do what the conformance suite asks of a storefront. */
import { REST } from '../../adapters/rest/adapter.ts'
import { serveWithKoa } from '../../examples/rest-storefront/koa.ts'
import { serveWithNode } from '../../examples/rest-storefront/node-http.ts'
import { describeStorefront } from '../conformance/storefront.ts'
import { openDeskPlatform } from './desk-platform.ts'

for (const [title, serve] of [
  ['rest, as the example shop on Koa speaks to it @long', serveWithKoa],
  ['rest, as the example shop on node:http speaks to it', serveWithNode],
] as const)
  describeStorefront(title, {
    kind: REST,
    open: () => openDeskPlatform(serve),
    abilities: {
      ...{ carts: true, sessions: true, hookIds: true, stamps: true, ships: true },
      ...{ dueDates: true, lists: true, copies: true, decimals: false },
    },
  })
