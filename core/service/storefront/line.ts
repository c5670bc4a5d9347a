/** Lines of storefront orders that carry a fill: their record, their states and moves, and the order they stand on. */
import type { CopiedFrom, LineState, OrderStatus } from './order.ts'

/** What the order asks of a line now. */
export const GOALS = ['attach', 'finalize', 'fulfill', 'withdraw'] as const
export type Goal = (typeof GOALS)[number]

export const GOAL_OF: Readonly<Record<OrderStatus, Goal>> = {
  open: 'attach',
  paid: 'finalize',
  fulfilled: 'fulfill',
  canceled: 'withdraw',
}

export type LineMove =
  | 'finalize'
  | 'park'
  | 'print'
  | 'fulfill'
  | 'fail'
  | 'hold'
  | 'settle'
  | 'withdraw'
  | 'revive'
  | 'replace'
  | 'retry'
  | 'release'

/**
 * Every legal move. Only staff continue a failed or a held line, unless the order itself takes the reason away: `settle`
 * (as many are ordered as were printed) and `replace` (another design before the print). `park`: the payment was lost.
 */
export const LINE_MOVES: Readonly<Record<LineState, Partial<Record<LineMove, LineState>>>> = {
  attached: { finalize: 'finalizing', replace: 'attached', withdraw: 'withdrawn' },
  finalizing: {
    ...{ print: 'finalized', settle: 'finalized', park: 'attached' },
    ...{ fail: 'failed', hold: 'held', withdraw: 'withdrawn' },
  },
  finalized: { fulfill: 'fulfilled', fail: 'failed', hold: 'held', withdraw: 'withdrawn' },
  fulfilled: { hold: 'held', withdraw: 'withdrawn' },
  withdrawn: { revive: 'attached', hold: 'held' },
  failed: { retry: 'finalizing', settle: 'finalized', replace: 'attached', withdraw: 'withdrawn' },
  held: { release: 'finalizing', settle: 'finalized', replace: 'attached', withdraw: 'withdrawn' },
}

/** The move that brings a line nearer to its goal; null where there is none, or only staff can make it. */
export function nextMove(line: StorefrontLine): LineMove | null {
  if (line.goal === 'withdraw') return line.state === 'withdrawn' ? null : 'withdraw'
  const more = wantedOf(line) - line.printed
  switch (line.state) {
    case 'attached':
      return line.goal === 'attach' ? null : 'finalize'
    case 'finalizing':
      if (line.printed === 0) return line.goal === 'attach' ? 'park' : 'print'
      return more > 0 ? 'print' : 'settle'
    case 'finalized':
    case 'fulfilled':
      // A print that is still made comes first.
      if (line.printed > 0 && more > 0 && line.renderStatus === 'succeeded') return 'hold'
      return line.state === 'finalized' && line.goal === 'fulfill' ? 'fulfill' : null
    case 'withdrawn':
      return line.printed > 0 || line.fillId === NO_FILL ? 'hold' : 'revive'
    case 'held':
      return line.reason === 'more_to_print' && more <= 0 ? 'settle' : null
    case 'failed':
      return line.printed > 0 && more <= 0 ? 'settle' : null
  }
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
  more_to_print: 'More pieces are ordered than were printed. Release the line to print the others.',
  printed_with_source:
    'The order that this line was copied from has more pieces at the press than it needs. Release the line to print it anyway.',
  printed_then_canceled:
    'The line was printed, then canceled, and its order was reopened. Release it to print it again.',
} as const
export type Hold = keyof typeof HOLDS

/** Why a line failed, beside the codes of the service's own refusals. */
export const FAULTS = {
  render_failed: 'The print file could not be created.',
  service_unreachable: 'Platen could not be reached for a week.',
} as const

/** Notes for staff on a printed or withdrawn line, without effect. */
export const NOTES = {
  too_many_at_press: 'More pieces are at the press than are ordered.',
  withdrawn_after_print: 'The line was withdrawn after it was sent to print. Stop it on the press.',
  render_canceled: 'The print file was canceled.',
  review_requested: 'The design is waiting for review.',
  /** With the reason that staff gave, if they gave one, behind it. */
  review_refused: 'The design was refused',
} as const

export type Note = keyof typeof NOTES

/** The value of `fillId` for a line ordered without a design. */
export const NO_FILL = ''

/** The value of `copyId` for a requested copy. */
export const COPY_WANTED = 'wanted'

/** Its state, and why. A line that waits for the service keeps its state. */
type Standing =
  | { readonly state: 'attached' | 'finalizing'; readonly reason: 'waiting' | null }
  | { readonly state: 'finalized' | 'fulfilled'; readonly reason: Note | 'waiting' | null }
  | { readonly state: 'withdrawn'; readonly reason: 'withdrawn_after_print' | null }
  | { readonly state: 'failed'; readonly reason: string; readonly message: string }
  | { readonly state: 'held'; readonly reason: Hold; readonly message: string }

/** Times are milliseconds since 1970. */
interface LineFacts {
  readonly id: string
  readonly teamId: string
  readonly orderRowId: string
  /** The platform's own id of the line. */
  readonly line: string
  /** As the line carries it, or NO_FILL; unique with order and line. */
  readonly fillId: string
  readonly session: string | null
  /** Null: the order's. */
  readonly cart: string | null
  readonly product: string
  readonly variant: string | null
  readonly quantity: number
  /** Of the quantity. */
  readonly refunded: number
  /** Pieces sent to the press in all prints of the line; 0: none. */
  readonly printed: number
  readonly copiedFrom: CopiedFrom | null
  readonly goal: Goal
  /** The reason as a sentence. */
  readonly message: string | null
  /** The references agree, or staff released the line: the order may finalize and end this fill. */
  readonly trusted: boolean
  /** The copy that is printed in place of the fill: of another order's fill, of an ended one, or of more pieces. */
  readonly copyId: string | null
  /** Of the last print. */
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
export type StorefrontLine = LineFacts & Standing

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
  readonly status: OrderStatus
  /** Null while it is not canceled; else when, by the platform's time or ours. */
  readonly canceledAt: number | null
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

/** Pieces that the order asks for. */
export function wantedOf({ quantity, refunded }: Pick<StorefrontLine, 'quantity' | 'refunded'>): number {
  return Math.max(0, quantity - refunded)
}

/** The state that a move leads to. Throws where the table has none: that is a fault of the program. */
export function moveLine(from: LineState, move: LineMove): LineState {
  const to = LINE_MOVES[from][move]
  if (to === undefined) throw new Error(`A line that is ${from} cannot ${move}.`)
  return to
}
