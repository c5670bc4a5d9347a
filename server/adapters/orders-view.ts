/** A shop's orders for the admin page of its adapter: its own ones alone. */
import { ServiceError } from '../../core/errors.ts'
import type { Api, OrdersView } from '../../core/service/storefront/adapter-context.ts'
import type { StorefrontLine, StorefrontOrder } from '../../core/service/storefront/line.ts'
import { type LineStock, stockOfLines } from '../../core/service/storefront/line-stock.ts'
import { listOrders, releaseLine, retryLine } from '../../core/service/storefront/staff.ts'
import { outcomeOf } from '../../core/service/storefront/write-back.ts'
import type { AdapterHost } from './open.ts'

export function createOrdersView(
  host: Pick<AdapterHost, 'ports' | 'teamId'>,
  api: Api,
  adapter: string,
): OrdersView {
  const { ports } = host
  const { store } = ports
  const actor = { id: `adapter:${adapter}`, requestId: null }
  const move = async (work: typeof retryLine, shop: string, lineId: string): Promise<boolean> => {
    const teamId = await host.teamId()
    const line = await store.storefront.lines.find(teamId, lineId)
    const order = line === null ? null : await store.storefront.orders.find(teamId, line.orderRowId)
    if (order === null || order.shop !== shop || order.adapter !== adapter) return false
    try {
      await work(ports, { teamId, id: lineId, actor })
      return true
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'line_status_conflict') return false
      throw error
    }
  }
  /** The list is useful without it, too, while the service is out of reach. */
  const stockOf = (order: StorefrontOrder, lines: readonly StorefrontLine[]) =>
    stockOfLines(api, order, lines).catch(() => new Map<string, LineStock>())
  return {
    async list(shop, page) {
      const teamId = await host.teamId()
      const { items } = await listOrders(store, teamId, { adapter, shop }, page)
      const shown = items.map(async ({ order, lines }) =>
        outcomeOf(order, lines, await stockOf(order, lines)),
      )
      return Promise.all(shown)
    },
    retry: (shop, lineId) => move(retryLine, shop, lineId),
    release: (shop, lineId) => move(releaseLine, shop, lineId),
  }
}
