/** The approval of a fill: what was approved stays as it is, and a later change of its customer waits beside it. */

import type { FillContent } from '../../engine/scene/content.ts'
import type { FillRecord } from './fill.ts'

export const APPROVAL_STATES = ['none', 'approved', 'changing', 'closed'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/**
 * `change`: the customer writes other values, inks or paper. `correct`: the shop does. `approve`: the customer completes
 * a session, or staff approve in the customer's place. `discard`: the customer keeps what was approved, or has changed
 * everything back.
 */
export const APPROVAL_MOVE_NAMES = ['change', 'correct', 'approve', 'discard'] as const
export type ApprovalMove = (typeof APPROVAL_MOVE_NAMES)[number]

/**
 * Every legal move. Each can happen any number of times; what is missing is refused with `fill_not_open` or
 * `fill_expired`, or changes nothing (`discard` without a change).
 *
 * - `none`: nothing is approved; every change is the content.
 * - `approved`: the content is what was approved, and what is shown, drawn and printed.
 * - `changing`: as `approved`, with a change of the customer beside it (`pendingChange`), which only the customer sees.
 *   It becomes the content when it is approved.
 * - `closed`: finalized or expired. A change that was not approved before can only be copied.
 *
 * Decision: a correction by the shop changes the content at once and needs no new approval, for it is explicit. It is
 * laid over the customer's change too, so that the next approval does not undo it.
 * Decision: an order reference alone approves nothing. A fill that was ordered before its customer is done takes the
 * customer's changes directly.
 */
export const APPROVAL_MOVES: Readonly<Record<ApprovalState, Partial<Record<ApprovalMove, ApprovalState>>>> = {
  none: { change: 'none', correct: 'none', approve: 'approved' },
  approved: { change: 'changing', correct: 'approved', approve: 'approved' },
  changing: { change: 'changing', correct: 'changing', approve: 'approved', discard: 'approved' },
  closed: {},
}

/** A customer's change of an approved fill. */
export interface PendingChange extends FillContent {
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

/** The fill is as of now. */
export function approvalOf({ status, approvedAt, pendingChange }: FillRecord): ApprovalState {
  if (status !== 'open') return 'closed'
  if (approvedAt === null) return 'none'
  return pendingChange === null ? 'approved' : 'changing'
}

/** The fill as its customer works on it: with the pending change. The fill is as of now. */
export function workingFill(fill: FillRecord): FillRecord {
  return approvalOf(fill) === 'changing' ? latestFill(fill) : fill
}

/** The fill with the customer's last change, even if it was printed without it. */
export function latestFill(fill: FillRecord): FillRecord {
  if (fill.pendingChange === null) return fill
  const { startedAt: _, ...content } = fill.pendingChange
  return { ...fill, ...content }
}

/** The shop's correction of `before` to `after`, laid over the pending change; inks and paper only if it names them. */
export function correctedChange(
  pending: PendingChange | null,
  before: FillContent,
  after: FillContent,
): PendingChange | null {
  if (pending === null) return null
  const values = Object.entries(after.values).filter(([id, value]) => before.values[id] !== value)
  const { colors, assignments, substrate } = after
  const isSame = (name: 'colors' | 'assignments' | 'substrate') =>
    JSON.stringify(before[name]) === JSON.stringify(after[name])
  return {
    ...pending,
    values: { ...pending.values, ...Object.fromEntries(values) },
    // Assignments count the colours, so that both are taken together.
    ...(isSame('colors') && isSame('assignments') ? {} : { colors, assignments }),
    ...(isSame('substrate') ? {} : { substrate }),
  }
}
