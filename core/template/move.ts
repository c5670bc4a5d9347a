/** The moves of a template between its statuses: publish, pause, archive and restore. */
import { notFound, ServiceError } from '../errors.ts'
import type { Ports, Store } from '../ports.ts'
import { TEMPLATE_MOVES, type TemplateMove, type TemplateRecord, type TemplateStatus } from './template.ts'

/**
 * Publishes the newest revision. Again is no change; an archived template is refused with `template_archived`,
 * one without a saved scene with `no_saved_scene`.
 */
export async function publishTemplate(
  ports: Ports,
  teamId: string,
  id: string,
): Promise<{ template: TemplateRecord; revision: number }> {
  const template = await ports.store.transaction(async (store) => {
    const found = await findTemplate(store, teamId, id)
    const status = nextStatus(found, 'publish')
    const saved = await store.revisions.find(teamId, id, found.latestRevision)
    if (saved === null) throw new ServiceError('no_saved_scene')
    if (found.status === 'live' && found.liveRevision === found.latestRevision) return found
    const now = ports.clock.now()
    return store.templates.update(teamId, id, {
      status,
      liveRevision: found.latestRevision,
      publishedAt: now,
      updatedAt: now,
    })
  })
  if (template === null) throw notFound('template')
  return { template, revision: template.liveRevision ?? template.latestRevision }
}

/** Pausing and archiving stop new fills only; restoring gives a draft. The same move again is no change. */
export async function moveTemplate(
  ports: Ports,
  teamId: string,
  id: string,
  move: Exclude<TemplateMove, 'publish'>,
): Promise<TemplateRecord> {
  const template = await ports.store.transaction(async (store) => {
    const found = await findTemplate(store, teamId, id)
    const status = nextStatus(found, move)
    if (status === found.status) return found
    const now = ports.clock.now()
    return store.templates.update(teamId, id, {
      status,
      updatedAt: now,
      ...(status === 'archived' ? { archivedAt: now } : {}),
      ...(move === 'restore' ? { archivedAt: null, liveRevision: null } : {}),
    })
  })
  if (template === null) throw notFound('template')
  return template
}

/** The team's template, or `not_found`. */
export async function findTemplate(store: Store, teamId: string, id: string): Promise<TemplateRecord> {
  const template = await store.templates.find(teamId, id)
  if (template === null) throw notFound('template')
  return template
}

function nextStatus(template: TemplateRecord, move: TemplateMove): TemplateStatus {
  const status = TEMPLATE_MOVES[template.status][move]
  if (status !== undefined) return status
  if (template.status === 'archived') throw new ServiceError('template_archived')
  throw new ServiceError('template_status_conflict', {
    message: `A ${template.status} template cannot be moved by ${move}.`,
  })
}
