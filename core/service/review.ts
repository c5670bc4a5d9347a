/** The shop's decision on a design: approved it is printed, refused it never is; decided exactly once. */

import { ServiceError } from '../errors.ts'
import type { Ports } from '../ports.ts'
import type { Tx } from '../store.ts'
import { audit } from './access/audit.ts'
import { SYSTEM } from './access/audit-store.ts'
import type { ByActor, OfRecord } from './access/request.ts'
import { lockFill } from './fill/edit.ts'
import { type FillRecord, REVIEW_MOVES } from './fill/fill.ts'
import { emitFillEvent } from './fill/fill-events.ts'
import { cancelQueued } from './fill/status.ts'
import { type FillView, templateRevisionOf, viewFill } from './fill/view.ts'
import { WAITING_NOTES } from './render/record.ts'
import type { RenderRecord } from './render/render.ts'
import { enqueueRender } from './render/waiting.ts'
import { enqueueLine } from './storefront/accept-orders.ts'

export const DECISIONS = ['approve', 'refuse'] as const

export interface ReviewFill extends OfRecord, ByActor {
  readonly decision: (typeof DECISIONS)[number]
  /** For a refusal. */
  readonly reason: string | null
}

export interface Reviewed {
  readonly view: FillView
  readonly lastRender: RenderRecord | null
  readonly replayed: boolean
}

/**
 * Decision: the same decision again is answered as it stands (`replayed`, with the first reason); the other one is
 * `fill_review_decided`, for the print may be under way, or the customer may know of the refusal. Of a fill that waits
 * for no decision it is `fill_not_in_review`. Further throws `not_found`.
 */
export async function reviewFill(
  ports: Ports,
  { teamId, id, decision, reason, actor = SYSTEM }: ReviewFill,
): Promise<Reviewed> {
  const { fill, templateRevision, replayed } = await ports.store.transaction(async (store) => {
    const stored = await lockFill(store, teamId, id)
    const templateRevision = await templateRevisionOf(store, stored)
    const review = REVIEW_MOVES[stored.review][decision]
    if (review === undefined) throw refusalOf(stored)
    if (review === stored.review) return { fill: stored, templateRevision, replayed: true }
    const now = ports.clock.now()
    const decided = { review, reviewReason: decision === 'refuse' ? reason : null, reviewedAt: now }
    const fill = await store.fills.update(teamId, id, 'finalized', { ...decided, updatedAt: now })
    if (fill === null) throw new Error(`${id} waits for review and is not finalized.`)
    const { template } = templateRevision
    await (decision === 'approve' ? startPrint(ports, store, fill) : dropPrint(ports, store, fill, template))
    const type = decision === 'approve' ? 'fill.approved' : 'fill.refused'
    await emitFillEvent(ports, store, type, fill, stored, template)
    // The reason is for the customer and may name them: the event has it, which is erased with the fill.
    await audit(ports, store, teamId, { actor, action: 'fill.reviewed', objectId: id, details: { review } })
    await wakeLines(ports, store, fill)
    return { fill, templateRevision, replayed: false }
  })
  const { lastRenderId } = fill
  const lastRender = lastRenderId === null ? null : await ports.store.renders.find(teamId, lastRenderId)
  return { view: await viewFill(ports, fill, templateRevision), lastRender, replayed }
}

function refusalOf({ review, reviewReason }: FillRecord): ServiceError {
  if (review === 'none' || review === 'withdrawn') return new ServiceError('fill_not_in_review')
  return new ServiceError('fill_review_decided', {
    message: `The fill was already ${review}, and a decision is final. Copy the fill to change it.`,
    extra: { review, reason: reviewReason },
  })
}

/** From here on the render waits for a press like every other. */
async function startPrint(ports: Ports, store: Tx, fill: FillRecord): Promise<void> {
  const render = await queuedRender(store, fill)
  await store.renders.update(fill.teamId, render.id, render.attempt, {
    preflightNotes: WAITING_NOTES,
    updatedAt: ports.clock.now(),
  })
  await enqueueRender(ports, store, render)
}

async function dropPrint(
  ports: Ports,
  store: Tx,
  fill: FillRecord,
  template: Parameters<typeof cancelQueued>[4],
): Promise<void> {
  const render = await queuedRender(store, fill)
  await cancelQueued(ports, store, fill.teamId, render.id, template)
}

async function queuedRender(store: Tx, { teamId, id, lastRenderId }: FillRecord): Promise<RenderRecord> {
  const render = lastRenderId === null ? null : await store.renders.find(teamId, lastRenderId)
  if (render?.status !== 'queued') throw new Error(`${id} waits for review, and its render does not wait.`)
  return render
}

/** A shop that waits for the print file hears of the decision at once. */
async function wakeLines(ports: Ports, store: Tx, { teamId, id, lastRenderId }: FillRecord): Promise<void> {
  const now = ports.clock.now()
  for (const line of await store.storefront.lines.ofFill(teamId, id)) {
    if (line.renderId !== lastRenderId || line.nextAttemptAt === null) continue
    const order = await store.storefront.orders.find(teamId, line.orderRowId)
    if (order === null) continue
    await store.storefront.lines.update(teamId, line.id, null, { nextAttemptAt: now, attempts: 0 })
    await enqueueLine(ports, store, order, line.id, now)
  }
}
