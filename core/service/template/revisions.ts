/** The history of a template: its revisions, newest first, and an earlier one put back as the newest. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Page } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { ByActor, Noted, OfRecord } from '../access/request.ts'
import { checkSets } from '../selection/check-sets.ts'
import { findTemplate, lockTemplate } from './move.ts'
import { storeRevision } from './pick-artwork.ts'
import { refuseStale, type SavedScene } from './revise.ts'
import { originOf } from './revision-origin.ts'
import type { RevisionHead, TemplateRecord } from './template.ts'

export interface RevisionPage extends Page<RevisionHead> {
  readonly template: TemplateRecord
}

/** Those below `before`, or the newest; throws `not_found`. */
export async function listRevisions(
  store: Store,
  teamId: string,
  id: string,
  page: { readonly limit: number; readonly before: number | null },
): Promise<RevisionPage> {
  const template = await findTemplate(store, teamId, id)
  return { template, ...(await store.revisions.list(teamId, id, page)) }
}

export interface RestoreRevision extends OfRecord, ByActor, Noted {
  readonly number: number
  readonly base: number | null
}

/**
 * A new revision that is what revision `number` was, its body included: undoing goes on from there, and nothing is
 * lost. Restoring the newest changes nothing. A live template goes on with its published revision. Throws `not_found`,
 * `template_archived`, `no_saved_scene` and `scene_changed`.
 */
export async function restoreRevision(
  ports: Ports,
  { teamId, id, number, base, actor = SYSTEM, note = NOTE_NOTHING }: RestoreRevision,
): Promise<SavedScene> {
  return ports.store.transaction(async (store) => {
    const template = await lockTemplate(store, teamId, id)
    if (template.status === 'archived') throw new ServiceError('template_archived')
    refuseStale(template, base)
    const wanted = await store.revisions.find(teamId, id, number)
    if (wanted === null) throw notFound('scene revision')
    const latest = await store.revisions.find(teamId, id, template.latestRevision)
    if (latest === null) throw new ServiceError('no_saved_scene')
    if (number === template.latestRevision) return { template, revision: latest }
    await checkSets(store, teamId, wanted.scene, latest.scene)
    const origin = originOf(actor, 'restored', latest.scene, wanted.scene, number)
    const revision = { ...wanted, revision: template.latestRevision + 1, origin }
    const entry = { actor, details: { restored: number } }
    return storeRevision(ports, store, { template, revision, findings: null }, note, entry)
  })
}
