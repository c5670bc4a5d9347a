/** Changes what the print files of a template are to be: its stored PDF is compiled again, and the scene stays. */

import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { ByActor, OfRecord } from '../access/request.ts'
import { type AskedOutput, chooseOutput, isSameOutput } from '../color/choose-output.ts'
import { findTemplate, lockTemplate } from './move.ts'
import { compileWithout, hasPlacesOf, sourceOf, storeRevision } from './pick-artwork.ts'
import { findShownRevision } from './retrieve.ts'
import type { SavedScene } from './revise.ts'
import { originOf } from './revision-origin.ts'

/**
 * The newest revision with another body; a live template goes on printing its published one. No change where the
 * template is that already. Throws `not_found`, `template_archived`, `no_saved_scene`, `profile_not_found`,
 * `scene_changed` where somebody saved meanwhile, `template_status_conflict` for a PDF that an earlier version of the
 * service read otherwise, `renderer_not_configured` and what compiling throws; nothing is changed then.
 */
export async function changeOutput(
  ports: Ports,
  { teamId, id, asked, actor = SYSTEM }: OfRecord & ByActor & { readonly asked: AskedOutput },
): Promise<SavedScene> {
  const known = await findTemplate(ports.store, teamId, id)
  if (known.status === 'archived') throw new ServiceError('template_archived')
  const latest = await findShownRevision(ports.store, known, true)
  const { output: _, ...plan } = latest.plan
  const output = await chooseOutput(ports, teamId, asked, latest.plan.output)
  if (isSameOutput(latest.plan.output, output)) return { template: known, revision: latest }
  const next = { plan: { ...plan, ...(output === null ? {} : { output }) } }
  const picks = latest.plan.taken ?? []
  const compiled = await compileWithout(ports, sourceOf(known, latest), teamId, next, picks)
  if (!hasPlacesOf(latest, compiled))
    throw new ServiceError('template_status_conflict', {
      message: 'The template was created by an earlier version of Platen. Upload its PDF again first.',
    })
  return ports.store.transaction(async (store) => {
    const template = await lockTemplate(store, teamId, id)
    if (template.latestRevision !== latest.revision)
      throw new ServiceError('scene_changed', { extra: { latest_revision: template.latestRevision } })
    const revision = {
      ...latest,
      ...{ revision: template.latestRevision + 1, plan: compiled.plan },
      ...(latest.artwork == null ? {} : { artwork: { ...latest.artwork, findings: compiled.findings } }),
      origin: originOf(actor, 'output_changed', latest.scene, latest.scene),
    }
    const details = { output: output?.format ?? 'pdf', profile: output?.profile.id ?? null }
    const made = { template, revision, findings: compiled.findings }
    return storeRevision(ports, store, made, NOTE_NOTHING, { actor, details })
  })
}
