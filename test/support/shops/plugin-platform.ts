/** A shop of the WordPress plugin, which sends each order itself, and erases and shows what the service made of it. */
import { REST } from '../../../adapters/rest/adapter.ts'
import { signWebhook } from '../../../core/service/webhook/signer.ts'
import { eventually } from '../run/eventually.ts'
import { type AdapterShop, openAdapterShop } from './adapter-shop.ts'
import { hookOf, openPluginRelay } from './plugin-relay.ts'
import type { SampleOrder, SamplePlatform } from './sample-order.ts'
import { openStubShop } from './stub-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Json = any

const STRANGERS = `whsec_${Buffer.from('another secret, also of 32 bytes').toString('base64')}`
/** An order of which the shop has nothing new to say is not sent again. */
const NOTHING_SENT = { status: 200, body: null, ms: 0 }
const STATUSES = { paid: 'processing', fulfilled: 'completed', canceled: 'cancelled' } as const

/** Of an order as staff of the shop see it. */
interface Seen {
  readonly text: string
  /** How often it looked different. */
  readonly writes: number
  readonly lines: Readonly<
    Record<string, { readonly render: string; readonly status: string; readonly stock: readonly string[] }>
  >
}

export interface PluginPlatform extends SamplePlatform {
  /** A service that knows nothing of the shop until the plugin registers it. */
  openShop(): Promise<AdapterShop>
}

export async function openPluginPlatform(): Promise<PluginPlatform> {
  const stub = await openStubShop()
  const relay = await openPluginRelay()
  let shop: AdapterShop | undefined
  const opened = (): AdapterShop => {
    if (shop === undefined) throw new Error('The shop has no service yet.')
    return shop
  }
  const known = new Set<string>()
  const seen = new Map<string, Seen>()
  let latest = ''
  /** What the order itself shows once the plugin has asked again. */
  const look = async (): Promise<Seen> => {
    const lines = await stub.send('POST', `/stub-look/${latest}`)
    const before = seen.get(latest)
    const text = JSON.stringify(lines)
    const writes = (before?.writes ?? 0) + (text === before?.text ? 0 : 1)
    const own = Object.entries<Json>(lines).map(([id, line]) => [id.slice(latest.length), line])
    const found = { text, writes, lines: Object.fromEntries(own) }
    seen.set(latest, found)
    return found
  }
  const put = async (order: SampleOrder): Promise<void> => {
    const { test } = opened()
    latest = order.id
    followMachine(test)
    const { body } = await test.json('/v1/product_mappings?limit=100')
    const templates = body.data.map((one: Json) => [one.external_product_id, one.template_id])
    await stub.send('PUT', `/stub-orders/${order.id}`, {
      order: stubOrder(order, known.has(order.id) ? 'failed' : 'pending'),
      templates: Object.fromEntries(templates),
    })
    known.add(order.id)
  }
  const hook = async (order: SampleOrder) =>
    (await relay.held(order.id, () => put(order))) ?? missing(order.id)
  return {
    env: {},
    hook,
    tell: async (order) => (await relay.passed(order.id, () => put(order))) ?? NOTHING_SENT,
    async strangerHook(order, at) {
      const event = JSON.parse(Buffer.from((await hook(order)).body).toString())
      const body = JSON.stringify({ ...event, shop: 'woocommerce:another' })
      const stamp = { id: 'msg_stranger', timestamp: Math.floor(at / 1000) }
      return hookOf(signWebhook([STRANGERS], stamp, body), Buffer.from(body))
    },
    async deleted({ id }) {
      latest = ''
      return (await relay.held(id, () => stub.send('DELETE', `/stub-orders/${id}`))) ?? missing(id)
    },
    written: (orderId) => seen.get(orderId)?.lines ?? null,
    stock: (orderId) =>
      Object.fromEntries(
        Object.entries(seen.get(orderId)?.lines ?? {}).map(([id, { stock }]) => [id, stock]),
      ),
    writes: (orderId) => seen.get(orderId)?.writes ?? 0,
    async erasure(email) {
      // The plugin erases nothing that is not printed yet. What it gives is the order's last message, come late.
      await eventually(look, {
        until: ({ lines }) => Object.values(lines).every(({ status }) => status === 'succeeded'),
      })
      const { kept } = await stub.send('POST', '/stub-erase', { email })
      if (kept.length > 0) throw new Error(kept.join(' '))
      return relay.last(latest) ?? missing(latest)
    },
    async openShop() {
      shop = await openAdapterShop(REST, {})
      followMachine(shop.test)
      relay.forward(shop.test.url)
      const connection = { home: stub.url, service_url: relay.url, secret_key: shop.test.team.key }
      await stub.send('POST', '/stub-connect', connection)
      const own = withOwnLines(shop)
      return {
        ...own,
        async idle() {
          await own.idle()
          if (latest !== '') await look()
        },
      }
    },
    async close() {
      const { faults } = await stub.send('GET', '/stub-state')
      await stub.close()
      await relay.close()
      if (faults.length > 0) throw new Error(`PHP complained: ${faults.join('\n')}`)
    },
  }
}

/** PHP signs with the time of the machine. The service's clock never goes back. */
function followMachine({ clock }: AdapterShop['test']): void {
  clock.set(Math.max(clock.now(), Date.now()))
}

function missing(order: string): never {
  throw new Error(`The plugin sent nothing of order ${order}.`)
}

/** The ids of lines are unique in WooCommerce: the order's stands before the suite's, and fits 64 bits with one digit more. */
function stubOrder(order: SampleOrder, unpaid: 'pending' | 'failed') {
  return {
    status: order.status === 'open' ? unpaid : STATUSES[order.status],
    ...{ email: order.email, name: order.name, copied_from: order.copiedFrom },
    lines: order.lines.map(({ id, fill, cart, product, quantity, refunded, copiedFrom }) => ({
      ...{ id: `${order.id}${id}`, fill, product, quantity, refunded: refunded ?? 0 },
      cart: cart === undefined ? order.cart : cart,
      copied_from: copiedFrom === undefined ? order.copiedFrom : copiedFrom,
    })),
  }
}

/** The lines under the ids that the suite has given them. */
function withOwnLines(shop: AdapterShop): AdapterShop {
  const own = (orderId: string, lines: Readonly<Record<string, Json>>) =>
    Object.fromEntries(Object.entries(lines).map(([id, line]) => [id.slice(orderId.length), line]))
  return {
    ...shop,
    lines: async (orderId) => own(orderId, await shop.lines(orderId)),
    async settled(orderId, states) {
      const full = Object.entries(states).map(([id, state]) => [`${orderId}${id}`, state])
      return own(orderId, await shop.settled(orderId, Object.fromEntries(full)))
    },
    pieces: (orderId, line) => shop.pieces(orderId, `${orderId}${line}`),
    async readFill(id) {
      const fill = await shop.readFill(id)
      const orderId: string = fill.external_order_id?.split(':').at(-1) ?? ''
      return { ...fill, line_ref: fill.line_ref?.slice(orderId.length) ?? null }
    },
  }
}
