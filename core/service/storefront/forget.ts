/** Removes the customer from the rows of storefronts when customer data is erased. */

import type { Store } from '../../store.ts'
import { customerKey } from '../fill/customer.ts'
import type { StorefrontOrder } from './line.ts'

/** The cart goes too: it tells one person's orders from another's. */
const NOBODY = { customerEmail: null, customerName: null, customerKey: null, cart: null } as const

/** An unreadable hook can contain any customer's name. */
async function forgetUnread(store: Store, teamId: string): Promise<void> {
  await store.storefront.hooks.forgetFailed(teamId)
}

/** From the orders that own the fill, not from one that only claimed it. */
export async function forgetOrdersOf(store: Store, teamId: string, fillId: string): Promise<void> {
  await forgetUnread(store, teamId)
  for (const line of await store.storefront.lines.ofFill(teamId, fillId))
    if (line.trusted) await store.storefront.orders.update(teamId, line.orderRowId, NOBODY)
}

/** Of all storefronts of the team. */
export async function forgetCustomer(store: Store, teamId: string, email: string): Promise<void> {
  await forgetUnread(store, teamId)
  for (const { id } of await store.storefront.orders.ofCustomer(teamId, customerKey(email)))
    await store.storefront.orders.update(teamId, id, NOBODY)
}

export async function forgetOrder(store: Store, { teamId, id }: StorefrontOrder): Promise<void> {
  await forgetUnread(store, teamId)
  await store.storefront.orders.update(teamId, id, NOBODY)
}
