/** Translates a verified webhook into calls. */

import type { AdapterContext } from '../../core/service/storefront/adapter-context.ts'
import { type Adapter, type Call, Later, type ProvenHook } from '../../core/service/storefront/contract.ts'
import { part, readJson } from '../../core/service/storefront/exact-json.ts'
import type { Admin } from './admin.ts'
import type { AppSettings } from './app.ts'
import type { Connections } from './connections.ts'
import { idOf } from './ids.ts'
import { readOrder } from './look-through.ts'
import { deletedOrder, orderOfHook } from './order.ts'
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
        return [{ call: 'order', order: orderOfHook(shop, body, settings) }]
      case 'orders/delete':
        return [{ call: 'order', order: deletedOrder(shop, body) }]
      case 'orders/edited':
        return callsOfChange(parts, shop, part(part(body, 'order_edit'), 'order_id'))
      case 'refunds/create':
        return callsOfChange(parts, shop, part(body, 'order_id'))
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

/** Webhooks of edits and refunds show what changed; the order shows how it stands. */
async function callsOfChange(
  parts: TranslateParts,
  shop: string,
  orderId: unknown,
): Promise<readonly Call[]> {
  const id = idOf(orderId)
  if (id === null) throw new Error('The webhook has no order id.')
  const call = await readOrder(parts, shop, id)
  // The webhook may arrive before the order can be read.
  if (call === null) throw new Later('Shopify does not show the changed order yet.', 30)
  return [call]
}
