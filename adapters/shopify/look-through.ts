/** Reads orders from Shopify: one that an edit or a refund changed, and all that changed, in case a webhook did not arrive. */
import { type Call, Later } from '../../core/service/storefront/contract.ts'
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { Admin } from './admin.ts'
import { orderOfNode } from './order.ts'
import type { TranslateParts } from './translate.ts'

type Parts = Pick<TranslateParts, 'admin' | 'settings'>

/** The order as it stands; null where there is none. Throws Later and RefusedByShopify. */
export async function readOrder({ admin, settings }: Parts, shop: string, id: string): Promise<Call | null> {
  const node = part(await admin.ask(shop, 'order', { id: `gid://shopify/Order/${id}` }), 'order')
  if (node == null) return null
  return { call: 'order', order: orderOfNode(shop, await withAllLines(admin, shop, node), settings) }
}

/** Every order that changed since, oldest change first. */
export async function* listOrders(
  { admin, settings }: Parts,
  shop: string,
  since: number,
): AsyncIterable<readonly Call[]> {
  // Shopify's search reads times to the second, and what changes while the pages are read comes again at the end.
  const from = new Date(since - 1000).toISOString()
  let after: string | null = null
  do {
    const page = part(await admin.ask(shop, 'orders', { query: `updated_at:>='${from}'`, after }), 'orders')
    for (const node of listOf(part(page, 'nodes')))
      yield [{ call: 'order', order: orderOfNode(shop, await withAllLines(admin, shop, node), settings) }]
    after = nextOf(page)
  } while (after !== null)
}

async function withAllLines(admin: Admin, shop: string, order: unknown): Promise<unknown> {
  let lines = part(order, 'lineItems')
  const nodes = [...listOf(part(lines, 'nodes'))]
  for (let after = nextOf(lines); after !== null; after = nextOf(lines)) {
    const more = await admin.ask(shop, 'orderLines', { id: part(order, 'id'), after })
    lines = part(part(more, 'order'), 'lineItems')
    // Lines that are not shown would count as removed.
    if (lines === undefined) throw new Later('Shopify does not show all lines of the order.', 30)
    nodes.push(...listOf(part(lines, 'nodes')))
  }
  return { ...(order as object), lineItems: { nodes } }
}

function nextOf(connection: unknown): string | null {
  const info = part(connection, 'pageInfo')
  return part(info, 'hasNextPage') === true ? textOf(part(info, 'endCursor')) : null
}
