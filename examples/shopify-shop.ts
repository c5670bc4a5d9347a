/** A stand-in for Shopify in the demo: it gives tokens, answers the few documents that an order needs, and signs webhooks. */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const SHOP = 'cards.myshopify.com'
const CLIENT_ID = 'an-app-of-the-demo'
const CLIENT_SECRET = 'a secret of the demo alone'
const SCOPES = 'read_orders,write_orders,read_products,write_files'

/** Where the shop's customers are. */
export const STORE_ORIGIN = 'https://cards.example'

export interface Product {
  readonly id: string
  readonly title: string
}

export interface DemoShopify {
  /** What the service is started with to be this shop's app. */
  readonly settings: Readonly<Record<string, string>>
  /** Of a visit to the app's page, as App Bridge gives it. */
  sessionToken(): string
  /** Sends a webhook as Shopify does. */
  send(serviceUrl: string, topic: string, body: object): Promise<void>
  /** What the app wrote: by owner and key. */
  readonly metafields: ReadonlyMap<string, string>
  /** Orders as the Admin API shows them, by id. */
  readonly orders: Map<string, object>
  stop(): Promise<void>
}

type Variables = Readonly<Record<string, unknown>>

export async function openDemoShopify(products: readonly Product[]): Promise<DemoShopify> {
  const metafields = new Map<string, string>()
  const orders = new Map<string, object>()
  const nodes = products.map(({ id, title }) => ({
    ...{ id: `gid://shopify/Product/${id}`, legacyResourceId: id, title },
    variants: { nodes: [{ legacyResourceId: `${id}1`, title: 'Default' }] },
  }))
  const digest = (value: string) => createHash('sha256').update(value).digest('hex')

  const answers: Readonly<Record<string, (variables: Variables) => unknown>> = {
    Installation: () => ({
      currentAppInstallation: { id: 'gid://shopify/AppInstallation/1' },
      shop: { name: 'Cards', primaryDomain: { url: STORE_ORIGIN } },
    }),
    Products: () => ({ products: { nodes } }),
    ProductTitles: () => ({ nodes }),
    Order: ({ id }) => ({ order: orders.get(String(id)) ?? null }),
    OrderRenders({ id }) {
      const kept = metafields.get(`${id} renders`)
      const metafield =
        kept === undefined ? null : { compareDigest: digest(kept), jsonValue: JSON.parse(kept) }
      return { order: { metafield } }
    },
    SetMetafields({ metafields: written }) {
      for (const { ownerId, key, value } of written as Record<string, string>[])
        metafields.set(`${ownerId} ${key}`, value ?? '')
      return { metafieldsSet: { metafields: [], userErrors: [] } }
    },
    Orders: () => ({ orders: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } }),
    Product: () => ({ product: null }),
  }

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const body = JSON.parse(await textOf(request))
    if (request.url === '/admin/oauth/access_token')
      return {
        ...{ access_token: 'shpat_demo', scope: SCOPES, expires_in: 3600 },
        ...{ refresh_token: 'shprt_demo', refresh_token_expires_in: 7_776_000 },
      }
    const [, name = ''] = /(?:query|mutation)\s+(\w+)/.exec(body.query) ?? []
    const told = answers[name]
    if (told === undefined) throw new Error(`The stand-in knows no ${name}.`)
    return { data: told(body.variables ?? {}) }
  }
  const server = createServer((request, response) => {
    const said = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    answer(request).then(
      (body) => said(200, body),
      (error: Error) => said(500, { errors: error.message }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  let sent = 0
  return {
    metafields,
    orders,
    settings: {
      SHOPIFY_CLIENT_ID: CLIENT_ID,
      SHOPIFY_CLIENT_SECRET: CLIENT_SECRET,
      SHOPIFY_STAND_IN: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${new URL('shopify-road.ts', import.meta.url)}`,
    },
    sessionToken() {
      const now = Math.floor(Date.now() / 1000)
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = {
        ...{ iss: `https://${SHOP}/admin`, dest: `https://${SHOP}`, aud: CLIENT_ID, sub: '1', sid: 's' },
        ...{ exp: now + 60, nbf: now - 1, iat: now - 1, jti: String(now) },
      }
      const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
      return `${signed}.${createHmac('sha256', CLIENT_SECRET).update(signed).digest('base64url')}`
    },
    async send(serviceUrl, topic, order) {
      sent += 1
      const body = JSON.stringify(order)
      const reply = await fetch(`${serviceUrl}/adapters/shopify/webhooks`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': topic,
          'x-shopify-hmac-sha256': createHmac('sha256', CLIENT_SECRET).update(body).digest('base64'),
          'x-shopify-shop-domain': SHOP,
          'x-shopify-api-version': '2026-10',
          'x-shopify-webhook-id': `demo-${sent}`,
          'x-shopify-triggered-at': new Date().toISOString(),
        },
      })
      if (!reply.ok) throw new Error(`The webhook ${topic} was answered ${reply.status}.`)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
