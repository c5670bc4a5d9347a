/**
 * The smallest complete adapter, for a platform that does not exist: it signs its hooks with HMAC-SHA256, lists its
 * orders, takes what became of them and pictures of its listings. Begin a new adapter from it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AdapterContext } from '../../core/service/storefront/adapter-context.ts'
import {
  type Adapter,
  type AdapterKind,
  type Call,
  Later,
  type Listing,
  type ProvenHook,
} from '../../core/service/storefront/contract.ts'
import type { Line, Order, OrderOutcome } from '../../core/service/storefront/order.ts'

/** An order as this platform shows it, in hooks and in its list. */
export interface MockOrder {
  readonly id: string
  readonly state: 'open' | 'paid' | 'shipped' | 'canceled'
  readonly changed_at: number
  readonly cart: string | null
  readonly email: string | null
  readonly name: string | null
  readonly due_at: number | null
  readonly lines: readonly {
    readonly id: string
    readonly product: string
    readonly variant: string | null
    readonly quantity: number
    /** Data that the shop's page stored on the cart line. */
    readonly properties: { readonly fill?: string; readonly session?: string }
  }[]
  readonly refunds: readonly { readonly id: string; readonly line: string; readonly quantity: number }[]
}

interface MockEvent {
  readonly id: string
  readonly shop: string
  readonly topic: 'order' | 'erase' | 'ping'
  readonly order?: MockOrder
  readonly email?: string
}

const SHOP = 'mock-shop'
const CALLS = { open: 'attach', paid: 'finalize', shipped: 'fulfill' } as const

export const MOCK: AdapterKind = {
  name: 'mock',
  settings: [
    {
      name: 'MOCK_SECRET',
      meaning: 'Signing secret for hooks of the mock platform; empty disables the adapter.',
    },
    { name: 'MOCK_PLATFORM_URL', meaning: 'URL of the mock platform.' },
  ],
  open(context) {
    const secret = context.settings.MOCK_SECRET ?? ''
    return secret === '' ? null : openMock(context, secret)
  },
}

function openMock(context: AdapterContext, secret: string): Adapter {
  const platform = context.settings.MOCK_PLATFORM_URL ?? ''
  return {
    hooks: ['/orders'],
    binding: 'match',
    async prove({ body, headers }) {
      const expected = createHmac('sha256', secret).update(body).digest()
      const given = Buffer.from(headers['x-mock-signature'] ?? '', 'hex')
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        return { refused: 'forged', why: 'Invalid signature.' }
      const event = read(body)
      if (event === null) return { refused: 'unreadable', why: 'The body is not a valid event.' }
      if (event.shop !== SHOP) return { refused: 'unknown_shop', why: `Unknown shop ${event.shop}.` }
      return { shop: event.shop, id: event.id, topic: event.topic === 'ping' ? null : event.topic }
    },
    async translate({ body }: ProvenHook) {
      const event = read(body)
      if (event?.order !== undefined) return callsOf(event.order)
      if (event?.email === undefined) throw new Error('The event has neither an order nor an e-mail address.')
      return [{ call: 'erase', shop: SHOP, email: event.email, orders: [] }]
    },
    shops: async () => [SHOP],
    async *listOrders(_shop, since) {
      const { orders } = (await ask(`${platform}/orders?since=${since}`)) as { orders: readonly MockOrder[] }
      for (const order of orders) yield callsOf(order)
    },
    async writeBack(outcome: OrderOutcome) {
      await ask(`${platform}/orders/${outcome.order}/print`, JSON.stringify(outcome.lines))
    },
    async showListing({ product, png }: Listing) {
      await ask(`${platform}/listings/${product}`, png)
    },
  }
}

function read(body: Uint8Array): MockEvent | null {
  try {
    const event = JSON.parse(Buffer.from(body).toString('utf8')) as MockEvent | null
    return typeof event?.id === 'string' && typeof event.shop === 'string' ? event : null
  } catch {
    return null
  }
}

/** The calls of an order in its current state; finished work is not repeated. */
function callsOf(shown: MockOrder): readonly Call[] {
  const order: Order = {
    shop: SHOP,
    id: shown.id,
    reference: `mock:${SHOP}:${shown.id}`,
    name: `#${shown.id}`,
    changedAt: shown.changed_at,
    cart: shown.cart,
    customer: { email: shown.email, name: shown.name },
    dueAt: shown.due_at,
  }
  const lines: Line[] = shown.lines.flatMap(({ properties, ...line }) =>
    properties.fill === undefined
      ? []
      : [{ ...line, fill: properties.fill, session: properties.session ?? null }],
  )
  if (shown.state === 'canceled') return [{ call: 'withdraw', order, lines: 'all' }]
  const refunded = shown.refunds.map(({ id, line, quantity }) => ({ refund: id, line, quantity }))
  return [
    ...(refunded.length > 0 ? [{ call: 'withdraw', order, lines: refunded } as const] : []),
    { call: CALLS[shown.state], order, lines },
  ]
}

async function ask(url: string, body?: string | Uint8Array): Promise<unknown> {
  const answer = await fetch(
    url,
    body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : Buffer.from(body) },
  ).catch((cause: unknown) => {
    throw new Later('The mock platform does not respond.', null, cause)
  })
  if (answer.ok) return answer.json()
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  throw new Later(`The mock platform responded with ${answer.status}.`, Number.isNaN(wait) ? null : wait)
}
