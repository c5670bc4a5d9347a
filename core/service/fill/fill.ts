/** A fill: a customer's values, inks and paper on a template; its record, statuses and table of moves. */
import type { FillContent } from '../../engine/scene/content.ts'
import type { PendingChange } from './approval.ts'

export const FILL_STATUSES = ['open', 'finalized', 'expired'] as const
export type FillStatus = (typeof FILL_STATUSES)[number]

export const FILL_SOURCES = ['hosted', 'embed', 'api'] as const
export type FillSource = (typeof FILL_SOURCES)[number]

/** Why a fill is expired. */
export const FILL_REASONS = ['refunded', 'canceled', 'ttl', 'session_expired', 'manual'] as const
export type FillReason = (typeof FILL_REASONS)[number]

/**
 * A fill that a browser began is a draft until it is approved or ordered: `untouched` before its first change, when only
 * its browser sees it, then `started`.
 */
export const DRAFT_STATES = ['none', 'untouched', 'started'] as const
export type DraftState = (typeof DRAFT_STATES)[number]

/**
 * The production status of a fill: the customer works on a draft; an approved one waits for its print file, and then for
 * the press.
 */
export const PRODUCTION_STATUSES = [
  'draft',
  'approved',
  'to_print',
  'printing',
  'done',
  'held',
  'failed',
  'canceled',
] as const
export type ProductionStatus = (typeof PRODUCTION_STATUSES)[number]

/** Why a fill is held: staff say so, or a review of it is not answered yet. */
export const HELD_REASONS = ['staff', 'review'] as const
export type HeldReason = (typeof HELD_REASONS)[number]
export const REVIEW_STATUSES = ['none', 'requested', 'approved', 'refused', 'withdrawn'] as const
/** `none` needs no review; `withdrawn` was refunded, canceled or erased before staff decided. */
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

export type ReviewMove = 'approve' | 'refuse' | 'withdraw'

/**
 * Every legal move of a review, which begins with the finalize. Decision: a decision is final; what was refused is
 * changed in a copy, which is reviewed again.
 */
export const REVIEW_MOVES: Readonly<Record<ReviewStatus, Partial<Record<ReviewMove, ReviewStatus>>>> = {
  none: {},
  requested: { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' },
  approved: { approve: 'approved' },
  refused: { refuse: 'refused' },
  withdrawn: {},
}

export type FillMove = 'finalize' | 'expire' | 'reopen'

/**
 * Every legal move; what is missing is refused with `fill_expired`, `fill_not_open` or `fill_status_conflict`.
 * Finalizing again is a replay. A finalized fill expires only when it is refunded or canceled, and an expired one
 * reopens only when it was never finalized.
 */
export const FILL_MOVES: Readonly<Record<FillStatus, Partial<Record<FillMove, FillStatus>>>> = {
  open: { finalize: 'finalized', expire: 'expired', reopen: 'open' },
  finalized: { finalize: 'finalized', expire: 'expired' },
  expired: { expire: 'expired', reopen: 'open' },
}

/** Times are milliseconds since 1970. */
export interface FillRecord extends FillContent {
  readonly id: string
  readonly teamId: string
  readonly templateId: string
  /** The scene revision the fill began with; it previews, completes and finalizes there. */
  readonly revision: number
  readonly status: FillStatus
  /** For an open fill: the reason for an early expiry; not shown before it expires. */
  readonly statusReason: FillReason | null
  readonly source: FillSource
  readonly draft: DraftState
  /** Opaque references of the storefront. */
  readonly externalOrderId: string | null
  readonly externalCartId: string | null
  readonly externalProductId: string | null
  readonly externalVariantId: string | null
  readonly lineRef: string | null
  readonly quantity: number
  /** How many of `quantity` were refunded after the print file was created. */
  readonly refundedQuantity: number
  readonly dueAt: number | null
  readonly customerEmail: string | null
  readonly customerName: string | null
  readonly embedSessionId: string | null
  readonly lastRenderId: string | null
  /** When the customer, or staff in the customer's place, approved the content last; see approval.ts. */
  readonly approvedAt: number | null
  /** The customer's change of the approved content, which is not approved yet. A closed fill keeps it for a copy. */
  readonly pendingChange: PendingChange | null
  /** The progress of the press; null before it began. */
  readonly production: 'printing' | 'done' | null
  /** Set by staff; see heldReasonOf. */
  readonly heldReason: 'staff' | null
  /** The last render of a finalized fill has failed. */
  readonly printFailed: boolean
  /** When it was last marked as done. */
  readonly printedAt: number | null
  /** A note of staff, for staff. */
  readonly notes: string | null
  readonly assignee: string | null
  readonly review: ReviewStatus
  /** What staff gave as the reason of a refusal. */
  readonly reviewReason: string | null
  /** When staff decided. */
  readonly reviewedAt: number | null
  readonly metadata: Readonly<Record<string, string>>
  /** SHA-256 of the token with which the customer's browser resumes the fill, or null. */
  readonly resumeTokenHash: string | null
  /** When an open fill expires; checked on every read. */
  readonly expiresAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly finalizedAt: number | null
  readonly expiredAt: number | null
  readonly erasedAt: number | null
}

/** The reasons for which a finalized fill, whose print may be under way, can be ended. */
const ENDS_FINALIZED: readonly FillReason[] = ['refunded', 'canceled']
/** The reasons after which a fill can be reopened. */
const REOPENABLE: readonly FillReason[] = ['ttl', 'session_expired', 'manual', 'canceled']

/** The fill at `now`: an open one past its expiry is expired, even before the sweep. */
export function asOf(fill: FillRecord, now: number): FillRecord {
  if (fill.status !== 'open' || fill.expiresAt === null || fill.expiresAt > now) return fill
  return { ...fill, status: 'expired', statusReason: fill.statusReason ?? 'ttl', expiredAt: fill.expiresAt }
}

/** A hold by staff lasts beyond a review. */
export function heldReasonOf(fill: FillRecord): HeldReason | null {
  return fill.review === 'requested' ? 'review' : fill.heldReason
}

/** The fill is as of now. The database computes the same for its lists. */
export function productionStatusOf(fill: FillRecord): ProductionStatus {
  if (fill.status === 'expired' || fill.review === 'refused') return 'canceled'
  const isFinal = fill.status === 'finalized'
  if (isFinal && fill.printFailed) return 'failed'
  if (heldReasonOf(fill) !== null) return 'held'
  if (isFinal) return fill.production ?? 'to_print'
  return fill.approvedAt !== null || fill.externalOrderId !== null ? 'approved' : 'draft'
}

/** The change of an open fill that is continued: it lives until `expiresAt` at least. */
export function livesOn(fill: FillRecord, expiresAt: number): Pick<FillRecord, 'expiresAt' | 'statusReason'> {
  const later = fill.expiresAt === null ? null : Math.max(fill.expiresAt, expiresAt)
  return { expiresAt: later, statusReason: null }
}

/** May the fill expire for this reason? The fill is as of now. */
export function mayExpire(fill: FillRecord, reason: FillReason): boolean {
  if (FILL_MOVES[fill.status].expire === undefined) return false
  return fill.status !== 'finalized' || ENDS_FINALIZED.includes(reason)
}

/** Decision: a finalized, refunded or erased fill cannot be resumed. `fill` is its present state. */
export function mayReopen(fill: FillRecord): boolean {
  if (FILL_MOVES[fill.status].reopen === undefined) return false
  if (fill.finalizedAt !== null || fill.erasedAt !== null) return false
  return fill.statusReason === null || REOPENABLE.includes(fill.statusReason)
}
