/** A service whose work on orders a test does itself, with a worker that can die at any of its transactions. */
import { MOCK } from '../../../adapters/mock/adapter.ts'
import { COPIED_FROM } from '../../../core/service/fill/copy.ts'
import type { StorefrontLine } from '../../../core/service/storefront/line.ts'
import { performStorefront } from '../../../core/service/storefront/perform.ts'
import type { PerformParts } from '../../../core/service/storefront/perform-parts.ts'
import { createSeenMappings } from '../../../core/service/storefront/seen-mappings.ts'
import { createService } from '../../../core/service.ts'
import type { RootStore } from '../../../core/store.ts'
import { storefrontUseCases } from '../../../server/adapters/use-cases.ts'
import { createStore, databaseOf } from '../../../server/store/store.ts'
import type { Database } from '../../support/database/postgres.ts'
import { openAdapterShop } from '../../support/shops/adapter-shop.ts'
import { openMockPlatform } from '../../support/shops/mock-platform.ts'
import type { SampleOrder } from '../../support/shops/sample-order.ts'

/** Before or after its transaction of this number is committed. */
export interface Death {
  readonly at: number
  readonly when: 'before' | 'after'
}

/** What became of a line. */
export interface SeenRow {
  readonly row: StorefrontLine
  /** Pieces in print files that stand, and how many of them the jobs give as too many. */
  readonly standing: number
  readonly surplus: number
}
export interface SeenOrder {
  readonly order: string
  readonly rows: readonly SeenRow[]
  /** Pieces in all print files of the order that stand. */
  readonly standing: number
  /** Print files that were not made. */
  readonly unmade: readonly string[]
}

class Died extends Error {}

const LEASE_MS = 31_000
/** Work that comes again for a reason has come by then. */
const MOST_ROUNDS = 12

export type OrderShop = Awaited<ReturnType<typeof openOrderShop>>

export async function openOrderShop(database: Database) {
  const platform = await openMockPlatform()
  // The work is done by the test alone.
  const env = { ...platform.env, ROLES: 'api,press' }
  const shop = await openAdapterShop(MOCK, env, { database })
  const { test } = shop
  const { store } = test.server.ports
  const { templateId } = await test.server.service.fills
    .retrieve(test.team.id, await shop.fill())
    .then(({ fill }) => fill)
  const teamId = test.team.id
  const mappings = new Map<string, string>()

  async function startWorker(death: Death | null): Promise<PerformParts> {
    const mortal = death === null ? store : dyingStore(store, death)
    const ports = { ...test.server.ports, store: mortal }
    return {
      ...(await test.server.adapters.parts()),
      ...{ store: mortal, mappings: createSeenMappings(test.clock) },
      useCases: storefrontUseCases(createService(ports)),
    }
  }

  async function rowsOf(orderIds: readonly string[]): Promise<readonly StorefrontLine[]> {
    const rows: StorefrontLine[] = []
    for (const orderId of orderIds) {
      const order = await store.storefront.orders.findByKey(teamId, {
        ...{ adapter: 'mock', shop: 'mock-shop', orderId },
      })
      if (order !== null) rows.push(...(await store.storefront.lines.ofOrder(teamId, order.id)))
    }
    return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  return {
    test,
    rowsOf,
    readFill: async (id: string) => (await store.fills.find(teamId, id)) ?? Promise.reject(new Error(id)),
    fill: (isUnprintable: boolean) => shop.fill(isUnprintable ? { values: { Name: '' } } : {}),
    /** Leaves the message in the outbox of the service. */
    async send(order: SampleOrder): Promise<string> {
      const { status, body } = await shop.send(await platform.hook(order, test.clock.now()))
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.id
    },
    async map(product: string): Promise<void> {
      const body = { external_product_id: product, template_id: templateId }
      const made = await test.json('/v1/product_mappings', { body })
      mappings.set(product, made.body.product_mapping.id)
    },
    async unmap(product: string): Promise<void> {
      await (
        await test.send(`/v1/product_mappings/${mappings.get(product)}`, { method: 'DELETE' })
      ).arrayBuffer()
      mappings.delete(product)
    },
    /** *Release* or *Try again*; false where the service refuses it. */
    async decide(lineId: string, action: 'release' | 'retry'): Promise<boolean> {
      const { status } = await test.json(`/v1/storefront/lines/${lineId}/${action}`, { method: 'POST' })
      return status === 200
    },
    async hear(hookIds: readonly string[]): Promise<void> {
      const worker = await startWorker(null)
      for (const id of hookIds) await performStorefront(worker, teamId, id)
    },
    /** Goes over the messages and the lines once; true where the worker has died, and its leases have ended. */
    async work(
      orderIds: readonly string[],
      hookIds: readonly string[],
      death: Death | null = null,
    ): Promise<boolean> {
      const worker = await startWorker(death)
      try {
        for (const id of hookIds) await performStorefront(worker, teamId, id)
        for (const { id, nextAttemptAt } of await rowsOf(orderIds))
          if (nextAttemptAt !== null) await performStorefront(worker, teamId, id)
        return false
      } catch (error) {
        if (!(error instanceof Died)) throw error
        test.clock.advance(LEASE_MS)
        return true
      }
    },
    /** Works until nothing is left to be done, as a process does that has started again. */
    async rest(orderIds: readonly string[], hookIds: readonly string[]): Promise<void> {
      await this.work(orderIds, hookIds)
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const due = (await rowsOf(orderIds)).flatMap(({ nextAttemptAt }) => nextAttemptAt ?? [])
        if (due.length === 0) return
        test.clock.set(Math.max(test.clock.now(), ...due))
        await this.work(orderIds, [])
      }
      throw new Error(`Work without an end: ${JSON.stringify(await rowsOf(orderIds))}`)
    },
    async see(orderId: string): Promise<SeenOrder> {
      const rows = await rowsOf([orderId])
      const externalOrderId = `mock:mock-shop:${orderId}`
      const page = { limit: 100, startingAfter: null }
      const { items } = await store.fills.list(teamId, { externalOrderId }, page, test.clock.now())
      const prints = items.filter(({ status }) => status === 'finalized')
      const renders = await store.renders.findMany(
        teamId,
        prints.map(({ lastRenderId }) => lastRenderId ?? ''),
      )
      return {
        order: orderId,
        rows: rows.map((row) => {
          const own = prints.filter(
            ({ id, lineRef, metadata }) =>
              lineRef === row.line && (id === row.fillId || metadata[COPIED_FROM] === row.fillId),
          )
          return {
            row,
            standing: own.reduce((sum, { quantity }) => sum + quantity, 0),
            surplus: own.reduce((sum, { refundedQuantity }) => sum + refundedQuantity, 0),
          }
        }),
        standing: prints.reduce((sum, { quantity }) => sum + quantity, 0),
        unmade: renders.filter(({ status }) => status !== 'succeeded').map(({ id }) => id),
      }
    },
    async isHeard(hookId: string): Promise<boolean> {
      return (await store.storefront.hooks.find(teamId, hookId))?.state === 'done'
    },
    async close(): Promise<void> {
      await shop.close()
      await platform.close()
    },
  }
}

/** Nothing of a dead process reaches the database. */
function dyingStore(original: RootStore, { at, when }: Death): RootStore {
  const database = databaseOf(original)
  let count = 0
  let isDead = false
  const live = (): void => {
    if (isDead) throw new Died()
  }
  const die = (): never => {
    isDead = true
    throw new Died()
  }
  return createStore({
    ...database,
    async read(asked) {
      live()
      return database.read(asked)
    },
    async change(asked) {
      live()
      return database.change(asked)
    },
    async transaction(work) {
      live()
      count += 1
      if (count === at && when === 'before') die()
      const result = await database.transaction(work)
      return count >= at ? die() : result
    },
  })
}
