/** The app as Shopify's partners know it: its credentials and settings, and Shopify's own library set up for them. */

import type { AdapterContext } from '../../core/service/storefront/adapter-context.ts'
import type { AdapterSetting } from '../../core/service/storefront/contract.ts'
import { shopifyLibrary } from './library.ts'

/** Shopify supports a version for a year: what is asked of it is checked against this one's schema. */
export const API_VERSION = '2026-10'

/** Each is used by a document in documents.ts; shopify.app.toml asks the merchant for the same. */
export const SCOPES = ['read_orders', 'write_orders', 'write_products', 'write_files'] as const

export const SETTINGS: readonly AdapterSetting[] = [
  { name: 'SHOPIFY_CLIENT_ID', meaning: 'Client id of the app; empty disables the adapter.' },
  {
    name: 'SHOPIFY_CLIENT_SECRET',
    meaning: 'Client secret of the app, used to verify webhooks and session tokens.',
  },
  {
    name: 'SHOPIFY_CLIENT_SECRET_OLD',
    meaning: 'Previous client secret, still accepted for webhooks during a rotation.',
  },
  {
    name: 'SHOPIFY_FINALIZE_ON',
    meaning: '`paid`, or `created` to print before payment.',
    standard: 'paid',
  },
  {
    name: 'SHOPIFY_CUSTOMER_DATA',
    meaning: '`yes` passes on the name and address of the customer (needs protected customer data, level 2).',
    standard: 'no',
  },
  {
    name: 'SHOPIFY_REQUIRE_DESIGN',
    meaning:
      '`yes` flags order lines of a personalized product without a design, and lets the checkout rule refuse them; `no` where a design is optional.',
    standard: 'yes',
  },
  {
    name: 'SHOPIFY_BINDING',
    meaning: '`require` prints only designs that the customer of the order made; `match` for custom themes.',
    standard: 'require',
  },
]

export type Shopify = ReturnType<ReturnType<typeof shopifyLibrary>['shopifyApi']>

export interface AppSettings {
  readonly clientId: string
  /** The one in force first. */
  readonly secrets: readonly string[]
  readonly finalizeOn: 'paid' | 'created'
  readonly customerData: boolean
  readonly requireDesign: boolean
  readonly binding: 'match' | 'require'
}

/** Null where no client id is set. Throws a plain sentence for settings that cannot be used. */
export function readSettings(settings: Readonly<Record<string, string>>): AppSettings | null {
  const clientId = settings.SHOPIFY_CLIENT_ID ?? ''
  if (clientId === '') return null
  const secrets = [settings.SHOPIFY_CLIENT_SECRET, settings.SHOPIFY_CLIENT_SECRET_OLD].filter(isGiven)
  if (!isGiven(settings.SHOPIFY_CLIENT_SECRET))
    throw new Error('SHOPIFY_CLIENT_SECRET is not set. Set it to the client secret of the app.')
  return {
    clientId,
    secrets,
    finalizeOn: choice(settings, 'SHOPIFY_FINALIZE_ON', ['paid', 'created']),
    customerData: choice(settings, 'SHOPIFY_CUSTOMER_DATA', ['no', 'yes']) === 'yes',
    requireDesign: choice(settings, 'SHOPIFY_REQUIRE_DESIGN', ['yes', 'no']) === 'yes',
    binding: choice(settings, 'SHOPIFY_BINDING', ['require', 'match']),
  }
}

/** Shopify answers in well under a second; a request that hangs is repeated later. */
const TIMEOUT_MS = 30_000

/** Shopify's library for one of the app's secrets: proves visits, and gets and renews tokens. */
export function openShopify(settings: AppSettings, context: Pick<AdapterContext, 'url'>): Shopify {
  const { ApiVersion, LogSeverity, setAbstractFetchFunc, shopifyApi } = shopifyLibrary()
  const { protocol, host } = new URL(context.url)
  setAbstractFetchFunc((url, init) =>
    globalThis.fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  )
  return shopifyApi({
    apiKey: settings.clientId,
    apiSecretKey: settings.secrets[0] ?? '',
    hostName: host,
    hostScheme: protocol === 'http:' ? 'http' : 'https',
    apiVersion: ApiVersion.October26,
    isEmbeddedApp: true,
    // Its messages may name shops; the adapter logs what matters.
    logger: { level: LogSeverity.Error, log: () => {} },
  })
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

function choice<T extends string>(
  settings: Readonly<Record<string, string>>,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const given = settings[name] ?? ''
  if (given === '') return choices[0]
  const known = choices.find((one) => one === given)
  if (known === undefined)
    throw new Error(`${name} must be ${choices.join(' or ')}, not ${JSON.stringify(given)}.`)
  return known
}
