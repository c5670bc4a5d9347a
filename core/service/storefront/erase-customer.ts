/** Privacy requests of a platform: what its orders printed is erased in the service, and who ordered is forgotten. */

import { customerKey } from '../fill/customer.ts'
import { eraseCustomerOf, eraseFillOf } from './api-calls.ts'
import type { Call } from './contract.ts'
import { forgetOrder } from './forget.ts'
import type { StorefrontOrder } from './line.ts'
import type { PerformParts } from './perform-parts.ts'

/**
 * By the address, and by the orders that the platform names: some name one without the other. Decision: fills of
 * held lines are left, because their designs may belong to another person. Throws Later.
 */
export async function eraseFor(
  parts: PerformParts,
  adapter: string,
  call: Extract<Call, { readonly call: 'erase' }>,
): Promise<void> {
  const { store, teamId, api } = parts
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
      const fillId = line.copyId ?? (line.trusted ? line.fillId : null)
      if (fillId !== null) await eraseFillOf(api, fillId)
    }
    await forgetOrder(store, order)
  }
  if (call.email !== null) await eraseCustomerOf(api, call.email)
  await parts.traces.remove(parts.clock.now())
}
