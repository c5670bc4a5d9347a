/** Drives one line of an order to its goal: checks its fill, has it printed, watches its print file, or ends it. */

import type { Store } from '../../store.ts'
import { enqueueLine, isDone } from './accept-calls.ts'
import {
  copyFill,
  endFillOf,
  finalize,
  Refused,
  type RenderFacts,
  type ReviewFacts,
  readFill,
  readRender,
  rendersOf,
  retryRender,
  tellRefund,
} from './api-calls.ts'
import { checkFill, takenBy } from './check-fill.ts'
import { Later } from './contract.ts'
import {
  COPY_WANTED,
  FAULTS,
  HOLDS,
  moveLine,
  NOTES,
  printedQuantity,
  refundedOf,
  type StorefrontLine,
  type StorefrontOrder,
} from './line.ts'
import type { PerformParts } from './perform-parts.ts'
import {
  failChanges,
  holdChanges,
  type LineChanges,
  postponeLine,
  releaseLease,
  writeLine,
} from './write-line.ts'

/** The line of a dead worker is free after this; a slow worker repeats only harmless steps. */
const LEASE_MS = 30_000
/** Interval for checking a print file that waits for a press. */
const WATCH_SECONDS = [2, 5, 15, 60, 300]
/** More steps than any goal takes. */
const MOST_STEPS = 8

/** Nothing is left to do at once; it may be looked at again at `nextAttemptAt`. */
export async function advanceLine(parts: PerformParts, id: string): Promise<void> {
  const { store, clock, teamId } = parts
  const taken = await store.transaction((inside) => claimLine(parts, inside, id))
  if (taken === null) return comeAgain(parts, id)
  const claimed = taken.line
  let order: StorefrontOrder = taken.order
  let line: StorefrontLine | null = claimed
  try {
    for (let steps = 0; line !== null && line.nextAttemptAt !== null && steps < MOST_STEPS; steps += 1) {
      if (line.nextAttemptAt > clock.now()) break
      // As it is at the beginning of the step: hooks may have come meanwhile.
      order = (await store.storefront.orders.find(teamId, order.id)) ?? order
      const changes: LineChanges = await takeStep(parts, order, line)
      line = await writeLine(parts, order, line, changes)
    }
  } catch (error) {
    if (!(error instanceof Later)) {
      await store.storefront.lines.update(teamId, id, claimed.lease, { leaseUntil: null })
      throw error
    }
    await postponeLine(parts, order, line ?? claimed, error)
    return
  }
  await releaseLease(parts, order, line)
}

/** From here on, staff see the line as being printed. */
async function claimLine(
  { clock, teamId }: PerformParts,
  inside: Store,
  id: string,
): Promise<{ readonly order: StorefrontOrder; readonly line: StorefrontLine } | null> {
  const { lines, orders } = inside.storefront
  const now = clock.now()
  const line = await lines.claim(teamId, id, now, now + LEASE_MS)
  if (line === null) return null
  const order = await orders.find(teamId, line.orderRowId)
  if (order === null) throw new Error(`${id} has lost its order.`)
  if (line.state !== 'attached' || line.goal === 'withdraw' || isDone(line)) return { order, line }
  const begun = { state: moveLine(line.state, 'finalize'), updatedAt: now }
  return { order, line: (await lines.update(teamId, id, line.lease, begun)) ?? line }
}

async function comeAgain(parts: PerformParts, id: string): Promise<void> {
  const line = await parts.store.storefront.lines.find(parts.teamId, id)
  if (line === null || line.nextAttemptAt === null) return
  const order = await parts.store.storefront.orders.find(parts.teamId, line.orderRowId)
  if (order === null) return
  const runAt = Math.max(line.nextAttemptAt, line.leaseUntil ?? 0)
  await parts.store.transaction((store) => enqueueLine(parts, store, order, id, runAt))
}

/** One step at a time, each followed by a write, so that a successor finds the finished steps. */
async function takeStep(
  parts: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
): Promise<LineChanges> {
  try {
    if (line.goal === 'withdraw') return await withdrawLine(parts, order, line)
    if (isDone(line)) return await watchRender(parts, order, line)
    if (line.state === 'attached') return { state: moveLine(line.state, 'finalize') }
    if (line.state === 'finalizing') return await finalizeLine(parts, order, line)
    return await fulfillLine(parts, order, line)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (line.state === 'finalizing' && line.goal !== 'withdraw')
      return failChanges(line, error.code, error.message, error.renderId)
    // A printed line stays printed, whatever the service responds.
    throw new Later(`${error.code}: ${error.message}`, null, error)
  }
}

async function finalizeLine(
  parts: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
): Promise<LineChanges> {
  const { api } = parts
  if (line.copyId === COPY_WANTED) return { copyId: await copyFor(parts, line) }
  if (line.renderId !== null) {
    const render = await runAgain(parts, line.renderId)
    return finalizedChanges(parts, line, render, await reviewOf(parts, line, render))
  }
  if (line.copyId === null && !line.trusted) {
    const binding = parts.adapters.get(order.adapter)?.binding ?? 'require'
    const others = (await parts.store.storefront.lines.ofFill(parts.teamId, line.fillId)).filter(
      (one) => one.id !== line.id,
    )
    const checked = await checkFill(parts, binding, order, line, others)
    if ('hold' in checked) return holdChanges(line, checked.hold)
  }
  const fillId = line.copyId ?? line.fillId
  // What was refunded since the line was taken is not printed.
  const present = (await parts.store.storefront.orders.find(parts.teamId, order.id)) ?? order
  const { fill, render } = await finalize(api, fillId, present, line)
  // Another order, or another line of this one, was quicker by a moment.
  const taken = line.copyId === null ? takenBy(fill, order, line, []) : null
  if (taken !== null) return holdChanges(line, taken)
  return finalizedChanges(parts, line, render, fill.review)
}

function finalizedChanges(
  parts: PerformParts,
  line: StorefrontLine,
  render: RenderFacts,
  review: ReviewFacts | null,
): LineChanges {
  const state = moveLine(line.state, 'print')
  const changes = { state, trusted: true, renderId: render.id, reason: null, message: null }
  return { ...changes, ...watchedChanges(parts, { ...line, ...changes }, render.status, review) }
}

/** A failed print file is created again under its own id; one that has succeeded since is used. */
async function runAgain({ api }: PerformParts, renderId: string): Promise<RenderFacts> {
  try {
    return await retryRender(api, renderId)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return readRender(api, renderId)
  }
}

/** The print file can come later: no press is available, or it failed. */
async function watchRender(
  parts: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
): Promise<LineChanges> {
  if (line.renderId === null || line.state === 'withdrawn') return { nextAttemptAt: null }
  const note = await noteRefund(parts, order, line)
  const render = await readRender(parts.api, line.renderId)
  const changes = watchedChanges(parts, line, render.status, await reviewOf(parts, line, render))
  // A note that gave way to the reason for waiting comes back; every other reason is more urgent.
  return changes.reason === null ? { ...changes, ...note } : changes
}

/** Repeating it changes nothing. Gives the note that then stands on the line. */
async function noteRefund(
  { api }: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
): Promise<LineChanges> {
  if (refundedOf(order, line.line) === 0) return {}
  const fill = await readFill(api, line.copyId ?? line.fillId)
  const refunded = fill === null ? 0 : fill.quantity - printedQuantity(order, line)
  if (fill?.status !== 'finalized' || refunded <= 0) return {}
  await tellRefund(api, fill.id, refunded)
  return { reason: 'refunded_after_print', message: NOTES.refunded_after_print }
}

/** Why a print file is late or does not come: staff may have the word. Null where that is not the question. */
async function reviewOf(
  { api }: PerformParts,
  line: StorefrontLine,
  { status }: RenderFacts,
): Promise<ReviewFacts | null> {
  if (status !== 'queued' && status !== 'canceled') return null
  return (await readFill(api, line.copyId ?? line.fillId))?.review ?? null
}

function watchedChanges(
  parts: PerformParts,
  line: StorefrontLine,
  renderStatus: string,
  review: ReviewFacts | null,
): LineChanges {
  const isPassing = line.reason === 'waiting' || line.reason === 'review_requested'
  const passed = isPassing ? { reason: null, message: null } : {}
  if (renderStatus === 'queued') {
    const attempts = line.renderStatus === 'queued' ? line.attempts + 1 : 1
    const seconds = WATCH_SECONDS[Math.min(attempts, WATCH_SECONDS.length) - 1] ?? 300
    const inReview =
      review?.status === 'requested'
        ? { reason: 'review_requested', message: NOTES.review_requested }
        : passed
    const asked = { renderStatus, attempts, failingSince: null, ...inReview }
    return isDone({ ...line, state: 'finalized' })
      ? { ...asked, nextAttemptAt: parts.clock.now() + seconds * 1000 }
      : { ...asked }
  }
  const settled = { renderStatus, attempts: 0, failingSince: null, nextAttemptAt: null, ...passed }
  if (renderStatus === 'failed' && line.state === 'finalized')
    return { ...failChanges(line, 'render_failed', FAULTS.render_failed, line.renderId), renderStatus }
  if (renderStatus === 'canceled' && review?.status === 'refused')
    return { ...settled, reason: 'review_refused', message: refusedMessage(review) }
  if (renderStatus === 'canceled')
    return { ...settled, reason: 'render_canceled', message: NOTES.render_canceled }
  return settled
}

function refusedMessage({ reason }: ReviewFacts): string {
  return reason === null ? `${NOTES.review_refused}.` : `${NOTES.review_refused}: ${reason}`
}

/** The order's print files are found by its reference, as staff find them. */
async function fulfillLine(
  parts: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
): Promise<LineChanges> {
  const renders = await rendersOf(parts.api, order.reference)
  const own = renders.find((render) => render.id === line.renderId)
  const renderStatus = own?.status ?? line.renderStatus
  return { state: moveLine(line.state, 'fulfill'), renderStatus, nextAttemptAt: null, attempts: 0 }
}

/**
 * Ends the fill in the order's name. Decision: only where the order was found to be the fill's; a line that was never
 * checked is checked now, so that nobody cancels what another shopper made.
 */
async function withdrawLine(
  parts: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
): Promise<LineChanges> {
  const done = {
    ...{ state: moveLine(line.state, 'withdraw'), reason: null, message: null },
    ...{ nextAttemptAt: null, attempts: 0, failingSince: null },
  }
  const wasPrinted = line.renderId !== null && line.renderStatus === 'succeeded'
  const note = wasPrinted ? { reason: 'withdrawn_after_print', message: NOTES.withdrawn_after_print } : {}
  if (line.state === 'held' && line.copyId === null && !line.trusted) return done
  if (!line.trusted && line.renderId === null) {
    const binding = parts.adapters.get(order.adapter)?.binding ?? 'require'
    const others = (await parts.store.storefront.lines.ofFill(parts.teamId, line.fillId)).filter(
      (one) => one.id !== line.id,
    )
    if ('hold' in (await checkFill(parts, binding, order, line, others))) return done
  }
  const status = order.canceledAt === null ? 'refunded' : 'canceled'
  await endFillOf(parts.api, line.copyId ?? line.fillId, order.reference, status)
  return { ...done, ...note, trusted: true }
}

/** A copy of a fill that another order has, for a line that staff released. Throws Refused and Later. */
async function copyFor(parts: PerformParts, line: StorefrontLine): Promise<string> {
  const fill = await readFill(parts.api, line.fillId)
  if (fill === null) throw new Refused('fill_not_found', HOLDS.fill_not_found)
  return copyFill(parts.api, fill.id)
}
