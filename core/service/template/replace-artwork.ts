/** Gives a template another PDF as a new revision, and keeps the shop's fields and settings. */

import { DEFAULT_BORDERS } from '../../engine/artwork/form/form-borders.ts'
import { carryOver } from '../../engine/scene/carry-over.ts'
import { checkScene } from '../../engine/scene/check-scene.ts'
import { fontKeys } from '../../engine/scene/font-keys.ts'
import { refuseTooManyFields } from '../../engine/scene/most-fields.ts'
import type { SceneField } from '../../engine/scene/scene.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { audit } from '../access/audit.ts'
import type { Actor } from '../access/audit-store.ts'
import type { OfRecord } from '../access/request.ts'
import { chooseOutput, isSameOutput } from '../color/choose-output.ts'
import { ADDED_SOURCE } from './field-ids.ts'
import { findTemplate, lockTemplate } from './move.ts'
import { presentScene } from './present.ts'
import { enqueueTemplatePlates } from './queue-template-plates.ts'
import { originOf } from './revision-origin.ts'
import { EXTRACTOR_VERSION, type RevisionRecord, type TemplateRecord } from './template.ts'
import { AS_BEFORE, compileAndStore, type Upload } from './upload.ts'
import type { UploadWatch } from './upload-progress.ts'

export interface ReplacedArtwork {
  readonly template: TemplateRecord
  readonly revision: RevisionRecord
  /** See carry-over.ts. */
  readonly leftOut: readonly SceneField[]
  readonly added: readonly SceneField[]
  /** It was the file that the template has already: nothing has changed. */
  readonly deduplicated?: true
}

export interface ReplaceArtwork extends OfRecord {
  readonly upload: Pick<Upload, 'temporaryPath' | 'sha256' | 'sizeBytes' | 'formBorders' | 'output'>
  readonly actor: Actor
  readonly watch: UploadWatch
}

/**
 * What is said of the form's borders at first holds for newer artwork too. A live template goes on printing its
 * published revision until it is published again. Refusals are the catalogue's codes for PDFs, `not_found`,
 * `profile_not_found`, `template_archived`, `no_saved_scene`, `artwork_in_use` for a PDF that is another template of the team, and
 * `invalid_scene` where what was set up cannot stand on the newer artwork; nothing is changed then.
 */
export async function replaceArtwork(
  ports: Ports,
  { teamId, id, upload, actor, watch }: ReplaceArtwork,
): Promise<ReplacedArtwork> {
  const known = await findTemplate(ports.store, teamId, id)
  if (known.status === 'archived') throw new ServiceError('template_archived')
  const isSame = known.sourceSha256 === upload.sha256
  if (!isSame) await refuseTwin(ports, known, upload.sha256)
  // Its own file again, though it was read by this very version, would be read to the same.
  const formBorders = upload.formBorders ?? known.plan.borders ?? DEFAULT_BORDERS
  const output = await chooseOutput(ports, teamId, upload.output ?? AS_BEFORE, known.plan.output)
  const isAsBefore =
    formBorders === (known.plan.borders ?? DEFAULT_BORDERS) && isSameOutput(known.plan.output, output)
  if (isSame && isAsBefore) return unchanged(ports, known)
  const compiled = await compileAndStore(ports, teamId, { ...upload, formBorders, output }, watch)
  const fonts = await ports.fonts.list(teamId)
  return ports.store.transaction(async (store) => {
    const template = await lockTemplate(store, teamId, id)
    if (template.status === 'archived') throw new ServiceError('template_archived')
    await refuseTwin({ store }, template, upload.sha256)
    const latest = await store.revisions.find(teamId, id, template.latestRevision)
    if (latest === null) throw new ServiceError('no_saved_scene')
    const { scene, leftOut, added } = carryOver(
      latest.scene,
      latest.plan.inks,
      { scene: compiled.scene, inks: compiled.plan.inks },
      {
        makeFieldId: () => ports.makeId('field'),
        isAdded: ({ sourceName }) => sourceName.startsWith(ADDED_SOURCE),
      },
    )
    refuseTooManyFields(scene.fields.length)
    const fields = new Map(scene.fields.map((field) => [field.id, field]))
    const usable = new Set([...fonts.map(({ key }) => key), ...fontKeys(scene)])
    const places = compiled.plan.pages.map(({ inPlace }) => inPlace?.length ?? 0)
    const present = await presentScene(store, teamId, scene)
    checkScene(
      present,
      compiled.scene.pages,
      fields,
      usable,
      places,
      compiled.plan.inks,
      compiled.plan.appearances,
    )

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
      findings: compiled.findings,
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

/** The same bytes are the same template of a team, and copies of it. */
async function refuseTwin(
  { store }: Pick<Ports, 'store'>,
  { teamId, id, copiedFrom }: TemplateRecord,
  sha256: string,
): Promise<void> {
  if (copiedFrom !== null) return
  const twin = await store.templates.findBySource(teamId, sha256)
  if (twin === null || twin.id === id) return
  throw new ServiceError('artwork_in_use', {
    message: `The template “${twin.title}” already uses this PDF.`,
    param: 'pdf',
    extra: { template_id: twin.id },
  })
}

async function unchanged(ports: Ports, template: TemplateRecord): Promise<ReplacedArtwork> {
  const revision = await ports.store.revisions.find(template.teamId, template.id, template.latestRevision)
  if (revision === null) throw new ServiceError('no_saved_scene')
  return { template, revision, leftOut: [], added: [], deduplicated: true }
}
