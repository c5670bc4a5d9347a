/** The actor in the audit log, and the caller's part of each request to a use case. */
import type { Actor } from '../../core/service/access/audit-store.ts'
import type { Caller } from '../http/operation.ts'

export function actorOf(caller: Caller): Actor {
  return { id: caller.console?.user.id ?? caller.keyId, requestId: caller.requestId }
}

/** What a use case is told of whoever asks: the team, who acts, and what notes the reply for a repeat. */
export function inTeam(caller: Caller) {
  return { teamId: caller.teamId, actor: actorOf(caller), note: caller.note }
}

/** The same with the record that is meant. */
export function ofRecord(caller: Caller, id: string) {
  return { ...inTeam(caller), id }
}
