/** A shop's orders for the admin page of its adapter: its own ones alone. */
import { ServiceError } from '../../core/errors.ts'
import { eachItem } from '../../core/page.ts'
import type { OrdersView } from '../../core/service/storefront/adapter-context.ts'
import { NO_STOCK } from '../../core/service/storefront/line-stock.ts'
import { listOrders, releaseLine, retryLine } from '../../core/service/storefront/staff.ts'
import { lineWords } from '../../core/service/storefront/words.ts'
import { lineOutcome, outcomeOf } from '../../core/service/storefront/write-back.ts'
import { fillWire } from '../operations/fills/fill-wire.ts'
import type { AdapterHost } from './open.ts'

export function createOrdersView(
  host: Pick<AdapterHost, 'ports' | 'service' | 'links' | 'teamId'>,
  adapter: string,
): OrdersView {
  const { ports, service, links } = host
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
  return {
    async list(shop, { locale = 'en', ...page }) {
      const teamId = await host.teamId()
      const { items } = await listOrders(store, teamId, { adapter, shop }, page)
      return items.map(({ order, lines, stock }) => ({
        ...outcomeOf(order, [], stock),
        lines: lines.map((line) => {
          const ofLine = stock.get(line.id) ?? NO_STOCK
          return { ...lineOutcome(line, ofLine), ...lineWords(line, locale) }
        }),
      }))
    },
    retry: (shop, lineId) => move(retryLine, shop, lineId),
    release: (shop, lineId) => move(releaseLine, shop, lineId),
    async printFile(reference, renderId) {
      const render = await store.renders.find(await host.teamId(), renderId)
      return render?.externalOrderId === reference ? links.renderUrl(render) : null
    },
    async fills(reference) {
      const teamId = await host.teamId()
      const filter = { externalOrderId: reference }
      const views = eachItem(
        (page) => service.fills.list(teamId, filter, page),
        ({ fill }) => fill.id,
      )
      return Array.fromAsync(views, (view) => fillWire(view, links))
    },
  }
}
