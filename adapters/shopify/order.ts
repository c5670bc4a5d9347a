/** Reads Shopify's orders: from webhooks (REST) and from queries (GraphQL). */
import type { Call } from '../../core/service/storefront/contract.ts'
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { Line, Order, RefundedLine } from '../../core/service/storefront/order.ts'
import type { AppSettings } from './app.ts'
import { gidNumber, idOf } from './ids.ts'
import { isMapped, type Mapped } from './mapped-products.ts'

interface Settings extends Pick<AppSettings, 'finalizeOn' | 'customerData' | 'requireDesign'> {
  /** The shop's personalized products. */
  readonly mapped: Mapped
}
type Goal = 'attach' | 'finalize' | 'fulfill'

/** The properties of a cart line that the theme block sets; Shopify hides names that begin with `_` from shoppers. */
export const FILL_PROPERTY = '_fill_id'
export const SESSION_PROPERTY = '_fill_session'

/** One team may serve several shops, and an order's number may be given to another one later: neither is the reference. */
export function orderReference(shop: string, id: string): string {
  return `shopify:${shop}:${id}`
}

interface ReadOrder {
  readonly order: Order
  readonly lines: readonly Line[]
  /** Lines whose whole quantity was refunded or removed. */
  readonly gone: readonly RefundedLine[]
  readonly isCanceled: boolean
  readonly isPaid: boolean
  readonly isFulfilled: boolean
}

/** Reads an order webhook. Throws if it is invalid. */
export function callsOfHook(shop: string, topic: string, body: unknown, settings: Settings): readonly Call[] {
  const read = readRestOrder(shop, body, settings)
  if (topic === 'orders/paid') return callsOf({ ...read, isPaid: true }, settings)
  return callsOf({ ...read, isFulfilled: read.isFulfilled || topic === 'orders/fulfilled' }, settings)
}

/** Of an order that the Admin API told, with all of its lines. */
export function callsOfOrder(shop: string, node: unknown, settings: Settings): readonly Call[] {
  return callsOf(readGraphqlOrder(shop, node, settings), settings)
}

/**
 * Decision: an order whose money went back whole is not printed for the first time, though the refund of an amount
 * takes nothing back that was sent to print before.
 */
function callsOf(read: ReadOrder, settings: Settings): readonly Call[] {
  const { order, lines, gone } = read
  if (lines.length === 0) return []
  if (read.isCanceled) return [{ call: 'withdraw', order, lines: 'all' }]
  const print = read.isPaid || settings.finalizeOn === 'created'
  const goals: readonly Goal[] = print
    ? read.isFulfilled
      ? ['finalize', 'fulfill']
      : ['finalize']
    : ['attach']
  const calls: Call[] = goals.map((call) => ({ call, order, lines }))
  const withdrawn: Call = { call: 'withdraw', order, lines: gone }
  // Removed lines come first, so that none of them is printed.
  return gone.length === 0 ? calls : [{ call: 'attach', order, lines }, withdrawn, ...calls]
}

/** Reads `refunds/create`: the refunded quantity of each line. A refund of an amount only has no lines and no call. */
export function callsOfRefund(shop: string, body: unknown): readonly Call[] {
  const id = idOf(part(body, 'order_id'))
  const refund = idOf(part(body, 'id'))
  if (id === null || refund === null) throw new Error('The refund has no order id.')
  const lines = listOf(part(body, 'refund_line_items')).flatMap((item): readonly RefundedLine[] => {
    const line = idOf(part(item, 'line_item_id'))
    const quantity = Number(part(item, 'quantity'))
    return line === null || !(quantity > 0) ? [] : [{ line, quantity, refund }]
  })
  if (lines.length === 0) return []
  const order = { ...bareOrder(shop, id), changedAt: null }
  return [{ call: 'withdraw', order, lines }]
}

function bareOrder(shop: string, id: string): Order {
  const reference = orderReference(shop, id)
  // The visit binds a fill to its order; the cart's token is not the same in Shopify's pages and orders.
  return { shop, id, reference, name: null, changedAt: null, cart: null, customer: null, dueAt: null }
}

function readRestOrder(shop: string, body: unknown, settings: Settings): ReadOrder {
  const id = idOf(part(body, 'id')) ?? gidNumber(part(body, 'admin_graphql_api_id'))
  if (id === null) throw new Error('The order has no id.')
  const order: Order = {
    ...bareOrder(shop, id),
    name: textOf(part(body, 'name')),
    changedAt: timeOf(part(body, 'updated_at')),
    customer: settings.customerData ? customerOf(body) : null,
  }
  const items = listOf(part(body, 'line_items'))
  return {
    order,
    lines: items.flatMap((item) =>
      readLine(propertyIn(item, 'properties', 'name'), item, restIds(item), settings),
    ),
    gone: items.flatMap((item) => goneLine(idOf(part(item, 'id')), item, 'quantity', 'current_quantity')),
    isCanceled: part(body, 'cancelled_at') != null,
    isPaid: ['paid', 'partially_refunded'].includes(String(part(body, 'financial_status'))),
    isFulfilled: part(body, 'fulfillment_status') === 'fulfilled',
  }
}

function readGraphqlOrder(shop: string, node: unknown, settings: Settings): ReadOrder {
  const id = gidNumber(part(node, 'id'))
  if (id === null) throw new Error('The order has no id.')
  const items = listOf(part(part(node, 'lineItems'), 'nodes'))
  return {
    order: {
      ...bareOrder(shop, id),
      name: textOf(part(node, 'name')),
      changedAt: timeOf(part(node, 'updatedAt')),
    },
    lines: items.flatMap((item) =>
      readLine(propertyIn(item, 'customAttributes', 'key'), item, graphqlIds(item), settings),
    ),
    gone: items.flatMap((item) => goneLine(gidNumber(part(item, 'id')), item, 'quantity', 'currentQuantity')),
    isCanceled: part(node, 'cancelledAt') != null,
    isPaid: ['PAID', 'PARTIALLY_REFUNDED'].includes(String(part(node, 'displayFinancialStatus'))),
    isFulfilled: part(node, 'displayFulfillmentStatus') === 'FULFILLED',
  }
}

interface LineIds {
  readonly id: string | null
  readonly product: string | null
  readonly variant: string | null
}

function restIds(item: unknown): LineIds {
  const ids = { id: idOf(part(item, 'id')), product: opaqueId(part(item, 'product_id')) }
  return { ...ids, variant: opaqueId(part(item, 'variant_id')) }
}

function graphqlIds(item: unknown): LineIds {
  const numberOf = (key: string) => opaqueId(part(part(item, key), 'legacyResourceId'))
  return { id: gidNumber(part(item, 'id')), product: numberOf('product'), variant: numberOf('variant') }
}

/** Products and variants are only compared with what staff mapped. */
function opaqueId(value: unknown): string | null {
  return idOf(value) ?? textOf(value)
}

type Property = (wanted: string) => string | null

function propertyIn(item: unknown, list: string, name: string): Property {
  return (wanted) => propertyOf(part(item, list), name, wanted)
}

/**
 * None where the line carries no fill and needs none. What it carries is passed on however wrong: it is held, and
 * staff see it.
 */
function readLine(property: Property, item: unknown, ids: LineIds, settings: Settings): readonly Line[] {
  const fill = property(FILL_PROPERTY)
  const quantity = Number(part(item, 'quantity'))
  if (ids.id === null || !Number.isSafeInteger(quantity) || quantity < 1) return []
  if (fill === null && !(settings.requireDesign && isMapped(settings.mapped, ids.product, ids.variant)))
    return []
  const session = property(SESSION_PROPERTY)
  // A line of a product that was deleted has none, and is held as not mapped.
  return [{ id: ids.id, fill, session, product: ids.product ?? '', variant: ids.variant, quantity }]
}

/** Properties are a list of pairs in orders, and may be a map, empty or null elsewhere; a value may be no text. */
function propertyOf(properties: unknown, name: string, wanted: string): string | null {
  const found = Array.isArray(properties)
    ? part(
        properties.find((one) => part(one, name) === wanted),
        'value',
      )
    : part(properties, wanted)
  if (found === undefined || found === null || found === '') return null
  return typeof found === 'string' ? found : JSON.stringify(found)
}

function goneLine(
  line: string | null,
  item: unknown,
  ordered: string,
  current: string,
): readonly RefundedLine[] {
  const left = part(item, current)
  const quantity = Number(part(item, ordered))
  if (line === null || left !== 0 || !(quantity > 0)) return []
  return [{ line, quantity, refund: 'removed' }]
}

function customerOf(body: unknown): Order['customer'] {
  const customer = part(body, 'customer')
  const email = textOf(part(body, 'email')) ?? textOf(part(customer, 'email'))
  const names = [part(customer, 'first_name'), part(customer, 'last_name')].flatMap(
    (one) => textOf(one) ?? [],
  )
  const name = names.length === 0 ? null : names.join(' ')
  return email === null && name === null ? null : { email, name }
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(time) ? time : null
}
