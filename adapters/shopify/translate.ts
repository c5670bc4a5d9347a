/** Translates a verified webhook into calls. */

import type { AdapterContext } from '../../core/service/storefront/adapter-context.ts'
import { type Adapter, type Call, Later, type ProvenHook } from '../../core/service/storefront/contract.ts'
import { part, readJson } from '../../core/service/storefront/exact-json.ts'
import type { Admin } from './admin.ts'
import type { AppSettings } from './app.ts'
import type { Connections } from './connections.ts'
import { idOf } from './ids.ts'
import { readOrder } from './look-through.ts'
import { type Mapped, publishedFor } from './mapped-products.ts'
import { callsOfHook, callsOfOrder, callsOfRefund } from './order.ts'
import { eraseShop, redactCustomer, reportCustomerData } from './privacy.ts'
import type { Topic } from './webhook.ts'

export interface TranslateParts {
  readonly context: AdapterContext
  readonly settings: AppSettings
  readonly connections: Connections
  readonly admin: Admin
}

export function createTranslate(parts: TranslateParts): Adapter['translate'] {
  const { settings, connections } = parts
  return async (hook: ProvenHook): Promise<readonly Call[]> => {
    const { shop } = hook
    const body = readJson(Buffer.from(hook.body).toString('utf8'))
    switch (hook.topic as Topic) {
      case 'orders/create':
      case 'orders/paid':
      case 'orders/fulfilled':
      case 'orders/cancelled':
        return callsOfHook(shop, hook.topic, body, { ...settings, mapped: await mappedOf(parts, shop) })
      case 'refunds/create':
        return callsOfRefund(shop, body)
      case 'orders/edited':
        return callsOfEdit(parts, shop, body)
      case 'app/uninstalled':
        await connections.disconnect(shop)
        return []
      case 'app/scopes_update':
        // The next token that is exchanged or renewed carries the new scopes.
        return []
      case 'customers/data_request':
        await reportCustomerData(parts.context, shop, body)
        return []
      case 'customers/redact':
        return redactCustomer(shop, body)
      case 'shop/redact':
        return eraseShop(parts.context, connections, shop)
    }
  }
}

/** The hook says which lines changed by how much; the order says how it stands. */
async function callsOfEdit(parts: TranslateParts, shop: string, body: unknown): Promise<readonly Call[]> {
  const id = idOf(part(part(body, 'order_edit'), 'order_id'))
  if (id === null) throw new Error('The edit has no order id.')
  const order = await readOrder(parts.admin, shop, `gid://shopify/Order/${id}`)
  // The webhook may arrive before the order can be read.
  if (order === null) throw new Later('Shopify does not show the edited order yet.', 30)
  return callsOfOrder(shop, order, { ...parts.settings, mapped: await mappedOf(parts, shop) })
}

/** Of the mappings as they were last published, so that no hook asks for them. */
async function mappedOf({ context }: TranslateParts, shop: string): Promise<Mapped> {
  return (await publishedFor(context.shelf, shop)).mapped
}
