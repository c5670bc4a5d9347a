/** Shopify as the conformance suite sees a platform: orders become webhooks and answers of the Admin API. */
import type { LineOutcome } from '../../../core/service/storefront/order.ts'
import type { AdapterShop } from './adapter-shop.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type MockShopify,
  openMockShopify,
  SHOP,
  sessionToken,
  webhookHeaders,
} from './mock-shopify.ts'
import type { SampleHook, SampleOrder, SamplePlatform } from './sample-order.ts'

export interface ShopifyPlatform extends SamplePlatform {
  readonly mock: MockShopify
}

export async function openShopifyPlatform(): Promise<ShopifyPlatform> {
  const mock = await openMockShopify()
  mock.install()
  const shown = new Map<string, SampleOrder>()
  const hookOf = (topic: string, body: string, secret = CLIENT_SECRET): SampleHook => ({
    path: '/webhooks',
    headers: webhookHeaders(topic, body, {}, secret),
    body: Buffer.from(body),
  })
  return {
    mock,
    env: {
      SHOPIFY_CLIENT_ID: CLIENT_ID,
      SHOPIFY_CLIENT_SECRET: CLIENT_SECRET,
      SHOPIFY_CUSTOMER_DATA: 'yes',
      // The suite's fills are made by the shop's server, and by visitors who are not asked for a session.
      SHOPIFY_BINDING: 'match',
    },
    async hook(order) {
      const before = shown.get(order.id)
      const topic = topicOf(before, order)
      // An older hook does not turn the shop back.
      if (before === undefined || before.changedAt <= order.changedAt) {
        shown.set(order.id, order)
        mock.orders.set(gidOf(order.id), graphqlOrder(order))
      }
      return hookOf(topic, bodyOf(topic, order))
    },
    async deleted({ id }) {
      mock.orders.delete(gidOf(id))
      return hookOf('orders/delete', exact(id, { id: '@@' }))
    },
    strangerHook: async (order) =>
      hookOf('orders/paid', bodyOf('orders/paid', order), 'the secret of another app'),
    erasure: async (email) =>
      hookOf(
        'customers/redact',
        JSON.stringify({ shop_domain: SHOP, customer: { id: 1, email }, orders_to_redact: [] }),
      ),
    written(orderId) {
      const kept = mock.metafields.get(`${gidOf(orderId)} renders`)
      if (kept === undefined) return null
      const lines = Object.entries(JSON.parse(kept.value) as Record<string, { render_id: string | null }>)
      return Object.fromEntries(lines.map(([line, { render_id }]) => [line, { render: render_id }]))
    },
    stock(orderId) {
      const kept = mock.metafields.get(`${gidOf(orderId)} renders`)
      const lines: Record<string, Pick<LineOutcome, 'inks' | 'paper'>> = JSON.parse(kept?.value ?? '{}')
      const named = ({ inks, paper }: Pick<LineOutcome, 'inks' | 'paper'>) =>
        [...inks, ...(paper === null ? [] : [paper])].map(({ name }) => name)
      return Object.fromEntries(Object.entries(lines).map(([line, one]) => [line, named(one)]))
    },
    writes: (orderId) => mock.writes.get(gidOf(orderId)) ?? 0,
    refuse(isRefusing) {
      mock.refusing = isRefusing
    },
    close: () => mock.close(),
  }
}

/** Opens the app as the merchant does, which connects the shop. */
export async function connectShop(shop: AdapterShop): Promise<void> {
  const headers = { authorization: `Bearer ${sessionToken()}` }
  const answer = await shop.test.json('/adapters/shopify/desk/state', { key: null, headers })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

/** The webhook that Shopify sends for what changed on the order. */
function topicOf(before: SampleOrder | undefined, order: SampleOrder): string {
  if (order.status === 'canceled') return 'orders/cancelled'
  if (before === undefined) return order.status === 'open' ? 'orders/create' : 'orders/paid'
  if (before.status !== order.status) return order.status === 'fulfilled' ? 'orders/fulfilled' : 'orders/paid'
  const refunded = ({ lines }: SampleOrder) => lines.map((line) => line.refunded ?? 0).join()
  if (refunded(before) !== refunded(order)) return 'refunds/create'
  return JSON.stringify(before.lines) === JSON.stringify(order.lines) ? 'orders/paid' : 'orders/edited'
}

let refunds = 500

function bodyOf(topic: string, order: SampleOrder): string {
  if (topic === 'refunds/create') {
    refunds += 1
    const lines = order.lines.flatMap(({ id, refunded = 0 }) =>
      refunded === 0 ? [] : [{ line_item_id: Number(id), quantity: refunded }],
    )
    return exact(order.id, {
      ...{ id: refunds, order_id: '@@', created_at: timeOf(order), refund_line_items: lines },
    })
  }
  if (topic === 'orders/edited') return exact(order.id, { order_edit: { id: 1, order_id: '@@' } })
  return exact(order.id, {
    id: '@@',
    name: `#${order.id.slice(-4)}`,
    updated_at: timeOf(order),
    cancelled_at: order.status === 'canceled' ? timeOf(order) : null,
    financial_status: order.status === 'open' ? 'pending' : 'paid',
    fulfillment_status: order.status === 'fulfilled' ? 'fulfilled' : null,
    email: order.email,
    customer: { first_name: order.name?.split(' ')[0], last_name: order.name?.split(' ')[1] },
    line_items: order.lines.map(({ id, fill, session, product, variant, quantity, refunded = 0 }) => ({
      ...{ id: Number(id), product_id: product, variant_id: variant, quantity },
      current_quantity: quantity - refunded,
      properties: [
        ...(fill === null ? [] : [{ name: '_fill_id', value: fill }]),
        ...(session == null ? [] : [{ name: '_fill_session', value: session }]),
      ],
    })),
  })
}

/** The order's id as the number that it is, with all of its digits. */
function exact(id: string, body: object): string {
  return JSON.stringify(body).replace('"@@"', id)
}

function timeOf(order: SampleOrder): string {
  return new Date(order.changedAt).toISOString()
}

function gidOf(orderId: string): string {
  return `gid://shopify/Order/${orderId}`
}

function graphqlOrder(order: SampleOrder): Record<string, unknown> {
  return {
    ...{ id: gidOf(order.id), legacyResourceId: order.id, name: `#${order.id.slice(-4)}` },
    updatedAt: timeOf(order),
    cancelledAt: order.status === 'canceled' ? timeOf(order) : null,
    displayFinancialStatus: order.status === 'open' ? 'PENDING' : 'PAID',
    displayFulfillmentStatus: order.status === 'fulfilled' ? 'FULFILLED' : 'UNFULFILLED',
    lineItems: {
      nodes: order.lines.map(({ id, fill, session, product, variant, quantity, refunded = 0 }) => ({
        ...{ id: `gid://shopify/LineItem/${id}`, quantity, currentQuantity: quantity - refunded },
        customAttributes: [
          ...(fill === null ? [] : [{ key: '_fill_id', value: fill }]),
          ...(session == null ? [] : [{ key: '_fill_session', value: session }]),
        ],
        product: { legacyResourceId: product },
        variant: variant === null ? null : { legacyResourceId: variant },
      })),
    },
  }
}
