/**
 * A storefront adapter from nothing, for a platform called Stationer: the least that the contract asks for. It proves
 * hooks and says what the order is now; what that means for the press, retries and whose fill it is are Platen's business.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AdapterKind } from '../../core/service/storefront/contract.ts'
import type { Order, OrderStatus } from '../../core/service/storefront/order.ts'

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
      // 2. What is the order now? All of it, as plain data; saying it again does no harm.
      async translate({ body, shop }) {
        const { order } = JSON.parse(Buffer.from(body).toString('utf8')) as StationerHook
        return [{ call: 'order', order: orderOf(shop, order) }]
      },
    }
  },
}

const STATUSES: Readonly<Record<StationerHook['order']['stage'], OrderStatus>> = {
  placed: 'open',
  paid: 'paid',
  dropped: 'canceled',
}

function orderOf(shop: string, shown: StationerHook['order']): Order {
  return {
    shop,
    id: shown.number,
    // Under this the service knows the order; two stores of one team must not share a number.
    reference: `stationer:${shop}:${shown.number}`,
    name: `No. ${shown.number}`,
    changedAt: Date.parse(shown.modified),
    cart: shown.basket ?? null,
    customer: shown.buyer === undefined ? null : { email: shown.buyer.mail, name: shown.buyer.called },
    dueAt: null,
    status: STATUSES[shown.stage],
    // Every line: one that is missing was removed, and one without a design may need one.
    lines: shown.items.map(({ row, article, count, returned, notes }) => ({
      ...{ id: row, fill: notes.fill ?? null, session: notes.session ?? null, cart: null },
      ...{ product: article, variant: null, quantity: count, refunded: returned, copiedFrom: null },
    })),
  }
}
