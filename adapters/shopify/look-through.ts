/** Reads orders from Shopify: an edited one, and all that changed, in case a webhook did not arrive. */
import type { Call } from '../../core/service/storefront/contract.ts'
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { Admin } from './admin.ts'
import { publishedFor } from './mapped-products.ts'
import { callsOfOrder } from './order.ts'
import type { TranslateParts } from './translate.ts'

/** The order with all of its lines, or null where there is none. Throws Later and RefusedByShopify. */
export async function readOrder(admin: Admin, shop: string, id: string): Promise<unknown> {
  const order = part(await admin.ask(shop, 'order', { id }), 'order')
  return order == null ? null : withAllLines(admin, shop, order)
}

/** The calls of every order that changed since, order by order, oldest change first. */
export async function* listOrders(
  { admin, settings, context }: Pick<TranslateParts, 'admin' | 'settings' | 'context'>,
  shop: string,
  since: number,
): AsyncIterable<readonly Call[]> {
  // Shopify's search reads times to the second, and what changes while the pages are read comes again at the end.
  const from = new Date(since - 1000).toISOString()
  const { mapped } = await publishedFor(context.shelf, shop)
  let after: string | null = null
  do {
    const page = part(await admin.ask(shop, 'orders', { query: `updated_at:>='${from}'`, after }), 'orders')
    for (const node of listOf(part(page, 'nodes'))) {
      const calls = callsOfOrder(shop, await withAllLines(admin, shop, node), { ...settings, mapped })
      if (calls.length > 0) yield calls
    }
    after = nextOf(page)
  } while (after !== null)
}

async function withAllLines(admin: Admin, shop: string, order: unknown): Promise<unknown> {
  let lines = part(order, 'lineItems')
  const nodes = [...listOf(part(lines, 'nodes'))]
  for (let after = nextOf(lines); after !== null; after = nextOf(lines)) {
    const more = await admin.ask(shop, 'orderLines', { id: part(order, 'id'), after })
    lines = part(part(more, 'order'), 'lineItems')
    nodes.push(...listOf(part(lines, 'nodes')))
  }
  return { ...(order as object), lineItems: { nodes } }
}

function nextOf(connection: unknown): string | null {
  const info = part(connection, 'pageInfo')
  return part(info, 'hasNextPage') === true ? textOf(part(info, 'endCursor')) : null
}
