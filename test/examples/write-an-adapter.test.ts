/** The adapter of the example does what every storefront adapter must do. */
import { createHmac } from 'node:crypto'
import { STATIONER } from '../../examples/write-an-adapter/adapter.ts'
import { describeStorefront } from '../conformance/storefront.ts'
import type { SampleHook, SampleOrder } from '../support/shops/sample-order.ts'

const SECRET = 'a secret of the stationer'
const STAGES = { open: 'placed', paid: 'paid', fulfilled: 'paid', canceled: 'dropped' } as const
let deliveries = 0

function hookOf(store: string, order: SampleOrder): SampleHook {
  deliveries += 1
  const hook = {
    delivery: `delivery-${deliveries}`,
    store,
    order: {
      ...{ number: order.id, stage: STAGES[order.status], modified: new Date(order.changedAt).toISOString() },
      ...(order.cart === null ? {} : { basket: order.cart }),
      buyer: { mail: order.email, called: order.name },
      items: order.lines.map(({ id, fill, session, product, quantity, refunded = 0 }) => ({
        ...{ row: id, article: product, count: quantity, returned: refunded },
        notes: { ...(fill === null ? {} : { fill }), ...(session == null ? {} : { session }) },
      })),
    },
  }
  const body = Buffer.from(JSON.stringify(hook))
  const signature = createHmac('sha256', SECRET).update(body).digest('base64')
  return {
    path: '/hook',
    headers: { 'content-type': 'application/json', 'stationer-signature': signature },
    body,
  }
}

describeStorefront('stationer, of the example', {
  kind: STATIONER,
  open: async () => ({
    env: { STATIONER_STORE: 'corner', STATIONER_SECRET: SECRET },
    hook: async (order) => hookOf('corner', order),
    strangerHook: async (order) => hookOf('elsewhere', order),
    close: async () => {},
  }),
  abilities: {
    ...{ carts: true, sessions: true, hookIds: true, stamps: false, ships: false },
    ...{ dueDates: false, lists: false, copies: false, decimals: false },
  },
})
