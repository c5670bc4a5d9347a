/** Verifies webhooks of Shopify, and selects the topics that matter here. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Hook, Proof, Refusal } from '../../core/service/storefront/contract.ts'
import { part, readJson } from '../../core/service/storefront/exact-json.ts'
import type { AppSettings } from './app.ts'
import type { Connections } from './connections.ts'

export const TOPICS = [
  'orders/create',
  'orders/paid',
  'orders/fulfilled',
  'orders/cancelled',
  'orders/delete',
  'orders/edited',
  'refunds/create',
  'app/uninstalled',
  'app/scopes_update',
] as const
/** Sent to every app: requests for and erasures of personal data. */
export const PRIVACY_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact'] as const
export type Topic = (typeof TOPICS)[number] | (typeof PRIVACY_TOPICS)[number]

const SHOP = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/

/**
 * Base64 of HMAC-SHA256 over the raw bytes under the client secret, as Shopify's "Verify webhook deliveries" has it;
 * after a rotation the old secret signs for up to an hour. Missing is as good as wrong: both are 401.
 *
 * Decision: the shop is believed from its header, as Shopify's own libraries do: the signature covers the body alone,
 * and nobody but Shopify can sign one.
 */
export function proveWebhook(
  settings: Pick<AppSettings, 'secrets'>,
  connections: Pick<Connections, 'wasConnectedAt'>,
): (hook: Hook) => Promise<Proof | Refusal> {
  return async (hook) => {
    const header = (name: string) =>
      hook.headers[`x-shopify-${name}`] ?? hook.headers[`shopify-${name}`] ?? ''
    if (!isSigned(hook.body, header('hmac-sha256'), settings.secrets))
      return { refused: 'forged', why: 'Invalid signature.' }
    const shop = header('shop-domain').toLowerCase()
    if (!SHOP.test(shop)) return { refused: 'unreadable', why: 'The shop is not a Shopify shop.' }
    const topic = knownTopic(header('topic'))
    // Retries carry one id; the same change may come under another, which the performer's own marks tell.
    const id = header('webhook-id') === '' ? null : header('webhook-id').slice(0, 200)
    if (topic === null || !isObject(hook.body)) return { shop, id, topic: null }
    const isPrivacy = PRIVACY_TOPICS.some((one) => one === topic)
    if (!isPrivacy && (await isOver(connections, shop, header('triggered-at'))))
      return { shop, id, topic: null }
    return { shop, id, topic }
  }
}

function isSigned(body: Uint8Array, given: string, secrets: readonly string[]): boolean {
  const mac = Buffer.from(given, 'base64')
  // Every secret is tried, so that the time taken does not tell which one is in force.
  const fits = secrets.map((secret) => {
    const wanted = createHmac('sha256', secret).update(body).digest()
    return mac.length === wanted.length && timingSafeEqual(mac, wanted)
  })
  return fits.includes(true)
}

function knownTopic(given: string): Topic | null {
  return [...TOPICS, ...PRIVACY_TOPICS].find((topic) => topic === given.toLowerCase()) ?? null
}

function isObject(body: Uint8Array): boolean {
  try {
    const read = readJson(Buffer.from(body).toString('utf8'))
    return typeof read === 'object' && read !== null && part(read, 'constructor') === undefined
  } catch {
    return false
  }
}

/** Has the shop uninstalled the app, and not reinstalled it before this was sent? Late webhooks from before are ignored. */
async function isOver(
  connections: Pick<Connections, 'wasConnectedAt'>,
  shop: string,
  triggeredAt: string,
): Promise<boolean> {
  const state = await connections.wasConnectedAt(shop)
  if (state === 'never') return false
  if (state === 'gone') return true
  const sent = Date.parse(triggeredAt)
  return Number.isFinite(sent) && sent < state
}
