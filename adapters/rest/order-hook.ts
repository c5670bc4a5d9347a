/** The neutral order hook: reads a body by order.schema.json and says what the order is. */
import { type Line, ORDER_STATUSES, type Order } from '../../core/service/storefront/order.ts'

export type OrderHook =
  | { readonly type: 'order.changed'; readonly shop: string; readonly order: HookOrder }
  | {
      readonly type: 'customer.erased'
      readonly shop: string
      readonly email: string | null
      readonly orderIds: readonly string[]
    }

/** An order as the hook shows it; its shop is known beside it. */
interface HookOrder extends Omit<Order, 'shop' | 'reference' | 'lines'> {
  readonly lines: readonly HookLine[]
}
interface HookLine extends Omit<Line, 'copiedFrom'> {
  /** Id of an order of the same shop. */
  readonly copiedFrom: string | null
}

/** The shop of a hook that names none. */
export const ONLY_SHOP = 'shop'

/** The fault of a body, with its place. */
export class UnreadableHook extends Error {}

/** Throws UnreadableHook for what the schema does not allow. */
export function readHook(bytes: Uint8Array): OrderHook {
  const body = record(parse(bytes), 'The body', ['type', 'timestamp', 'shop', 'data'])
  const shop = body.shop === undefined ? ONLY_SHOP : text(body.shop, 'shop')
  if (body.timestamp !== undefined) time(body.timestamp, 'timestamp')
  if (body.type === 'order.changed') {
    const data = record(body.data, 'data', ['order'])
    return { type: 'order.changed', shop, order: readOrder(data.order) }
  }
  if (body.type !== 'customer.erased')
    throw new UnreadableHook('type must be order.changed or customer.erased.')
  const data = record(body.data, 'data', ['email', 'order_ids'])
  if (data.email === undefined && data.order_ids === undefined)
    throw new UnreadableHook('data must have email, order_ids or both.')
  return {
    type: 'customer.erased',
    shop,
    email: data.email === undefined ? null : text(data.email, 'data.email', 254, 3),
    orderIds:
      data.order_ids === undefined
        ? []
        : list(data.order_ids, 'data.order_ids', 1000).map((id, at) => text(id, `data.order_ids[${at}]`)),
  }
}

const ORDER = [
  ...['id', 'name', 'status', 'updated_at', 'cart_id', 'customer', 'due_at', 'copied_from', 'lines'],
]
const LINE = [
  ...['id', 'fill_id', 'session_id', 'cart_id', 'product_id', 'variant_id'],
  ...['quantity', 'refunded_quantity', 'copied_from'],
]

/** An order as the hook and the list of orders show it. Throws UnreadableHook. */
export function readOrder(value: unknown): HookOrder {
  const order = record(value, 'order', ORDER)
  const status = ORDER_STATUSES.find((one) => one === order.status)
  if (status === undefined)
    throw new UnreadableHook(`order.status must be one of ${ORDER_STATUSES.join(', ')}.`)
  const customer =
    order.customer === undefined || order.customer === null
      ? null
      : record(order.customer, 'order.customer', ['email', 'name'])
  const id = text(order.id, 'order.id')
  const copiedFrom = maybe(order.copied_from, 'order.copied_from')
  return {
    id,
    name: maybe(order.name, 'order.name') ?? id,
    status,
    changedAt: time(order.updated_at, 'order.updated_at'),
    cart: maybe(order.cart_id, 'order.cart_id'),
    customer:
      customer === null
        ? null
        : {
            email: maybe(customer.email, 'order.customer.email', 254),
            name: maybe(customer.name, 'order.customer.name', 200),
          },
    dueAt: order.due_at === undefined || order.due_at === null ? null : time(order.due_at, 'order.due_at'),
    lines: list(order.lines, 'order.lines', 500).map((line, at) =>
      readLine(line, `order.lines[${at}]`, copiedFrom),
    ),
  }
}

function readLine(value: unknown, at: string, copiedFrom: string | null): HookLine {
  const line = record(value, at, LINE)
  const quantity = count(line.quantity, `${at}.quantity`, 1)
  const refunded =
    line.refunded_quantity === undefined ? 0 : count(line.refunded_quantity, `${at}.refunded_quantity`, 0)
  return {
    id: text(line.id, `${at}.id`),
    fill: maybe(line.fill_id, `${at}.fill_id`),
    session: maybe(line.session_id, `${at}.session_id`),
    cart: maybe(line.cart_id, `${at}.cart_id`),
    product: text(line.product_id, `${at}.product_id`),
    variant: maybe(line.variant_id, `${at}.variant_id`),
    quantity,
    refunded: Math.min(quantity, refunded),
    copiedFrom: maybe(line.copied_from, `${at}.copied_from`) ?? copiedFrom,
  }
}

/** The order of a shop. */
export function orderOf(shop: string, { lines, ...shown }: HookOrder): Order {
  // The shop's own reference, by which it finds its print files.
  const referenceOf = (id: string) => (shop === ONLY_SHOP ? id : `${shop}:${id}`)
  return {
    ...{ ...shown, shop, reference: referenceOf(shown.id) },
    lines: lines.map(({ copiedFrom: from, ...line }) => ({
      ...line,
      copiedFrom: from === null ? null : { order: from, reference: referenceOf(from) },
    })),
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new UnreadableHook('The body is not valid JSON in UTF-8.')
  }
}

function record(value: unknown, at: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableHook(`${at} must be an object.`)
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UnreadableHook(`Unknown member ${unknown} of ${at}.`)
  return value as Readonly<Record<string, unknown>>
}

function list(value: unknown, at: string, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > most)
    throw new UnreadableHook(`${at} must be an array of at most ${most} items.`)
  return value
}

function text(value: unknown, at: string, most = 255, least = 1): string {
  // As JSON Schema counts: characters of Unicode. No database keeps a NUL or half a character.
  const fits = typeof value === 'string' && [...value].length >= least && [...value].length <= most
  if (!fits || value.includes('\0') || !value.isWellFormed())
    throw new UnreadableHook(`${at} must be a string of ${least} to ${most} characters.`)
  return value
}

function maybe(value: unknown, at: string, most = 255): string | null {
  return value === undefined || value === null || value === '' ? null : text(value, at, most)
}

function count(value: unknown, at: string, least: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > 1_000_000)
    throw new UnreadableHook(`${at} must be an integer from ${least} to 1000000.`)
  return value
}

const TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

function time(value: unknown, at: string): number {
  const ms = typeof value === 'string' && TIME.test(value) ? Date.parse(value.replace(' ', 'T')) : Number.NaN
  if (Number.isNaN(ms)) throw new UnreadableHook(`${at} must be a timestamp such as 2026-07-15T12:00:00Z.`)
  return ms
}
