/** A shop that sends the neutral order hook, and lists its orders when it is asked. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signWebhook } from '../../../core/service/webhook/signer.ts'
import type { SampleHook, SampleOrder, SamplePlatform } from './sample-order.ts'

export const REST_SECRET = `whsec_${Buffer.from('a secret of the shop, 32 bytes..').toString('base64')}`
const STRANGERS = `whsec_${Buffer.from('another secret, also of 32 bytes').toString('base64')}`
const TOKEN = 'a-token-of-the-shop'

export async function openRestPlatform(
  env: Readonly<Record<string, string>> = {},
): Promise<SamplePlatform & { readonly asked: () => number }> {
  const orders = new Map<string, ReturnType<typeof wireOrder>>()
  let asked = 0
  let hooks = 0
  const server = createServer((request, response) => {
    asked += 1
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return response.writeHead(401).end('{}')
    const { searchParams } = new URL(request.url ?? '', 'http://shop')
    const since = searchParams.get('since') ?? ''
    const all = [...orders.values()].filter((order) => order.updated_at >= since)
    // Two at a time, so that there are pages to turn.
    const at = Number(searchParams.get('at') ?? 0)
    const next = all.length > at + 2 ? `?since=${encodeURIComponent(since)}&at=${at + 2}` : null
    return response.end(JSON.stringify({ orders: all.slice(at, at + 2), next }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const sign = (event: object, at: number, secret = REST_SECRET): SampleHook => {
    hooks += 1
    const body = JSON.stringify(event)
    const stamp = { id: `msg_${hooks}`, timestamp: Math.floor(at / 1000) }
    return {
      path: '/orders',
      headers: { 'content-type': 'application/json', ...signWebhook([secret], stamp, body) },
      body: Buffer.from(body),
    }
  }
  return {
    env: {
      REST_HOOK_SECRETS: REST_SECRET,
      REST_ORDERS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders?since={since}`,
      REST_ORDERS_TOKEN: TOKEN,
      ...env,
    },
    asked: () => asked,
    async hook(order, at) {
      const shown = wireOrder(order)
      const before = orders.get(order.id)
      if (before === undefined || before.updated_at <= shown.updated_at) orders.set(order.id, shown)
      return sign({ type: 'order.changed', data: { order: shown } }, at)
    },
    strangerHook: async (order, at) =>
      sign({ type: 'order.changed', shop: 'another', data: { order: wireOrder(order) } }, at, STRANGERS),
    async deleted(order, at) {
      orders.delete(order.id)
      const shown = wireOrder({ ...order, status: 'canceled', lines: [] })
      return sign({ type: 'order.changed', data: { order: shown } }, at)
    },
    erasure: async (email, at) => sign({ type: 'customer.erased', data: { email } }, at),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** As order.schema.json describes it. */
export function wireOrder(order: SampleOrder) {
  return {
    id: order.id,
    name: `#${order.id}`,
    status: order.status,
    updated_at: new Date(order.changedAt).toISOString(),
    cart_id: order.cart,
    customer: { email: order.email, name: order.name },
    due_at: order.dueAt === null ? null : new Date(order.dueAt).toISOString(),
    copied_from: order.copiedFrom,
    lines: order.lines.map((line) => ({
      id: line.id,
      fill_id: line.fill,
      session_id: line.session ?? null,
      ...(line.cart === undefined ? {} : { cart_id: line.cart }),
      product_id: line.product,
      variant_id: line.variant,
      quantity: line.quantity,
      refunded_quantity: line.refunded ?? 0,
      ...(line.copiedFrom === undefined ? {} : { copied_from: line.copiedFrom }),
    })),
  }
}
