/** Reads orders from the store: the order of a delivery, and all that changed. */
import type { Call } from '../../core/service/storefront/contract.ts'
import { listOf, part } from '../../core/service/storefront/exact-json.ts'
import { idOf } from './fields.ts'
import { callsOfDeleted, callsOfOrder, hasFills } from './order.ts'
import { RefusedByStore, type StoreApi } from './store-api.ts'

const PAGE = '100'

/** Throws Later and RefusedByStore. */
export async function callsFor(
  api: StoreApi,
  shop: string,
  id: string,
  statuses: readonly string[],
): Promise<readonly Call[]> {
  const order = await readOrder(api, id)
  if (order === null) return callsOfDeleted(shop, id)
  return callsOfOrder(shop, order, await refundsOf(api, order), statuses)
}

/** The calls of every order that changed since then (milliseconds since 1970), order by order, oldest change first. */
export async function* changedOrders(
  api: StoreApi,
  shop: string,
  since: number,
  statuses: readonly string[],
): AsyncIterable<readonly Call[]> {
  // Changes are listed to the second.
  const from = new Date(Math.max(0, since - 1000)).toISOString().slice(0, 19)
  const query = {
    modified_after: from,
    dates_are_gmt: 'true',
    orderby: 'modified',
    order: 'asc',
    per_page: PAGE,
  }
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await api('get', 'orders', { query: { ...query, page: String(page) } })
    pages = answer.pages
    for (const order of listOf(answer.body)) {
      yield callsOfOrder(shop, order, await refundsOf(api, order), statuses)
    }
  }
}

/** Null where the store has deleted it; other missing pages do not count as deleted. */
export async function readOrder(api: StoreApi, id: string): Promise<unknown> {
  try {
    return (await api('get', `orders/${id}`)).body
  } catch (error) {
    if (error instanceof RefusedByStore && error.code === 'woocommerce_rest_shop_order_invalid_id')
      return null
    throw error
  }
}

/** An order only names its refunds; their lines are in a separate list. */
async function refundsOf(api: StoreApi, order: unknown): Promise<readonly unknown[]> {
  const id = idOf(part(order, 'id'))
  if (id === null || listOf(part(order, 'refunds')).length === 0 || !hasFills(order)) return []
  const found: unknown[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await api('get', `orders/${id}/refunds`, { query: { per_page: PAGE, page: String(page) } })
    pages = answer.pages
    found.push(...listOf(answer.body))
  }
  return found
}
