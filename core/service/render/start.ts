/** Starts a render on demand: composed, counted and stored in one go, or queued, or refused with nothing written. */

import { checkSubstrate } from '../../engine/ink/palette.ts'
import type { OutputFormat } from '../../engine/press/output.ts'
import type { Plan } from '../../engine/press/plan.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { monthOf } from '../../time.ts'
import { forbiddenWordsOf } from '../access/change-settings.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { Noted, OfTeam } from '../access/request.ts'
import { factsOf } from '../template/artwork.ts'
import { findTemplate } from '../template/move.ts'
import { notAvailable, requireConversion, requireOutput } from '../template/require-output.ts'
import type { RevisionRecord, TemplateRecord } from '../template/template.ts'
import { type ComposeInput, composeRender } from './compose.ts'
import type { RenderPorts } from './content-hash.ts'
import type { ConvertPorts } from './convert-pictures.ts'
import { countRender } from './count.ts'
import { pressMaterialsOf } from './materials.ts'
import { enqueueRenderPlates } from './queue-render-plates.ts'
import { type FirstOutcome, type RenderOutcome, type RenderRequest, recordOf } from './record.ts'
import type { RenderRecord } from './render.ts'
import { emitRenderEvent } from './render-events.ts'
import { type KeepPorts, storeFirstTail, writeComposedFile } from './store-tail.ts'
import { enqueueRender } from './waiting.ts'

/**
 * Throws `not_found`, `template_archived`, what composeRender refuses, `render_limit_exceeded` for a final render
 * over the month's allowance, `overloaded` where no program can be had that opens the file, and `render_failed` (with
 * `render_id`) when the machinery fails; only then is a row kept, so that it can be retried. Without a press in reach
 * the same is refused, and what can be printed is queued.
 */
export async function startRender(
  ports: RenderPorts,
  { teamId, request, note = NOTE_NOTHING }: OfTeam & Noted & { readonly request: RenderRequest },
): Promise<RenderRecord> {
  const { template, revision } = await findRevision(ports.store, teamId, request)
  if (request.substrate !== null) checkSubstrate(request.substrate)
  const forbiddenWords = await forbiddenWordsOf(ports.store, teamId)
  const outcome = await makeRender(ports, { ...request, forbiddenWords }, { template, revision })
  const render = await ports.store.transaction(async (store) => {
    const counts = request.kind === 'final' && outcome.kind !== 'fault'
    const countedMonth = counts
      ? await countRender(store, teamId, { month: monthOf(ports.clock.now()), refuses: true })
      : null
    const record = recordOf(ports, teamId, request, revision, outcome, countedMonth)
    await storeRender(ports, store, record, outcome, template)
    // One that failed may be asked for again.
    if (outcome.kind !== 'fault') await note(store, { id: record.id })
    return record
  })
  if (outcome.kind === 'fault')
    throw new ServiceError('render_failed', { cause: outcome.cause, extra: { render_id: render.id } })
  return render
}

/**
 * Composes, stores no record. Throws what composeRender refuses; a fault of the machinery is an answer. Decision: a
 * process without a press composes too, as the only full check, and leaves the printing to one that has it.
 */
export async function makeRender(
  ports: Pick<RenderPorts, 'fonts' | 'contentHashes' | keyof ConvertPorts> & KeepPorts,
  request: Pick<RenderRequest, 'kind' | 'values' | 'colors' | 'assignments' | 'output' | 'convert'> &
    Pick<ComposeInput, 'standing' | 'substrate' | 'madeAt' | 'forbiddenWords'>,
  { template, revision }: { readonly template: TemplateRecord; readonly revision: RevisionRecord },
): Promise<RenderOutcome> {
  const { plan } = revision
  try {
    const { revision: present, fonts } = await pressMaterialsOf(ports, revision, request.values)
    const { scene } = present
    const madeAt = request.madeAt ?? ports.clock.now()
    const templateRevision = {
      scene,
      plan,
      templateFindings: factsOf(template, revision),
      profile: template.profile,
    }
    const composed = composeRender({ ...request, ...templateRevision, madeAt }, fonts)
    refuseOther(request.output ?? null, request.kind, plan, composed.output)
    requireConversion(request.convert ?? null, plan)
    if (ports.press === null) return { kind: 'waiting' }
    return await writeComposedFile(ports, ports.contentHashes, revision.teamId, plan, composed)
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    return ports.press === null ? { kind: 'waiting' } : { kind: 'fault', cause }
  }
}

/** Decision: a print file that was asked for as PDF/X-4 and would not be one is refused, and nothing is written. */
function refuseOther(
  asked: OutputFormat | null,
  kind: RenderRequest['kind'],
  plan: Plan,
  made: OutputFormat,
): void {
  if (asked !== 'pdfx4' || made === 'pdfx4') return
  requireOutput(asked, plan)
  throw notAvailable(
    kind === 'proof'
      ? 'Proofs have a watermark and carry no PDF/X label. Leave output out.'
      : 'The template is PDF/X-4, but this print file would not be: it contains RGB colours, images in their own colours or transparent marks.',
  )
}

/** Writes the render, its tail or its job (a held one has neither), and its event into the caller's transaction. */
export async function storeRender(
  ports: Ports,
  store: Tx,
  render: RenderRecord,
  outcome: FirstOutcome,
  template: TemplateRecord,
): Promise<void> {
  await store.renders.insert(render)
  if (outcome.kind === 'composed')
    await storeFirstTail(ports, store, render.teamId, render.id, outcome.stored)
  if (outcome.kind === 'waiting') await enqueueRender(ports, store, render)
  await emitRenderEvent(ports, store, render, template)
  await enqueueRenderPlates(ports, store, render)
}

async function findRevision(
  store: Store,
  teamId: string,
  request: RenderRequest,
): Promise<{ template: TemplateRecord; revision: RevisionRecord }> {
  const template = await findTemplate(store, teamId, request.templateId)
  if (template.status === 'archived') throw new ServiceError('template_archived')
  const number = request.revision ?? template.liveRevision ?? template.latestRevision
  const revision = await store.revisions.find(teamId, template.id, number)
  if (revision === null) throw notFound('scene revision')
  return { template, revision }
}
