/** Drives one line of an order to its goal: checks its fill, has it printed, watches its print file, or ends it. */

import type { Store } from '../../store.ts'
import { enqueueLine, isDone } from './accept-calls.ts'
import {
  copyFill,
  endFillOf,
  finalize,
  Refused,
  type RenderFacts,
  readFill,
  readRender,
  rendersOf,
  retryRender,
} from './api-calls.ts'
import { checkFill, takenBy } from './check-fill.ts'
import { Later } from './contract.ts'
import {
  COPY_WANTED,
  FAULTS,
  HOLDS,
  type Hold,
  moveLine,
  NOTES,
  type StorefrontLine,
  type StorefrontOrder,
} from './line.ts'
import type { PerformParts } from './perform-parts.ts'
import { askToWrite } from './write-back.ts'

/** What a dead worker held is free after it; whoever only was slow repeats nothing that counts twice. */
const LEASE_MS = 30_000
const DELAYS_SECONDS = [1, 2, 5, 15, 60, 300, 900]
/** A fifth up or down, so that what failed together does not come back together. */
const JITTER = 0.2
/** Decision: after a week without an answer the line fails, with its reason, and staff can retry it. */
const PATIENCE_MS = 7 * 86_400_000
/** How often a print file that waits for a press is asked after. */
const WATCH_SECONDS = [2, 5, 15, 60, 300]
/** More steps than any goal takes. */
const MOST_STEPS = 8

type Changes = Partial<Omit<StorefrontLine, 'id' | 'teamId' | 'createdAt'>>

/** Nothing is left to do at once; it may be looked at again at `nextAttemptAt`. */
export async function advanceLine(parts: PerformParts, id: string): Promise<void> {
  const { store, clock, teamId } = parts
  const taken = await store.transaction((inside) => claimLine(parts, inside, id))
  if (taken === null) return comeAgain(parts, id)
  const { order, line: claimed } = taken
  let line: StorefrontLine | null = claimed
  try {
    for (let steps = 0; line !== null && line.nextAttemptAt !== null && steps < MOST_STEPS; steps += 1) {
      if (line.nextAttemptAt > clock.now()) break
      const changes: Changes = await step(parts, order, line)
      line = await write(parts, order, line, changes)
    }
  } catch (error) {
    if (!(error instanceof Later)) {
      await store.storefront.lines.update(teamId, id, claimed.lease, { leaseUntil: null })
      throw error
    }
    await postpone(parts, order, line ?? claimed, error)
    return
  }
  await letGo(parts, order, line)
}

/** What is to be printed is so from here on, as staff see it. */
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

/** One thing at a time, each followed by a write: what a killed process had done is found done. */
async function step(parts: PerformParts, order: StorefrontOrder, line: StorefrontLine): Promise<Changes> {
  try {
    if (line.goal === 'withdraw') return await withdraw(parts, order, line)
    if (isDone(line)) return await watch(parts, line)
    if (line.state === 'attached') return { state: moveLine(line.state, 'finalize') }
    if (line.state === 'finalizing') return await print(parts, order, line)
    return await fulfill(parts, order, line)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (line.state === 'finalizing' && line.goal !== 'withdraw')
      return fail(line, error.code, error.message, error.renderId)
    // What was printed stays printed, whatever the service says to a question about it.
    throw new Later(`${error.code}: ${error.message}`, null, error)
  }
}

async function print(parts: PerformParts, order: StorefrontOrder, line: StorefrontLine): Promise<Changes> {
  const { api } = parts
  if (line.copyId === COPY_WANTED) return { copyId: await copyFor(parts, line) }
  if (line.renderId !== null) return printed(parts, line, await runAgain(parts, line.renderId))
  if (line.copyId === null && !line.trusted) {
    const binding = parts.adapters.get(order.adapter)?.binding ?? 'require'
    const others = (await parts.store.storefront.lines.ofFill(parts.teamId, line.fillId)).filter(
      (one) => one.id !== line.id,
    )
    const checked = await checkFill(parts, binding, order, line, others)
    if ('hold' in checked) return hold(line, checked.hold)
  }
  const fillId = line.copyId ?? line.fillId
  const { fill, render } = await finalize(api, fillId, order, line)
  // Another order, or another line of this one, was quicker by a moment.
  const taken = line.copyId === null ? takenBy(fill, order, line, []) : null
  if (taken !== null) return hold(line, taken)
  return printed(parts, line, render)
}

function printed(parts: PerformParts, line: StorefrontLine, render: RenderFacts): Changes {
  const state = moveLine(line.state, 'print')
  const changes = { state, trusted: true, renderId: render.id, reason: null, message: null }
  return { ...changes, ...watched(parts, { ...line, ...changes }, render.status) }
}

/** A print file that failed is made again under its own id; one that was made meanwhile is taken as it is. */
async function runAgain({ api }: PerformParts, renderId: string): Promise<RenderFacts> {
  try {
    return await retryRender(api, renderId)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return readRender(api, renderId)
  }
}

/** The print file may come later: a press that is not in reach, or one that failed. */
async function watch(parts: PerformParts, line: StorefrontLine): Promise<Changes> {
  if (line.renderId === null || line.state === 'withdrawn') return { nextAttemptAt: null }
  return watched(parts, line, (await readRender(parts.api, line.renderId)).status)
}

function watched(parts: PerformParts, line: StorefrontLine, renderStatus: string): Changes {
  if (renderStatus === 'queued') {
    const attempts = line.renderStatus === 'queued' ? line.attempts + 1 : 1
    const seconds = WATCH_SECONDS[Math.min(attempts, WATCH_SECONDS.length) - 1] ?? 300
    const asked = { renderStatus, attempts, failingSince: null }
    return isDone({ ...line, state: 'finalized' })
      ? { ...asked, nextAttemptAt: parts.clock.now() + seconds * 1000 }
      : { ...asked }
  }
  const waited = line.reason === 'waiting' ? { reason: null, message: null } : {}
  const settled = { renderStatus, attempts: 0, failingSince: null, nextAttemptAt: null, ...waited }
  if (renderStatus === 'failed' && line.state === 'finalized')
    return { ...fail(line, 'render_failed', FAULTS.render_failed, line.renderId), renderStatus }
  if (renderStatus === 'canceled')
    return { ...settled, reason: 'render_canceled', message: NOTES.render_canceled }
  return settled
}

/** The order's print files are found by its own reference, as whoever fulfils it finds them. */
async function fulfill(parts: PerformParts, order: StorefrontOrder, line: StorefrontLine): Promise<Changes> {
  const renders = await rendersOf(parts.api, order.reference)
  const own = renders.find((render) => render.id === line.renderId)
  const renderStatus = own?.status ?? line.renderStatus
  return { state: moveLine(line.state, 'fulfill'), renderStatus, nextAttemptAt: null, attempts: 0 }
}

/**
 * Ends the fill in the order's name. Decision: only where the order was found to be the fill's; a line that was never
 * checked is checked now, so that nobody cancels what another shopper made.
 */
async function withdraw(parts: PerformParts, order: StorefrontOrder, line: StorefrontLine): Promise<Changes> {
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

function hold(line: StorefrontLine, reason: Hold): Changes {
  const state = moveLine(line.state, 'hold')
  return { state, reason, message: HOLDS[reason], nextAttemptAt: null, attempts: 0, failingSince: null }
}

function fail(line: StorefrontLine, reason: string, message: string, renderId: string | null): Changes {
  return {
    ...{
      state: moveLine(line.state, 'fail'),
      reason,
      message: message.slice(0, 1000),
      renderId: renderId ?? line.renderId,
    },
    ...{ nextAttemptAt: null, attempts: 0, failingSince: null },
  }
}

/**
 * Fenced: null where another worker has the line by now. A goal that rose meanwhile is seen in what comes back; a line
 * of which nothing is left to do is let go.
 */
async function write(
  parts: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
  changes: Changes,
): Promise<StorefrontLine | null> {
  const { store, clock, teamId } = parts
  return store.transaction(async (inside) => {
    const { lines } = inside.storefront
    const now = clock.now()
    const release = changes.nextAttemptAt === null ? { leaseUntil: null } : {}
    let written = await lines.update(teamId, line.id, line.lease, { ...changes, ...release, updatedAt: now })
    if (written === null) return null
    // The order was taken up again while its fill was being ended.
    if (written.state === 'withdrawn' && written.goal !== 'withdraw')
      written = await lines.update(teamId, line.id, line.lease, {
        ...{
          state: moveLine('withdrawn', 'reopen'),
          reason: 'order_reopened',
          message: HOLDS.order_reopened,
        },
      })
    if (written !== null && !isDone(written) && written.nextAttemptAt === null)
      written = await lines.update(teamId, line.id, line.lease, {
        ...{ nextAttemptAt: now, leaseUntil: line.leaseUntil },
      })
    if (shows(line) !== shows(written ?? line)) await askToWrite(parts, inside, order)
    return written
  })
}

/** What the platform's order is told of a line; that it is being worked on is told by nothing being there yet. */
function shows({ state, reason, renderId, renderStatus }: StorefrontLine): string {
  if (state === 'attached' || state === 'finalizing') return ''
  return JSON.stringify([state, reason, renderId, renderStatus])
}

async function letGo(
  parts: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine | null,
): Promise<void> {
  if (line === null || line.leaseUntil === null) return
  await parts.store.transaction(async (store) => {
    const free = await store.storefront.lines.update(parts.teamId, line.id, line.lease, { leaseUntil: null })
    if (free !== null && free.nextAttemptAt !== null)
      await enqueueLine(parts, store, order, line.id, free.nextAttemptAt)
  })
}

async function postpone(
  parts: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
  why: Later,
): Promise<void> {
  const now = parts.clock.now()
  const failingSince = line.failingSince ?? now
  if (now - failingSince > PATIENCE_MS && line.goal !== 'withdraw' && line.state === 'finalizing') {
    const failed = fail(line, 'service_unreachable', FAULTS.service_unreachable, null)
    await letGo(parts, order, await write(parts, order, line, failed))
    return
  }
  const attempts = line.attempts + 1
  const standard = DELAYS_SECONDS[Math.min(attempts, DELAYS_SECONDS.length) - 1] ?? 900
  const [chance = 0] = parts.entropy.bytes(1)
  const jittered = standard * (1 + JITTER * ((2 * chance) / 255 - 1))
  const seconds = Math.max(why.retryAfterSeconds ?? 0, jittered)
  const nextAttemptAt = now + Math.round(seconds * 1000)
  await parts.store.transaction(async (store) => {
    const postponed = await store.storefront.lines.update(parts.teamId, line.id, line.lease, {
      ...{ attempts, failingSince, nextAttemptAt, leaseUntil: null },
      ...{ reason: 'waiting', message: why.message.slice(0, 500), updatedAt: now },
    })
    if (postponed !== null) await enqueueLine(parts, store, order, line.id, nextAttemptAt)
  })
}

/** A copy of a fill that another order has, for a line that staff released. Throws Refused and Later. */
async function copyFor(parts: PerformParts, line: StorefrontLine): Promise<string> {
  const fill = await readFill(parts.api, line.fillId)
  if (fill === null) throw new Refused('fill_not_found', HOLDS.fill_not_found)
  return copyFill(parts.api, fill, line)
}
