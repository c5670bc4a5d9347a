/** Connecting a store by its own consent (wc-auth): its administrator approves, and the store sends its keys here. */
import { timingSafeEqual } from 'node:crypto'
import type {
  AdapterContext,
  PlainAnswer,
  PlainRequest,
} from '../../core/service/storefront/adapter-context.ts'
import { Later } from '../../core/service/storefront/contract.ts'
import { part, readJson, textOf } from '../../core/service/storefront/exact-json.ts'
import { bytesAt, PICTURES } from './listing.ts'
import { shopName } from './settings.ts'
import { openStoreApi, RefusedByStore } from './store-api.ts'
import type { Stores } from './stores.ts'
import { ensureWebhooks } from './webhooks.ts'

const COOKIE = 'platen_woocommerce'
const STATE_LIFE_MS = 3_600_000
const stateAt = (state: string) => `connecting:${state}`

interface Connecting {
  readonly shop: string
  readonly until: number
}

/** Null for what is not the adapter's. */
export async function answerPage(
  context: AdapterContext,
  stores: Stores,
  request: PlainRequest,
): Promise<PlainAnswer | null> {
  const { method, path } = request
  if (method === 'GET' && path === '/connect') return begin(context, stores, request)
  if (method === 'POST' && path === '/keys') return receiveKeys(context, stores, request)
  if (method === 'GET' && path === '/connected') return end(request)
  if (method === 'GET' && path.startsWith(PICTURES)) return picture(context, path)
  return null
}

/** Only for stores of the settings, so that no caller can choose an address for the service's requests. */
async function begin(context: AdapterContext, stores: Stores, { query }: PlainRequest): Promise<PlainAnswer> {
  const named = query.store ?? ''
  const shop = URL.canParse(named) ? shopName(new URL(named)) : named
  const store = stores.urlOf(shop)
  if (store === null) return page(404, 'This store is not one of WOOCOMMERCE_STORES.')
  if (!context.url.startsWith('https://'))
    return page(
      400,
      'WooCommerce sends its keys to https URLs only. Set BASE_URL to the https URL of this service.',
    )
  const state = Buffer.from(context.bytes(32)).toString('hex')
  const connecting: Connecting = { shop, until: context.now() + STATE_LIFE_MS }
  await context.shelf.put(stateAt(state), JSON.stringify(connecting), 0)
  const target = new URL(`${store}/wc-auth/v1/authorize`)
  target.search = new URLSearchParams({
    app_name: 'Platen',
    scope: 'read_write',
    user_id: state,
    return_url: `${context.url}/connected`,
    callback_url: `${context.url}/keys`,
  }).toString()
  const cookie = `${COOKIE}=${state}; Path=${new URL(context.url).pathname}; Max-Age=3600; HttpOnly; Secure; SameSite=Lax`
  return {
    status: 302,
    headers: { location: target.href, 'set-cookie': cookie, 'cache-control': 'no-store' },
    body: '',
  }
}

/**
 * This request is not signed: the state proves it and is used once, and the keys are tested at the store before they are
 * stored. Anything but 200 makes the store forget the keys.
 */
async function receiveKeys(
  context: AdapterContext,
  stores: Stores,
  { body }: PlainRequest,
): Promise<PlainAnswer> {
  const given = readBody(body)
  const [state, key, secret] = ['user_id', 'consumer_key', 'consumer_secret'].map((name) =>
    textOf(part(given, name)),
  )
  const shop = await consumeState(context, state ?? '')
  if (shop === null) return page(403, 'This connection request is invalid or has already been used.')
  if (!/^ck_\w{1,100}$/.test(key ?? '') || !/^cs_\w{1,100}$/.test(secret ?? ''))
    return page(400, 'The request contains no keys.')
  if (part(given, 'key_permissions') !== 'read_write') return page(400, 'The keys have no write permission.')
  const keys = { key: key ?? '', secret: secret ?? '' }
  const api = openStoreApi(stores.urlOf(shop) ?? '', keys)
  try {
    await api('get', 'orders', { query: { per_page: '1' } })
  } catch (error) {
    if (!(error instanceof Later || error instanceof RefusedByStore)) throw error
    return page(400, 'The store rejected these keys.')
  }
  await stores.saveKeys(shop, keys)
  context.log('A store was connected.', { shop })
  // Where this fails, the next look through its orders makes them.
  await ensureWebhooks(context, stores, api, shop).catch(() => {})
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' }
}

async function consumeState(context: AdapterContext, state: string): Promise<string | null> {
  if (!/^[0-9a-f]{64}$/.test(state)) return null
  const kept = await context.shelf.get(stateAt(state))
  if (kept === null) return null
  // Compare and set: of two requests with one state, only the first counts.
  const isFirst = await context.shelf.put(stateAt(state), '{}', kept.version)
  const { shop, until } = JSON.parse(kept.value) as Partial<Connecting>
  await context.shelf.remove(stateAt(state))
  return isFirst && shop !== undefined && (until ?? 0) >= context.now() ? shop : null
}

/** The returning browser is the one that started. */
function end({ query, headers }: PlainRequest): PlainAnswer {
  const cookie = new RegExp(`(?:^|; )${COOKIE}=([0-9a-f]{64})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ?? ''
  const [own, back] = [Buffer.from(cookie), Buffer.from(query.user_id ?? '')]
  if (own.length === 0 || own.length !== back.length || !timingSafeEqual(own, back))
    return page(403, 'This connection request was not started in this browser.')
  return query.success === '1'
    ? page(200, 'The store is connected. Paid orders are printed from now on.')
    : page(200, 'The store was not connected.')
}

async function picture({ shelf }: AdapterContext, path: string): Promise<PlainAnswer | null> {
  const sha256 = /^\/pictures\/([0-9a-f]{64})\.png$/.exec(path)?.[1]
  const kept = sha256 === undefined ? null : await shelf.get(bytesAt(sha256))
  if (kept === null) return null
  const headers = {
    'content-type': 'image/png',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: Buffer.from(kept.value, 'base64') }
}

function readBody(body: Uint8Array): unknown {
  try {
    return readJson(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}

function page(status: number, text: string): PlainAnswer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Platen and WooCommerce</title><p>${text}</p></html>\n`,
  }
}
