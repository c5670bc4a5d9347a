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
import type { HookTopic, SampleHook, SampleOrder, SamplePlatform } from './sample-order.ts'

const TOPICS: Readonly<Record<HookTopic, string>> = {
  created: 'orders/create',
  paid: 'orders/paid',
  shipped: 'orders/fulfilled',
  canceled: 'orders/cancelled',
  refunded: 'refunds/create',
  erased: 'customers/redact',
}

export interface ShopifyPlatform extends SamplePlatform {
  readonly mock: MockShopify
}

export async function openShopifyPlatform(): Promise<ShopifyPlatform> {
  const mock = await openMockShopify()
  mock.install()
  const hookOf = (topic: HookTopic, body: string, secret = CLIENT_SECRET): SampleHook => ({
    path: '/webhooks',
    headers: webhookHeaders(TOPICS[topic], body, {}, secret),
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
    async hook(topic, order) {
      mock.orders.set(`gid://shopify/Order/${order.id}`, graphqlOrder(topic, order))
      return hookOf(topic, bodyOf(topic, order))
    },
    strangerHook: async (order) => hookOf('paid', bodyOf('paid', order), 'the secret of another app'),
    written(orderId) {
      const kept = mock.metafields.get(`gid://shopify/Order/${orderId} renders`)
      if (kept === undefined) return null
      const lines = Object.entries(JSON.parse(kept.value) as Record<string, { render_id: string | null }>)
      return Object.fromEntries(lines.map(([line, { render_id }]) => [line, { render: render_id }]))
    },
    stock(orderId) {
      const kept = mock.metafields.get(`gid://shopify/Order/${orderId} renders`)
      const lines: Record<string, Pick<LineOutcome, 'inks' | 'paper'>> = JSON.parse(kept?.value ?? '{}')
      const named = ({ inks, paper }: Pick<LineOutcome, 'inks' | 'paper'>) =>
        [...inks, ...(paper === null ? [] : [paper])].map(({ name }) => name)
      return Object.fromEntries(Object.entries(lines).map(([line, one]) => [line, named(one)]))
    },
    writes: (orderId) => mock.writes.get(`gid://shopify/Order/${orderId}`) ?? 0,
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

function bodyOf(topic: HookTopic, order: SampleOrder): string {
  if (topic === 'erased')
    return JSON.stringify({
      shop_domain: SHOP,
      customer: { id: 1, email: order.email },
      orders_to_redact: [],
    })
  if (topic === 'refunded') {
    const refund = order.refunds.at(-1)
    const lines = (refund?.lines ?? []).map(({ line, quantity }) => ({
      line_item_id: Number(line),
      quantity,
    }))
    const id = Number((refund?.id ?? 'r0').replace(/\D/g, '')) + 500
    return exact(order.id, { id, order_id: '@@', created_at: timeOf(order), refund_line_items: lines })
  }
  return exact(order.id, {
    id: '@@',
    name: `#${order.id.slice(-4)}`,
    updated_at: timeOf(order),
    cancelled_at: topic === 'canceled' ? timeOf(order) : null,
    financial_status: topic === 'created' ? 'pending' : 'paid',
    fulfillment_status: topic === 'shipped' ? 'fulfilled' : null,
    email: order.email,
    customer: { first_name: order.name?.split(' ')[0], last_name: order.name?.split(' ')[1] },
    line_items: order.lines.map(({ id, fill, session, product, variant, quantity }) => ({
      ...{ id: Number(id), product_id: product, variant_id: variant, quantity, current_quantity: quantity },
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

function graphqlOrder(topic: HookTopic, order: SampleOrder): Record<string, unknown> {
  return {
    ...{ id: `gid://shopify/Order/${order.id}`, legacyResourceId: order.id, name: `#${order.id.slice(-4)}` },
    updatedAt: timeOf(order),
    cancelledAt: topic === 'canceled' ? timeOf(order) : null,
    displayFinancialStatus: topic === 'created' ? 'PENDING' : 'PAID',
    displayFulfillmentStatus: topic === 'shipped' ? 'FULFILLED' : 'UNFULFILLED',
    lineItems: {
      nodes: order.lines.map(({ id, fill, session, product, variant, quantity }) => ({
        ...{ id: `gid://shopify/LineItem/${id}`, quantity, currentQuantity: quantity },
        customAttributes: [
          ...(fill === null ? [] : [{ key: '_fill_id', value: fill }]),
          ...(session == null ? [] : [{ key: '_fill_session', value: session }]),
        ],
        product: { legacyResourceId: product },
        variant: variant === null ? null : { legacyResourceId: variant },
      })),
      pageInfo: { hasNextPage: false, endCursor: null },
    },
  }
}
