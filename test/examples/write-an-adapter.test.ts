/** The adapter of the example does what every storefront adapter must do. */
import { createHmac } from 'node:crypto'
import { STATIONER } from '../../examples/write-an-adapter/adapter.ts'
import { describeStorefront } from '../conformance/storefront.ts'
import type { HookTopic, SampleHook, SampleOrder } from '../support/shops/sample-order.ts'

const SECRET = 'a secret of the stationer'
const STAGES: Readonly<Record<HookTopic, string>> = {
  ...{ created: 'placed', paid: 'paid', refunded: 'paid', canceled: 'dropped', shipped: 'paid', erased: '' },
}
let deliveries = 0

function hookOf(store: string, topic: HookTopic, order: SampleOrder): SampleHook {
  deliveries += 1
  const returned = (line: string): number =>
    order.refunds
      .flatMap(({ lines }) => lines)
      .reduce((sum, one) => sum + (one.line === line ? one.quantity : 0), 0)
  const hook = {
    delivery: `delivery-${deliveries}`,
    store,
    order: {
      ...{ number: order.id, stage: STAGES[topic], modified: new Date(order.changedAt).toISOString() },
      ...(order.cart === null ? {} : { basket: order.cart }),
      buyer: { mail: order.email, called: order.name },
      items: order.lines.map(({ id, fill, session, product, quantity }) => ({
        ...{ row: id, article: product, count: quantity, returned: returned(id) },
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
    hook: async (topic, order) => hookOf('corner', topic, order),
    strangerHook: async (order) => hookOf('elsewhere', 'paid', order),
    close: async () => {},
  }),
  abilities: {
    ...{ carts: true, sessions: true, hookIds: true, stamps: false, ships: false },
    ...{ dueDates: false, erases: false, lists: false },
  },
})
