/** The settings of the WooCommerce adapter, and the name of a store. */
import type { AdapterSetting } from '../../core/service/storefront/contract.ts'

export interface Keys {
  readonly key: string
  readonly secret: string
}

export interface StoreSetting {
  /** Its name in references and hooks: see shopName. */
  readonly shop: string
  /** Without a slash at its end. */
  readonly url: string
  /** Null where its administrator connects it. */
  readonly keys: Keys | null
}

export interface WooSettings {
  readonly stores: readonly StoreSetting[]
  /** Order statuses at which print files are made, without `wc-`. */
  readonly statuses: readonly string[]
  /** The secret of manually created webhooks; null where the adapter creates its own. */
  readonly hookSecret: string | null
  readonly showsPictures: boolean
}

export const SETTINGS: readonly AdapterSetting[] = [
  {
    name: 'WOOCOMMERCE_STORES',
    meaning:
      'WooCommerce stores that connect with keys, separated by spaces: https://shop.example, or with REST keys https://ck_…:cs_…@shop.example; empty disables the adapter.',
  },
  {
    name: 'WOOCOMMERCE_STATUSES',
    meaning: 'Order statuses that trigger printing, separated by commas.',
    standard: 'processing,completed',
  },
  {
    name: 'WOOCOMMERCE_HOOK_SECRET',
    meaning:
      'Secret of manually created webhooks in the store; if empty, the adapter creates its own webhooks and secrets.',
  },
  {
    name: 'WOOCOMMERCE_PICTURES',
    meaning: '`on` adds an image of the template to the product images.',
    standard: 'off',
  },
]

/** Null where no store is named. Throws a plain sentence for an unusable value; it never contains a key. */
export function readSettings(given: Readonly<Record<string, string>>): WooSettings | null {
  const named = (given.WOOCOMMERCE_STORES ?? '').split(/\s+/).filter((one) => one !== '')
  if (named.length === 0) return null
  const stores = named.map(readStore)
  const twice = stores.find((one, at) => stores.findIndex(({ shop }) => shop === one.shop) !== at)
  if (twice !== undefined) throw new Error(`WOOCOMMERCE_STORES contains ${twice.shop} twice.`)
  const statuses = (given.WOOCOMMERCE_STATUSES || 'processing,completed')
    .split(',')
    .map((one) => one.trim().replace(/^wc-/, ''))
    .filter((one) => one !== '')
  return {
    stores,
    statuses,
    hookSecret: given.WOOCOMMERCE_HOOK_SECRET || null,
    showsPictures: given.WOOCOMMERCE_PICTURES === 'on',
  }
}

function readStore(text: string, at: number): StoreSetting {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(`Store ${at + 1} of WOOCOMMERCE_STORES is not a URL such as https://shop.example.`)
  const [key, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  if ((key === '') !== (secret === ''))
    throw new Error(`Store ${at + 1} of WOOCOMMERCE_STORES needs both keys or none.`)
  return {
    shop: shopName(url),
    url: `${url.origin}${url.pathname.replace(/\/$/, '')}`,
    keys: key === '' ? null : { key, secret },
  }
}

/**
 * Host, port and path of a store: the name that the plugin gives itself too, so that an order has one reference
 * whichever of the two reports it.
 */
export function shopName(url: URL): string {
  const port = url.port === '' ? '' : `.${url.port}`
  return `${url.hostname.toLowerCase()}${port}${url.pathname.replace(/\/$/, '')}`.slice(0, 150)
}
