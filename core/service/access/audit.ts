/** The audit log: who changed what, appended in the transaction of the change and never rewritten. */

import { notFound } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import type { Actor, AuditAction, AuditRecord } from './audit-store.ts'

/** `store` belongs to the change's transaction: a rolled back change leaves no entry. */
export async function audit(
  ports: Pick<Ports, 'clock' | 'makeId'>,
  store: Pick<Store, 'audit'>,
  teamId: string,
  entry: {
    readonly actor: Actor
    readonly action: AuditAction
    readonly objectId: string
    readonly details?: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  await store.audit.insert({
    id: ports.makeId('audit'),
    teamId,
    actor: entry.actor.id,
    action: entry.action,
    objectId: entry.objectId,
    details: entry.details ?? {},
    requestId: entry.actor.requestId,
    createdAt: ports.clock.now(),
  })
}

/** The team's entry, or `not_found`. */
export async function findAuditEntry(store: Store, teamId: string, id: string): Promise<AuditRecord> {
  const entry = await store.audit.find(teamId, id)
  if (entry === null) throw notFound('audit event')
  return entry
}

/** What the users and the keys among the actors are called, by id; who has no name is left out. */
export async function actorNames(
  store: Pick<Store, 'users' | 'keys'>,
  teamId: string,
  entries: readonly Pick<AuditRecord, 'actor'>[],
): Promise<ReadonlyMap<string, string>> {
  const actors = [...new Set(entries.map(({ actor }) => actor))]
  const users = await store.users.findMany(
    teamId,
    actors.filter((id) => id.startsWith('usr_')),
  )
  const keyed = actors.filter((id) => id.startsWith('key_'))
  const keys = await Promise.all(keyed.map((id) => store.keys.find(teamId, id)))
  const named = [...users, ...keys.filter((key) => key !== null)]
  return new Map(named.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]))
}
