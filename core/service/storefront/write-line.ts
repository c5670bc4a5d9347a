/** Writes what became of a step of a line, and when its next one is due. */

import type { Tx } from '../../store.ts'
import { enqueueLine, lockOrder } from './accept-orders.ts'
import type { Later } from './contract.ts'
import {
  FAULTS,
  HOLDS,
  type Hold,
  moveLine,
  nextMove,
  type StorefrontLine,
  type StorefrontOrder,
  wantedOf,
} from './line.ts'
import type { PerformParts } from './perform-parts.ts'
import { askToWrite } from './write-back.ts'

const DELAYS_SECONDS = [1, 2, 5, 15, 60, 300, 900]

/** A fifth up or down, so that what failed together does not come back together. */
const JITTER = 0.2

/** Decision: after a week without an answer the line fails, with its reason, and staff can retry it. */
const PATIENCE_MS = 7 * 86_400_000

export type LineChanges = Partial<Omit<StorefrontLine, 'id' | 'teamId' | 'createdAt'>>

export function holdChanges(line: StorefrontLine, reason: Hold): LineChanges {
  const state = moveLine(line.state, 'hold')
  return { state, reason, message: HOLDS[reason], nextAttemptAt: null, attempts: 0, failingSince: null }
}

export function failChanges(
  line: StorefrontLine,
  reason: string,
  message: string,
  renderId: string | null,
): LineChanges {
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

/** Another worker has the line by now, so that whatever was to be written with it is taken back. */
export class LeaseLost extends Error {
  constructor(lineId: string) {
    super(`Another worker has taken ${lineId}.`)
    this.name = 'LeaseLost'
  }
}

/**
 * Throws LeaseLost if another worker has the line by now. The line that it gives has what the order asks for now; the
 * lease of a line with nothing left to do is released.
 */
export async function writeLine(
  parts: PerformParts,
  inside: Tx,
  order: StorefrontOrder,
  line: StorefrontLine,
  changes: LineChanges,
): Promise<StorefrontLine> {
  const { clock, teamId } = parts
  await lockOrder(inside, order)
  const now = clock.now()
  const update = async (more: LineChanges): Promise<StorefrontLine> => {
    const updated = await inside.storefront.lines.update(teamId, line.id, line.lease, more)
    if (updated === null) throw new LeaseLost(line.id)
    return updated
  }
  const release = changes.nextAttemptAt === null ? { leaseUntil: null } : {}
  let written = await update({ ...changes, ...release, updatedAt: now })
  // The order asks for something else since the step began.
  if (written.nextAttemptAt === null && (nextMove(written) !== null || wantedOf(written) !== wantedOf(line)))
    written = await update({ nextAttemptAt: now, leaseUntil: line.leaseUntil })
  // With their number of pieces.
  const differs = written.printed > 0 && wantedOf(written) !== written.printed
  if (differs || shows(line) !== shows(written)) await askToWrite(parts, inside, order)
  return written
}

/** The status of a line for the platform's order; absent while it is in progress. */
function shows({ state, reason, renderId, renderStatus }: StorefrontLine): string {
  if (state === 'attached' || state === 'finalizing') return ''
  return JSON.stringify([state, reason, renderId, renderStatus])
}

export async function releaseLease(
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

export async function postponeLine(
  parts: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
  why: Later,
): Promise<void> {
  const now = parts.clock.now()
  const failingSince = line.failingSince ?? now
  if (now - failingSince > PATIENCE_MS && line.goal !== 'withdraw' && line.state === 'finalizing') {
    const failed = failChanges(line, 'service_unreachable', FAULTS.service_unreachable, null)
    const written = await parts.store.transaction((inside) => writeLine(parts, inside, order, line, failed))
    await releaseLease(parts, order, written)
    return
  }
  const attempts = line.attempts + 1
  const standard = DELAYS_SECONDS[Math.min(attempts, DELAYS_SECONDS.length) - 1] ?? 900
  const [chance = 0] = parts.entropy.bytes(1)
  const jittered = standard * (1 + JITTER * ((2 * chance) / 255 - 1))
  const seconds = Math.max(why.retryAfterSeconds ?? 0, jittered)
  const nextAttemptAt = now + Math.round(seconds * 1000)
  await parts.store.transaction(async (store) => {
    const keepsReason = line.state === 'held' || line.state === 'failed'
    const postponed = await store.storefront.lines.update(parts.teamId, line.id, line.lease, {
      ...{ attempts, failingSince, nextAttemptAt, leaseUntil: null, updatedAt: now },
      ...(keepsReason ? {} : { reason: 'waiting', message: why.message.slice(0, 500) }),
    })
    if (postponed !== null) await enqueueLine(parts, store, order, line.id, nextAttemptAt)
  })
}
