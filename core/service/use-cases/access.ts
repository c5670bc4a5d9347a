/** The use cases of keys, the allowance and the audit log by name, as the service has them. */

import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { readUsage, rendersLeft } from '../access/allowance.ts'
import { actorNames, findAuditEntry } from '../access/audit.ts'
import type { Actor, AuditFilter, AuditRecord } from '../access/audit-store.ts'
import type { NoteMade } from '../access/idempotency.ts'
import { createKey, findKey, type KeyRequest, revokeKey, rotateKey } from '../access/keys.ts'

export function keyUseCases(ports: Ports) {
  return {
    create: (request: KeyRequest, actor: Actor, note?: NoteMade) => createKey(ports, request, actor, note),
    list: (teamId: string, page: PageRequest) => ports.store.keys.page(teamId, page),
    find: (teamId: string, id: string) => findKey(ports.store, teamId, id),
    rotate: (teamId: string, id: string, overlapMs: number, actor: Actor, note?: NoteMade) =>
      rotateKey(ports, teamId, id, overlapMs, actor, note),
    revoke: (teamId: string, id: string, actor: Actor, force: boolean) =>
      revokeKey(ports, teamId, id, actor, force),
  }
}

export function usageUseCases(ports: Ports) {
  return {
    read: (teamId: string) => readUsage(ports, teamId),
    /** Final renders that are left this month, or null where the team has no limit. */
    left: (teamId: string) => rendersLeft(ports, teamId),
  }
}

export function auditUseCases(ports: Ports) {
  return {
    list: (teamId: string, filter: AuditFilter, page: PageRequest) =>
      ports.store.audit.list(teamId, filter, page),
    find: (teamId: string, id: string) => findAuditEntry(ports.store, teamId, id),
    /** What the users and keys among the actors are called, by id. */
    actorNames: (teamId: string, entries: readonly Pick<AuditRecord, 'actor'>[]) =>
      actorNames(ports.store, teamId, entries),
  }
}
