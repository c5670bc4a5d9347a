/** Reads orders from the store: the order of a delivery, and all that changed. */
import type { Call } from '../../core/service/storefront/contract.ts'
import { listOf, part } from '../../core/service/storefront/exact-json.ts'
import { idOf } from './fields.ts'
import { deletedOrder, readOrder } from './order.ts'
import { RefusedByStore, type StoreApi } from './store-api.ts'

const PAGE = '100'
/** The store lists orders in the trash only where they are asked for alone. */
const LISTS = ['any', 'trash']

/** Throws Later and RefusedByStore. */
export async function callsFor(
  api: StoreApi,
  shop: string,
  id: string,
  statuses: readonly string[],
): Promise<readonly Call[]> {
  const shown = await showOrder(api, id)
  return shown === null
    ? [{ call: 'order', order: deletedOrder(shop, id) }]
    : callsOf(api, shop, shown, statuses)
}

/** Every order that changed since then (milliseconds since 1970), oldest change first, and those in the trash last. */
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
  }
  for (const status of LISTS)
    for await (const shown of listAll(api, 'orders', { ...query, status }))
      yield await callsOf(api, shop, shown, statuses)
}

/** Null where the store has deleted it; other missing pages do not count as deleted. */
export async function showOrder(api: StoreApi, id: string): Promise<unknown> {
  try {
    return (await api('get', `orders/${id}`)).body
  } catch (error) {
    if (error instanceof RefusedByStore && error.code === 'woocommerce_rest_shop_order_invalid_id')
      return null
    throw error
  }
}

/** An order only names its refunds; their lines are in a separate list. */
async function callsOf(
  api: StoreApi,
  shop: string,
  shown: unknown,
  statuses: readonly string[],
): Promise<readonly Call[]> {
  const id = idOf(part(shown, 'id'))
  const refunds: unknown[] = []
  if (id !== null && listOf(part(shown, 'refunds')).length > 0)
    for await (const refund of listAll(api, `orders/${id}/refunds`, {})) refunds.push(refund)
  const order = readOrder(shop, shown, refunds, statuses)
  return order === null ? [] : [{ call: 'order', order }]
}

async function* listAll(
  api: StoreApi,
  path: string,
  query: Readonly<Record<string, string>>,
): AsyncIterable<unknown> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await api('get', path, { query: { ...query, per_page: PAGE, page: String(page) } })
    pages = answer.pages
    yield* listOf(answer.body)
  }
}
