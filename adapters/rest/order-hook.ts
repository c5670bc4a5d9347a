/** The neutral order hook: reads a body by order.schema.json and translates it into calls. */
import type { Call } from '../../core/service/storefront/contract.ts'
import type { Line, Order, RefundedLine } from '../../core/service/storefront/order.ts'

export type OrderHook =
  | { readonly type: 'order.changed'; readonly shop: string; readonly order: HookOrder }
  | {
      readonly type: 'customer.erased'
      readonly shop: string
      readonly email: string | null
      readonly orderIds: readonly string[]
    }

const STATUSES = ['open', 'paid', 'fulfilled', 'canceled'] as const

interface HookOrder {
  readonly id: string
  readonly name: string | null
  readonly status: (typeof STATUSES)[number]
  readonly updatedAt: number
  readonly cart: string | null
  readonly customer: { readonly email: string | null; readonly name: string | null } | null
  readonly dueAt: number | null
  readonly lines: readonly (Omit<Line, 'fill'> & {
    readonly fill: string | null
    readonly refunded: number
  })[]
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

const ORDER = ['id', 'name', 'status', 'updated_at', 'cart_id', 'customer', 'due_at', 'lines']
const LINE = ['id', 'fill_id', 'session_id', 'product_id', 'variant_id', 'quantity', 'refunded_quantity']

/** An order as the hook and the list of orders show it. Throws UnreadableHook. */
export function readOrder(value: unknown): HookOrder {
  const order = record(value, 'order', ORDER)
  const status = STATUSES.find((one) => one === order.status)
  if (status === undefined) throw new UnreadableHook(`order.status must be one of ${STATUSES.join(', ')}.`)
  const customer =
    order.customer === undefined || order.customer === null
      ? null
      : record(order.customer, 'order.customer', ['email', 'name'])
  return {
    id: text(order.id, 'order.id'),
    name: maybe(order.name, 'order.name'),
    status,
    updatedAt: time(order.updated_at, 'order.updated_at'),
    cart: maybe(order.cart_id, 'order.cart_id'),
    customer:
      customer === null
        ? null
        : {
            email: maybe(customer.email, 'order.customer.email', 254),
            name: maybe(customer.name, 'order.customer.name', 200),
          },
    dueAt: order.due_at === undefined || order.due_at === null ? null : time(order.due_at, 'order.due_at'),
    lines: list(order.lines, 'order.lines', 500).map((line, at) => readLine(line, `order.lines[${at}]`)),
  }
}

function readLine(value: unknown, at: string): HookOrder['lines'][number] {
  const line = record(value, at, LINE)
  return {
    id: text(line.id, `${at}.id`),
    fill: maybe(line.fill_id, `${at}.fill_id`),
    session: maybe(line.session_id, `${at}.session_id`),
    product: text(line.product_id, `${at}.product_id`),
    variant: maybe(line.variant_id, `${at}.variant_id`),
    quantity: count(line.quantity, `${at}.quantity`, 1),
    refunded:
      line.refunded_quantity === undefined ? 0 : count(line.refunded_quantity, `${at}.refunded_quantity`, 0),
  }
}

const CALLS = { open: 'attach', paid: 'finalize', fulfilled: 'fulfill' } as const

/** The calls of an order in its current state. */
export function callsOf(shop: string, shown: HookOrder): readonly Call[] {
  const order: Order = {
    shop,
    id: shown.id,
    // The shop's own reference, by which it finds its print files.
    reference: shop === ONLY_SHOP ? shown.id : `${shop}:${shown.id}`,
    name: shown.name ?? shown.id,
    changedAt: shown.updatedAt,
    cart: shown.cart,
    customer: shown.customer,
    dueAt: shown.dueAt,
  }
  if (shown.status === 'canceled') return [{ call: 'withdraw', order, lines: 'all' }]
  const lines: Line[] = shown.lines.flatMap(({ refunded: _, fill, ...line }) =>
    fill === null ? [] : [{ ...line, fill }],
  )
  // All refunds count as one, which can only grow.
  const refunded: RefundedLine[] = shown.lines
    .filter((line) => line.refunded > 0)
    .map((line) => ({ line: line.id, quantity: line.refunded, refund: 'all' }))
  return [
    ...(refunded.length > 0 ? [{ call: 'withdraw', order, lines: refunded } as const] : []),
    { call: CALLS[shown.status], order, lines },
  ]
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
