/** Drives one line of an order to its goal: checks its fill, has it printed, watches its print file, or ends it. */

import type { Store, Tx } from '../../store.ts'
import type { FillRecord } from '../fill/fill.ts'
import type { RenderRecord } from '../render/render.ts'
import { enqueueLine, isDone } from './accept-calls.ts'
import { checkFill, takenBy } from './check-fill.ts'
import { Later } from './contract.ts'
import { endFillFor, finalizeFor, printedFill, readFill, readRender } from './fill-of-line.ts'
import {
  COPY_WANTED,
  FAULTS,
  HOLDS,
  type Hold,
  moveLine,
  NOTES,
  printedQuantity,
  refundedOf,
  type StorefrontLine,
  type StorefrontOrder,
} from './line.ts'
import type { PerformParts } from './perform-parts.ts'
import { isRefusedAs, Refused, refusalOf } from './refusal.ts'
import { STOREFRONT_ACTOR } from './use-cases.ts'
import {
  failChanges,
  holdChanges,
  LeaseLost,
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

/** A line in one step. */
interface Step {
  readonly order: StorefrontOrder
  readonly line: StorefrontLine
  /** Writes the line with its fill: in the transaction of a use case. Throws LeaseLost, which takes back both. */
  writeWith(inside: Tx, changes: LineChanges): Promise<void>
}

/** Nothing is left to do at once; it may be looked at again at `nextAttemptAt`. */
export async function advanceLine(parts: PerformParts, id: string): Promise<void> {
  try {
    await advance(parts, id)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  }
}

async function advance(parts: PerformParts, id: string): Promise<void> {
  const { store, clock, teamId } = parts
  const taken = await store.transaction((inside) => claimLine(parts, inside, id))
  if (taken === null) return comeAgain(parts, id)
  const claimed = taken.line
  let order: StorefrontOrder = taken.order
  let line = claimed
  try {
    for (let steps = 0; line.nextAttemptAt !== null && steps < MOST_STEPS; steps += 1) {
      if (line.nextAttemptAt > clock.now()) break
      await parts.afterHooks()
      // As it is at the beginning of the step: hooks may have come meanwhile.
      order = (await store.storefront.orders.find(teamId, order.id)) ?? order
      line = await takeStep(parts, order, line)
    }
    await releaseLease(parts, order, line)
  } catch (error) {
    if (!(error instanceof Later)) {
      await store.storefront.lines.update(teamId, id, claimed.lease, { leaseUntil: null })
      throw error
    }
    await postponeLine(parts, order, line, error)
  }
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

/**
 * One step at a time, each with a write, so that a successor finds the finished steps. A step that changes the fill
 * writes the line in the same transaction, so that neither stands without the other.
 */
async function takeStep(
  parts: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
): Promise<StorefrontLine> {
  let written: StorefrontLine | null = null
  const step: Step = {
    ...{ order, line },
    async writeWith(inside, changes) {
      written = await writeLine(parts, inside, order, line, changes)
    },
  }
  let changes: LineChanges
  try {
    changes = await changesOf(parts, step)
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    const refusal = refusalOf(error)
    if (refusal instanceof Later) throw refusal
    // The failed print file is stored with its fill, and the line with both.
    if (refusal.code !== 'render_failed') written = null
    if (line.state !== 'finalizing' || line.goal === 'withdraw')
      // A printed line stays printed, whatever the service responds.
      throw new Later(`${refusal.code}: ${refusal.message}`, null, refusal)
    changes = failChanges(line, refusal.code, refusal.message, null)
  }
  return (
    written ?? (await parts.store.transaction((inside) => writeLine(parts, inside, order, line, changes)))
  )
}

async function changesOf(parts: PerformParts, step: Step): Promise<LineChanges> {
  const { line } = step
  if (line.goal === 'withdraw') return withdrawLine(parts, step)
  if (isDone(line)) return watchRender(parts, step)
  if (line.state === 'attached') return { state: moveLine(line.state, 'finalize') }
  if (line.state === 'finalizing') return finalizeLine(parts, step)
  return fulfillLine(parts, step)
}

async function finalizeLine(parts: PerformParts, step: Step): Promise<LineChanges> {
  const { order, line } = step
  if (line.copyId === COPY_WANTED) return copyFor(parts, step)
  if (line.renderId !== null) return runAgain(parts, step, line.renderId)
  if (line.copyId === null && !line.trusted) {
    const hold = await holdOf(parts, step)
    if (hold !== null) return holdChanges(line, hold)
  }
  // What was refunded since the line was taken is not printed.
  const present = (await parts.store.storefront.orders.find(parts.teamId, order.id)) ?? order
  const { fill, render } = await finalizeFor(parts, present, line, (inside, done) =>
    step.writeWith(inside, finalizedChanges(parts, line, done.render, done.fill)),
  )
  // Another order, or another line of this one, was quicker by a moment.
  const taken = line.copyId === null ? takenBy(fill, order, line, []) : null
  return taken === null ? finalizedChanges(parts, line, render, fill) : holdChanges(line, taken)
}

/** Why the order may not print the fill; null if it may. */
async function holdOf(parts: PerformParts, { order, line }: Step): Promise<Hold | null> {
  const binding = parts.adapters.get(order.adapter)?.binding ?? 'require'
  const onLines = await parts.store.storefront.lines.ofFill(parts.teamId, line.fillId)
  const others = onLines.filter((one) => one.id !== line.id)
  const checked = await checkFill(parts, binding, order, line, others)
  return 'hold' in checked ? checked.hold : null
}

function finalizedChanges(
  parts: PerformParts,
  line: StorefrontLine,
  render: RenderRecord,
  fill: FillRecord | null,
): LineChanges {
  const state = moveLine(line.state, 'print')
  const changes = { state, trusted: true, renderId: render.id, reason: null, message: null }
  return { ...changes, ...watchedChanges(parts, { ...line, ...changes }, render.status, fill) }
}

/** A failed print file is created again under its own id; one that has succeeded since is used. */
async function runAgain(parts: PerformParts, step: Step, renderId: string): Promise<LineChanges> {
  const { line } = step
  const { useCases, teamId } = parts
  const changesFor = async (store: Store, render: RenderRecord): Promise<LineChanges> =>
    finalizedChanges(parts, line, render, await readFill({ ...parts, store }, printedFill(line)))
  try {
    const { render } = await useCases.retryRender({
      ...{ teamId, id: renderId, actor: STOREFRONT_ACTOR },
      also: async (inside, changed) => step.writeWith(inside, await changesFor(inside, changed)),
    })
    return await changesFor(parts.store, render)
  } catch (error) {
    if (error instanceof LeaseLost || refusalOf(error) instanceof Later) throw error
    return changesFor(parts.store, await readRender(parts, renderId))
  }
}

/** The print file can come later: no press is available, or it failed. */
async function watchRender(parts: PerformParts, step: Step): Promise<LineChanges> {
  const { order, line } = step
  if (line.renderId === null || line.state === 'withdrawn') return { nextAttemptAt: null }
  const fill = await readFill(parts, printedFill(line))
  const refunded = refundAfterPrint(order, line, fill)
  const { status } = await readRender(parts, line.renderId)
  const watched = watchedChanges(parts, line, status, fill)
  // A note that gave way to the reason for waiting comes back; every other reason is more urgent.
  const isNoted = refunded > 0 && watched.reason === null
  const note = isNoted ? { reason: 'refunded_after_print', message: NOTES.refunded_after_print } : {}
  const changes = { ...watched, ...note }
  if (fill !== null && refunded > 0)
    await parts.useCases.planFill({
      ...{ teamId: parts.teamId, id: fill.id, plan: { refundedQuantity: refunded } },
      also: (inside) => step.writeWith(inside, changes),
    })
  return changes
}

/** How many copies went to press for nothing; its job carries the number. */
function refundAfterPrint(order: StorefrontOrder, line: StorefrontLine, fill: FillRecord | null): number {
  if (refundedOf(order, line.line) === 0 || fill?.status !== 'finalized') return 0
  return Math.max(0, fill.quantity - printedQuantity(order, line))
}

/** `fill` says why a print file is late or does not come: staff may have the word. */
function watchedChanges(
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
    return isDone({ ...line, state: 'finalized' })
      ? { ...asked, nextAttemptAt: parts.clock.now() + seconds * 1000 }
      : { ...asked }
  }
  const settled = { renderStatus, attempts: 0, failingSince: null, nextAttemptAt: null, ...passed }
  if (renderStatus === 'failed' && line.state === 'finalized')
    return { ...failChanges(line, 'render_failed', FAULTS.render_failed, line.renderId), renderStatus }
  if (renderStatus === 'canceled' && fill?.review === 'refused')
    return { ...settled, reason: 'review_refused', message: refusedMessage(fill) }
  if (renderStatus === 'canceled')
    return { ...settled, reason: 'render_canceled', message: NOTES.render_canceled }
  return settled
}

function refusedMessage({ reviewReason }: FillRecord): string {
  return reviewReason === null ? `${NOTES.review_refused}.` : `${NOTES.review_refused}: ${reviewReason}`
}

async function fulfillLine({ store, teamId }: PerformParts, { line }: Step): Promise<LineChanges> {
  const render = line.renderId === null ? null : await store.renders.find(teamId, line.renderId)
  const renderStatus = render?.status ?? line.renderStatus
  return { state: moveLine(line.state, 'fulfill'), renderStatus, nextAttemptAt: null, attempts: 0 }
}

/**
 * Ends the fill in the order's name. Decision: only where the order was found to be the fill's; a line that was never
 * checked is checked now, so that nobody cancels what another shopper made.
 */
async function withdrawLine(parts: PerformParts, step: Step): Promise<LineChanges> {
  const { order, line } = step
  const done = {
    ...{ state: moveLine(line.state, 'withdraw'), reason: null, message: null },
    ...{ nextAttemptAt: null, attempts: 0, failingSince: null },
  }
  const wasPrinted = line.renderId !== null && line.renderStatus === 'succeeded'
  const note = wasPrinted ? { reason: 'withdrawn_after_print', message: NOTES.withdrawn_after_print } : {}
  if (line.state === 'held' && line.copyId === null && !line.trusted) return done
  if (!line.trusted && line.renderId === null && (await holdOf(parts, step)) !== null) return done
  const changes = { ...done, ...note, trusted: true }
  try {
    await endFillFor(parts, order, line, (inside) => step.writeWith(inside, changes))
  } catch (error) {
    // Its fill is gone, or another order's.
    if (!isRefusedAs(error, 'not_found', 'fill_status_conflict')) throw error
  }
  return changes
}

/** A copy of a fill that another order has, for a line that staff released. */
async function copyFor(parts: PerformParts, { line, writeWith }: Step): Promise<LineChanges> {
  const { useCases, teamId } = parts
  try {
    const { fill } = await useCases.copyFill({
      ...{ teamId, id: line.fillId },
      also: (inside, copy) => writeWith(inside, { copyId: copy.id }),
    })
    return { copyId: fill.id }
  } catch (error) {
    if (!isRefusedAs(error, 'not_found')) throw error
    throw new Refused('fill_not_found', HOLDS.fill_not_found)
  }
}
