/**
 * A storefront adapter from nothing, for a platform called Stationer: the least that the contract asks for. It proves
 * hooks and says what they mean; orders, retries, refunds and whose fill it is are the performer's business.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AdapterKind, Call } from '../../core/service/storefront/contract.ts'
import type { Line, Order } from '../../core/service/storefront/order.ts'

/** What Stationer posts when an order changes: the order as it then stands. */
interface StationerHook {
  readonly delivery: string
  readonly store: string
  readonly order: {
    readonly number: string
    readonly stage: 'placed' | 'paid' | 'dropped'
    readonly modified: string
    readonly basket?: string
    readonly buyer?: { readonly mail: string; readonly called: string }
    readonly items: readonly {
      readonly row: string
      readonly article: string
      readonly count: number
      readonly returned: number
      /** What the product page put on the basket line after `service:saved`. */
      readonly notes: Readonly<Record<string, string>>
    }[]
  }
}

export const STATIONER: AdapterKind = {
  name: 'stationer',
  settings: [
    { name: 'STATIONER_STORE', meaning: 'Name of the store; empty switches the adapter off.' },
    { name: 'STATIONER_SECRET', meaning: 'Secret that Stationer signs its hooks with.' },
  ],
  open({ settings }) {
    const { STATIONER_STORE: store = '', STATIONER_SECRET: secret = '' } = settings
    if (store === '') return null
    if (secret.length < 16) throw new Error('STATIONER_SECRET takes at least 16 characters.')
    return {
      hooks: ['/hook'],
      binding: 'match',
      shops: async () => [store],
      // 1. Who is it? Over the bytes as they came, and in constant time.
      async prove({ body, headers }) {
        const expected = createHmac('sha256', secret).update(body).digest()
        const given = Buffer.from(headers['stationer-signature'] ?? '', 'base64')
        if (given.length !== expected.length || !timingSafeEqual(given, expected))
          return { refused: 'forged', why: 'stationer-signature does not hold.' }
        const hook = JSON.parse(Buffer.from(body).toString('utf8')) as StationerHook
        if (hook.store !== store) return { refused: 'unknown_shop', why: `The store is not ${hook.store}.` }
        return { shop: store, id: hook.delivery, topic: hook.order.stage }
      },
      // 2. What does it ask for? Plain data; saying more than once what was said before does no harm.
      async translate({ body, shop }) {
        return callsOf(shop, (JSON.parse(Buffer.from(body).toString('utf8')) as StationerHook).order)
      },
    }
  },
}

function callsOf(shop: string, shown: StationerHook['order']): readonly Call[] {
  const order: Order = {
    shop,
    id: shown.number,
    // Under this the service knows the order; two stores of one team must not share a number.
    reference: `stationer:${shop}:${shown.number}`,
    name: `No. ${shown.number}`,
    changedAt: Date.parse(shown.modified),
    cart: shown.basket ?? null,
    customer: shown.buyer === undefined ? null : { email: shown.buyer.mail, name: shown.buyer.called },
    dueAt: null,
  }
  if (shown.stage === 'dropped') return [{ call: 'withdraw', order, lines: 'all' }]
  const lines: Line[] = shown.items.flatMap(({ row, article, count, notes }) =>
    notes.fill === undefined
      ? []
      : [
          {
            ...{ id: row, fill: notes.fill, session: notes.session ?? null },
            ...{ product: article, variant: null, quantity: count },
          },
        ],
  )
  const returned = shown.items.filter((item) => item.returned > 0)
  return [
    ...(returned.length === 0
      ? []
      : [
          {
            ...{ call: 'withdraw' as const, order },
            lines: returned.map((item) => ({ line: item.row, quantity: item.returned, refund: 'all' })),
          },
        ]),
    { call: shown.stage === 'paid' ? 'finalize' : 'attach', order, lines },
  ]
}
