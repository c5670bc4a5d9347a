/**
 * Checks whether an order may print a fill. A fill id is not a secret: it appears in carts, orders and links, and a
 * customer can type any. To keep an order from printing or canceling another customer's design:
 *
 * - the fill's template is the one that the line's product is printed from;
 * - cart references that fill and order both carry are the same, and a visit (embed session) that the line carries is
 *   one of that fill: the page that made the fill knows both, whoever only has its id knows neither;
 * - where the adapter requires it, a fill that a browser made shows at least one of the two;
 * - the fill is not finalized, or for this very line: a second order finds it taken, unless its line was copied from an
 *   order that may print the fill, and prints a copy;
 * - no other line that is still in play carries it.
 *
 * A line that fails is held for staff, and the fill stays unchanged.
 */

import type { FillRecord } from '../fill/fill.ts'
import type { Adapter } from './contract.ts'
import { printsOf, readFill, templateOf } from './fill-of-line.ts'
import { type Hold, type StorefrontLine, type StorefrontOrder, wantedOf } from './line.ts'
import type { PerformParts } from './perform-parts.ts'

export type Checked =
  | { readonly hold: Hold }
  | { readonly fill: FillRecord }
  /** Printed for this line already, by an earlier version of the shop's program: newest first. */
  | { readonly prints: readonly FillRecord[] }
  /** A copy of the fill is to be printed. */
  | { readonly copy: true }

const FILL_ID = /^fill_[0-9a-z]{26}$/

/** `others` are the further lines that carry the fill. */
export async function checkFill(
  parts: Pick<PerformParts, 'store' | 'clock' | 'teamId' | 'mappings'>,
  binding: Adapter['binding'],
  order: StorefrontOrder,
  line: StorefrontLine,
  others: readonly StorefrontLine[],
): Promise<Checked> {
  if (!FILL_ID.test(line.fillId)) return { hold: 'fill_id_malformed' }
  const fill = await readFill(parts, line.fillId)
  if (fill === null) return { hold: 'fill_not_found' }
  const prints = fill.status === 'open' ? [] : await printsOf(parts, order, line)
  if (prints.length > 0) return { prints }
  const source = await checkSource(parts, binding, order, line, fill)
  if (source !== null) return source
  const taken = takenBy(fill, order, line, others)
  if (taken !== null) return { hold: taken }
  const { product, variant } = line
  if (!parts.mappings.has(product, variant, fill.templateId)) {
    const template = await templateOf(parts, product, variant)
    if (template === null) return { hold: 'product_not_mapped' }
    parts.mappings.note(product, variant, template)
    if (template !== fill.templateId) return { hold: 'template_mismatch' }
  }
  const unbound = await bindingFault(parts, binding, order, line, fill)
  if (unbound !== null) return { hold: unbound }
  // Another line of the order took it along when it went, and nobody has printed it.
  return fill.status === 'expired' && fill.externalOrderId === order.reference ? { copy: true } : { fill }
}

/**
 * A line that was copied from another order: that order may print the fill, or it is held as there. Null where it was
 * not, or where that order has no such fill.
 */
async function checkSource(
  parts: Parameters<typeof checkFill>[0],
  binding: Adapter['binding'],
  { adapter, shop }: StorefrontOrder,
  line: StorefrontLine,
  fill: FillRecord,
): Promise<Checked | null> {
  if (line.copiedFrom === null) return null
  const { store, teamId } = parts
  const { reference, order: orderId } = line.copiedFrom
  const order = await store.storefront.orders.findByKey(teamId, { adapter, shop, orderId })
  const lines = order === null ? [] : await store.storefront.lines.ofOrder(teamId, order.id)
  const source = lines.find(({ id, fillId }) => id !== line.id && fillId === line.fillId)
  if (order === null || source === undefined) {
    const isPrintedThere = fill.externalOrderId === reference && fill.finalizedAt !== null
    return isPrintedThere ? { copy: true } : null
  }
  const wanted = source.goal === 'withdraw' ? 0 : wantedOf(source)
  if (source.printed > wanted) return { hold: 'printed_with_source' }
  if (source.trusted) return { copy: true }
  const checked = await checkFill(parts, binding, order, { ...source, copiedFrom: null }, [])
  return 'hold' in checked ? checked : { copy: true }
}

/** Why a fill that is finalized or on another line does not belong to this line; null if it does. */
export function takenBy(
  fill: Pick<FillRecord, 'status' | 'externalOrderId' | 'lineRef' | 'finalizedAt'>,
  order: StorefrontOrder,
  line: StorefrontLine,
  others: readonly StorefrontLine[],
): Hold | null {
  if (fill.status === 'finalized' || fill.externalOrderId !== null) {
    if (fill.externalOrderId !== order.reference) return 'fill_of_other_order'
    // Also one that has ended since: its pieces may be at the press.
    if (fill.finalizedAt !== null && fill.lineRef !== line.line) return 'fill_on_other_line'
  }
  // The earlier line has it. Withdrawn, held and unpaid lines do not count: customers restart a checkout with the same cart.
  const rivals = others.filter((one) => one.id < line.id && one.state !== 'withdrawn' && one.state !== 'held')
  if (rivals.some((one) => one.orderRowId === line.orderRowId)) return 'fill_on_other_line'
  return rivals.some((one) => one.state !== 'attached') ? 'fill_of_other_order' : null
}

async function bindingFault(
  { store, teamId }: Pick<PerformParts, 'store' | 'teamId'>,
  binding: Adapter['binding'],
  order: StorefrontOrder,
  line: StorefrontLine,
  fill: FillRecord,
): Promise<Hold | null> {
  const cart = line.cart ?? order.cart
  const byCart = fill.externalCartId !== null && cart !== null
  if (byCart && fill.externalCartId !== cart) return 'cart_mismatch'
  if (line.session !== null && line.session !== fill.embedSessionId) {
    // A resumed fill has several.
    const session = await store.sessions.find(teamId, line.session)
    if (session?.fillId !== fill.id) return 'session_mismatch'
  }
  const isBound = byCart || line.session !== null
  return binding === 'require' && fill.source !== 'api' && !isBound ? 'not_bound' : null
}
