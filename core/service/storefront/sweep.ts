/** Finds waiting work of storefronts without a job, shops that are due, and expired rows. */

import type { Tx } from '../../store.ts'
import { enqueueLine } from './accept-orders.ts'
import type { Adapter } from './contract.ts'
import { dueToLook } from './look-through.ts'
import type { PerformParts } from './perform-parts.ts'
import { enqueueWrite } from './write-back.ts'

/** A platform sends nothing again after so long, so nothing has to be known again. */
const HOOK_LIFE_MS = 30 * 86_400_000
const AT_ONCE = 200

/** Each minute, in one process or several. */
export async function sweepStorefronts(parts: PerformParts): Promise<void> {
  await wake(parts)
  for (const [name, adapter] of parts.adapters) await lookAtShops(parts, name, adapter)
  const before = parts.clock.now() - HOOK_LIFE_MS
  await parts.store.storefront.hooks.removeBefore(before, AT_ONCE)
}

/** Rows of all kinds that are due, page by page, in case they have no job, as after a restored backup. */
async function wake(parts: PerformParts): Promise<void> {
  const { store, clock, teamId } = parts
  const now = clock.now()
  await page(store.storefront.hooks.waiting, now, async (inside, hook) => {
    if (hook.teamId !== teamId) return
    const group = `${hook.adapter}:${hook.shop}`
    await parts.jobs.enqueue(inside, { kind: 'storefront', teamId, objectId: hook.id, group })
  })
  await page(store.storefront.orders.waiting, now, async (inside, order) => {
    if (order.teamId === teamId) await enqueueWrite(parts, inside, order, now)
  })
  await page(store.storefront.lines.waiting, now, async (inside, line) => {
    const order = line.teamId === teamId ? await inside.storefront.orders.find(teamId, line.orderRowId) : null
    if (order !== null) await enqueueLine(parts, inside, order, line.id, now)
  })

  async function page<R extends { readonly id: string }>(
    read: (now: number, afterId: string, limit: number) => Promise<readonly R[]>,
    at: number,
    ask: (inside: Tx, row: R) => Promise<void>,
  ): Promise<void> {
    for (let afterId: string | null = ''; afterId !== null; ) {
      const rows: readonly R[] = await read(at, afterId, AT_ONCE)
      await store.transaction(async (inside) => {
        for (const row of rows) await ask(inside, row)
      })
      afterId = rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null)
    }
  }
}

async function lookAtShops(parts: PerformParts, name: string, adapter: Adapter): Promise<void> {
  const kinds = [
    ...(adapter.listOrders === undefined ? [] : (['looked', 'look'] as const)),
    ...(adapter.showListing === undefined && adapter.showMappings === undefined
      ? []
      : (['listed', 'list'] as const)),
  ]
  if (kinds.length === 0) return
  const shops = await adapter.shops()
  for (let at = 0; at < kinds.length; at += 2) {
    const due = await dueToLook(parts, name, shops, kinds[at] as 'looked' | 'listed')
    await parts.store.transaction(async (store) => {
      for (const shop of due) {
        const job = { kind: 'storefront', teamId: parts.teamId, group: `${name}:${shop}` } as const
        await parts.jobs.enqueue(store, { ...job, objectId: `${kinds[at + 1]}:${name} ${shop}` })
      }
    })
  }
}
