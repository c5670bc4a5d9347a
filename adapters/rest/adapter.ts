/** The neutral storefront adapter: shops send their orders to POST /adapters/rest/orders, signed as Standard Webhooks. */

import type { AdapterContext } from '../../core/service/storefront/adapter-context.ts'
import {
  type Adapter,
  type AdapterKind,
  Later,
  type Refusal,
} from '../../core/service/storefront/contract.ts'
import { SignatureError } from './errors.ts'
import { type HookSecrets, readHookSecrets } from './hook-secrets.ts'
import { type OrderHook, orderOf, readHook, readOrder, UnreadableHook } from './order-hook.ts'
import { secondsOf } from './send.ts'
import { verifySignature } from './webhook.ts'

export const REST: AdapterKind = {
  name: 'rest',
  settings: [
    {
      name: 'REST_HOOK_SECRETS',
      meaning:
        'Signing secrets of the order hook (whsec_ and base64), separated by commas; shop=whsec_… for one of several ' +
        'shops. During a rotation, a shop can have two secrets. `platen hook-secret` makes one. Not needed for shops ' +
        'whose secret is made in the console.',
    },
    {
      name: 'REST_BINDING',
      standard: 'require',
      meaning:
        'require: print designs made in a browser only if the order has their cart or session id; match: print ' +
        'them unless these ids differ.',
    },
    {
      name: 'REST_ORDERS_URL',
      meaning:
        'URL of the order list of the shop, with {shop} and {since} as placeholders; used to find orders ' +
        'whose hook did not arrive.',
    },
    { name: 'REST_ORDERS_TOKEN', meaning: 'Bearer token for REST_ORDERS_URL.' },
  ],
  open(context) {
    return openRest(context, readHookSecrets(context.settings.REST_HOOK_SECRETS ?? ''))
  },
}

/** `set` are the secrets of the setting. It is open without any: shops can get one at any time. */
function openRest(context: AdapterContext, set: HookSecrets): Adapter {
  const { REST_BINDING: binding = 'require', REST_ORDERS_URL: listUrl = '' } = context.settings
  if (binding !== 'require' && binding !== 'match')
    throw new Error(`REST_BINDING must be require or match, not "${binding}".`)
  const readSecrets = async (): Promise<HookSecrets> => {
    const made = await context.hookSecrets()
    const shops = [...new Set([...set.keys(), ...made.keys()])]
    return new Map(shops.map((shop) => [shop, [...(made.get(shop) ?? []), ...(set.get(shop) ?? [])]]))
  }
  const adapter: Adapter = {
    hooks: ['/orders'],
    binding,
    async prove({ body, headers }) {
      // Which shop it is stands within what is signed: every secret is tried before anything is believed.
      const now = context.now()
      const secrets = await readSecrets()
      const every = [...secrets.values()].flat()
      const id = proven(() => verifySignature(body, headers, every, { now }))
      if (typeof id !== 'string') return id
      const hook = read(body)
      if (hook instanceof UnreadableHook) return { refused: 'unreadable', why: hook.message }
      const own = secrets.get(hook.shop)
      if (own === undefined) return { refused: 'unknown_shop', why: `Unknown shop ${hook.shop}.` }
      // One shop's secret speaks for no other.
      const ofShop = proven(() => verifySignature(body, headers, own, { now }))
      return typeof ofShop === 'string' ? { shop: hook.shop, id, topic: hook.type } : ofShop
    },
    async translate({ body }) {
      const hook = readHook(body)
      if (hook.type === 'order.changed') return [{ call: 'order', order: orderOf(hook.shop, hook.order) }]
      return [{ call: 'erase', shop: hook.shop, email: hook.email, orders: hook.orderIds }]
    },
    shops: async () => [...(await readSecrets()).keys()],
  }
  if (listUrl === '') return adapter
  return {
    ...adapter,
    async *listOrders(shop, since) {
      if (isOfPlugin(shop)) return
      const own = (await adapter.shops()).filter((one) => !isOfPlugin(one))
      if (own.length > 1 && !listUrl.includes('{shop}'))
        context.log('REST_ORDERS_URL needs {shop}, because there are several shops.', { shops: own.length })
      else yield* listOrders(context, listUrl, shop, since)
    },
  }
}

/** The WordPress plugin repeats its hooks itself, and its orders are in no list of another shop. */
function isOfPlugin(shop: string): boolean {
  return shop.startsWith('woocommerce:')
}

function proven(verify: () => string): string | Refusal {
  try {
    return verify()
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    return { refused: error.code === 'stale_signature' ? 'stale' : 'forged', why: error.message }
  }
}

function read(body: Uint8Array): OrderHook | UnreadableHook {
  try {
    return readHook(body)
  } catch (error) {
    if (error instanceof UnreadableHook) return error
    throw error
  }
}

interface OrderPage {
  readonly orders: readonly unknown[]
  readonly next?: string | null
}

const MOST_PAGES = 1_000
const TIMEOUT_MS = 20_000

/** `{ orders: […], next: address or null }`, each order as in the hook. Throws Later. */
async function* listOrders({ settings, log }: AdapterContext, template: string, shop: string, since: number) {
  const token = settings.REST_ORDERS_TOKEN ?? ''
  const first = template
    .replaceAll('{shop}', encodeURIComponent(shop))
    .replaceAll('{since}', encodeURIComponent(new Date(since).toISOString()))
  const { origin } = new URL(first)
  let url: string | null = first
  for (let pages = 0; url !== null && pages < MOST_PAGES; pages += 1) {
    const { orders, next = null } = await readPage(url, token)
    for (const order of orders) {
      try {
        yield [{ call: 'order', order: orderOf(shop, readOrder(order)) }] as const
      } catch (error) {
        if (!(error instanceof UnreadableHook)) throw error
        log('An order in the list could not be parsed.', { why: error.message })
      }
    }
    url = next === null ? null : new URL(next, url).href
    // The token goes nowhere else.
    if (url !== null && new URL(url).origin !== origin) return
  }
}

async function readPage(url: string, token: string): Promise<OrderPage> {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause) => {
    throw new Later('The order list of the shop does not respond.', null, cause)
  })
  if (!answer.ok)
    throw new Later(
      `The order list of the shop responded with ${answer.status}.`,
      secondsOf(answer.headers.get('retry-after'), Date.now()),
    )
  const page = (await answer.json()) as Partial<OrderPage>
  if (!Array.isArray(page.orders)) throw new Later('The order list of the shop is invalid.')
  return { orders: page.orders, next: page.next ?? null }
}
