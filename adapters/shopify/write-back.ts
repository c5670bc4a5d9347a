/** Writes the results of an order's fills into a metafield of the app. */
import { Later } from '../../core/service/storefront/contract.ts'
import { part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { OrderOutcome } from '../../core/service/storefront/order.ts'
import { type Admin, RefusedByShopify } from './admin.ts'

const NAMESPACE = '$app:print'
const KEY = 'renders'
const MOST_TRIES = 5
const MOST_BYTES = 128 * 1024

/**
 * By line: fill, render, state, and ink and paper by name and screen colour. Links are not written: a signed one lives for an hour. Compare-and-set, so that what
 * others wrote of other lines stays; line items themselves cannot be written once the order stands.
 */
export async function writeRenders(admin: Admin, outcome: OrderOutcome): Promise<void> {
  const id = `gid://shopify/Order/${outcome.order}`
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const order = part(await admin.ask(outcome.shop, 'orderRenders', { id }), 'order')
    // A deleted order has no metafields.
    if (order == null) return
    const metafield = part(order, 'metafield')
    const before = part(metafield, 'jsonValue')
    const after = { ...(isObject(before) ? before : {}), ...linesOf(outcome) }
    const value = JSON.stringify(after)
    if (value === JSON.stringify(before)) return
    if (Buffer.byteLength(value) > MOST_BYTES)
      throw new RefusedByShopify('The order has more lines than the metafield can store.')
    const compareDigest = textOf(part(metafield, 'compareDigest'))
    try {
      const one = { ownerId: id, namespace: NAMESPACE, key: KEY, type: 'json', value, compareDigest }
      await admin.ask(outcome.shop, 'setMetafields', { metafields: [one] })
      return
    } catch (error) {
      const isStale =
        error instanceof RefusedByShopify &&
        error.codes.some((code) => code === 'STALE_OBJECT' || code === 'INVALID_COMPARE_DIGEST')
      if (!isStale) throw error
    }
  }
  throw new Later('The order was changed by other apps in the meantime.', 10)
}

function linesOf(outcome: OrderOutcome): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    outcome.lines.map(({ line, fill, state, reason, render, renderStatus, inks, paper }) => [
      line,
      { fill_id: fill, state, reason, render_id: render, status: renderStatus, inks, paper },
    ]),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
