/** Changes of a template by the shop: its title, slug and metadata, and its scene as a new revision. */

import type { ProfileName } from '../../engine/finding/profile.ts'
import { checkScene } from '../../engine/scene/check-scene.ts'
import { fontKeys } from '../../engine/scene/font-keys.ts'
import type { Scene, SceneField } from '../../engine/scene/scene.ts'
import { isFreeSlug, slugOf } from '../../engine/scene/slug.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { ByActor, Noted, OfRecord } from '../access/request.ts'
import { checkSets } from '../selection/check-sets.ts'
import { ADDED_SOURCE } from './field-ids.ts'
import type { HostedSettings } from './hosted.ts'
import { findTemplate, lockTemplate } from './move.ts'
import { presentScene } from './present.ts'
import { originOf } from './revision-origin.ts'
import type { RevisionRecord, TemplateRecord } from './template.ts'

export interface TemplateChanges {
  readonly title?: string
  readonly slug?: string
  readonly metadata?: Readonly<Record<string, string>>
  /** The measurements are judged again; the file is not opened again. */
  readonly profile?: ProfileName
  /** Omitted settings stay. */
  readonly hosted?: Partial<HostedSettings>
}

/** `invalid_parameter` (param `slug`) for a slug that is not one or is taken. */
export async function changeTemplate(
  ports: Ports,
  { teamId, id, changes, actor = SYSTEM }: OfRecord & ByActor & { readonly changes: TemplateChanges },
): Promise<TemplateRecord> {
  const change = ports.store.transaction(async (store) => {
    const found = await lockTemplate(store, teamId, id)
    const now = ports.clock.now()
    if (changes.slug !== undefined && changes.slug !== found.slug) {
      await refuseSlug(store, changes.slug, id)
      await store.templates.keepFormerSlug(found, now)
    }
    const details = { changed: Object.keys(changes) }
    await audit(ports, store, teamId, { actor, action: 'template.changed', objectId: id, details })
    const hosted = { ...found.hosted, ...changes.hosted }
    return store.templates.update(teamId, id, { ...changes, hosted, updatedAt: now })
  })
  const changed = await change.catch((error: unknown) => {
    // Another template took it between the look and the write.
    if (error instanceof UniqueViolation && error.columns.includes('slug')) throw slugTaken()
    throw error
  })
  return changed ?? findTemplate(ports.store, teamId, id)
}

async function refuseSlug(store: Store, slug: string, templateId: string): Promise<void> {
  if (slug === '' || slugOf(slug) !== slug)
    throw new ServiceError('invalid_parameter', {
      message: 'slug can contain lower-case letters, digits and single hyphens, at most 60 characters.',
      param: 'slug',
    })
  if (!(await isFreeSlug(store, slug, templateId))) throw slugTaken()
}

function slugTaken(): ServiceError {
  return new ServiceError('invalid_parameter', { message: 'This slug is already in use.', param: 'slug' })
}

/** A revision that was just made, with its template. */
export interface SavedScene {
  readonly template: TemplateRecord
  readonly revision: RevisionRecord
}

/** A scene as a shop sends it: fields without an id are new. */
export type SceneDraft = Omit<Scene, 'fields'> & {
  readonly fields: readonly (Omit<SceneField, 'id'> & { readonly id: string | null })[]
}

export interface SaveScene extends OfRecord, ByActor, Noted {
  readonly draft: SceneDraft
  readonly base?: number | null | undefined
}

/**
 * Saves a scene as the next revision; the pages are the body's and cannot be changed. Refused with
 * `invalid_scene` and details when it could not be printed, and with `scene_changed` where the draft was made of another
 * revision (`base`) than the newest. A live template goes on with its published revision.
 */
export async function saveScene(
  ports: Ports,
  { teamId, id, draft, actor = SYSTEM, note = NOTE_NOTHING, base = null }: SaveScene,
): Promise<SavedScene> {
  const fonts = await ports.fonts.list(teamId)
  return ports.store.transaction(async (store) => {
    const template = await lockTemplate(store, teamId, id)
    refuseStale(template, base)
    const latest = await store.revisions.find(teamId, id, template.latestRevision)
    if (latest === null) throw new ServiceError('no_saved_scene')
    const earlier = await earlierFields(store, template, latest, draft)
    const fields = draft.fields.map((field) =>
      field.id === null ? addedField(ports, field) : { ...field, id: field.id },
    )
    for (const [at, field] of fields.entries())
      if (draft.fields[at]?.id === null) earlier.set(field.id, field)
    const scene: Scene = { ...draft, fields }
    const places = latest.plan.pages.map(({ inPlace }) => inPlace?.length ?? 0)
    // A font that was archived since may go on where it stands.
    const usable = new Set([...fonts.map(({ key }) => key), ...fontKeys(latest.scene)])
    const present = await presentScene(store, teamId, scene)
    checkScene(
      present,
      latest.scene.pages,
      earlier,
      usable,
      places,
      latest.plan.inks,
      latest.plan.appearances,
    )
    await checkSets(store, teamId, scene, latest.scene)
    const now = ports.clock.now()
    const revision: RevisionRecord = {
      ...latest,
      revision: template.latestRevision + 1,
      scene,
      origin: originOf(actor, 'saved', latest.scene, scene),
      createdAt: now,
    }
    await store.revisions.insert(revision)
    const details = { revision: revision.revision }
    await audit(ports, store, teamId, { actor, action: 'scene.saved', objectId: id, details })
    await note(store, { id, revision: revision.revision })
    const changed = await store.templates.update(teamId, id, {
      latestRevision: revision.revision,
      updatedAt: now,
    })
    return { template: changed ?? template, revision }
  })
}

/**
 * Two people edit one template: the later save gets an error, and nothing is overwritten. `base` is the revision of the
 * change; null if unknown. Throws `scene_changed`.
 */
export function refuseStale({ latestRevision }: TemplateRecord, base: number | null): void {
  if (base === null || base === latestRevision) return
  throw new ServiceError('scene_changed', { extra: { latest_revision: latestRevision } })
}

/** The result of saveScene for this revision. Throws `not_found`. */
export async function findSavedScene(
  store: Store,
  teamId: string,
  id: string,
  number: number,
): Promise<SavedScene> {
  const template = await findTemplate(store, teamId, id)
  const revision = await store.revisions.find(teamId, id, number)
  if (revision === null) throw notFound('scene revision')
  return { template, revision }
}

/** A field of the shop's own making; its source name says that no form has it. */
function addedField(ports: Ports, field: Omit<SceneField, 'id'>): SceneField {
  const id = ports.makeId('field')
  return { ...field, id, sourceName: `${ADDED_SOURCE}${id}` }
}

/**
 * Every field that one of the draft's ids has named before, by id. A shop that puts an older scene back finds its
 * fields in earlier revisions; the latest one is looked at first and is nearly always enough.
 */
export async function earlierFields(
  store: Store,
  template: TemplateRecord,
  latest: RevisionRecord,
  draft: SceneDraft,
): Promise<Map<string, SceneField>> {
  const known = new Map(latest.scene.fields.map((field) => [field.id, field]))
  const sought = draft.fields.flatMap((field) => (field.id === null ? [] : [field.id]))
  for (let number = latest.revision - 1; number >= 1 && sought.some((id) => !known.has(id)); number -= 1) {
    const revision = await store.revisions.find(template.teamId, template.id, number)
    for (const field of revision?.scene.fields ?? []) if (!known.has(field.id)) known.set(field.id, field)
  }
  return known
}
