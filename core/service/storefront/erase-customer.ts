/** Privacy requests of a platform: what its orders printed is erased in the service, and who ordered is forgotten. */

import { customerKey } from '../fill/customer.ts'
import type { Call } from './contract.ts'
import { printedFill, printsOf } from './fill-of-line.ts'
import { forgetOrder } from './forget.ts'
import { COPY_WANTED, type StorefrontOrder } from './line.ts'
import type { PerformParts } from './perform-parts.ts'
import { isRefusedAs } from './refusal.ts'
import { STOREFRONT_ACTOR } from './use-cases.ts'

/**
 * By the address, and by the orders that the platform names: some name one without the other. Decision: fills of
 * held lines are left, because their designs may belong to another person.
 */
export async function eraseFor(
  parts: PerformParts,
  adapter: string,
  call: Extract<Call, { readonly call: 'erase' }>,
): Promise<void> {
  const { store, teamId, useCases } = parts
  const found: StorefrontOrder[] = []
  for (const orderId of call.orders) {
    const order = await store.storefront.orders.findByKey(teamId, { adapter, shop: call.shop, orderId })
    if (order !== null) found.push(order)
  }
  if (call.email !== null) {
    const known = await store.storefront.orders.ofCustomer(teamId, customerKey(call.email))
    found.push(...known.filter((one) => one.adapter === adapter && one.shop === call.shop))
  }
  for (const order of new Map(found.map((one) => [one.id, one])).values()) {
    const lines = await store.storefront.lines.ofOrder(teamId, order.id)
    for (const line of lines) {
      const prints = await printsOf(parts, order, line)
      const own = line.trusted && line.copyId !== COPY_WANTED ? [printedFill(line)] : []
      for (const id of new Set([...prints.map((print) => print.id), ...own])) await eraseKnown(parts, id)
    }
    await forgetOrder(store, order)
  }
  if (call.email !== null)
    await useCases.eraseCustomer({ teamId, customerEmail: call.email, actor: STOREFRONT_ACTOR })
  await parts.traces.remove(parts.clock.now())
}

/** A fill that does not exist has nothing to erase. */
async function eraseKnown({ useCases, teamId }: PerformParts, id: string): Promise<void> {
  try {
    await useCases.eraseFill({ teamId, id, actor: STOREFRONT_ACTOR })
  } catch (error) {
    if (!isRefusedAs(error, 'not_found')) throw error
  }
}
