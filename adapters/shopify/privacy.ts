/** The three privacy requests that Shopify makes of every app. */

import type { AdapterContext } from '../../core/service/storefront/adapter-context.ts'
import type { Call } from '../../core/service/storefront/contract.ts'
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { Connections } from './connections.ts'
import { idOf } from './ids.ts'
import { shelfKey } from './mapped-products.ts'
import { orderReference } from './order.ts'

const DATA_REQUEST = 'data-request'
const PAGE = 100

/** `data-request:{shop}:{id}` on the shelf: what is kept of a customer, for the merchant to hand out. */
export function dataRequestPrefix(shop: string): string {
  return `${DATA_REQUEST}:${shop}:`
}

/**
 * Gathers what the service keeps of a customer's orders, for the app's page to show. Decision: the merchant answers
 * the customer, within Shopify's 30 days; nothing is sent anywhere by itself.
 */
export async function reportCustomerData(
  context: AdapterContext,
  shop: string,
  body: unknown,
): Promise<void> {
  const request = idOf(part(part(body, 'data_request'), 'id')) ?? String(context.now())
  const email = textOf(part(part(body, 'customer'), 'email'))
  const orders = [...new Set(listOf(part(body, 'orders_requested')).flatMap((id) => idOf(id) ?? []))]
  const fills: object[] = []
  for (const order of orders) fills.push(...(await context.orders.fills(orderReference(shop, order))))
  const report = { requested_at: new Date(context.now()).toISOString(), email, orders, fills }
  await context.shelf.put(`${dataRequestPrefix(shop)}${request}`, JSON.stringify(report))
  context.log('A customer requested their data. The response is in the app.', { shop })
}

/** Some of them name the address alone, some the orders alone. */
export function redactCustomer(shop: string, body: unknown): readonly Call[] {
  const email = textOf(part(part(body, 'customer'), 'email'))
  const orders = listOf(part(body, 'orders_to_redact')).flatMap((id) => idOf(id) ?? [])
  return email === null && orders.length === 0 ? [] : [{ call: 'erase', shop, email, orders }]
}

/** Two days after the app was taken out: everything of the shop goes. */
export async function eraseShop(
  context: AdapterContext,
  connections: Connections,
  shop: string,
): Promise<readonly Call[]> {
  const orders: string[] = []
  let startingAfter: string | null = null
  for (;;) {
    const page = await context.orders.list(shop, { limit: PAGE, startingAfter })
    orders.push(...page.map((order) => order.order))
    startingAfter = page.at(-1)?.id ?? null
    if (page.length < PAGE || startingAfter === null) break
  }
  for (const prefix of [dataRequestPrefix(shop), `listing:${shop}:`, `shop:${shop}`, shelfKey(shop)])
    for (const key of await context.shelf.keys(prefix)) await context.shelf.remove(key)
  await connections.forget(shop)
  return orders.length === 0 ? [] : [{ call: 'erase', shop, email: null, orders }]
}
