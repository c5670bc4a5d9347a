/**
 * Shopify's side for tests: tokens, and an Admin API with orders, metafields and files that keeps to its schema, its
 * scopes and its budget. It stands in for the network: `fetch` answers shops' addresses and passes the others on.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { coerceInputValue, type GraphQLInputType, parse, typeFromAST } from 'graphql'
import { faultsOf, HAS_SHOPIFY_SCHEMA, shopifySchema } from './shopify-schema.ts'

export const CLIENT_ID = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
export const CLIENT_SECRET = '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'
export const SHOP = 'cards.myshopify.com'

type Json = Record<string, unknown>

export interface MockShopify {
  readonly fetch: typeof globalThis.fetch
  /** Bodies that came for tokens, in their order. */
  readonly tokenRequests: Json[]
  /** Names of the documents that were asked, in their order. */
  readonly asked: string[]
  readonly orders: Map<string, Json>
  readonly products: Set<string>
  /** By owner and key: value and digest. */
  readonly metafields: Map<string, { value: string; digest: string }>
  readonly files: Map<string, { status: string; source: string; product: string | null }>
  /** Pictures that were put on the stage. */
  readonly staged: Buffer[]
  /** What the next token request meets, once: `invalid_grant`, `lost` (done, but the answer is not heard). */
  tokenFault: 'invalid_grant' | 'lost' | null
  /** Called before a metafield is written: for others who write at the same time. */
  beforeWrite: (() => void) | null
  budget: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number; at: number }
  /** By which the budget fills up; milliseconds since 1970. */
  now: () => number
  /** What the next mutation is refused with, once: `userErrors` beside a status of 200. */
  userError: { readonly code: string; readonly message: string } | null
  readonly throttled: { count: number }
  /** Answers every question with 429. */
  refusing: boolean
  /** The shop's primary domain. */
  domain: string
  /** How often each owner's metafields were written. */
  readonly writes: Map<string, number>
  /** Takes the place of the global fetch until `close`. */
  install(): void
  close(): Promise<void>
}

export async function openMockShopify(): Promise<MockShopify> {
  const staged: Buffer[] = []
  const stage: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      staged.push(Buffer.concat(chunks))
      response.writeHead(201).end()
    })
  })
  await new Promise<void>((resolve) => stage.listen(0, '127.0.0.1', resolve))
  const stageUrl = `http://127.0.0.1:${(stage.address() as AddressInfo).port}/stage`
  const real = globalThis.fetch
  let tokens = 0
  let files = 0
  let valid = ''
  let refreshTokens: string[] = []

  const reply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })

  const giveTokens = (body: Json): Response => {
    mock.tokenRequests.push(body)
    const fault = mock.tokenFault
    mock.tokenFault = null
    if (fault === 'invalid_grant') return reply(400, { error: 'invalid_grant' })
    if (body.grant_type === 'refresh_token' && !refreshTokens.includes(String(body.refresh_token)))
      return reply(400, { error: 'invalid_grant' })
    tokens += 1
    valid = `shpat_${tokens}`
    // The one before is taken until the new one is used.
    refreshTokens = [...refreshTokens.slice(-1), `shprt_${tokens}`]
    if (fault === 'lost') throw new TypeError('fetch failed')
    const days = 24 * 3600
    // Later ones live longer, for the library counts by the real clock and tests run ahead of it.
    return reply(200, {
      ...{
        access_token: valid,
        scope: 'read_orders,write_orders,write_products,write_files',
        expires_in: tokens === 1 ? 3600 : 10_800,
      },
      ...{ refresh_token: `shprt_${tokens}`, refresh_token_expires_in: 90 * days },
    })
  }

  const ask = (name: string, variables: Json): Json => {
    const text = (key: string) => String(variables[key])
    switch (name) {
      case 'Order':
      case 'OrderLines':
        return { order: withLines(mock.orders.get(text('id')), Number(variables.after ?? 0)) }
      case 'Orders': {
        const nodes = [...mock.orders.values()].map((order) => withLines(order))
        return { orders: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } }
      }
      case 'OrderRenders': {
        const kept = mock.metafields.get(`${text('id')} renders`)
        const metafield =
          kept === undefined ? null : { compareDigest: kept.digest, jsonValue: JSON.parse(kept.value) }
        return { order: { metafield } }
      }
      case 'SetMetafields': {
        mock.beforeWrite?.()
        const refused = mock.userError
        mock.userError = null
        if (refused !== null)
          return {
            metafieldsSet: { metafields: null, userErrors: [{ ...refused, field: ['metafields', '0'] }] },
          }
        for (const one of variables.metafields as Json[]) {
          const key = `${one.ownerId} ${one.key}`
          const known = mock.metafields.get(key)
          if ('compareDigest' in one && one.compareDigest !== (known?.digest ?? null))
            return {
              metafieldsSet: {
                metafields: null,
                userErrors: [{ code: 'STALE_OBJECT', message: 'Stale', field: [] }],
              },
            }
          const value = String(one.value)
          mock.writes.set(String(one.ownerId), (mock.writes.get(String(one.ownerId)) ?? 0) + 1)
          mock.metafields.set(key, { value, digest: createHash('sha256').update(value).digest('hex') })
        }
        return { metafieldsSet: { metafields: [], userErrors: [] } }
      }
      case 'DeleteMetafields': {
        for (const one of variables.metafields as Json[]) mock.metafields.delete(`${one.ownerId} ${one.key}`)
        return { metafieldsDelete: { deletedMetafields: [], userErrors: [] } }
      }
      case 'Installation':
        return {
          currentAppInstallation: { id: 'gid://shopify/AppInstallation/1' },
          shop: { name: 'Cards', primaryDomain: { url: mock.domain } },
        }
      case 'Products':
        return {
          products: {
            nodes: [...mock.products].map((id) => ({
              legacyResourceId: id,
              title: 'Card',
              variants: { nodes: [] },
            })),
          },
        }
      case 'ProductTitles':
        return {
          nodes: (variables.ids as string[]).map((id) => {
            const [, kind, number = ''] = /^gid:\/\/shopify\/(\w+)\/(\d+)$/.exec(id) ?? []
            if (kind === 'ProductVariant') return { id, title: `Variant ${number}` }
            return mock.products.has(number) ? { id, title: 'Card' } : null
          }),
        }
      case 'Product': {
        const id = text('id').replace(/.*\//, '')
        return { product: mock.products.has(id) ? { id: text('id') } : null }
      }
      case 'File': {
        const file = mock.files.get(text('id'))
        return { node: file === undefined ? null : { id: text('id'), fileStatus: file.status } }
      }
      case 'StageUpload': {
        const target = {
          url: stageUrl,
          resourceUrl: `${stageUrl}/${staged.length}`,
          parameters: [{ name: 'policy', value: 'p' }],
        }
        return { stagedUploadsCreate: { stagedTargets: [target], userErrors: [] } }
      }
      case 'CreateFile': {
        files += 1
        const id = `gid://shopify/MediaImage/${files}`
        const [file] = variables.files as [Json]
        mock.files.set(id, { status: 'READY', source: String(file.originalSource), product: null })
        return { fileCreate: { files: [{ id, fileStatus: 'UPLOADED' }], userErrors: [] } }
      }
      case 'UpdateFile': {
        const [change] = variables.files as [Json]
        const file = mock.files.get(String(change.id))
        if (file === undefined)
          return {
            fileUpdate: {
              files: null,
              userErrors: [{ code: 'FILE_DOES_NOT_EXIST', message: 'Gone', field: [] }],
            },
          }
        if (change.originalSource !== undefined) file.source = String(change.originalSource)
        if (Array.isArray(change.referencesToAdd)) file.product = String(change.referencesToAdd[0])
        return { fileUpdate: { files: [{ id: change.id, fileStatus: 'READY' }], userErrors: [] } }
      }
      default:
        throw new Error(`The mock knows no document ${name}.`)
    }
  }

  const answerAdmin = (request: { query: string; variables?: Json }, token: string | null): Response => {
    if (mock.refusing) return reply(429, { errors: 'Too many requests' }, { 'retry-after': '2' })
    if (token !== valid || valid === '') return reply(401, { errors: 'Invalid API key or access token' })
    const [, name = ''] = /(?:query|mutation)\s+(\w+)/.exec(request.query) ?? []
    const variables = request.variables ?? {}
    if (HAS_SHOPIFY_SCHEMA) refuseWrong(request.query, variables)
    const cost = /^\s*mutation/.test(request.query) ? 10 : 12
    const now = mock.now()
    const { budget } = mock
    const filled = budget.currentlyAvailable + ((now - budget.at) / 1000) * budget.restoreRate
    const available = Math.min(budget.maximumAvailable, filled)
    const isTooMuch = cost > available
    Object.assign(budget, { at: now, currentlyAvailable: isTooMuch ? available : available - cost })
    const { at: _, ...throttleStatus } = budget
    const extensions = { cost: { requestedQueryCost: cost, actualQueryCost: cost, throttleStatus } }
    if (isTooMuch) {
      mock.throttled.count += 1
      return reply(200, { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions })
    }
    mock.asked.push(name)
    return reply(200, { data: ask(name, variables), extensions })
  }

  const mock: MockShopify = {
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input)
      if (!url.host.endsWith('.myshopify.com')) return real(input, init)
      const body = JSON.parse(String(init?.body ?? '{}'))
      if (url.pathname === '/admin/oauth/access_token') return giveTokens(body)
      if (url.pathname === '/admin/api/2026-10/graphql.json')
        return answerAdmin(body, new Headers(init?.headers).get('x-shopify-access-token'))
      return reply(404, {})
    },
    ...{ tokenRequests: [], asked: [], orders: new Map(), products: new Set(), metafields: new Map() },
    ...{
      files: new Map(),
      staged,
      tokenFault: null,
      beforeWrite: null,
      throttled: { count: 0 },
      refusing: false,
      domain: 'https://cards.example',
      now: () => Date.now(),
      userError: null,
      writes: new Map(),
    },
    budget: { maximumAvailable: 2000, currentlyAvailable: 2000, restoreRate: 100, at: Date.now() },
    install() {
      globalThis.fetch = mock.fetch
    },
    async close() {
      globalThis.fetch = real
      await new Promise((resolve) => stage.close(resolve))
    },
  }
  return mock
}

const LINES_OF_PAGE = 50

/** The order with one page of its lines. */
function withLines(order: Json | undefined, after = 0): Json | null {
  if (order === undefined) return null
  const { nodes } = order.lineItems as { readonly nodes: readonly unknown[] }
  const end = after + LINES_OF_PAGE
  const pageInfo = { hasNextPage: nodes.length > end, endCursor: String(end) }
  return { ...order, lineItems: { nodes: nodes.slice(after, end), pageInfo } }
}

/** Throws where Shopify would refuse the document or one of its variables. */
function refuseWrong(query: string, variables: Json): void {
  const faults = faultsOf(query)
  if (faults.length > 0) throw new Error(faults.map((fault) => fault.message).join('\n'))
  for (const definition of parse(query).definitions) {
    if (definition.kind !== 'OperationDefinition') continue
    for (const variable of definition.variableDefinitions ?? []) {
      const name = variable.variable.name.value
      const type = typeFromAST(shopifySchema().schema, variable.type) as GraphQLInputType
      const value = variables[name] ?? null
      if (value === null && variable.type.kind !== 'NonNullType') continue
      if (coerceInputValue(value, type) === undefined)
        throw new Error(`$${name} is not what Shopify takes: ${JSON.stringify(value)}`)
    }
  }
}

/** A visit's session token, as App Bridge gives it: a JWT under the client secret (HS256, RFC 7519). */
export function sessionToken(changes: Json = {}, secret = CLIENT_SECRET, shop = SHOP): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: `https://${shop}/admin`, dest: `https://${shop}`, aud: CLIENT_ID, sub: '1' },
    ...{ exp: now + 60, nbf: now - 1, iat: now - 1, jti: 'j', sid: 's' },
    ...changes,
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

let sent = 0

/** The headers of a webhook over these bytes. */
export function webhookHeaders(
  topic: string,
  body: string | Uint8Array,
  changes: Record<string, string> = {},
  secret = CLIENT_SECRET,
): Record<string, string> {
  sent += 1
  return {
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    'x-shopify-shop-domain': SHOP,
    'x-shopify-api-version': '2026-10',
    'x-shopify-webhook-id': `w-${sent}`,
    'x-shopify-triggered-at': new Date().toISOString(),
    ...changes,
  }
}

/** An order as webhooks show it; a line of one fill unless lines are given. The JSON, since its ids are exact as text. */
export function orderJson(
  id: string,
  changes: Json = {},
  lines: readonly {
    id: string
    product: string
    fill?: unknown
    session?: string
    quantity?: number
    left?: number
  }[] = [],
): string {
  const raw = (text: string) => `@@${text}@@`
  const order = {
    id: raw(id),
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: '#1001',
    updated_at: '2026-11-01T10:00:05-05:00',
    cancelled_at: null,
    financial_status: 'paid',
    fulfillment_status: null,
    email: 'ann@example.test',
    customer: { id: 1, first_name: 'Ann', last_name: 'Lee' },
    line_items: lines.map(({ id: line, product, fill, session, quantity = 1, left = quantity }) => ({
      id: raw(line),
      product_id: raw(product),
      variant_id: raw('39072856'),
      quantity,
      current_quantity: left,
      properties: [
        ...(fill === undefined ? [] : [{ name: '_fill_id', value: fill }]),
        ...(session === undefined ? [] : [{ name: '_fill_session', value: session }]),
        { name: 'Personalized', value: 'Yes' },
      ],
    })),
    ...changes,
  }
  return JSON.stringify(order).replace(/"@@(\d+)@@"/g, '$1')
}
