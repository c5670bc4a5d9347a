/** Turns an uploaded press PDF into a template with its first scene revision, or finds the one it already is. */
import { type Actor, audit, SYSTEM } from '../access/audit.ts'
import { notFound, ServiceError } from '../errors.ts'
import { type Compiled, type Ports, type Store, UniqueViolation } from '../ports.ts'
import { keepFieldIds } from './field-ids.ts'
import { freeSlug } from './slug.ts'
import { EXTRACTOR_VERSION, type RevisionRecord, TEMPLATE_MOVES, type TemplateRecord } from './template.ts'

/** A received file, still under its temporary name; whoever received it removes it. */
export interface Upload {
  readonly temporaryPath: string
  readonly sha256: string
  readonly sizeBytes: number
  /** Name of the file on the sender's machine, from which a title is made where none is given. */
  readonly fileName: string | null
  readonly title: string | null
}

export interface UploadResult {
  readonly template: TemplateRecord
  readonly revision: RevisionRecord
  readonly deduplicated?: true
  readonly restored?: true
  readonly refreshed?: true
}

/**
 * Decision: the same bytes are the same template of a team. Present and current: `deduplicated`. Archived: taken
 * back as a draft, `restored`. Read by an older extractor, or sent with another title: `refreshed`, with a new
 * revision where the scene was read again. Refusals are the catalogue's codes for PDFs; nothing is kept then.
 */
export async function uploadTemplate(
  ports: Ports,
  teamId: string,
  upload: Upload,
  actor: Actor = SYSTEM,
): Promise<UploadResult> {
  const known = await ports.store.templates.findBySource(teamId, upload.sha256)
  if (known !== null) return takeBack(ports, known, upload, actor)

  const compiled = await compileAndKeep(ports, upload.temporaryPath, upload.sha256)
  const insert = () =>
    ports.store.transaction((store) => insertTemplate(ports, store, teamId, upload, compiled))
  try {
    return await insert()
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    const twin = await ports.store.templates.findBySource(teamId, upload.sha256)
    // Without a twin it was the slug, which another upload took between the look and the write; a new look sees it.
    return twin === null ? insert() : takeBack(ports, twin, upload, actor)
  }
}

async function insertTemplate(
  ports: Ports,
  store: Store,
  teamId: string,
  upload: Upload,
  compiled: Compiled,
): Promise<UploadResult> {
  const now = ports.clock.now()
  const title = upload.title ?? titleOf(upload.fileName)
  const template: TemplateRecord = {
    id: ports.makeId('template'),
    teamId,
    title,
    slug: await freeSlug(store, ports.entropy, title),
    status: 'draft',
    sourceSha256: upload.sha256,
    sizeBytes: upload.sizeBytes,
    extractorVersion: EXTRACTOR_VERSION,
    plan: compiled.plan,
    findings: compiled.findings,
    latestRevision: 1,
    liveRevision: null,
    metadata: {},
    createdAt: now,
    updatedAt: now,
    publishedAt: null,
    archivedAt: null,
  }
  const revision: RevisionRecord = {
    templateId: template.id,
    teamId,
    revision: 1,
    scene: { ...compiled.scene, fields: keepFieldIds(compiled.scene.fields, [], ports.makeId) },
    plan: compiled.plan,
    createdAt: now,
  }
  await store.templates.insert(template)
  await store.revisions.insert(revision)
  return { template, revision }
}

async function takeBack(
  ports: Ports,
  known: TemplateRecord,
  upload: Upload,
  actor: Actor,
): Promise<UploadResult> {
  const stale = known.extractorVersion < EXTRACTOR_VERSION
  const compiled = stale ? await compileAndKeep(ports, upload.temporaryPath, upload.sha256) : null
  return ports.store.transaction(async (store) => {
    const template = await store.templates.findForUpdate(known.teamId, known.id)
    if (template === null) throw notFound('template')
    const revision = await store.revisions.find(template.teamId, template.id, template.latestRevision)
    if (revision === null) throw new ServiceError('no_saved_scene')

    const restored = template.status === 'archived'
    const retitled = upload.title !== null && upload.title !== template.title
    if (!restored && !retitled && compiled === null) return { template, revision, deduplicated: true }

    const now = ports.clock.now()
    const next = compiled === null ? revision : await readAgain(ports, store, template, revision, compiled)
    const changed = await store.templates.update(template.teamId, template.id, {
      ...(restored ? { status: TEMPLATE_MOVES.archived.restore ?? 'draft', archivedAt: null } : {}),
      ...(retitled && upload.title !== null ? { title: upload.title } : {}),
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
      ...(retitled || compiled !== null ? { refreshed: true as const } : {}),
    }
  })
}

async function readAgain(
  ports: Ports,
  store: Store,
  template: TemplateRecord,
  last: RevisionRecord,
  compiled: Compiled,
): Promise<RevisionRecord> {
  const revision: RevisionRecord = {
    templateId: template.id,
    teamId: template.teamId,
    revision: template.latestRevision + 1,
    scene: {
      ...compiled.scene,
      fields: keepFieldIds(compiled.scene.fields, last.scene.fields, ports.makeId),
    },
    plan: compiled.plan,
    createdAt: ports.clock.now(),
  }
  await store.revisions.insert(revision)
  return revision
}

/** Compiles in a worker and makes source and body last, the body first: a row names only files that stand. */
async function compileAndKeep(ports: Ports, sourcePath: string, sourceSha256: string): Promise<Compiled> {
  const bodyPath = ports.files.temporaryPath()
  try {
    const compiled = await ports.press.compile(sourcePath, bodyPath)
    await ports.files.keep(bodyPath, compiled.plan.bodySha256)
    await ports.files.keep(sourcePath, sourceSha256)
    return compiled
  } finally {
    await ports.files.discard(bodyPath)
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
