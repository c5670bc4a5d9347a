/** Finalizes a fill: exactly one final render, whatever is retried or raced. */
import { notFound, ServiceError } from '../errors.ts'
import type { Ports, Store } from '../ports.ts'
import { type Composed, composeRender } from '../render/compose.ts'
import type { ContentHashes } from '../render/content-hash.ts'
import type { RenderRecord } from '../render/render.ts'
import { failedRecord, monthOf, type RenderRequest, succeededRecord } from '../render/start.ts'
import { tellRender } from '../render/tell.ts'
import type { FillFacts } from './create.ts'
import { mergeMetadata } from './edit.ts'
import { asOf, type FillRecord } from './fill.ts'
import { tellOfFill } from './tell.ts'
import { readValues, type Values } from './values.ts'
import { type FillGround, type FillView, findFill, groundOf, viewFill } from './view.ts'

export interface FinalizeRequest {
  /** Sparse: supplied keys overwrite, the rest stays. */
  readonly values: Values
  readonly facts: Partial<FillFacts>
}

export interface Finalized {
  readonly view: FillView
  readonly render: RenderRecord
  readonly replayed: boolean
  /** What of the request a replay did not apply, or null. */
  readonly warning: string | null
}

type Made = { readonly composed: Composed; readonly contentSha256: string } | { readonly fault: unknown }

/** How often a finalize begins again because the fill was edited meanwhile. */
const TRIES = 8

/**
 * Decision: nothing unprintable is finalized: layout and tail are made before anything is written, and values that
 * cannot be set are refused (`values_not_printable`, with details) with the fill open and unchanged. Only a fault
 * of the machinery finalizes with a failed render and throws `render_failed` with its `render_id`. Further throws:
 * `not_found`, `fill_expired`, what readValues refuses, and `overloaded` for a fill that is edited all the time.
 */
export async function finalizeFill(
  ports: Ports,
  hashes: ContentHashes,
  teamId: string,
  id: string,
  request: FinalizeRequest,
): Promise<Finalized> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const fill = await findFill(ports, teamId, id)
    const ground = await groundOf(ports.store, fill)
    if (fill.status !== 'open') return replay(ports, fill, ground, request)
    const wanted: FillRecord = {
      ...fill,
      ...request.facts,
      values: { ...fill.values, ...readValues(ground.revision.scene, request.values) },
      metadata: mergeMetadata(fill.metadata, request.facts.metadata),
    }
    const made = await make(ports, hashes, ground, wanted)
    const done = await ports.store.transaction((store) => settle(ports, store, fill, wanted, ground, made))
    if (done === null) continue
    if ('fault' in made)
      throw new ServiceError('render_failed', { cause: made.fault, extra: { render_id: done.render.id } })
    const view = viewFill(ports.fonts, done.fill, ground)
    return { view, render: done.render, replayed: false, warning: null }
  }
  throw new ServiceError('overloaded', {
    message: 'The fill is being edited; try again shortly.',
    retryAfterSeconds: 1,
  })
}

async function make(
  ports: Ports,
  hashes: ContentHashes,
  { template, revision }: FillGround,
  wanted: FillRecord,
): Promise<Made> {
  const { scene, plan } = revision
  try {
    const composed = composeRender(
      { ...wanted, kind: 'final', scene, plan, templateFindings: template.findings },
      ports.fonts,
    )
    return { composed, contentSha256: await hashes.ofRender(plan, composed.tail) }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    return { fault: error }
  }
}

/** The one conditional write. Null where the fill is no longer what `made` was made from. */
async function settle(
  ports: Ports,
  store: Store,
  seen: FillRecord,
  wanted: FillRecord,
  { template, revision }: FillGround,
  made: Made,
): Promise<{ fill: FillRecord; render: RenderRecord } | null> {
  const { teamId, id } = seen
  const stored = await store.fills.findForUpdate(teamId, id)
  if (stored === null) throw notFound('fill')
  const now = ports.clock.now()
  if (asOf(stored, now).status !== 'open' || JSON.stringify(stored) !== JSON.stringify(seen)) return null

  const request: RenderRequest = { ...wanted, kind: 'final', fillId: id }
  const render =
    'fault' in made
      ? failedRecord(ports, teamId, request, revision)
      : succeededRecord(ports, teamId, request, revision, made.composed, made.contentSha256)
  const { values, metadata, externalOrderId, customerEmail, customerName, quantity, lineRef, dueAt } = wanted
  const fill = await store.fills.update(teamId, id, 'open', {
    ...{ values, metadata, externalOrderId, customerEmail, customerName, quantity, lineRef, dueAt },
    status: 'finalized',
    lastRenderId: render.id,
    updatedAt: now,
    finalizedAt: now,
  })
  if (fill === null) return null
  await store.renders.insert(render)
  if (!('fault' in made)) {
    // Decision: a finalize counts and is never refused; one that gave no PDF does not count.
    await store.usage.consume(teamId, monthOf(now), null)
    await store.tails.put(teamId, render.id, made.composed.tail)
  }
  await tellOfFill(ports, store, 'fill.finalized', fill, stored, template)
  await tellRender(ports, store, render, template)
  return { fill, render }
}

/** Decision: a replay answers what is stored; an order reference that differs is not applied, and that is said. */
async function replay(
  ports: Ports,
  fill: FillRecord,
  ground: FillGround,
  request: FinalizeRequest,
): Promise<Finalized> {
  if (fill.status === 'expired') throw new ServiceError('fill_expired')
  const render =
    fill.lastRenderId === null ? null : await ports.store.renders.find(fill.teamId, fill.lastRenderId)
  if (render === null) throw new Error(`${fill.id} is finalized and has no render.`)
  const order = request.facts.externalOrderId
  const other = order !== undefined && order !== fill.externalOrderId
  return {
    view: viewFill(ports.fonts, fill, ground),
    render,
    replayed: true,
    warning: other ? 'The fill was finalized before; this external_order_id was not applied.' : null,
  }
}
