/** Looks after the print file of a line, and tells the press how many of its pieces are too many. */

import type { Tx } from '../../store.ts'
import type { FillRecord } from '../fill/fill.ts'
import type { RenderRecord } from '../render/render.ts'
import { printedFill, printsOf, readFill, readRender } from './fill-of-line.ts'
import { FAULTS, NOTES, type StorefrontLine, wantedOf } from './line.ts'
import type { Step } from './line-step.ts'
import type { PerformParts } from './perform-parts.ts'
import { failChanges, holdChanges, type LineChanges } from './write-line.ts'

/** Interval for checking a print file that waits for a press. */
const WATCH_SECONDS = [2, 5, 15, 60, 300]

/** The print file can come later: no press is available, or it failed. Pieces that are too many are told to the press. */
export async function watchLine(parts: PerformParts, step: Step): Promise<LineChanges> {
  const { order, line } = step
  if (line.renderId === null || (line.state !== 'finalized' && line.state !== 'fulfilled'))
    return { nextAttemptAt: null }
  const fill = await readFill(parts, printedFill(line))
  const { status } = await readRender(parts, line.renderId)
  const watched = watchedChanges(parts, line, status, fill)
  if ('state' in watched || line.printed === 0) return watched
  const surplus = Math.max(0, line.printed - wantedOf(line))
  const reason = watched.reason === undefined ? line.reason : watched.reason
  // Every other reason is more urgent.
  const isFree = reason === null || reason === 'too_many_at_press'
  const note =
    surplus > 0
      ? { reason: 'too_many_at_press', message: NOTES.too_many_at_press }
      : { reason: null, message: null }
  const changes = isFree ? { ...watched, ...note } : watched
  if (surplus > 0 || (fill?.refundedQuantity ?? 0) > 0)
    await planSurplus(parts, await printsOf(parts, order, line), surplus, (inside) =>
      step.writeWith(inside, changes),
    )
  return changes
}

/** More are ordered than were printed: none is too many any more. */
export async function holdMore(parts: PerformParts, step: Step): Promise<LineChanges> {
  const changes = holdChanges(step.line, 'more_to_print')
  const prints = await printsOf(parts, step.order, step.line)
  if (prints.some(({ refundedQuantity }) => refundedQuantity > 0))
    await planSurplus(parts, prints, 0, (inside) => step.writeWith(inside, changes))
  return changes
}

/** The jobs at the press carry the number: the newest print gives up its pieces first. */
async function planSurplus(
  { useCases, teamId }: PerformParts,
  prints: readonly FillRecord[],
  surplus: number,
  also: (inside: Tx) => Promise<void>,
): Promise<void> {
  const standing = prints.filter(({ status }) => status === 'finalized')
  let left = surplus
  for (const [at, { id, quantity }] of standing.entries()) {
    const refundedQuantity = Math.min(left, quantity)
    left -= refundedQuantity
    const isLast = at === standing.length - 1
    await useCases.planFill({ teamId, id, plan: { refundedQuantity }, ...(isLast ? { also } : {}) })
  }
}

/** `fill` says why a print file is late or does not come: staff may have the word. */
export function watchedChanges(
  parts: PerformParts,
  line: StorefrontLine,
  renderStatus: RenderRecord['status'],
  fill: FillRecord | null,
): LineChanges {
  const isPassing = line.reason === 'waiting' || line.reason === 'review_requested'
  const passed = isPassing ? { reason: null, message: null } : {}
  if (renderStatus === 'queued') {
    const attempts = line.renderStatus === 'queued' ? line.attempts + 1 : 1
    const seconds = WATCH_SECONDS[Math.min(attempts, WATCH_SECONDS.length) - 1] ?? 300
    const inReview =
      fill?.review === 'requested' ? { reason: 'review_requested', message: NOTES.review_requested } : passed
    const asked = { renderStatus, attempts, failingSince: null, ...inReview }
    return { ...asked, nextAttemptAt: parts.clock.now() + seconds * 1000 }
  }
  const settled = { renderStatus, attempts: 0, failingSince: null, nextAttemptAt: null, ...passed }
  if (renderStatus === 'failed' && line.state === 'finalized')
    return {
      ...failChanges(line, 'render_failed', FAULTS.render_failed, line.renderId),
      ...{ renderStatus, printed: Math.max(0, line.printed - (fill?.quantity ?? 0)) },
    }
  if (renderStatus === 'canceled' && fill?.review === 'refused')
    return { ...settled, reason: 'review_refused', message: refusedMessage(fill) }
  if (renderStatus === 'canceled')
    return { ...settled, reason: 'render_canceled', message: NOTES.render_canceled }
  return settled
}

function refusedMessage({ reviewReason }: FillRecord): string {
  return reviewReason === null ? `${NOTES.review_refused}.` : `${NOTES.review_refused}: ${reviewReason}`
}
