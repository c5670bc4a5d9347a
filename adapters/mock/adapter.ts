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
import type { CopiedFrom, Order, OrderOutcome } from '../../core/service/storefront/order.ts'

/** An order as this platform shows it, in hooks and in its list. */
export interface MockOrder {
  readonly id: string
  readonly state: 'open' | 'paid' | 'shipped' | 'canceled'
  readonly changed_at: number
  readonly cart: string | null
  readonly email: string | null
  readonly name: string | null
  readonly due_at: number | null
  readonly copied_from: string | null
  readonly lines: readonly {
    readonly id: string
    readonly product: string
    readonly variant: string | null
    readonly quantity: number
    readonly refunded: number
    /** Data that the shop stored on the line. */
    readonly properties: {
      readonly fill?: string
      readonly session?: string
      readonly cart?: string
      readonly copied_from?: string
    }
  }[]
}

interface MockEvent {
  readonly id: string
  readonly shop: string
  readonly topic: 'order' | 'deleted' | 'erase' | 'ping'
  readonly order?: MockOrder
  readonly order_id?: string
  readonly changed_at?: number
  readonly email?: string
}

const SHOP = 'mock-shop'
const STATUSES = { open: 'open', paid: 'paid', shipped: 'fulfilled', canceled: 'canceled' } as const

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
      if (event?.order_id !== undefined)
        return [{ call: 'order', order: deletedOrder(event.order_id, event) }]
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

/** The order as it stands. */
function callsOf(shown: MockOrder): readonly Call[] {
  const order: Order = {
    ...keyOf(shown.id),
    changedAt: shown.changed_at,
    cart: shown.cart,
    customer: { email: shown.email, name: shown.name },
    dueAt: shown.due_at,
    status: STATUSES[shown.state],
    lines: shown.lines.map(({ properties: { fill, session, cart, copied_from }, ...line }) => ({
      ...{ ...line, fill: fill ?? null, session: session ?? null, cart: cart ?? null },
      copiedFrom: copiedFrom(copied_from ?? shown.copied_from),
    })),
  }
  return [{ call: 'order', order }]
}

function keyOf(id: string) {
  return { shop: SHOP, id, reference: `mock:${SHOP}:${id}`, name: `#${id}` }
}

function copiedFrom(order: string | null): CopiedFrom | null {
  return order === null ? null : { order, reference: keyOf(order).reference }
}

/** A deleted order is canceled, and has no lines any more. */
function deletedOrder(id: string, { changed_at = null }: { readonly changed_at?: number | null }): Order {
  const nothing = { cart: null, customer: null, dueAt: null, lines: [] }
  return { ...keyOf(id), ...nothing, changedAt: changed_at, status: 'canceled' }
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
