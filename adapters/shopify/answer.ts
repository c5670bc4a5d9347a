/** The app's own page inside Shopify's admin, and what it asks: every question carries the session token of a visit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlainAnswer, PlainRequest } from '../../core/service/storefront/adapter-context.ts'
import { Later } from '../../core/service/storefront/contract.ts'
import { RefusedByShopify } from './admin.ts'
import type { Shopify } from './app.ts'
import { answerPageApi, type PageApiParts, PageFault } from './page-api.ts'

export interface PageParts extends PageApiParts {
  readonly library: Shopify
}

const BRIDGE = 'https://cdn.shopify.com/shopifycloud/app-bridge.js'
/** Shopify's own components, which look as its admin does. */
const POLARIS = 'https://cdn.shopify.com/shopifycloud/polaris.js'
const SCRIPT = 'text/javascript; charset=utf-8'
const WORDS = 'application/json; charset=utf-8'
const FILES: Readonly<Record<string, string>> = {
  ...{ '/page.js': SCRIPT, '/dom.js': SCRIPT, '/products.js': SCRIPT, '/orders.js': SCRIPT },
  ...{ '/words.en.json': WORDS, '/words.de.json': WORDS },
  '/page.css': 'text/css; charset=utf-8',
}

/**
 * App Bridge and the components bring styles, fonts and pictures from Shopify's hosts, set styles on elements, and
 * report how fast the page was to monorail-edge.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' https://cdn.shopify.com",
  "style-src 'self' 'unsafe-inline' https://cdn.shopify.com",
  'font-src https://cdn.shopify.com',
  "img-src 'self' data: https://cdn.shopify.com",
  "connect-src 'self' https://*.shopify.com https://*.myshopify.com https://monorail-edge.shopifysvc.com",
  'frame-src https://*.shopify.com',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Shopify says in the address which language the admin speaks: `de`, `pt-BR`. */
function languageOf(locale: string): 'en' | 'de' {
  return /^de\b/i.test(locale) ? 'de' : 'en'
}

/** Null for what is not the app's. */
export async function answerPage(parts: PageParts, request: PlainRequest): Promise<PlainAnswer | null> {
  const { method, path } = request
  const type = FILES[path]
  if (type !== undefined && method === 'GET')
    return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body: fileOf(path) }
  if (path === '/' && method === 'GET') return homePage(parts, request)
  if (path.startsWith('/desk/')) return pageApiAnswer(parts, request)
  return null
}

/**
 * Framed by the shop that it is shown in and by Shopify's admin, and by nobody where the shop is not known: it is known
 * by a session token in the address, as Shopify opens the page, or because it is connected.
 */
async function homePage(parts: PageParts, request: PlainRequest): Promise<PlainAnswer> {
  const shop = parts.library.utils.sanitizeShop(request.query.shop ?? '')
  const known = shop !== null && ((await isVisit(parts, request, shop)) || (await isConnected(parts, shop)))
  const ancestors = known ? `https://${shop} https://admin.shopify.com` : "'none'"
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `${POLICY}; frame-ancestors ${ancestors}`,
    },
    body: html(
      parts.settings.clientId,
      new URL(parts.context.url).pathname,
      languageOf(request.query.locale ?? ''),
    ),
  }
}

async function isVisit({ library }: PageParts, request: PlainRequest, shop: string): Promise<boolean> {
  const token = request.query.id_token ?? ''
  if (token === '') return false
  try {
    return shopOf(await library.session.decodeSessionToken(token)) === shop
  } catch {
    return false
  }
}

async function isConnected({ connections }: PageParts, shop: string): Promise<boolean> {
  const state = await connections.state(shop)
  return state === 'connected' || state === 'reconnect'
}

/** The shop is the host of the token's `dest`, never a parameter. Throws where `iss` names another one. */
function shopOf({ dest, iss }: { readonly dest: string; readonly iss: string }): string {
  const { host } = new URL(dest)
  if (new URL(iss).host !== host) throw new Error('The token was issued for another shop.')
  return host
}

async function pageApiAnswer(parts: PageParts, request: PlainRequest): Promise<PlainAnswer> {
  const token = /^Bearer ([\w.-]{1,4096})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  let shop: string
  try {
    shop = shopOf(await parts.library.session.decodeSessionToken(token))
    if (parts.library.utils.sanitizeShop(shop) === null) throw new Error('The visit is of no shop.')
  } catch {
    return json(401, fault('invalid_session_token', 'The session has expired. Open the app again.'))
  }
  try {
    return json(200, await answerPageApi(parts, request, { shop, token }))
  } catch (error) {
    if (error instanceof PageFault) return json(error.status, fault(error.code, error.message))
    if (error instanceof Later) return json(503, fault('not_now', error.message))
    if (error instanceof RefusedByShopify) return json(422, fault('refused_by_shopify', error.message))
    throw error
  }
}

function fault(code: string, message: string) {
  return { error: { code, message } }
}

function json(status: number, body: unknown): PlainAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return { status, headers, body: JSON.stringify(body) }
}

const read = new Map<string, string>()
function fileOf(path: string): string {
  const text = read.get(path) ?? readFileSync(join(import.meta.dirname, `page${path}`), 'utf8')
  read.set(path, text)
  return text
}

/** App Bridge has to be the first script. */
function html(clientId: string, base: string, language: 'en' | 'de'): string {
  const id = clientId.replace(/[^\w-]/g, '')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="shopify-api-key" content="${id}">
<title>Platen</title>
<script src="${BRIDGE}"></script>
<script src="${POLARIS}"></script>
<link rel="stylesheet" href="${base}/page.css">
<script src="${base}/page.js" type="module"></script>
</head>
<body>
<main id="app" data-base="${base}" data-language="${language}" aria-busy="true"></main>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`
}
