/** The moves of a template between its statuses: publish, pause, archive and restore. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { audit } from '../access/audit.ts'
import { type AuditAction, SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord } from '../access/request.ts'
import { requireRoom } from '../access/subscription.ts'
import { emit } from '../webhook/emit.ts'
import { TEMPLATE_MOVES, type TemplateMove, type TemplateRecord, type TemplateStatus } from './template.ts'

const AUDITED: Readonly<Record<Exclude<TemplateMove, 'publish'>, AuditAction>> = {
  pause: 'template.paused',
  archive: 'template.archived',
  restore: 'template.restored',
}

export interface MoveTemplate extends OfRecord, ByActor {
  readonly move: Exclude<TemplateMove, 'publish'>
}

/**
 * Pausing and archiving stop new fills only; restoring gives a draft, and is refused with `template_limit_exceeded`
 * over the team's limit. The same move again is no change.
 */
export async function moveTemplate(
  ports: Ports,
  { teamId, id, move, actor = SYSTEM }: MoveTemplate,
): Promise<TemplateRecord> {
  const template = await ports.store.transaction(async (store) => {
    const found = await lockTemplate(store, teamId, id)
    const status = nextStatus(found, move)
    if (status === found.status) return found
    if (move === 'restore') await requireRoom(store, teamId, 'templates')
    await audit(ports, store, teamId, { actor, action: AUDITED[move], objectId: id })
    const now = ports.clock.now()
    const moved = await store.templates.update(teamId, id, {
      status,
      updatedAt: now,
      ...(status === 'archived' ? { archivedAt: now } : {}),
      ...(move === 'restore' ? { archivedAt: null, liveRevision: null } : {}),
    })
    if (moved?.status === 'archived') await emitTemplateEvent(ports, store, 'template.archived', found, moved)
    return moved
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

/** Like findTemplate, and locks it until the transaction ends. */
export async function lockTemplate(store: Store, teamId: string, id: string): Promise<TemplateRecord> {
  const template = await store.templates.findForUpdate(teamId, id)
  if (template === null) throw notFound('template')
  return template
}

export async function emitTemplateEvent(
  ports: Ports,
  store: Tx,
  type: 'template.published' | 'template.archived',
  before: TemplateRecord,
  template: TemplateRecord,
): Promise<void> {
  const number = template.liveRevision ?? template.latestRevision
  const revision = await store.revisions.find(template.teamId, template.id, number)
  // Without a saved scene there was nothing that anybody could have used.
  if (revision === null) return
  await emit(ports, store, template.teamId, {
    type,
    objectId: template.id,
    object: ports.eventObjects.template({ template, revision }),
    previous: { status: before.status, live_revision: before.liveRevision },
  })
}

export function nextStatus(template: TemplateRecord, move: TemplateMove): TemplateStatus {
  const status = TEMPLATE_MOVES[template.status][move]
  if (status !== undefined) return status
  if (template.status === 'archived') throw new ServiceError('template_archived')
  throw new ServiceError('template_status_conflict', {
    message: `The template is ${template.status}; ${move} is not possible.`,
  })
}
