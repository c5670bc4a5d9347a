/** A shop whose adapter runs apart from the service: over HTTP, with a key, and a database of its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdapterKind } from '../../../core/service/storefront/contract.ts'
import { findOrder, listOrders, releaseLine, retryLine } from '../../../core/service/storefront/staff.ts'
import { openApart } from '../../../server/adapters/apart.ts'
import { storefrontOrderWire } from '../../../server/operations/storefronts/storefront-wire.ts'
import { openRoad, type Road } from '../service/road.ts'
import { type AdapterShop, openAdapterShop, shopOf } from './adapter-shop.ts'

/** The service has no adapter of its own here; staff look at the one that runs apart. */
export async function openApartShop(
  kind: AdapterKind,
  env: Readonly<Record<string, string>>,
): Promise<AdapterShop & { readonly road: Road; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-apart-'))
  const { test } = await openAdapterShop(kind, {}, { adapters: [] })
  const road = await openRoad(test.url)
  const apart = await openApart({
    ...{ kind, serviceUrl: road.url, apiKey: test.team.key, port: 0, host: '127.0.0.1', baseUrl: null },
    ...{ dataDir, masterKey: Buffer.alloc(32, 7), setting: (name: string) => env[name] ?? '' },
    ...{ log: { info() {}, warn() {}, error() {} }, clock: test.clock },
  })
  const { ports, teamId } = apart.adapters.host
  const own = await teamId()
  const { store } = ports
  const json: AdapterShop['test']['json'] = async (path, options) => {
    const reply = async (status: number, body: unknown) => ({ status, headers: new Headers(), body })
    if (path.startsWith('/v1/storefront/orders')) {
      const { items } = await listOrders(store, own, {}, { limit: 100, startingAfter: null })
      return reply(200, { data: items.map(storefrontOrderWire) })
    }
    const [, lineId, move] = /^\/v1\/storefront\/lines\/(\w+)\/(retry|release)$/.exec(path) ?? []
    if (lineId === undefined) return test.json(path, options)
    try {
      const view = await (move === 'retry' ? retryLine : releaseLine)(ports, { teamId: own, id: lineId })
      return reply(200, { storefront_order: storefrontOrderWire(await findOrder(store, own, view.order.id)) })
    } catch (error) {
      return reply(409, { error: { code: (error as { code?: string }).code } })
    }
  }
  const shop = shopOf(
    { ...test, json, server: { ...test.server, ports: { ...test.server.ports, store } } },
    kind.name,
    () => apart.url,
  )
  return {
    ...shop,
    road,
    async close() {
      await apart.close()
      await road.close()
      await test.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
