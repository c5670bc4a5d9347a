/** Composes a waiting render: one result and one event, whatever the number of attempts. */
import { CATALOGUE, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { factsOf } from '../template/artwork.ts'
import { findTemplate } from '../template/move.ts'
import type { TemplateRecord, TemplateRevision } from '../template/template.ts'
import { composeRender } from './compose.ts'
import type { ContentHashes } from './content-hash.ts'
import { releaseRender } from './count.ts'
import { isHeld } from './hold.ts'
import { pressMaterialsOf } from './materials.ts'
import { lockFillOf, notePrint } from './note-print.ts'
import { enqueueRenderPlates } from './queue-render-plates.ts'
import { type ComposedFile, type Fault, failedBy, succeeded, UNTRIED, withoutPdf } from './record.ts'
import type { RenderRecord } from './render.ts'
import { emitRenderEvent } from './render-events.ts'
import { storeTail, writeComposedFile } from './store-tail.ts'

/** After this many attempts a render fails; a retry starts again. */
const MOST_FAULTS = 5

/**
 * Does nothing where the render is not queued (any more), or held for review. A result is written under the attempt that it was made in,
 * and raises it, as every other change does. Values that cannot be printed after all, and the fifth fault of the
 * machinery, end it as failed; throws the fault of every earlier one, to be called again later. Decision: a try that
 * ends with its process is no fault, however many there are, for a deployment or a cut of the power says nothing of the
 * order; that a render which ends its process each time is begun ever more seldom is the queue's business.
 */
export async function resumeRender(
  ports: Ports,
  hashes: ContentHashes,
  teamId: string,
  id: string,
): Promise<void> {
  const found = await ports.store.renders.find(teamId, id)
  if (found?.status !== 'queued' || (await isHeld(ports.store, found))) return
  const template = await findTemplate(ports.store, teamId, found.templateId)
  const render = await ports.store.renders.update(teamId, id, found.attempt, {
    // Fences off an earlier attempt that went silent.
    attempt: found.tries === 0 ? found.attempt : found.attempt + 1,
    tries: found.tries + 1,
    updatedAt: ports.clock.now(),
  })
  // Meanwhile somebody else has made it, or taken it up.
  if (render === null) return
  const revision = await ports.store.revisions.find(teamId, render.templateId, render.revision)
  if (revision === null) throw new Error(`${id} has lost revision ${render.revision}.`)
  const outcome = await composeWaiting(ports, hashes, render, { template, revision }).catch(
    (cause: unknown) => {
      if (isRefusal(cause)) return cause
      return { kind: 'fault', cause } satisfies Fault
    },
  )
  if (outcome instanceof ServiceError) return failRender(ports, render, template, outcome)
  if (outcome.kind === 'composed') return succeedRender(ports, render, { template, revision }, outcome)
  const faults = render.faults + 1
  if (faults >= MOST_FAULTS)
    return failRender(ports, render, template, new ServiceError('render_failed'), outcome)
  await ports.store.renders.update(teamId, id, render.attempt, { faults })
  throw outcome.cause
}

async function composeWaiting(
  ports: Ports,
  hashes: ContentHashes,
  render: RenderRecord,
  { template, revision }: TemplateRevision,
): ReturnType<typeof writeComposedFile> {
  const { revision: present, fonts } = await pressMaterialsOf(ports, revision, render.values)
  const { scene, plan } = present
  const input = {
    ...render,
    scene,
    plan,
    templateFindings: factsOf(template, revision),
    profile: template.profile,
    madeAt: render.createdAt,
    standing: render.values,
  }
  const composed = composeRender(input, fonts)
  return writeComposedFile(ports, hashes, render.teamId, plan, composed)
}

/** Are the values at fault? A fault of the database or the files can pass. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && CATALOGUE[error.code].status < 500
}

async function succeedRender(
  ports: Ports,
  render: RenderRecord,
  { template, revision }: TemplateRevision,
  outcome: ComposedFile,
): Promise<void> {
  const { teamId, id, attempt } = render
  const now = ports.clock.now()
  await ports.store.transaction(async (store) => {
    const done = await store.renders.update(teamId, id, attempt, {
      ...succeeded(id, revision, outcome),
      attempt: attempt + 1,
      ...UNTRIED,
      updatedAt: now,
      completedAt: now,
    })
    if (done === null) return
    await storeTail(ports, store, teamId, id, outcome.stored)
    await notePrint(store, done)
    await emitRenderEvent(ports, store, done, template)
    await enqueueRenderPlates(ports, store, done)
  })
}

async function failRender(
  ports: Ports,
  render: RenderRecord,
  template: TemplateRecord,
  error: ServiceError,
  fault: Fault = { kind: 'fault', cause: error },
): Promise<void> {
  const { teamId, id, attempt } = render
  const now = ports.clock.now()
  await ports.store.transaction(async (store) => {
    await lockFillOf(store, render)
    const failed = await store.renders.update(teamId, id, attempt, {
      ...withoutPdf(id),
      ...failedBy(fault),
      attempt: attempt + 1,
      ...(error.code === 'render_failed'
        ? {}
        : { preflightNotes: JSON.stringify({ v: 1, message: error.message }), errorCode: error.code }),
      countedMonth: null,
      updatedAt: now,
      completedAt: now,
    })
    if (failed === null) return
    await notePrint(store, failed)
    await releaseRender(store, render)
    await emitRenderEvent(ports, store, failed, template)
  })
}
