/** The API of the app's page for one shop: its connection, the templates of its products, and its orders. */

import type { PlainRequest } from '../../core/service/storefront/adapter-context.ts'
import { Later, type MappedProduct } from '../../core/service/storefront/contract.ts'
import { listOf, part, readJson, textOf } from '../../core/service/storefront/exact-json.ts'
import { RefusedByShopify } from './admin.ts'
import { SCOPES } from './app.ts'
import { connectShop } from './connect-shop.ts'
import { idOf } from './ids.ts'
import { orderReference } from './order.ts'
import { dataRequestPrefix } from './privacy.ts'
import { publishNow } from './publish-now.ts'
import type { TranslateParts } from './translate.ts'

export type PageApiParts = TranslateParts

/** Shown on the page as it is. */
export class PageFault extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'PageFault'
    this.status = status
    this.code = code
  }
}

interface Visit {
  readonly shop: string
  readonly token: string
}
type Answer = (parts: PageApiParts, visit: Visit, request: PlainRequest) => Promise<unknown>

const ANSWERS: Readonly<Record<string, Answer>> = {
  'GET /desk/state': showState,
  'GET /desk/products': findProducts,
  'GET /desk/templates': listTemplates,
  'GET /desk/mappings': listMappings,
  'POST /desk/mappings': mapProduct,
  'POST /desk/mappings/remove': unmapProduct,
  'GET /desk/orders': listOrders,
  'POST /desk/orders/retry': (parts, visit, request) => moveLine(parts, visit, request, 'retry'),
  'POST /desk/orders/release': (parts, visit, request) => moveLine(parts, visit, request, 'release'),
  'POST /desk/orders/pdf': pressPdf,
  'GET /desk/data-requests': listDataRequests,
  'POST /desk/data-requests/remove': removeDataRequest,
}
const PAGE = 25
const NUMBER = /^\d{1,20}$/
/** Of one question for nodes; Shopify takes 250. */
const MOST_NODES = 200

/** Throws PageFault, Later and RefusedByShopify. */
export async function answerPageApi(
  parts: PageApiParts,
  request: PlainRequest,
  visit: Visit,
): Promise<unknown> {
  const answer = ANSWERS[`${request.method} ${request.path}`]
  if (answer === undefined) throw new PageFault(404, 'not_found', 'This URL does not exist.')
  if (request.path !== '/desk/state' && (await parts.connections.state(visit.shop)) !== 'connected')
    throw new PageFault(409, 'not_connected', 'The shop is not connected. Reload the page.')
  return answer(parts, visit, request)
}

async function showState(parts: PageApiParts, { shop, token }: Visit) {
  const { connections, settings, context } = parts
  const granted = (await connections.scope(shop)).split(',')
  const ofAllVariants = SCOPES.every((scope) =>
    granted.some((one) => one === scope || one === writing(scope)),
  )
  if ((await connections.state(shop)) !== 'connected' || !ofAllVariants)
    await connections.connect(shop, token)
  const { name, publishableKey } = await connectShop(parts, shop)
  await publishNow(parts, shop)
  return {
    shop,
    name,
    service_url: context.serviceUrl,
    publishable_key: publishableKey,
    client_id: settings.clientId,
    finalize_on: settings.finalizeOn,
    data_requests: (await context.shelf.keys(dataRequestPrefix(shop))).length,
  }
}

/** A write scope includes reading: Shopify then lists the write scope only. */
function writing(scope: string): string {
  return scope.replace(/^read_/, 'write_')
}

async function findProducts({ admin }: PageApiParts, { shop }: Visit, { query }: PlainRequest) {
  const words = (query.q ?? '')
    .replace(/["\\:*()]/g, ' ')
    .trim()
    .slice(0, 100)
  const answer = await admin.ask(shop, 'products', { query: words === '' ? null : words })
  return {
    data: listOf(part(part(answer, 'products'), 'nodes')).map((node) => ({
      id: idOf(part(node, 'legacyResourceId')),
      title: textOf(part(node, 'title')),
      variants: listOf(part(part(node, 'variants'), 'nodes')).map((variant) => ({
        id: idOf(part(variant, 'legacyResourceId')),
        title: textOf(part(variant, 'title')),
      })),
    })),
  }
}

/** Those that can be bought: live ones, by the words of their title. */
async function listTemplates({ context }: PageApiParts, _visit: Visit, { query }: PlainRequest) {
  return { data: await context.setUp.findTemplates((query.q ?? '').split(/\s+/), PAGE) }
}

async function listMappings(parts: PageApiParts, { shop }: Visit) {
  const mappings = await parts.context.setUp.mappings()
  const gidsOf = ({ product, variant }: MappedProduct) => [
    gidOf('Product', product),
    gidOf('ProductVariant', variant),
  ]
  const titles = await titlesOf(parts, shop, mappings.flatMap(gidsOf))
  const data = mappings.map((one) => {
    const [productTitle, variantTitle] = gidsOf(one).map((gid) => titles.get(gid ?? '') ?? null)
    return { ...one, productTitle, variantTitle }
  })
  return { data }
}

/** Null where it is no number of Shopify's, as of a product of another shop's software in the same team. */
function gidOf(kind: 'Product' | 'ProductVariant', id: string | null): string | null {
  return /^\d+$/.test(id ?? '') ? `gid://shopify/${kind}/${id}` : null
}

/** Titles of products and variants by id; deleted ones have none, and none are known while Shopify is unavailable. */
async function titlesOf(
  { admin }: PageApiParts,
  shop: string,
  gids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(gids.filter((one) => one !== null))]
  const titles = new Map<string, string>()
  try {
    for (let at = 0; at < ids.length; at += MOST_NODES) {
      const answer = await admin.ask(shop, 'productTitles', { ids: ids.slice(at, at + MOST_NODES) })
      for (const node of listOf(part(answer, 'nodes'))) {
        const [id, title] = [textOf(part(node, 'id')), textOf(part(node, 'title'))]
        if (id !== null && title !== null) titles.set(id, title)
      }
    }
  } catch (error) {
    // The list is useful with numbers, too.
    if (!(error instanceof Later) && !(error instanceof RefusedByShopify)) throw error
  }
  return titles
}

async function mapProduct(parts: PageApiParts, { shop }: Visit, request: PlainRequest) {
  const ofAllVariants = textOf(part(bodyOf(request), 'variant')) === null
  await parts.context.setUp.map(
    idIn(request, 'product', NUMBER),
    ofAllVariants ? null : idIn(request, 'variant', NUMBER),
    idIn(request, 'template', /^tpl_\w+$/),
  )
  await publishNow(parts, shop)
  return { ok: true }
}

async function unmapProduct(parts: PageApiParts, { shop }: Visit, request: PlainRequest) {
  await parts.context.setUp.unmap(idIn(request, 'mapping', /^pm_\w+$/))
  await publishNow(parts, shop)
  return { ok: true }
}

async function listOrders({ context }: PageApiParts, { shop }: Visit, { query }: PlainRequest) {
  const startingAfter = /^sor_\w+$/.test(query.after ?? '') ? (query.after ?? null) : null
  const locale = query.locale ?? 'en'
  const data = await context.orders.list(shop, { limit: PAGE, startingAfter, locale })
  return { data, has_more: data.length === PAGE }
}

async function moveLine(
  { context }: PageApiParts,
  { shop }: Visit,
  request: PlainRequest,
  move: 'retry' | 'release',
) {
  const done = await context.orders[move](shop, idIn(request, 'line', /^sln_\w+$/))
  if (!done)
    throw new PageFault(409, 'line_status_conflict', 'The status of the line has changed. Reload the page.')
  return { ok: true }
}

/** A fresh link, valid for an hour, to one of the order's print files. */
async function pressPdf({ context }: PageApiParts, { shop }: Visit, request: PlainRequest) {
  const reference = orderReference(shop, idIn(request, 'order', NUMBER))
  const url = await context.orders.printFile(reference, idIn(request, 'render', /^rnd_\w+$/))
  if (url === null) throw new PageFault(404, 'not_found', 'The print file is not ready.')
  return { url }
}

async function listDataRequests({ context }: PageApiParts, { shop }: Visit) {
  const data: unknown[] = []
  for (const key of await context.shelf.keys(dataRequestPrefix(shop))) {
    const kept = await context.shelf.get(key)
    if (kept !== null)
      data.push({ id: key.slice(dataRequestPrefix(shop).length), report: JSON.parse(kept.value) })
  }
  return { data }
}

async function removeDataRequest({ context }: PageApiParts, { shop }: Visit, request: PlainRequest) {
  await context.shelf.remove(`${dataRequestPrefix(shop)}${idIn(request, 'request', NUMBER)}`)
  return { ok: true }
}

function bodyOf(request: PlainRequest): unknown {
  try {
    return readJson(Buffer.from(request.body).toString('utf8'))
  } catch {
    throw new PageFault(400, 'invalid_json', 'The request body is not valid JSON.')
  }
}

function idIn(request: PlainRequest, name: string, form: RegExp): string {
  const id = textOf(part(bodyOf(request), name)) ?? ''
  if (!form.test(id)) throw new PageFault(400, 'invalid_parameter', `${name} is missing or malformed.`)
  return id
}
