/** Orders that the adapter reads from Shopify: one that a webhook names, and all that changed. */
import { expect } from 'chai'
import { openShopify, readSettings } from '../../../adapters/shopify/app.ts'
import { openConnections } from '../../../adapters/shopify/connections.ts'
import { SHOPIFY } from '../../../adapters/shopify/shopify.ts'
import type { Call } from '../../../core/service/storefront/contract.ts'
import { Later } from '../../../core/service/storefront/contract.ts'
import { SHOP, sessionToken } from '../../support/shops/mock-shopify.ts'
import { type LoneAdapter, openLoneAdapter } from '../../support/shops/open-adapter.ts'
import { openShopifyPlatform, type ShopifyPlatform } from '../../support/shops/shopify-platform.ts'

const ID = '820982911946154508'
const GID = `gid://shopify/Order/${ID}`

describe('Orders read from Shopify', () => {
  let platform: ShopifyPlatform
  let lone: LoneAdapter
  let disconnect: () => Promise<void>
  beforeEach(async () => {
    platform = await openShopifyPlatform()
    lone = openLoneAdapter(SHOPIFY, platform.env)
    // The tokens' library counts by the real clock.
    lone.now = Date.now()
    const settings = readSettings(lone.context.settings)
    if (settings === null) throw new Error('The adapter is off.')
    const connections = openConnections(lone.context, openShopify(settings, lone.context))
    await connections.connect(SHOP, sessionToken())
    disconnect = () => connections.disconnect(SHOP)
  })
  afterEach(() => platform.close())

  const place = (lines: number, changes = {}) => {
    const nodes = Array.from({ length: lines }, (_, at) => ({
      ...{ id: `gid://shopify/LineItem/${at + 1}`, quantity: 3, currentQuantity: 3 },
      ...{ customAttributes: [], product: { legacyResourceId: '5' }, variant: null },
    }))
    platform.mock.orders.set(GID, {
      ...{ id: GID, legacyResourceId: ID, name: '#1001', updatedAt: '2026-11-01T15:00:05Z' },
      ...{ cancelledAt: null, displayFinancialStatus: 'PAID', displayFulfillmentStatus: 'UNFULFILLED' },
      ...{ lineItems: { nodes }, ...changes },
    })
    return nodes
  }
  const hear = (topic: string, body: string): Promise<readonly Call[]> =>
    lone.adapter.translate({
      ...{ path: '/webhooks', query: {}, headers: {}, body: Buffer.from(body) },
      ...{ shop: SHOP, topic, receivedAt: lone.now },
    })
  const lookThrough = async (): Promise<readonly Call[]> => {
    const calls: Call[] = []
    for await (const some of lone.adapter.listOrders?.(SHOP, 0) ?? []) calls.push(...some)
    return calls
  }
  const linesOf = ([call]: readonly Call[]) => (call?.call === 'order' ? call.order.lines : [])
  const faultOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    )
  const REFUND = `{"id":1,"order_id":${ID},"refund_line_items":[{"line_item_id":1,"quantity":1}]}`
  const EDIT = `{"order_edit":{"id":1,"order_id":${ID}}}`

  for (const [what, topic, body] of [
    ['a refund', 'refunds/create', REFUND],
    ['an edit', 'orders/edited', EDIT],
  ] as const) {
    it(`show the whole order after ${what}`, async () => {
      const [first, second] = place(3)
      if (first !== undefined) first.currentQuantity = 2
      if (second !== undefined) second.currentQuantity = 0
      expect(linesOf(await hear(topic, body)).map(({ id, refunded }) => [id, refunded])).to.deep.equal([
        ['1', 1],
        ['2', 3],
        ['3', 0],
      ])
    })

    it(`come later where Shopify does not show the order of ${what} yet`, async () => {
      expect(await faultOf(hear(topic, body))).to.be.instanceOf(Later)
    })

    it(`come later where the app is uninstalled before ${what} is read`, async () => {
      place(1)
      await disconnect()
      expect(await faultOf(hear(topic, body))).to.be.instanceOf(Later)
    })
  }

  it('have all of their 260 lines', async () => {
    place(260)
    for (const calls of [await hear('orders/edited', EDIT), await lookThrough()]) {
      const ids = linesOf(calls).map(({ id }) => id)
      expect(new Set(ids).size).to.equal(260)
    }
  })

  it('come later where an order is deleted while its lines are read', async () => {
    place(260)
    const { fetch } = globalThis
    globalThis.fetch = async (...request) => {
      const answer = await fetch(...request)
      if (platform.mock.asked.includes('OrderLines')) platform.mock.orders.clear()
      return answer
    }
    expect(await faultOf(hear('orders/edited', EDIT))).to.be.instanceOf(Later)
  })

  it('are canceled without lines where a webhook says that they are deleted', async () => {
    const [call] = await hear('orders/delete', `{"id":${ID}}`)
    expect(call).to.have.nested.property('order.status', 'canceled')
    expect(call).to.have.nested.property('order.reference', `shopify:${SHOP}:${ID}`)
    expect(linesOf(call === undefined ? [] : [call])).to.deep.equal([])
  })

  it('have a webhook that names no order refused', async () => {
    for (const topic of ['orders/edited', 'refunds/create', 'orders/delete'])
      expect(await faultOf(hear(topic, '{}')))
        .to.be.an('error')
        .and.not.instanceOf(Later)
  })
})
