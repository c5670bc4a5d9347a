/** Reads Shopify's orders as they stand: from webhooks (REST) and from queries (GraphQL). */
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { Line, Order, OrderStatus } from '../../core/service/storefront/order.ts'
import type { AppSettings } from './app.ts'
import { gidNumber, idOf } from './ids.ts'

type Settings = Pick<AppSettings, 'finalizeOn' | 'customerData' | 'requireDesign'>

/** The properties of a cart line that the theme block sets; Shopify hides names that begin with `_` from shoppers. */
export const FILL_PROPERTY = '_fill_id'
export const SESSION_PROPERTY = '_fill_session'

/** One team may serve several shops, and an order's number may be given to another one later: neither is the reference. */
export function orderReference(shop: string, id: string): string {
  return `shopify:${shop}:${id}`
}

/** The members of an order in both of its forms. Statuses of payment and delivery are in lower case. */
interface ReadOrder {
  readonly id: string | null
  readonly name: unknown
  readonly changedAt: unknown
  readonly canceledAt: unknown
  readonly payment: string
  readonly delivery: string
  readonly customer: Order['customer']
  /** Null where the list is missing, which says nothing about lines. */
  readonly lines: readonly ReadLine[] | null
}

interface ReadLine {
  readonly id: string | null
  readonly product: string | null
  readonly variant: string | null
  readonly quantity: unknown
  /** Without what was refunded or removed. */
  readonly left: unknown
  readonly propertyOf: (name: string) => string | null
}

/**
 * The order of a webhook. Its topic says nothing more: the body is written when the webhook is sent, and may show a
 * refund that followed the payment. Throws if it is invalid.
 */
export function orderOfHook(shop: string, body: unknown, settings: Settings): Order {
  const lines = part(body, 'line_items')
  return orderOf(shop, settings, {
    id: idOf(part(body, 'id')) ?? gidNumber(part(body, 'admin_graphql_api_id')),
    name: part(body, 'name'),
    changedAt: part(body, 'updated_at'),
    canceledAt: part(body, 'cancelled_at'),
    payment: String(part(body, 'financial_status')),
    delivery: String(part(body, 'fulfillment_status')),
    customer: settings.customerData ? customerOf(body) : null,
    lines: !Array.isArray(lines)
      ? null
      : lines.map((item) => ({
          id: idOf(part(item, 'id')),
          product: opaqueId(part(item, 'product_id')),
          variant: opaqueId(part(item, 'variant_id')),
          quantity: part(item, 'quantity'),
          left: part(item, 'current_quantity'),
          propertyOf: (wanted) => propertyOf(part(item, 'properties'), 'name', wanted),
        })),
  })
}

/** The order of a query, with all of its lines. The customer is not asked for, and stays as a webhook named them. */
export function orderOfNode(shop: string, node: unknown, settings: Settings): Order {
  const numberOf = (item: unknown, key: string) => opaqueId(part(part(item, key), 'legacyResourceId'))
  return orderOf(shop, settings, {
    id: gidNumber(part(node, 'id')),
    name: part(node, 'name'),
    changedAt: part(node, 'updatedAt'),
    canceledAt: part(node, 'cancelledAt'),
    payment: String(part(node, 'displayFinancialStatus')).toLowerCase(),
    delivery: String(part(node, 'displayFulfillmentStatus')).toLowerCase(),
    customer: null,
    lines: listOf(part(part(node, 'lineItems'), 'nodes')).map((item) => ({
      id: gidNumber(part(item, 'id')),
      product: numberOf(item, 'product'),
      variant: numberOf(item, 'variant'),
      quantity: part(item, 'quantity'),
      left: part(item, 'currentQuantity'),
      propertyOf: (wanted) => propertyOf(part(item, 'customAttributes'), 'key', wanted),
    })),
  })
}

/** A deleted order has no lines left. Throws if the webhook has no id. */
export function deletedOrder(shop: string, body: unknown): Order {
  const id = idOf(part(body, 'id'))
  if (id === null) throw new Error('The webhook has no order id.')
  const unknown = { name: null, changedAt: null, cart: null, customer: null, dueAt: null }
  return { shop, id, reference: orderReference(shop, id), ...unknown, status: 'canceled', lines: [] }
}

function orderOf(shop: string, settings: Settings, read: ReadOrder): Order {
  const { id, lines } = read
  if (id === null) throw new Error('The order has no id.')
  if (lines === null) throw new Error('The order has no list of lines.')
  return {
    shop,
    id,
    reference: orderReference(shop, id),
    name: textOf(read.name),
    changedAt: timeOf(read.changedAt),
    // The visit binds a fill to its order; the cart's token is not the same in Shopify's pages and orders.
    cart: null,
    customer: read.customer,
    dueAt: null,
    status: statusOf(read, settings),
    lines: lines.flatMap((line) => lineOf(line, settings)),
  }
}

const PAID = ['paid', 'partially_refunded']
/** The money went back whole, or never comes. */
const UNPAID = ['refunded', 'voided']

/**
 * Decision: an order whose money went back whole is not printed for the first time, even where orders are printed before
 * they are paid; the goods that go back are those of its lines.
 */
function statusOf({ canceledAt, payment, delivery }: ReadOrder, { finalizeOn }: Settings): OrderStatus {
  if (canceledAt != null) return 'canceled'
  const isPaid = PAID.includes(payment) || (finalizeOn === 'created' && !UNPAID.includes(payment))
  if (!isPaid) return 'open'
  return delivery === 'fulfilled' ? 'fulfilled' : 'paid'
}

/** A wrong fill id is passed on too: the service holds the line, and staff see it. */
function lineOf(
  { id, product, variant, quantity, left, propertyOf }: ReadLine,
  settings: Settings,
): readonly Line[] {
  const fill = propertyOf(FILL_PROPERTY)
  if (fill === null && !settings.requireDesign) return []
  if (id === null || !isCount(quantity) || quantity === 0) return []
  return [
    {
      id,
      fill,
      session: propertyOf(SESSION_PROPERTY),
      cart: null,
      // A line of a product that was deleted has none, and is held as not mapped.
      product: product ?? '',
      variant,
      quantity,
      refunded: isCount(left) ? Math.max(0, quantity - left) : 0,
      copiedFrom: null,
    },
  ]
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Products and variants are only compared with what staff mapped. */
function opaqueId(value: unknown): string | null {
  return idOf(value) ?? textOf(value)
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
