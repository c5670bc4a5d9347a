/** Turns an uploaded press PDF into a template with its first scene revision, or finds the one it already is. */

import { DEFAULT_BORDERS } from '../../engine/artwork/form/form-borders.ts'
import { DEFAULT_PROFILE } from '../../engine/finding/profile.ts'
import type { Compiled } from '../../engine/press/press-port.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import { freeSlug } from '../../engine/scene/slug.ts'
import type { FontInfo } from '../../engine/text/font.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import { defaultProfileOf } from '../access/change-defaults.ts'
import type { ByActor, OfTeam } from '../access/request.ts'
import { requireRoom } from '../access/subscription.ts'
import { type AskedOutput, chooseOutput, isSameOutput } from '../color/choose-output.ts'
import { AS_BEFORE, compileAndStore, NOBODY, type Upload } from './compile-upload.ts'
import { keepFieldIds } from './field-ids.ts'
import { PLAIN_HOSTED } from './hosted.ts'
import { enqueueTemplatePlates } from './queue-template-plates.ts'
import { carryToArtwork } from './read-newer-artwork.ts'
import { originOf } from './revision-origin.ts'
import { EXTRACTOR_VERSION, type RevisionRecord, TEMPLATE_MOVES, type TemplateRecord } from './template.ts'
import type { UploadWatch } from './upload-progress.ts'

export interface UploadTemplate extends OfTeam, ByActor {
  readonly upload: Upload
  readonly watch?: UploadWatch | undefined
}

export interface UploadResult {
  readonly template: TemplateRecord
  readonly revision: RevisionRecord
  readonly deduplicated?: true
  readonly restored?: true
  readonly refreshed?: true
}

/**
 * Decision: the same bytes are the same template of a team. Present and current: `deduplicated`. Archived: taken back
 * as a draft, `restored`. Read by an older extractor, or sent with another title or other borders: `refreshed`, with a
 * new revision where the scene was read again. Refusals are the catalogue's codes for PDFs, and
 * `profile_not_found`, and `template_limit_exceeded` for a new or restored template over the team's limit; nothing is kept then.
 */
export async function uploadTemplate(
  ports: Ports,
  { teamId, upload, actor = SYSTEM, watch = NOBODY }: UploadTemplate,
): Promise<UploadResult> {
  const known = await ports.store.templates.findBySource(teamId, upload.sha256)
  if (known !== null) return reuseTemplate(ports, known, upload, actor, watch)

  const insert = (compiled: Compiled) =>
    ports.store.transaction((store) => insertTemplate(ports, store, teamId, upload, compiled, actor))
  let compiled: Compiled | null = null
  try {
    // Once before the work, and once where it counts.
    await ports.store.transaction((store) => requireRoom(store, teamId, 'templates'))
    const asked = await withDefault(ports, teamId, upload.output ?? AS_BEFORE)
    const output = await chooseOutput(ports, teamId, asked, undefined)
    compiled = await compileAndStore(ports, teamId, { ...upload, output }, watch)
    return await insert(compiled)
  } catch (error) {
    const isTaken = error instanceof UniqueViolation
    const isFull = error instanceof ServiceError && error.code === 'template_limit_exceeded'
    if (!isTaken && !isFull) throw error
    // The same file may have come in at the same time, and taken the last place: then there is no new template.
    const twin = await ports.store.templates.findBySource(teamId, upload.sha256)
    if (twin !== null) return reuseTemplate(ports, twin, upload, actor, watch)
    if (isFull || compiled === null) throw error
    // It was the slug, which another upload took between the look and the write; a new look sees it.
    return insert(compiled)
  }
}

/** Of a new template: the shop's profile where none is named, and nothing else is asked for. */
async function withDefault(ports: Ports, teamId: string, asked: AskedOutput): Promise<AskedOutput> {
  if (asked.format === 'pdf' || asked.profileId !== null) return asked
  const profileId = await defaultProfileOf(ports, teamId)
  return profileId === null ? asked : { ...asked, format: 'pdfx4', profileId }
}

async function insertTemplate(
  ports: Ports,
  store: Tx,
  teamId: string,
  upload: Upload,
  compiled: Compiled,
  actor: Actor,
): Promise<UploadResult> {
  await requireRoom(store, teamId, 'templates')
  const now = ports.clock.now()
  const title = upload.title ?? titleOf(upload.fileName)
  const template: TemplateRecord = {
    id: ports.makeId('template'),
    teamId,
    title,
    slug: await freeSlug(store, ports.entropy, title),
    status: 'draft',
    sourceSha256: upload.sha256,
    copiedFrom: null,
    sizeBytes: upload.sizeBytes,
    extractorVersion: EXTRACTOR_VERSION,
    plan: compiled.plan,
    profile: upload.profile ?? DEFAULT_PROFILE,
    findings: compiled.findings,
    latestRevision: 1,
    liveRevision: null,
    metadata: {},
    hosted: PLAIN_HOSTED,
    createdAt: now,
    updatedAt: now,
    publishedAt: null,
    archivedAt: null,
  }
  const scene = { ...compiled.scene, fields: keepFieldIds(compiled.scene.fields, [], ports.makeId) }
  const revision: RevisionRecord = {
    templateId: template.id,
    teamId,
    revision: 1,
    scene,
    plan: compiled.plan,
    origin: originOf(actor, 'uploaded', null, scene),
    createdAt: now,
  }
  await store.templates.insert(template)
  await store.revisions.insert(revision)
  await enqueueTemplatePlates(ports, store, template)
  return { template, revision }
}

async function reuseTemplate(
  ports: Ports,
  known: TemplateRecord,
  upload: Upload,
  actor: Actor,
  watch: UploadWatch,
): Promise<UploadResult> {
  const before = known.plan.borders ?? DEFAULT_BORDERS
  const formBorders = upload.formBorders ?? before
  const isOlder = known.extractorVersion < EXTRACTOR_VERSION
  const output = await chooseOutput(ports, known.teamId, upload.output ?? AS_BEFORE, known.plan.output)
  const stale = isOlder || formBorders !== before || !isSameOutput(known.plan.output, output)
  // What was picked from the artwork stays fields, as far as it is found again.
  const last = stale ? await ports.store.revisions.find(known.teamId, known.id, known.latestRevision) : null
  const picks = last?.artwork == null ? (last?.plan.taken ?? []) : []
  const sent = { ...upload, formBorders, output }
  const compiled = stale ? await compileAndStore(ports, known.teamId, sent, watch, picks) : null
  const fonts = stale ? await ports.fonts.list(known.teamId) : []
  return ports.store.transaction(async (store) => {
    const template = await store.templates.findForUpdate(known.teamId, known.id)
    if (template === null) throw notFound('template')
    const revision = await store.revisions.find(template.teamId, template.id, template.latestRevision)
    if (revision === null) throw new ServiceError('no_saved_scene')

    const restored = template.status === 'archived'
    if (restored) await requireRoom(store, template.teamId, 'templates')
    const retitled = upload.title !== null && upload.title !== template.title
    const profile = upload.profile ?? template.profile
    const judgedAnew = profile !== template.profile
    if (!restored && !retitled && !judgedAnew && compiled === null)
      return { template, revision, deduplicated: true }

    const now = ports.clock.now()
    const next =
      compiled === null
        ? revision
        : await readAgain(ports, store, template, revision, { compiled, fonts }, isOlder, actor)
    const changed = await store.templates.update(template.teamId, template.id, {
      ...(restored ? { status: TEMPLATE_MOVES.archived.restore ?? 'draft', archivedAt: null } : {}),
      ...(retitled && upload.title !== null ? { title: upload.title } : {}),
      profile,
      ...(compiled === null
        ? {}
        : {
            plan: compiled.plan,
            findings: compiled.findings,
            extractorVersion: EXTRACTOR_VERSION,
            latestRevision: next.revision,
          }),
      updatedAt: now,
    })
    if (changed === null) throw notFound('template')
    if (compiled !== null) await enqueueTemplatePlates(ports, store, changed)
    if (restored)
      await audit(ports, store, template.teamId, {
        actor,
        action: 'template.restored',
        objectId: template.id,
      })
    return {
      template: changed,
      revision: next,
      ...(restored ? { restored: true as const } : { deduplicated: true as const }),
      ...(retitled || judgedAnew || compiled !== null ? { refreshed: true as const } : {}),
    }
  })
}

interface ReadFile {
  readonly compiled: Compiled
  readonly fonts: readonly FontInfo[]
}

async function readAgain(
  ports: Ports,
  store: Store,
  template: TemplateRecord,
  last: RevisionRecord,
  { compiled, fonts }: ReadFile,
  isOlder: boolean,
  actor: Actor,
): Promise<RevisionRecord> {
  // Of a file that reads as it did before, what the shop has made of the scene stands.
  const isSame = !isOlder && last.artwork == null
  const scene = isSame ? last.scene : await carriedScene(ports, store, template, last, { compiled, fonts })
  const revision: RevisionRecord = {
    templateId: template.id,
    teamId: template.teamId,
    revision: template.latestRevision + 1,
    scene,
    plan: compiled.plan,
    origin: originOf(
      actor,
      isSame && !isSameOutput(last.plan.output, compiled.plan.output ?? null)
        ? 'output_changed'
        : 'read_again',
      last.scene,
      scene,
    ),
    createdAt: ports.clock.now(),
  }
  await store.revisions.insert(revision)
  return revision
}

/**
 * What the shop has set up, on the file as it is read now. Decision: where that cannot stand, the scene is the file's own;
 * the earlier revision keeps the settings.
 */
async function carriedScene(
  ports: Ports,
  store: Store,
  template: TemplateRecord,
  last: RevisionRecord,
  { compiled, fonts }: ReadFile,
): Promise<Scene> {
  try {
    const read = { compiled, current: null, fonts, sources: new Map<string, string>() }
    return (await carryToArtwork(ports, store, template, read)).scene
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'invalid_scene') throw error
    return { ...compiled.scene, fields: keepFieldIds(compiled.scene.fields, last.scene.fields, ports.makeId) }
  }
}

function titleOf(fileName: string | null): string {
  const stem = (fileName ?? '').replace(/^.*[/\\]/, '').replace(/\.pdf$/i, '')
  const clean = stem
    .normalize('NFC')
    .replace(/[\p{C}_]+/gu, ' ')
    .trim()
    .slice(0, 200)
  return clean === '' ? 'Untitled' : clean
}
