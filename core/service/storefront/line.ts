/** Lines of storefront orders that carry a fill: their record, their states and moves, and the order they stand on. */
import type { LineState } from './order.ts'

/** The latest goal of the storefront; it only rises, unless a canceled order is reopened. */
export const GOALS = ['attach', 'finalize', 'fulfill', 'withdraw'] as const
export type Goal = (typeof GOALS)[number]

export type LineMove =
  | 'finalize'
  | 'print'
  | 'fulfill'
  | 'fail'
  | 'hold'
  | 'withdraw'
  | 'retry'
  | 'release'
  | 'reopen'

/**
 * Every legal move. Only staff can continue a held or failed line. A withdrawn line of a reopened order is held,
 * because its print may have been thrown away.
 */
export const LINE_MOVES: Readonly<Record<LineState, Partial<Record<LineMove, LineState>>>> = {
  attached: { finalize: 'finalizing', hold: 'held', withdraw: 'withdrawn' },
  finalizing: { print: 'finalized', fail: 'failed', hold: 'held', withdraw: 'withdrawn' },
  finalized: { fulfill: 'fulfilled', fail: 'failed', withdraw: 'withdrawn' },
  fulfilled: { withdraw: 'withdrawn' },
  withdrawn: { reopen: 'held' },
  failed: { retry: 'finalizing', withdraw: 'withdrawn' },
  held: { release: 'finalizing', withdraw: 'withdrawn' },
}

/** Why a line is held; nothing of it is printed until staff release it. */
export const HOLDS = {
  design_missing: 'The product is personalized, but the order line has no design.',
  fill_id_malformed: 'The cart line does not contain a valid fill id.',
  fill_not_found: 'The design does not exist.',
  product_not_mapped: 'The product is not mapped to a template.',
  template_mismatch: 'The design was made with a different template than the one mapped to the product.',
  cart_mismatch: 'The design was made in a different cart than the cart of this order.',
  session_mismatch: 'The design was made by a different visitor than the customer of this order.',
  not_bound: 'Neither the cart nor the visit confirms that the customer of this order made the design.',
  fill_of_other_order: 'The design was already printed for another order.',
  fill_on_other_line: 'The design is also on another order line.',
  line_has_other_fill: 'The line had a different design before.',
  order_reopened: 'The order was canceled and then reopened.',
  printed_then_canceled:
    'The line was printed, then canceled, and its order was reopened. Release it to print it again.',
} as const
export type Hold = keyof typeof HOLDS

/** Why a line failed, beside the codes of the service's own refusals. */
export const FAULTS = {
  render_failed: 'The print file could not be created.',
  service_unreachable: 'Platen could not be reached for a week.',
} as const

/** Notes for staff on a printed line, without effect. */
export const NOTES = {
  quantity_changed: 'The quantity changed after the line was sent to print.',
  refunded_after_print: 'Part of the quantity was refunded after the line was sent to print.',
  withdrawn_after_print: 'The line was withdrawn after it was sent to print. Stop it on the press.',
  render_canceled: 'The print file was canceled.',
  review_requested: 'The design is waiting for review.',
  /** With the reason that staff gave, if they gave one, behind it. */
  review_refused: 'The design was refused',
} as const

/** The value of `fillId` for a line ordered without a design. */
export const NO_FILL = ''

/** The value of `copyId` for a requested copy. */
export const COPY_WANTED = 'wanted'

/** Times are milliseconds since 1970. */
export interface StorefrontLine {
  readonly id: string
  readonly teamId: string
  readonly orderRowId: string
  /** The platform's own id of the line. */
  readonly line: string
  /** As the line carries it, or NO_FILL; unique with order and line. */
  readonly fillId: string
  readonly session: string | null
  readonly product: string
  readonly variant: string | null
  readonly quantity: number
  readonly goal: Goal
  readonly state: LineState
  readonly reason: string | null
  readonly message: string | null
  /** The references agree, or staff released the line: the order may finalize and end this fill. */
  readonly trusted: boolean
  /** The copy to print instead, after staff released a fill of another order. */
  readonly copyId: string | null
  readonly renderId: string | null
  readonly renderStatus: string | null
  readonly attempts: number
  /** Null where nothing is to be done. */
  readonly nextAttemptAt: number | null
  /** When it first could not be done, or null. */
  readonly failingSince: number | null
  /** Raised by each worker that takes the line; fences the worker's writes. */
  readonly lease: number
  readonly leaseUntil: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

export interface StorefrontOrder {
  readonly id: string
  readonly teamId: string
  readonly adapter: string
  readonly shop: string
  /** The platform's; unique with team, adapter and shop. */
  readonly orderId: string
  readonly reference: string
  readonly name: string | null
  readonly cart: string | null
  /** Kept until all lines are finished. */
  readonly customerEmail: string | null
  readonly customerName: string | null
  /** See customerKey. */
  readonly customerKey: string | null
  readonly dueAt: number | null
  readonly changedAt: number | null
  /** Null while it is not canceled; else when, by the platform's time or ours. */
  readonly canceledAt: number | null
  /** By refund and line: how many it took. */
  readonly refunds: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** SHA-256 of the last text written to the platform's order. */
  readonly writtenSha256: string | null
  readonly writeAttempts: number
  readonly nextWriteAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

export const HOOK_STATES = ['pending', 'done', 'failed'] as const
export type HookState = (typeof HOOK_STATES)[number]

/** A received hook; its request is deleted once it is done. */
export interface StorefrontHook {
  readonly id: string
  readonly teamId: string
  readonly adapter: string
  readonly shop: string
  /** Unique with team, adapter and shop; null where the platform sends nothing that tells. */
  readonly hookId: string | null
  readonly topic: string
  /** Path, query and headers, as JSON; null once done. */
  readonly request: string | null
  readonly body: Uint8Array | null
  readonly state: HookState
  readonly error: string | null
  readonly attempts: number
  readonly nextAttemptAt: number | null
  readonly receivedAt: number
}

/** How many of a line were refunded. */
export function refundedOf(order: Pick<StorefrontOrder, 'refunds'>, line: string): number {
  return Object.values(order.refunds).reduce((sum, lines) => sum + (lines[line] ?? 0), 0)
}

/** How many of the ordered pieces were refunded. */
export function refundedPieces(
  order: Pick<StorefrontOrder, 'refunds'>,
  { line, quantity }: Pick<StorefrontLine, 'line' | 'quantity'>,
): number {
  return Math.min(quantity, refundedOf(order, line))
}

/** How many are to be printed: ordered, without what was refunded. */
export function printedQuantity(
  order: Pick<StorefrontOrder, 'refunds'>,
  { line, quantity }: Pick<StorefrontLine, 'line' | 'quantity'>,
): number {
  return Math.max(1, quantity - refundedOf(order, line))
}

/** Why a withdrawn line of a reopened order is held. */
export function reopenHold({ renderStatus }: Pick<StorefrontLine, 'renderStatus'>): Hold {
  return renderStatus === 'succeeded' ? 'printed_then_canceled' : 'order_reopened'
}

/** The state that a move leads to. Throws where the table has none: that is a fault of the program. */
export function moveLine(from: LineState, move: LineMove): LineState {
  const to = LINE_MOVES[from][move]
  if (to === undefined) throw new Error(`A line that is ${from} cannot ${move}.`)
  return to
}
