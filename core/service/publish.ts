/** Publishes a template: new fills use its newest revision. */

import { notFound, ServiceError } from '../errors.ts'
import type { Ports } from '../ports.ts'
import { audit } from './access/audit.ts'
import { SYSTEM } from './access/audit-store.ts'
import type { ByActor, OfRecord } from './access/request.ts'
import { refreshPreviews } from './batch/create.ts'
import { emitTemplateEvent, lockTemplate, nextStatus } from './template/move.ts'
import type { TemplateRecord } from './template/template.ts'

/**
 * Publishes the newest revision. Again is no change; an archived template is refused with `template_archived`,
 * one without a saved scene with `no_saved_scene`.
 */
export async function publishTemplate(
  ports: Ports,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<{ template: TemplateRecord; revision: number }> {
  const template = await ports.store.transaction(async (store) => {
    const found = await lockTemplate(store, teamId, id)
    const status = nextStatus(found, 'publish')
    const saved = await store.revisions.find(teamId, id, found.latestRevision)
    if (saved === null) throw new ServiceError('no_saved_scene')
    if (found.status === 'live' && found.liveRevision === found.latestRevision) return found
    const details = { revision: found.latestRevision }
    await audit(ports, store, teamId, { actor, action: 'template.published', objectId: id, details })
    const now = ports.clock.now()
    const published = await store.templates.update(teamId, id, {
      status,
      liveRevision: found.latestRevision,
      publishedAt: now,
      updatedAt: now,
    })
    if (published === null) return null
    await emitTemplateEvent(ports, store, 'template.published', found, published)
    if (found.liveRevision !== published.liveRevision)
      await refreshPreviews(ports, store, { template: published, revision: saved })
    return published
  })
  if (template === null) throw notFound('template')
  return { template, revision: template.liveRevision ?? template.latestRevision }
}
