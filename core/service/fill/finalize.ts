/** Finalizes a fill: exactly one final render, whatever is retried or raced. */

import { inksAndPaperOf } from '../../engine/scene/inks-and-paper.ts'
import { readValues, type Values } from '../../engine/scene/values.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { monthOf } from '../../time.ts'
import { audit } from '../access/audit.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord, Together } from '../access/request.ts'
import { needsReview } from '../access/review-mode.ts'
import type { RenderPorts } from '../render/content-hash.ts'
import { countRender } from '../render/count.ts'
import { type FirstOutcome, type RenderRequest, recordOf } from '../render/record.ts'
import type { RenderRecord } from '../render/render.ts'
import { makeRender, storeRender } from '../render/start.ts'
import { presentForFill } from '../template/present.ts'
import type { TemplateRevision } from '../template/template.ts'
import type { FillFacts } from './create.ts'
import { lockFill, mergeMetadata } from './edit.ts'
import { asOf, type FillRecord } from './fill.ts'
import { emitFillEvent } from './fill-events.ts'
import { ownOrder } from './own-order.ts'
import { type FillView, findFill, templateRevisionOf, viewFill } from './view.ts'

export interface FinalizeRequest {
  /** Sparse: supplied keys overwrite, the rest stays. */
  readonly values: Values
  readonly facts: Partial<FillFacts>
  /** It gets the next order number of the shop, unless it has a reference. */
  readonly numbered?: boolean
}

/** The fill and its print file as they are written. */
export interface FinalizedRecords {
  readonly fill: FillRecord
  readonly render: RenderRecord
}

export interface FinalizeFill extends OfRecord, ByActor, Together<FinalizedRecords> {
  readonly request: FinalizeRequest
}

export interface Finalized {
  readonly view: FillView
  readonly render: RenderRecord
  readonly replayed: boolean
  /** The part of the request that a replay ignored, or null. */
  readonly warning: string | null
}

/** How often a finalize restarts because the fill was edited in between. */
const TRIES = 8

/**
 * Decision: nothing unprintable is finalized: layout and tail are made before anything is written, and values that
 * cannot be set are refused (`values_not_printable`, with details) with the fill open and unchanged. Without a press it
 * finalizes with a queued render. Only a fault of the machinery finalizes with a failed render and throws
 * `render_failed` with its `render_id`. Further throws: `not_found`, `fill_expired`, the refusals of readValues, and
 * `overloaded`, with nothing written, if the fill is edited all the time or no process is free to open the file.
 */
export async function finalizeFill(
  ports: RenderPorts,
  { teamId, id, request, actor = SYSTEM, also }: FinalizeFill,
): Promise<Finalized> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const fill = await findFill(ports, teamId, id)
    const templateRevision = await templateRevisionOf(ports.store, fill)
    if (fill.status !== 'open') return replayFinalize(ports, fill, templateRevision, request)
    const { scene } = await presentForFill(
      ports.store,
      fill.id,
      templateRevision.revision,
      fill.values,
      request.values,
    )
    const wanted: FillRecord = {
      ...fill,
      ...request.facts,
      values: { ...fill.values, ...readValues(scene, request.values, fill.values) },
      metadata: mergeMetadata(fill.metadata, request.facts.metadata),
    }
    const standing = wanted.values
    const team = await ports.store.teams.find(teamId)
    const forbiddenWords = team?.forbiddenWords ?? null
    const held = needsReview(team?.review ?? 'none', standing)
    const outcome = await makeOrHold(
      ports,
      held,
      { ...wanted, kind: 'final', standing, forbiddenWords },
      templateRevision,
    )
    const done = await ports.store.transaction((store) =>
      storeFinalizedFill(ports, store, fill, wanted, templateRevision, outcome, actor, {
        ...{ numbered: request.numbered, also },
      }),
    )
    if (done === null) continue
    if (outcome.kind === 'fault')
      throw new ServiceError('render_failed', { cause: outcome.cause, extra: { render_id: done.render.id } })
    const { template, revision } = templateRevision
    const view =
      outcome.kind === 'composed'
        ? {
            ...{ fill: done.fill, template, printable: true, problems: [] },
            printed: inksAndPaperOf(revision.scene, revision.plan, done.render),
          }
        : await viewFill(ports, done.fill, templateRevision, done.render)
    return { view, render: done.render, replayed: false, warning: null }
  }
  throw new ServiceError('overloaded', {
    message: 'The fill is being edited. Try again shortly.',
    retryAfterSeconds: 1,
  })
}

/**
 * Decision: an order held for review is laid out and checked like every order, and refused if it cannot be printed. Its
 * print file is made after the approval, so that none can leave the service before.
 */
async function makeOrHold(
  ports: RenderPorts,
  held: boolean,
  request: Parameters<typeof makeRender>[1],
  templateRevision: TemplateRevision,
): Promise<FirstOutcome> {
  if (!held) return makeRender(ports, request, templateRevision)
  await makeRender({ ...ports, press: null }, request, templateRevision)
  return { kind: 'held' }
}

/** The one conditional write. Null where the fill is no longer what `outcome` was made from. */
async function storeFinalizedFill(
  ports: Ports,
  store: Tx,
  seen: FillRecord,
  asked: FillRecord,
  { template, revision }: TemplateRevision,
  outcome: FirstOutcome,
  actor: Actor,
  { numbered = false, also }: Pick<FinalizeFill, 'also'> & { readonly numbered?: boolean | undefined },
): Promise<FinalizedRecords | null> {
  const { teamId, id } = seen
  const now = ports.clock.now()
  if (asOf(seen, now).status !== 'open') return null
  // The fill is locked before the counter of its team, as everywhere.
  if (numbered && !isSame(await lockFill(store, teamId, id), seen)) return null
  const wanted = numbered ? { ...asked, ...(await ownOrder(store, asked, now)) } : asked

  const request: RenderRequest = { ...wanted, kind: 'final', fillId: id }
  const render = recordOf(ports, teamId, request, revision, outcome, null)
  const { values, metadata, externalOrderId, customerEmail, customerName, quantity, lineRef, dueAt } = wanted
  const fill = await store.fills.replace(seen, {
    ...{ values, metadata, externalOrderId, customerEmail, customerName, quantity, lineRef, dueAt },
    status: 'finalized',
    statusReason: null,
    draft: 'none',
    lastRenderId: render.id,
    printFailed: render.status === 'failed',
    review: outcome.kind === 'held' ? 'requested' : 'none',
    updatedAt: now,
    finalizedAt: now,
  })
  if (fill === null) return null
  // Decision: a finalize counts and is never refused; one that gave no PDF does not count.
  const counts = outcome.kind !== 'fault'
  const countedMonth = counts ? monthOf(now) : null
  const details = { render_id: render.id, render_status: render.status }
  await audit(ports, store, teamId, { actor, action: 'fill.finalized', objectId: id, details })
  await emitFillEvent(ports, store, 'fill.finalized', fill, seen, template)
  await storeRender(ports, store, { ...render, countedMonth }, outcome, template)
  if (outcome.kind === 'held')
    await emitFillEvent(ports, store, 'fill.review_requested', fill, { ...fill, review: 'none' }, template)
  const done = { fill, render: { ...render, countedMonth } }
  await also?.(store, done)
  // Last: the count of a team is one row, for which its other finalizes wait until this transaction ends.
  if (countedMonth !== null) await countRender(store, teamId, { month: countedMonth, refuses: false })
  return done
}

function isSame(stored: FillRecord, seen: FillRecord): boolean {
  return JSON.stringify(stored) === JSON.stringify(seen)
}

/** Decision: a replay returns the stored result; a different order reference is ignored, and the reply says so. */
async function replayFinalize(
  ports: Ports,
  fill: FillRecord,
  templateRevision: TemplateRevision,
  request: FinalizeRequest,
): Promise<Finalized> {
  if (fill.status === 'expired') throw new ServiceError('fill_expired')
  const render =
    fill.lastRenderId === null ? null : await ports.store.renders.find(fill.teamId, fill.lastRenderId)
  if (render === null) throw new Error(`${fill.id} is finalized and has no render.`)
  const order = request.facts.externalOrderId
  const other = order !== undefined && order !== fill.externalOrderId
  return {
    view: await viewFill(ports, fill, templateRevision, render),
    render,
    replayed: true,
    warning: other ? 'The fill was finalized before; this external_order_id was not applied.' : null,
  }
}
