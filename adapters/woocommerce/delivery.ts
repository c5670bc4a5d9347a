/** Verifies webhook deliveries over their raw bytes. A delivery only says that an order has changed. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Hook, Proof, ProvenHook, Refusal } from '../../core/service/storefront/contract.ts'
import { part, readJson } from '../../core/service/storefront/exact-json.ts'
import { idOf } from './fields.ts'
import { shopName } from './settings.ts'
import type { Stores } from './stores.ts'

/** In the address that the adapter's own webhooks are sent to: a store's name for itself can be another one. */
export const SHOP_QUERY = 'shop'

/**
 * Decision: no delivery has an id. WooCommerce's own is made of webhook and second, so that three orders of one second
 * share it; what comes twice is looked up twice and does nothing the second time.
 */
export async function proveDelivery(stores: Stores, hook: Hook): Promise<Proof | Refusal> {
  const { headers, body } = hook
  const shop = shopOf(hook)
  if (isPing(hook)) return { shop: shop ?? 'a store', id: null, topic: null }
  const signature = headers['x-wc-webhook-signature'] ?? ''
  if (signature === '') return { refused: 'forged', why: 'The delivery is not signed.' }
  if (shop === null || !stores.knows(shop))
    return { refused: 'unknown_shop', why: 'This store is not one of WOOCOMMERCE_STORES.' }
  const secret = await stores.knownHookSecret(shop)
  const given = Buffer.from(signature, 'base64')
  const expected = createHmac('sha256', secret ?? '')
    .update(body)
    .digest()
  if (secret === null || given.length !== expected.length || !timingSafeEqual(given, expected))
    return { refused: 'forged', why: 'Invalid signature.' }
  const topic = headers['x-wc-webhook-topic'] ?? ''
  if (!topic.startsWith('order.')) return { shop, id: null, topic: null }
  return orderIdOf(body) === null
    ? { refused: 'unreadable', why: 'The body has no order id.' }
    : { shop, id: null, topic }
}

/** The only fact that is taken from a delivery. */
export function orderIdOf(body: Uint8Array): string | null {
  try {
    const id = idOf(part(readJson(Buffer.from(body).toString('utf8')), 'id'))
    return id !== null && /^\d{1,30}$/.test(id) ? id : null
  } catch {
    return null
  }
}

/** WooCommerce tests a new webhook with an unsigned form, and creates it only if the reply is 200. */
function isPing({ headers, body }: Hook): boolean {
  const isForm = (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  const isSigned = 'x-wc-webhook-signature' in headers
  return (
    isForm && !isSigned && body.length < 64 && /^webhook_id=\d+$/.test(Buffer.from(body).toString('latin1'))
  )
}

function shopOf({ headers, query }: Pick<ProvenHook, 'headers' | 'query'>): string | null {
  const named = query[SHOP_QUERY]
  if (named !== undefined && named !== '') return named
  const source = headers['x-wc-webhook-source'] ?? ''
  return URL.canParse(source) ? shopName(new URL(source)) : null
}
