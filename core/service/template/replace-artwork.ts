/** Gives a template another PDF as a new revision, and keeps the shop's fields and settings. */

import { boundFindings } from '../../engine/finding/bound-findings.ts'
import type { Fact } from '../../engine/finding/measure.ts'
import type { SceneField } from '../../engine/scene/scene.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { audit } from '../access/audit.ts'
import type { Actor } from '../access/audit-store.ts'
import { lockTemplate } from './move.ts'
import { enqueueTemplatePlates } from './queue-template-plates.ts'
import {
  carryToArtwork,
  findLatest,
  type NewerArtwork,
  readNewerArtwork,
  refuseTwin,
} from './read-newer-artwork.ts'
import { refuseStale } from './revise.ts'
import { originOf } from './revision-origin.ts'
import { EXTRACTOR_VERSION, type RevisionRecord, type TemplateRecord } from './template.ts'

export interface ReplacedArtwork {
  readonly template: TemplateRecord
  readonly revision: RevisionRecord
  /** See carry-over.ts. */
  readonly leftOut: readonly SceneField[]
  readonly added: readonly SceneField[]
  /** It was the file that the template has already: nothing has changed. */
  readonly deduplicated?: true
}

export interface ReplaceArtwork extends NewerArtwork {
  readonly actor: Actor
}

/**
 * A live template goes on printing its published revision until it is published again. Refuses what reading the
 * artwork and carrying the scene over refuse; nothing is changed then.
 */
export async function replaceArtwork(ports: Ports, request: ReplaceArtwork): Promise<ReplacedArtwork> {
  const { teamId, id, upload, actor, base = null } = request
  const read = await readNewerArtwork(ports, request, true)
  const { known, compiled } = read
  if (compiled === null)
    return {
      ...{ template: known, revision: await findLatest(ports.store, known) },
      ...{ leftOut: [], added: [], deduplicated: true },
    }
  return ports.store.transaction(async (store) => {
    const template = await lockTemplate(store, teamId, id)
    if (template.status === 'archived') throw new ServiceError('template_archived')
    refuseStale(template, base)
    await refuseTwin({ store }, template, upload.sha256)
    const { scene, leftOut, added, latest } = await carryToArtwork(ports, store, template, {
      ...read,
      compiled,
    })

    const now = ports.clock.now()
    const { sourceSha256, sizeBytes, findings } = template
    await store.revisions.keepArtwork(teamId, id, { sourceSha256, sizeBytes, findings })
    const revision: RevisionRecord = {
      templateId: id,
      teamId,
      revision: template.latestRevision + 1,
      scene,
      plan: compiled.plan,
      origin: originOf(actor, 'artwork_replaced', latest.scene, scene),
      createdAt: now,
    }
    await store.revisions.insert(revision)
    const changed = await store.templates.update(teamId, id, {
      sourceSha256: upload.sha256,
      sizeBytes: upload.sizeBytes,
      extractorVersion: EXTRACTOR_VERSION,
      plan: compiled.plan,
      findings: boundFindings([...compiled.findings, ...leftOut.map(leftOutFinding)]),
      latestRevision: revision.revision,
      updatedAt: now,
    })
    if (changed === null) throw notFound('template')
    await enqueueTemplatePlates(ports, store, changed)
    const details = { revision: revision.revision, left_out: leftOut.length, added: added.length }
    await audit(ports, store, teamId, { actor, action: 'template.artwork_replaced', objectId: id, details })
    return { template: changed, revision, leftOut, added }
  })
}

/** Values for such a field are refused from this artwork on. */
function leftOutFinding({ label, placements }: SceneField): Fact {
  const page = (placements[0]?.page ?? 0) + 1
  return { code: 'field_left_out', severity: 'info', params: { label, page } }
}
