/** Looks through a shop's orders for those whose hook never came: as if each had come now. */

import { acceptOrder } from './accept-orders.ts'
import type { Adapter } from './contract.ts'
import { eraseFor } from './erase-customer.ts'
import type { PerformParts } from './perform-parts.ts'

/** Decision: every ten minutes, and each time an hour further back, for platforms list a change some time after it. */
export const LOOK_EVERY_MS = 600_000
const OVERLAP_MS = 3_600_000
/** The first time; a hook that is older has had its chance. */
const FIRST_LOOK_MS = 7 * 86_400_000

/** The job of a shop. Throws Later; the next minute's sweep asks again. */
export async function lookThrough(
  parts: PerformParts,
  name: string,
  adapter: Adapter,
  shop: string,
): Promise<void> {
  if (adapter.listOrders === undefined || !(await adapter.shops()).includes(shop)) return
  const { store, clock, teamId } = parts
  const begun = clock.now()
  const lookedAt = await readMark(parts, name, `looked ${shop}`)
  const since = lookedAt === null ? begun - FIRST_LOOK_MS : lookedAt - OVERLAP_MS
  for await (const calls of adapter.listOrders(shop, since))
    for (const call of calls) {
      if (call.call === 'erase') await eraseFor(parts, name, call)
      else await acceptOrder(parts, teamId, name, call.order)
    }
  // After all of them, so that a killed process starts again.
  await store.storefront.shelf.put(teamId, markOwner(name), `looked ${shop}`, String(begun), null)
}

/** The shops whose turn it is. */
export async function dueToLook(
  parts: Pick<PerformParts, 'store' | 'clock' | 'teamId'>,
  name: string,
  shops: readonly string[],
  kind: 'looked' | 'listed',
): Promise<readonly string[]> {
  const due: string[] = []
  for (const shop of shops) {
    const at = await readMark(parts, name, `${kind} ${shop}`)
    if (at === null || at + LOOK_EVERY_MS <= parts.clock.now()) due.push(shop)
  }
  return due
}

/** When it was last done, milliseconds since 1970. Marks are no secrets, and lie apart from what adapters keep. */
export async function readMark(
  { store, teamId }: Pick<PerformParts, 'store' | 'teamId'>,
  name: string,
  key: string,
): Promise<number | null> {
  const kept = await store.storefront.shelf.get(teamId, markOwner(name), key)
  return kept === null ? null : Number(kept.sealed)
}

/** No adapter has a name with a slash in it. */
export function markOwner(name: string): string {
  return `${name}/marks`
}
