/** The sessions of a user: listed for the user alone, and ended by the user or by an owner. */

import { notFound } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { audit } from '../access/audit.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord } from '../access/request.ts'
import type { ConsolePorts, SignedIn } from './sign-in.ts'
import { findUser } from './team-users.ts'
import type { ConsoleSessionRecord } from './user.ts'

type Reading = Pick<Ports, 'store' | 'clock'>

/** Open ones, newest sign-in first. */
export function listOwnSessions(
  { store, clock }: Reading,
  { user }: SignedIn,
  page: PageRequest,
): Promise<Page<ConsoleSessionRecord>> {
  return store.consoleSessions.list(user.teamId, user.id, clock.now(), page)
}

/** The user's own open session. Throws `not_found`. */
export async function findOwnSession(
  { store, clock }: Reading,
  { user }: SignedIn,
  id: string,
): Promise<ConsoleSessionRecord> {
  const found = await store.consoleSessions.find(user.teamId, id)
  const isOpen = found !== null && clock.now() < Math.min(found.expiresAt, found.endsAt)
  if (!isOpen || found.userId !== user.id) throw notFound('session')
  return found
}

export interface EndOwnSession {
  readonly signedIn: SignedIn
  readonly id: string
  readonly actor: Actor
}

/** Throws `not_found`. */
export async function endOwnSession(
  ports: ConsolePorts,
  { signedIn, id, actor }: EndOwnSession,
): Promise<void> {
  await findOwnSession(ports, signedIn, id)
  const { teamId, id: userId } = signedIn.user
  await ports.store.transaction(async (store) => {
    await store.consoleSessions.remove(teamId, id)
    const details = { session: id }
    await audit(ports, store, teamId, { actor, action: 'user.signed_out', objectId: userId, details })
  })
}

/** An owner signs a user out everywhere, as after a lost device; answers how many. Throws `not_found`. */
export async function endSessionsOf(
  ports: ConsolePorts,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<number> {
  return ports.store.transaction(async (store) => {
    await findUser(store, teamId, id)
    const ended = await store.consoleSessions.removeOf(teamId, id, null)
    const details = { everywhere: true, sessions: ended }
    await audit(ports, store, teamId, { actor, action: 'user.signed_out', objectId: id, details })
    return ended
  })
}
