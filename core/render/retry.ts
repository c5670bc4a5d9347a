/** Runs a render again under the same id: a stuck or failed one, or one that preflight found fault with. */
import { type Actor, audit, SYSTEM } from '../access/audit.ts'
import { notFound, ServiceError } from '../errors.ts'
import { readValues, type Values } from '../fill/values.ts'
import type { Ports } from '../ports.ts'
import { findTemplate } from '../template/move.ts'
import type { TemplateRecord } from '../template/template.ts'
import { composeRender } from './compose.ts'
import type { ContentHashes } from './content-hash.ts'
import { RENDER_MOVES, type RenderRecord } from './render.ts'
import { monthOf } from './start.ts'
import { tellRender } from './tell.ts'

/**
 * A render that passed preflight and has its PDF is answered as it is (`replayed`). Otherwise it is composed again
 * at its own revision, with `correction` laid over its values; the old file stays until the new one is stored.
 * A new attempt number fences off any earlier run. A failed final render is counted once it succeeds. Throws `not_found`, `render_canceled`, what composeRender
 * refuses, and `render_failed`.
 */
export async function retryRender(
  ports: Ports,
  hashes: ContentHashes,
  teamId: string,
  id: string,
  correction: Values | null,
  actor: Actor = SYSTEM,
): Promise<{ render: RenderRecord; replayed: boolean }> {
  const render = await findRender(ports, teamId, id)
  if (render.storageKey.startsWith('erased:'))
    throw new ServiceError('render_canceled', { message: 'What this render printed was erased.' })
  if (render.status === 'succeeded' && render.preflightStatus === 'pass' && correction === null)
    return { render, replayed: true }
  if (RENDER_MOVES[render.status].retry === undefined) throw new ServiceError('render_canceled')
  const kind = render.kind
  if (kind === 'preview') return { render, replayed: true }

  const template = await findTemplate(ports.store, teamId, render.templateId)
  const revision = await ports.store.revisions.find(teamId, render.templateId, render.revision)
  if (revision === null) throw notFound('scene revision')
  const corrected = readValues(revision.scene, correction ?? {})
  const values = { ...readValues(revision.scene, render.values), ...corrected }
  const { scene, plan } = revision
  const { composed, contentSha256 } = await composeOrFail(ports, render, template, async () => {
    const input = { ...render, kind, values, scene, plan, templateFindings: template.findings }
    const made = composeRender(input, ports.fonts)
    return { composed: made, contentSha256: await hashes.ofRender(plan, made.tail) }
  })
  const now = ports.clock.now()
  const changed = await ports.store.transaction(async (store) => {
    const updated = await store.renders.update(teamId, id, render.attempt, {
      attempt: render.attempt + 1,
      status: 'succeeded',
      values: composed.values,
      preflightStatus: composed.preflight.status,
      preflightNotes: composed.preflight.notes,
      storageKey: `tail:${id}`,
      bodySha256: plan.bodySha256,
      sizeBytes: plan.bodyBytes + composed.tail.length,
      contentSha256,
      errorCode: null,
      updatedAt: now,
      completedAt: now,
    })
    if (updated !== null) {
      // A render that failed gave no PDF and was not counted; now it is, and like a finalize never refused.
      if (kind === 'final' && render.status === 'failed')
        await store.usage.consume(teamId, monthOf(now), null)
      await store.tails.put(teamId, id, composed.tail)
      await tellRender(ports, store, updated, template)
    }
    if (updated !== null && correction !== null)
      await audit(ports, store, teamId, {
        actor,
        action: 'render.retried',
        objectId: id,
        // The fields, never the words.
        details: { attempt: updated.attempt, corrected: Object.keys(corrected) },
      })
    return updated
  })
  // Another retry was faster: what it stored is the render.
  return { render: changed ?? (await findRender(ports, teamId, id)), replayed: changed === null }
}

async function composeOrFail<T>(
  ports: Ports,
  render: RenderRecord,
  template: TemplateRecord,
  compose: () => Promise<T>,
): Promise<T> {
  try {
    return await compose()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (render.status !== 'succeeded')
      await ports.store.transaction(async (store) => {
        const failed = await store.renders.update(render.teamId, render.id, render.attempt, {
          attempt: render.attempt + 1,
          status: 'failed',
          errorCode: 'render_failed',
          updatedAt: ports.clock.now(),
        })
        if (failed !== null) await tellRender(ports, store, failed, template)
      })
    throw new ServiceError('render_failed', { cause: error, extra: { render_id: render.id } })
  }
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
