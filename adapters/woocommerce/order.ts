/** Orders of a store as they stand; WooCommerce reports states, never events. */
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { CopiedFrom, Line, Order, OrderStatus } from '../../core/service/storefront/order.ts'
import { idOf, metaOf, timeOf } from './fields.ts'

export const FILL_META = '_pp_fill_id'
/** The copy that an earlier version of the plugin printed instead of a fill that had ended with its order. */
export const COPY_META = '_pp_copy_id'
export const CART_META = '_pp_cart'
/** "order:line" of the line's first order: a line that names another order was copied from it. */
export const OF_META = '_pp_of'
/** The order that the line was copied from, once the plugin has put the copy's own ids into `_pp_of`. */
export const COPIED_FROM_META = '_pp_copied_from'
export const RENDER_META = '_pp_render_id'
export const STATE_META = '_pp_state'
export const REASON_META = '_pp_reason'
/** Lists of names with screen colours, as JSON. */
export const INKS_META = '_pp_inks'
export const PAPER_META = '_pp_paper'
/** On the order: when it has to be printed, as RFC 3339 or a date. */
export const DUE_META = '_pp_due_at'

/** A failed payment is not one of these, because customers often pay again. */
const CANCELED = ['cancelled', 'refunded', 'trash']
/** WooCommerce's status of a shipped order. */
const SHIPPED = 'completed'

/** `refunds` are those of the order's own list. Null where it is no order, or does not show its lines. */
export function readOrder(
  shop: string,
  shown: unknown,
  refunds: readonly unknown[],
  statuses: readonly string[],
): Order | null {
  const [id, items] = [idOf(part(shown, 'id')), part(shown, 'line_items')]
  if (id === null || !Array.isArray(items)) return null
  const billing = part(shown, 'billing')
  const names = [part(billing, 'first_name'), part(billing, 'last_name')].flatMap((one) => textOf(one) ?? [])
  const number = textOf(part(shown, 'number'))
  const refunded = refundedByLine(refunds)
  return {
    shop,
    id,
    reference: orderReference(shop, id),
    name: number === null ? null : `#${number}`,
    changedAt: timeOf(part(shown, 'date_modified_gmt')),
    // For lines that name none; those of one checkout come from one cart.
    cart: items.map((item) => textOf(metaOf(item, CART_META))).find((cart) => cart !== null) ?? null,
    customer: { email: textOf(part(billing, 'email')), name: names.length === 0 ? null : names.join(' ') },
    dueAt: timeOf(metaOf(shown, DUE_META)),
    status: statusOf(textOf(part(shown, 'status')) ?? '', statuses),
    lines: items.flatMap((item) => lineOf(shop, id, item, refunded)),
  }
}

/** An order that the store has deleted for good. */
export function deletedOrder(shop: string, id: string): Order {
  const unknown = { name: null, changedAt: null, cart: null, customer: null, dueAt: null }
  return { shop, id, reference: orderReference(shop, id), ...unknown, status: 'canceled', lines: [] }
}

function orderReference(shop: string, id: string): string {
  return `woocommerce:${shop}:${id}`
}

function statusOf(status: string, statuses: readonly string[]): OrderStatus {
  if (CANCELED.includes(status)) return 'canceled'
  if (status === SHIPPED) return 'fulfilled'
  return statuses.includes(status) ? 'paid' : 'open'
}

/** A wrong fill id is passed on too: the service holds the line, and staff see it. */
function lineOf(
  shop: string,
  order: string,
  item: unknown,
  refunded: ReadonlyMap<string, number>,
): readonly Line[] {
  const id = idOf(part(item, 'id'))
  const given = Number(part(item, 'quantity'))
  // Staff empty a line by a quantity of 0.
  if (id === null || given <= 0) return []
  const fill = metaOf(item, COPY_META) ?? metaOf(item, FILL_META) ?? ''
  const ordered = Number.isFinite(given) ? given : 1
  const quantity = wholeUp(ordered)
  return [
    {
      id,
      fill: fill === '' ? null : typeof fill === 'string' ? fill : JSON.stringify(fill),
      session: null,
      cart: textOf(metaOf(item, CART_META)),
      product: idOf(part(item, 'product_id')) ?? '',
      variant: idOf(part(item, 'variation_id')),
      quantity,
      // Of 2.5 with 0.5 refunded, 2 are left.
      refunded: quantity - Math.max(0, wholeUp(ordered - (refunded.get(id) ?? 0))),
      copiedFrom: copiedFrom(shop, order, item),
    },
  ]
}

/** Plugins for metres or packs sell 2.5; 2.1 - 0.1 is a little more than 2 for a computer. */
function wholeUp(quantity: number): number {
  return Math.ceil(Number(quantity.toFixed(6)))
}

function copiedFrom(shop: string, order: string, item: unknown): CopiedFrom | null {
  const [of] = (textOf(metaOf(item, OF_META)) ?? '').split(':')
  const first = of === order ? '' : (of ?? '')
  const source = first === '' ? String(metaOf(item, COPIED_FROM_META) ?? '') : first
  if (!/^\d{1,30}$/.test(source) || source === order) return null
  return { order: source, reference: orderReference(shop, source) }
}

/** Quantities of a refund are negative, and its lines name those of the order in their meta data. */
function refundedByLine(refunds: readonly unknown[]): ReadonlyMap<string, number> {
  const refunded = new Map<string, number>()
  for (const item of refunds.flatMap((refund) => listOf(part(refund, 'line_items')))) {
    const [line, quantity] = [
      idOf(metaOf(item, '_refunded_item_id')),
      Math.abs(Number(part(item, 'quantity'))),
    ]
    if (line !== null && quantity > 0) refunded.set(line, (refunded.get(line) ?? 0) + quantity)
  }
  return refunded
}
