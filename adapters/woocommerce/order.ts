/** What an order of a store asks for in its current state; WooCommerce reports states, never events. */
import type { Call } from '../../core/service/storefront/contract.ts'
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { Line, Order, RefundedLine } from '../../core/service/storefront/order.ts'
import { idOf, metaOf, timeOf } from './fields.ts'

export const FILL_META = '_pp_fill_id'
/** The copy that the plugin printed instead of a fill that had ended with its order. */
export const COPY_META = '_pp_copy_id'
export const CART_META = '_pp_cart'
export const RENDER_META = '_pp_render_id'
export const STATE_META = '_pp_state'
export const REASON_META = '_pp_reason'
/** Lists of names with screen colours, as JSON. */
export const INKS_META = '_pp_inks'
export const PAPER_META = '_pp_paper'
/** On the order: when it has to be printed, as RFC 3339 or a date. */
export const DUE_META = '_pp_due_at'

/** Ended: the whole order is withdrawn. A failed payment is not one of these, because customers often pay again. */
const CANCELED = ['cancelled', 'refunded', 'trash']
/** WooCommerce's status of a shipped order. */
const SHIPPED = 'completed'

/** Orders without a fill ask for nothing that was not asked before. `refunds` are those of the order's own list. */
export function callsOfOrder(
  shop: string,
  shown: unknown,
  refunds: readonly unknown[],
  statuses: readonly string[],
): readonly Call[] {
  const id = idOf(part(shown, 'id'))
  const lines = linesOf(shown)
  if (id === null) return []
  const order = orderOf(shop, id, shown)
  const status = textOf(part(shown, 'status')) ?? ''
  const seen: Call = { call: 'attach', order, lines, whole: true }
  if (lines.length === 0) return [seen]
  if (CANCELED.includes(status))
    return [
      // Without a time, so that a change of a canceled order does not look like its reopening. An order may be seen for
      // the first time after its end, and its fills must be ended too.
      { call: 'attach', order: { ...order, changedAt: null }, lines },
      { call: 'withdraw', order, lines: 'all' },
    ]
  const refunded = refunds.flatMap(refundedLines)
  const goal = status === SHIPPED ? 'fulfill' : statuses.includes(status) ? 'finalize' : 'attach'
  return [
    ...(refunded.length === 0 ? [] : [{ call: 'withdraw', order, lines: refunded } as const]),
    { ...seen, call: goal },
  ]
}

/** An order that the store has deleted. */
export function callsOfDeleted(shop: string, id: string): readonly Call[] {
  return [{ call: 'withdraw', order: orderOf(shop, id, {}), lines: 'all' }]
}

export function hasFills(shown: unknown): boolean {
  return linesOf(shown).length > 0
}

function orderOf(shop: string, id: string, shown: unknown): Order {
  const billing = part(shown, 'billing')
  const name = [part(billing, 'first_name'), part(billing, 'last_name')]
    .map(textOf)
    .filter((one) => one !== null)
  const number = textOf(part(shown, 'number'))
  return {
    shop,
    id,
    reference: `woocommerce:${shop}:${id}`,
    name: number === null ? null : `#${number}`,
    changedAt: timeOf(part(shown, 'date_modified_gmt')),
    cart: cartOf(shown),
    customer: { email: textOf(part(billing, 'email')), name: name.length === 0 ? null : name.join(' ') },
    dueAt: timeOf(metaOf(shown, DUE_META)),
  }
}

/** Of the first personalized line: all lines of an order come from one cart. */
function cartOf(shown: unknown): string | null {
  const carts = listOf(part(shown, 'line_items')).map((line) => textOf(metaOf(line, CART_META)))
  return carts.find((cart) => cart !== null) ?? null
}

function linesOf(shown: unknown): readonly Line[] {
  return listOf(part(shown, 'line_items')).flatMap((line) => {
    const [id, fill] = [idOf(part(line, 'id')), metaOf(line, COPY_META) ?? metaOf(line, FILL_META)]
    if (id === null || fill === undefined || fill === null || fill === '') return []
    const quantity = Number(part(line, 'quantity'))
    return [
      {
        id,
        fill: typeof fill === 'string' ? fill : JSON.stringify(fill),
        session: null,
        product: idOf(part(line, 'product_id')) ?? '',
        variant: idOf(part(line, 'variation_id')),
        quantity: Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 1,
      },
    ]
  })
}

/** Quantities of a refund are negative, and its lines name those of the order in their meta data. */
function refundedLines(refund: unknown): readonly RefundedLine[] {
  const id = idOf(part(refund, 'id'))
  return listOf(part(refund, 'line_items')).flatMap((line) => {
    const [of, quantity] = [idOf(metaOf(line, '_refunded_item_id')), Math.abs(Number(part(line, 'quantity')))]
    return id === null || of === null || !(quantity > 0) ? [] : [{ line: of, quantity, refund: id }]
  })
}
