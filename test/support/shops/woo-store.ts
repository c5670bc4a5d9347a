/** A WooCommerce store for tests, as far as its REST interface was recorded: OAuth, orders, refunds, webhooks, products. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SampleHook, SampleOrder, SamplePlatform } from './sample-order.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a store sends has many forms; what tests expect is the check.
type Json = any

export const KEYS = { key: 'ck_1234567890', secret: 'cs_0987654321' }
export const HOOK_SECRET = 'hook-secret'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly text: string
}

export interface WooStore {
  readonly url: string
  /** As the adapter names it. */
  readonly shop: string
  /** With the keys, for WOOCOMMERCE_STORES. */
  readonly setting: string
  readonly orders: Map<string, Json>
  readonly refunds: Map<string, Json[]>
  readonly webhooks: Json[]
  readonly products: Map<string, Json>
  readonly notes: { readonly order: string; readonly note: string }[]
  readonly asked: Asked[]
  /** Answers instead of the store where it gives something. */
  before: ((asked: Asked) => { status: number; body: string; headers?: Record<string, string> } | null) | null
  /** What a write to an order makes the store send again. */
  onUpdate: ((orderId: string) => void) | null
  /** Files that it has side-loaded, by attachment id. */
  readonly media: Map<string, { readonly sha256: string; readonly name: string }>
  close(): Promise<void>
}

/** JSON in which texts of the form `#123#` stand as numbers, of any length. */
export function wooJson(value: unknown): string {
  return JSON.stringify(value).replace(/"#(\d+)#"/g, '$1')
}

export function numeral(id: string): string {
  return /^\d+$/.test(id) ? `#${id}#` : id
}

export async function openWooStore(): Promise<WooStore> {
  let attachments = 900
  let metaIds = 5000
  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      response.statusCode = 500
      response.end(`<html>${error}</html>`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const store: WooStore = {
    url: `http://127.0.0.1:${port}`,
    shop: `127.0.0.1.${port}`,
    setting: `http://${KEYS.key}:${KEYS.secret}@127.0.0.1:${port}`,
    orders: new Map(),
    refunds: new Map(),
    webhooks: [],
    products: new Map(),
    notes: [],
    asked: [],
    before: null,
    onUpdate: null,
    media: new Map(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', store.url)
    const asked: Asked = {
      method: request.method ?? '',
      path: url.pathname.replace('/wp-json/wc/v3', ''),
      query: url.searchParams,
      text: Buffer.concat(chunks).toString(),
    }
    store.asked.push(asked)
    const reply = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
      response.end(typeof body === 'string' ? body : wooJson(body))
    }
    const early = store.before?.(asked) ?? null
    if (early !== null) return reply(early.status, early.body, early.headers)
    if (!isSigned(asked, url))
      return reply(401, { code: 'woocommerce_rest_authentication_error', message: 'Invalid signature.' })
    return route(asked, reply)
  }

  async function route(
    { method, path, query, text }: Asked,
    reply: (status: number, body: unknown, headers?: Record<string, string>) => void,
  ): Promise<void> {
    const [, kind, id = '', sub] = path.split('/')
    const body: Json = text === '' ? null : JSON.parse(text.replace(/"id":(\d+)/g, '"id":"$1"'))
    const what = `${method} ${kind}${id === '' ? '' : '/id'}${sub === undefined ? '' : `/${sub}`}`
    const missing = () =>
      reply(404, { code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.' })
    if (what === 'GET orders') {
      const since = Date.parse(`${query.get('modified_after') ?? '1970-01-01T00:00:00'}Z`)
      const isAsked = (order: Json) => (order.status === 'trash') === (query.get('status') === 'trash')
      const changed = [...store.orders.values()]
        .filter((order) => isAsked(order) && Date.parse(`${order.date_modified_gmt}Z`) > since)
        .sort((a, b) => (a.date_modified_gmt < b.date_modified_gmt ? -1 : 1))
      const size = Number(query.get('per_page') ?? 10)
      const page = Number(query.get('page') ?? 1)
      const pages = Math.ceil(changed.length / size)
      const headers = { 'x-wp-total': String(changed.length), 'x-wp-totalpages': String(pages) }
      return reply(200, changed.slice((page - 1) * size, page * size), headers)
    }
    if (what === 'GET orders/id') return store.orders.has(id) ? reply(200, store.orders.get(id)) : missing()
    if (what === 'GET orders/id/refunds') return reply(200, store.refunds.get(id) ?? [])
    if (what === 'POST orders/id/notes') {
      store.notes.push({ order: id, note: body.note })
      return reply(201, { id: 1 })
    }
    if (what === 'PUT orders/id') {
      const order = store.orders.get(id)
      if (order === undefined) return missing()
      for (const change of body.line_items) {
        const line = order.line_items.find((one: Json) => String(one.id).replaceAll('#', '') === change.id)
        if (line === undefined) return reply(400, { code: 'woocommerce_rest_invalid_item_id' })
        for (const meta of change.meta_data) {
          const known = line.meta_data.find((one: Json) => one.key === meta.key)
          if (known === undefined) line.meta_data.push({ id: metaIds++, ...meta })
          else known.value = meta.value
        }
      }
      store.onUpdate?.(id)
      return reply(200, order)
    }
    if (what === 'GET webhooks')
      return reply(
        200,
        store.webhooks.map(({ secret: _, ...shown }) => shown),
      )
    if (what === 'POST webhooks') {
      const made = { id: store.webhooks.length + 1, status: 'active', ...body }
      store.webhooks.push(made)
      return reply(201, made)
    }
    if (what === 'PUT webhooks/id') {
      Object.assign(
        store.webhooks.find((one) => String(one.id) === id),
        body,
      )
      return reply(200, body)
    }
    const product = store.products.get(id)
    if (kind === 'products' && product === undefined)
      return reply(404, { code: 'woocommerce_rest_product_invalid_id' })
    if (what === 'GET products/id') return reply(200, product)
    if (what === 'PUT products/id') return putImages(product, body, reply)
    return reply(404, { code: 'rest_no_route' })
  }

  /** Replaces the whole list; what has a `src` is fetched, and only under a name that ends as a picture's. */
  async function putImages(product: Json, body: Json, reply: (status: number, body: unknown) => void) {
    const images = []
    for (const image of body.images) {
      if (image.src === undefined) {
        const known = product.images.find((one: Json) => String(one.id) === image.id)
        if (known === undefined) return reply(400, { code: 'woocommerce_product_invalid_image_id' })
        images.push(known)
        continue
      }
      if (!/\.(png|jpe?g|gif|webp)$/.test(image.src))
        return reply(400, { code: 'woocommerce_product_image_upload_error' })
      const fetched = await fetch(image.src)
      if (!fetched.ok) return reply(400, { code: 'woocommerce_product_image_upload_error' })
      const id = attachments++
      const bytes = new Uint8Array(await fetched.arrayBuffer())
      store.media.set(String(id), {
        sha256: createHash('sha256').update(bytes).digest('hex'),
        name: image.src,
      })
      images.push({ id, src: image.src, alt: image.alt })
    }
    product.images = images
    return reply(200, product)
  }
  return store
}

/** OAuth 1.0a as WooCommerce checks it over plain HTTP. */
function isSigned({ method }: Asked, url: URL): boolean {
  const given = url.searchParams.get('oauth_signature')
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  // As PHP reads them: of one name that came twice the last one counts, and the client sends some twice.
  const parameters = [...new Map(url.searchParams)]
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}%3D${encode(value)}`)
    .join('%26')
  const base = `${method}&${encode(url.origin + url.pathname)}&${parameters}`
  const expected = createHmac('sha256', `${KEYS.secret}&`).update(base).digest('base64')
  return url.searchParams.get('oauth_consumer_key') === KEYS.key && given === expected
}

/** The headers of a delivery as WooCommerce 11 sends it. */
export function deliveryOf(
  shopUrl: string,
  topic: string,
  body: Uint8Array,
  secret = HOOK_SECRET,
): SampleHook {
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  return {
    path: '/hooks',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'WooCommerce/11.0.1 Hookshot (WordPress/7.1)',
      'x-wc-webhook-source': `${shopUrl}/`,
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-resource': 'order',
      'x-wc-webhook-event': topic.slice(6),
      'x-wc-webhook-signature': signature,
      'x-wc-webhook-id': '2',
      // The same for all of a second.
      'x-wc-webhook-delivery-id': '68904090d6ea997ad8d452b45d67347d',
    },
    body,
  }
}

const STATUS = { open: 'on-hold', paid: 'processing', fulfilled: 'completed', canceled: 'cancelled' } as const

/** An order in the store's own form. */
export function wooOrder(order: SampleOrder, status: string = STATUS[order.status]): Json {
  const [first = '', ...rest] = (order.name ?? '').split(' ')
  const modified = new Date(order.changedAt).toISOString().slice(0, 19)
  return {
    id: numeral(order.id),
    status,
    number: order.id,
    created_via: 'store-api',
    date_modified: modified,
    date_modified_gmt: modified,
    total: '59.97',
    billing: { first_name: first, last_name: rest.join(' '), email: order.email ?? '' },
    line_items: order.lines.map((line) => ({
      id: numeral(line.id),
      name: 'Card',
      product_id: line.product,
      variation_id: line.variant ?? 0,
      quantity: line.quantity,
      total: '39.98',
      meta_data: [
        ...(line.fill === null ? [] : [{ id: 77, key: '_pp_fill_id', value: line.fill }]),
        ...cartOf(order, line).map((cart) => ({ id: 78, key: '_pp_cart', value: cart })),
        ...copiedFrom(order, line).map((source) => ({ id: 79, key: '_pp_of', value: `${source}:1` })),
      ],
    })),
    refunds: refundsOf(order).map(({ id }) => ({ id, reason: '', total: '-19.99' })),
  }
}

function cartOf(order: SampleOrder, line: SampleOrder['lines'][number]): readonly string[] {
  const cart = line.cart === undefined ? order.cart : line.cart
  return cart === null ? [] : [cart]
}

function copiedFrom(order: SampleOrder, line: SampleOrder['lines'][number]): readonly string[] {
  const source = line.copiedFrom === undefined ? order.copiedFrom : line.copiedFrom
  return source === null ? [] : [source]
}

/** A refund for each line that has refunded pieces, in the store's own form. */
function refundsOf({ lines }: SampleOrder): readonly Json[] {
  return lines.flatMap(({ id, refunded = 0 }) =>
    refunded === 0
      ? []
      : [
          {
            ...{ id: `r${id}`, amount: '19.99' },
            line_items: [
              { id: 900, quantity: -refunded, meta_data: [{ id: 97, key: '_refunded_item_id', value: id }] },
            ],
          },
        ],
  )
}

/** The store as the conformance suite sees it: its deliveries are hints, and the store is asked. */
export async function openWooPlatform(): Promise<SamplePlatform & { readonly store: WooStore }> {
  const store = await openWooStore()
  const written = (orderId: string) => {
    const lines: readonly Json[] = store.orders.get(orderId)?.line_items ?? []
    const found = lines.flatMap((line) => {
      const render = line.meta_data.find((one: Json) => one.key === '_pp_render_id')
      return render === undefined
        ? []
        : [[String(line.id).replaceAll('#', ''), { render: render.value || null }]]
    })
    return found.length === 0 ? null : Object.fromEntries(found)
  }
  let isRefusing = false
  store.before = () =>
    isRefusing
      ? { status: 429, body: '{"code":"too_many_requests"}', headers: { 'retry-after': '30' } }
      : null
  const keep = (order: SampleOrder): Json => {
    const shown = wooOrder(order)
    const known = store.orders.get(order.id)
    // An older delivery does not turn the store back.
    if (known !== undefined && known.date_modified_gmt > shown.date_modified_gmt) return known
    for (const line of shown.line_items) {
      const before = known?.line_items.find((one: Json) => one.id === line.id)
      const own = (before?.meta_data ?? []).filter((one: Json) =>
        /_pp_(render_id|state|reason|inks|paper)/.test(one.key),
      )
      line.meta_data.push(...own)
    }
    store.orders.set(order.id, shown)
    store.refunds.set(order.id, [...refundsOf(order)])
    return shown
  }
  return {
    store,
    env: { WOOCOMMERCE_STORES: store.setting, WOOCOMMERCE_HOOK_SECRET: HOOK_SECRET },
    async hook(order) {
      return deliveryOf(store.url, 'order.updated', Buffer.from(wooJson(keep(order))))
    },
    async deleted({ id }) {
      store.orders.delete(id)
      return deliveryOf(store.url, 'order.deleted', Buffer.from(wooJson({ id: numeral(id) })))
    },
    async strangerHook(order) {
      const body = Buffer.from(wooJson(wooOrder(order)))
      return deliveryOf('https://stranger.example', 'order.updated', body)
    },
    written,
    stock(orderId) {
      const lines: readonly Json[] = store.orders.get(orderId)?.line_items ?? []
      const named = (line: Json, name: string): readonly string[] => {
        const kept = line.meta_data.find((one: Json) => one.key === name)?.value ?? ''
        return kept === '' ? [] : JSON.parse(kept).map((one: Json) => one.name)
      }
      return Object.fromEntries(
        lines.map((line) => [
          String(line.id).replaceAll('#', ''),
          [...named(line, '_pp_inks'), ...named(line, '_pp_paper')],
        ]),
      )
    },
    writes: (orderId) =>
      store.asked.filter(({ method, path }) => method === 'PUT' && path === `/orders/${orderId}`).length,
    refuse(yes) {
      isRefusing = yes
    },
    close: () => store.close(),
  }
}
