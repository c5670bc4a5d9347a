/** Runs a render again under the same id: a stuck or failed one, or one that preflight found fault with. */

import type { FillContent } from '../../engine/scene/content.ts'
import { type InksAndPaper, inksAndPaperOf } from '../../engine/scene/inks-and-paper.ts'
import { type ColorPatch, patchColors } from '../../engine/scene/patch-colors.ts'
import { readValues, type Values } from '../../engine/scene/values.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { monthOf } from '../../time.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord, Together } from '../access/request.ts'
import { findTemplate } from '../template/move.ts'
import { presentForFill, presentRevision } from '../template/present.ts'
import type { RevisionRecord } from '../template/template.ts'
import type { RenderPorts } from './content-hash.ts'
import { countRender, releaseRender } from './count.ts'
import { isHeld } from './hold.ts'
import { lockFillOf, notePrint } from './note-print.ts'
import { enqueueRenderPlates } from './queue-render-plates.ts'
import { failedBy, type RenderOutcome, succeeded, UNTRIED, WAITING_NOTES, withoutPdf } from './record.ts'
import { RENDER_MOVES, type RenderRecord } from './render.ts'
import { emitRenderEvent } from './render-events.ts'
import { makeRender } from './start.ts'
import { storeTail } from './store-tail.ts'
import { enqueueRender } from './waiting.ts'

type RenderChanges = Partial<Omit<RenderRecord, 'id' | 'teamId' | 'createdAt'>>

export interface RetryRender extends OfRecord, ByActor, Together<RenderRecord> {
  readonly correction?: Correction | null | undefined
  /** More to write in the transaction that stores other inks or another paper. */
  onOtherStock?: ((store: Tx, render: RenderRecord) => Promise<void>) | undefined
}

/** Omitted parts stay as they were printed. */
export interface Correction extends ColorPatch {
  /** Sparse: an omitted field keeps its value. */
  readonly values?: Values
}

/**
 * A render that passed preflight and has its PDF is answered as it is (`replayed`). Otherwise it is composed again
 * at its own revision, with `correction` laid over its values, inks and paper; the old file stays until the new one is stored.
 * A new attempt number fences off any earlier run. Without a press in reach a waiting or failed one is queued; one
 * that has its PDF keeps it, and `renderer_not_configured` is thrown. A failed final render counts again, and like a
 * finalize is never refused for it. Throws `not_found`, `render_canceled`, `fill_in_review`, what composeRender refuses, `overloaded` as
 * startRender does, and `render_failed`.
 */
export async function retryRender(
  ports: RenderPorts,
  { teamId, id, correction = null, actor = SYSTEM, onOtherStock, also }: RetryRender,
): Promise<{ render: RenderRecord; replayed: boolean }> {
  const render = await findRender(ports, teamId, id)
  if (render.storageKey.startsWith('erased:'))
    throw new ServiceError('render_canceled', { message: 'The content of this render was erased.' })
  if (render.status === 'succeeded' && render.preflightStatus === 'pass' && correction === null)
    return { render, replayed: true }
  if (RENDER_MOVES[render.status].retry === undefined) throw new ServiceError('render_canceled')
  const kind = render.kind
  if (kind === 'preview') return { render, replayed: true }
  if (render.status === 'succeeded' && ports.press === null) throw new ServiceError('renderer_not_configured')

  if (await isHeld(ports.store, render)) throw new ServiceError('fill_in_review')

  const template = await findTemplate(ports.store, teamId, render.templateId)
  const revision = await ports.store.revisions.find(teamId, render.templateId, render.revision)
  if (revision === null) throw notFound('scene revision')
  const typed = correction?.values ?? {}
  const { scene } =
    render.fillId === null
      ? await presentRevision(ports.store, revision, render.values, typed)
      : await presentForFill(ports.store, render.fillId, revision, render.values, typed)
  const corrected = readValues(scene, typed, render.values)
  const values = { ...readValues(scene, render.values, render.values), ...corrected }
  const content = { values, ...patchColors(scene, revision.plan.inks, render, correction ?? {}) }
  const request = { ...render, ...content, kind, standing: values, madeAt: render.createdAt }
  const outcome = await makeRender(ports, request, { template, revision })
  const changes = changesOf(ports, render, revision, content, outcome)
  const changed = await ports.store.transaction(async (store) => {
    if (outcome.kind === 'waiting') await enqueueRender(ports, store, render)
    const updated = changes === null ? render : await update(ports, store, render, changes)
    if (updated === null) return null
    if (outcome.kind === 'composed') await storeTail(ports, store, teamId, id, outcome.stored)
    const isRestocked = !isSame(render.substrate, updated.substrate)
    if (updated.attempt !== render.attempt)
      await emitRenderEvent(ports, store, updated, template, isRestocked)
    await enqueueRenderPlates(ports, store, updated)
    const otherStock = changedStock(revision, render, updated)
    if (Object.keys(otherStock).length > 0) await onOtherStock?.(store, updated)
    if (correction !== null && outcome.kind !== 'fault')
      await audit(ports, store, teamId, {
        actor,
        action: 'render.retried',
        objectId: id,
        // The fields, never the words; inks and paper are named, as they are nobody's data.
        details: {
          attempt: updated.attempt,
          corrected: Object.keys(corrected),
          ...otherStock,
        },
      })
    await also?.(store, updated)
    return updated
  })
  if (outcome.kind === 'fault')
    throw new ServiceError('render_failed', { cause: outcome.cause, extra: { render_id: id } })
  // Another retry was faster: its result counts.
  return { render: changed ?? (await findRender(ports, teamId, id)), replayed: changed === null }
}

/** Null where nothing changes: a waiting render goes on waiting, and a fault takes no PDF away. */
function changesOf(
  ports: Pick<Ports, 'clock'>,
  render: RenderRecord,
  revision: RevisionRecord,
  content: FillContent,
  outcome: RenderOutcome,
): RenderChanges | null {
  const now = ports.clock.now()
  const attempt = render.attempt + 1
  const { values, ...stock } = content
  if (outcome.kind === 'composed')
    return {
      ...stock,
      ...succeeded(render.id, revision, outcome),
      attempt,
      ...UNTRIED,
      updatedAt: now,
      completedAt: now,
    }
  const without = { ...withoutPdf(render.id), updatedAt: now }
  if (outcome.kind === 'waiting') {
    if (render.status === 'queued' && isSame(content, contentOf(render))) return null
    const waiting = {
      status: 'queued',
      preflightNotes: WAITING_NOTES,
      completedAt: null,
      ...UNTRIED,
    } as const
    return { ...without, ...waiting, ...content, attempt }
  }
  if (render.status === 'succeeded') return null
  return { ...without, ...failedBy(outcome), attempt, completedAt: now }
}

function contentOf({ values, colors, assignments, substrate }: RenderRecord): FillContent {
  return { values, colors, assignments, substrate }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What a correction changed of inks and paper, by name, from what to what; nothing of what stayed. */
function changedStock({ scene, plan }: RevisionRecord, before: FillContent, after: FillContent) {
  const [was, is] = [inksAndPaperOf(scene, plan, before), inksAndPaperOf(scene, plan, after)]
  const inks = ({ inks }: InksAndPaper) =>
    inks.map(({ name, fieldIds }) => ({ name, field_ids: [...fieldIds] }))
  return {
    ...(isSame(inks(was), inks(is)) ? {} : { inks: { from: inks(was), to: inks(is) } }),
    ...(was.paper?.name === is.paper?.name
      ? {}
      : { paper: { from: was.paper?.name ?? null, to: is.paper?.name ?? null } }),
  }
}

/** Fenced by the attempt. Keeps the count of the allowance with the status; see countRender. */
async function update(
  ports: Ports,
  store: Tx,
  render: RenderRecord,
  changes: RenderChanges,
): Promise<RenderRecord | null> {
  const { teamId, id } = render
  if (changes.status !== undefined) await lockFillOf(store, render)
  const updated = await store.renders.update(teamId, id, render.attempt, changes)
  if (updated === null || updated.kind !== 'final') return updated
  await notePrint(store, updated)
  const [counted, counts] = [render.status !== 'failed', updated.status !== 'failed']
  if (counted === counts) return updated
  if (counted) await releaseRender(store, render)
  const countedMonth = counts
    ? await countRender(store, teamId, { month: monthOf(ports.clock.now()), refuses: false })
    : null
  return store.renders.update(teamId, id, updated.attempt, { countedMonth })
}

/** The team's render, or `not_found`. */
export async function findRender(
  ports: Pick<Ports, 'store'>,
  teamId: string,
  id: string,
): Promise<RenderRecord> {
  const render = await ports.store.renders.find(teamId, id)
  if (render === null) throw notFound('render')
  return render
}
