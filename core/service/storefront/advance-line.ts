/** Drives one line of an order to its goal, a step at a time: checked, printed, watched, or withdrawn. */

import type { Store } from '../../store.ts'
import { enqueueLine } from './accept-orders.ts'
import { Later } from './contract.ts'
import {
  COPY_WANTED,
  type Hold,
  type LineMove,
  moveLine,
  NO_FILL,
  nextMove,
  type StorefrontLine,
  type StorefrontOrder,
} from './line.ts'
import { AT_REST, type Step, type Work } from './line-step.ts'
import type { PerformParts } from './perform-parts.ts'
import { printLine, settleLine } from './print-line.ts'
import { refusalOf } from './refusal.ts'
import { holdMore, watchLine } from './watch-line.ts'
import { withdrawLine } from './withdraw-line.ts'
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
/** More steps than any goal takes. */
const MOST_STEPS = 8

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
      line = await takeStep(parts, order, await readAgain(parts, line))
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
  if (nextMove(line) !== 'finalize') return { order, line }
  const begun = { state: moveLine(line.state, 'finalize'), updatedAt: now }
  return { order, line: (await lines.update(teamId, id, line.lease, begun)) ?? line }
}

async function readAgain(
  { store, teamId }: PerformParts,
  { id, lease }: StorefrontLine,
): Promise<StorefrontLine> {
  const line = await store.storefront.lines.find(teamId, id)
  if (line?.lease !== lease) throw new LeaseLost(id)
  return line
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

/** The moves that need no staff. */
const WORK: Readonly<Partial<Record<LineMove, Work>>> = {
  finalize: (_parts, { line }) => ({ state: moveLine(line.state, 'finalize') }),
  park: (_parts, { line }) => ({ ...AT_REST, state: moveLine(line.state, 'park') }),
  print: printLine,
  fulfill: fulfillLine,
  hold: (parts, step) =>
    step.line.state === 'withdrawn' ? holdChanges(step.line, holdOf(step.line)) : holdMore(parts, step),
  settle: settleLine,
  withdraw: withdrawLine,
  revive: (_parts, { line }) => ({
    ...{ ...AT_REST, state: moveLine(line.state, 'revive'), renderId: null, renderStatus: null },
    // Its fill was ended.
    copyId: line.trusted ? COPY_WANTED : null,
  }),
}

function changesOf(parts: PerformParts, step: Step): LineChanges | Promise<LineChanges> {
  const move = nextMove(step.line)
  return (move === null ? watchLine : (WORK[move] ?? watchLine))(parts, step)
}

/** Of a withdrawn line that is ordered again. */
function holdOf({ fillId }: StorefrontLine): Hold {
  return fillId === NO_FILL ? 'design_missing' : 'printed_then_canceled'
}

/** Its number of pieces may have changed with it. */
async function fulfillLine({ store, clock, teamId }: PerformParts, { line }: Step): Promise<LineChanges> {
  const render = line.renderId === null ? null : await store.renders.find(teamId, line.renderId)
  const renderStatus = render?.status ?? line.renderStatus
  return { state: moveLine(line.state, 'fulfill'), renderStatus, nextAttemptAt: clock.now(), attempts: 0 }
}
