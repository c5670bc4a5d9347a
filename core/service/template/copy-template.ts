/** Copies a template: a draft of its own with the newest revision, on the same stored files. */

import { freeSlug } from '../../engine/scene/slug.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { ByActor, Noted, OfRecord } from '../access/request.ts'
import { requireRoom } from '../access/subscription.ts'
import { lockTemplate } from './move.ts'
import { enqueueTemplatePlates } from './queue-template-plates.ts'
import { originOf } from './revision-origin.ts'
import type { RevisionRecord, TemplateRecord, TemplateRevision } from './template.ts'

export const LONGEST_TITLE = 200

export interface CopyTemplate extends OfRecord, ByActor, Noted {
  /** Of at most LONGEST_TITLE characters; null for the title of the original with `suffix`. */
  readonly title: string | null
  /** Such as `(copy)`, in the language of the caller. */
  readonly suffix: string
}

/**
 * The copy has the settings and tags of the original and none of its history, links and products. Decision: its fields
 * have ids of their own, as no id stands for two fields; the PDF, sent again, is still the original, not the copy.
 * An archived template can be copied. Throws `not_found`, `no_saved_scene`, and `template_limit_exceeded` over the
 * team's limit.
 */
export async function copyTemplate(ports: Ports, request: CopyTemplate): Promise<TemplateRevision> {
  const copy = () => ports.store.transaction((store) => insertCopy(ports, store, request))
  try {
    return await copy()
  } catch (error) {
    // Another template took the slug between the look and the write; a new look sees it.
    if (error instanceof UniqueViolation) return copy()
    throw error
  }
}

async function insertCopy(
  ports: Ports,
  store: Tx,
  { teamId, id, title, suffix, actor = SYSTEM, note = NOTE_NOTHING }: CopyTemplate,
): Promise<TemplateRevision> {
  const original = await lockTemplate(store, teamId, id)
  const newest = await store.revisions.find(teamId, id, original.latestRevision)
  if (newest === null) throw new ServiceError('no_saved_scene')
  await requireRoom(store, teamId, 'templates')
  const now = ports.clock.now()
  const named = title ?? withSuffix(original.title, suffix)
  const template: TemplateRecord = {
    ...original,
    id: ports.makeId('template'),
    title: named,
    slug: await freeSlug(store, ports.entropy, named),
    copiedFrom: id,
    status: 'draft',
    latestRevision: 1,
    liveRevision: null,
    createdAt: now,
    updatedAt: now,
    publishedAt: null,
    archivedAt: null,
  }
  const fields = newest.scene.fields.map((field) => ({ ...field, id: ports.makeId('field') }))
  const scene = { ...newest.scene, fields }
  const revision: RevisionRecord = {
    ...newest,
    templateId: template.id,
    revision: 1,
    scene,
    origin: originOf(actor, 'copied', null, scene),
    createdAt: now,
  }
  await store.templates.insert(template)
  await store.revisions.insert(revision)
  await enqueueTemplatePlates(ports, store, template)
  await audit(ports, store, teamId, {
    ...{ actor, action: 'template.copied', objectId: template.id },
    details: { from: id },
  })
  await note(store, { id: template.id })
  return { template, revision }
}

function withSuffix(title: string, suffix: string): string {
  return `${title.slice(0, LONGEST_TITLE - suffix.length - 1).trimEnd()} ${suffix}`
}
