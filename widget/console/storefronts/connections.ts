/** The ways to connect a shop: the keys that each needs, and the values to paste. */
import type { Scope } from '../../../core/service/access/scope.ts'

export const WAYS = ['woocommerce', 'shopify', 'own'] as const
export type Way = (typeof WAYS)[number]

/** Of the key that the shop's server uses. Shopify's app runs inside the service and needs none. */
export const SCOPES: Readonly<Record<Way, readonly Scope[]>> = {
  woocommerce: [
    'templates:read',
    'product_mappings:write',
    'fills:write',
    'renders:write',
    'previews:write',
    'embed_sessions:write',
    'storefront:write',
  ],
  shopify: [],
  own: ['templates:read', 'product_mappings:write', 'fills:write', 'renders:write', 'previews:write'],
}

/** What a connected shop notes on its application. */
export const WAY_NOTE = 'connected_as'
export const KEY_NOTE = 'server_key'

export function wayOf(metadata: Readonly<Record<string, string>>): Way | null {
  return WAYS.find((way) => way === metadata[WAY_NOTE]) ?? null
}

const SCHEME = /^https?:\/\//i

/** The origin of an address as people type it, with or without https and a path; null for what is none. */
export function originOf(typed: string): string | null {
  const text = typed.trim()
  const address = SCHEME.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { origin, hostname } = new URL(address)
  return hostname.includes('.') || hostname === 'localhost' ? origin : null
}

/** The origin with the https that was not typed; null where it was, or where there is no origin. */
export function completedOrigin(typed: string): string | null {
  return SCHEME.test(typed.trim()) ? null : originOf(typed)
}

export interface OwnFacts {
  readonly address: string
  readonly apiKey: string
  readonly publishableKey: string
}

export function ownSettings({ address, apiKey, publishableKey }: OwnFacts): string {
  return `PLATEN_URL=${address}\nPLATEN_API_KEY=${apiKey}\nPLATEN_PUBLISHABLE_KEY=${publishableKey}`
}

export function finalizeSnippet(): string {
  return `import { createClient } from 'platen-client'

const platen = createClient({ apiKey: process.env.PLATEN_API_KEY, baseUrl: process.env.PLATEN_URL })
// When the order is paid:
await platen.fills.finalize(line.fill, { external_order_id: order.id, quantity: line.quantity })`
}

export function shopifySettings(clientId: string): string {
  return `SHOPIFY_CLIENT_ID=${clientId}\nSHOPIFY_CLIENT_SECRET=`
}

/** Of adapters/shopify/deploy/shopify.app.toml. */
export function shopifyConfiguration(address: string, clientId: string): string {
  const app = `${address}/adapters/shopify/`
  return `client_id = "${clientId.replace(/[^\w-]/g, '')}"\napplication_url = "${app}"\n\n[auth]\nredirect_urls = ["${app}"]\n\n# In both subscriptions:\nuri = "${app}webhooks"`
}
