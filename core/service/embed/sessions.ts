/** Reads embed sessions, tells whose a client secret is, and ends sessions. */

import { type ErrorCode, notFound, ServiceError } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { hashKey } from '../access/key-form.ts'
import type { OfRecord } from '../access/request.ts'
import { emit } from '../webhook/emit.ts'
import { isClientSecret } from './secret.ts'
import {
  SESSION_MOVES,
  type SessionMove,
  type SessionRecord,
  type SessionStatus,
  statusAt,
} from './session.ts'

const CLOSED: Readonly<Record<Exclude<SessionStatus, 'active'>, ErrorCode>> = {
  completed: 'embed_session_completed',
  canceled: 'embed_session_canceled',
  expired: 'embed_session_expired',
}

/** As it counts now: one whose time is over is expired. Throws `not_found`. */
export async function findSession(ports: Ports, teamId: string, id: string): Promise<SessionRecord> {
  const session = await ports.store.sessions.find(teamId, id)
  if (session === null) throw notFound('embed_session')
  return { ...session, status: statusAt(session, ports.clock.now()) }
}

export async function listSessions(
  ports: Ports,
  teamId: string,
  page: PageRequest,
): Promise<Page<SessionRecord>> {
  const { items, hasMore } = await ports.store.sessions.list(teamId, page)
  const now = ports.clock.now()
  return { items: items.map((session) => ({ ...session, status: statusAt(session, now) })), hasMore }
}

/** The session of a client secret in whatever state it is, or null for both a malformed and an unknown secret. */
export async function findBySecret(store: Store, presented: string): Promise<SessionRecord | null> {
  return isClientSecret(presented) ? store.sessions.findBySecret(hashKey(presented)) : null
}

/** Throws 410 with the code of the state in which the session has ended. */
export function requireActive(session: SessionRecord, now: number): void {
  const status = statusAt(session, now)
  if (status !== 'active') throw new ServiceError(CLOSED[status])
}

/** Moves a session whatever its state (see SESSION_MOVES); the same move again is no change. Throws `not_found`. */
export async function endSession(
  ports: Ports,
  { teamId, id, move }: OfRecord & { readonly move: Exclude<SessionMove, 'complete'> },
): Promise<SessionRecord> {
  return ports.store.transaction(async (store) => {
    const found = await store.sessions.find(teamId, id)
    if (found === null) throw notFound('embed_session')
    const status = SESSION_MOVES[found.status][move]
    if (status === undefined || status === found.status) return found
    return writeEnd(ports, store, found, status)
  })
}

/**
 * Writes down, with their events, the expiry of at most `limit` sessions of any team whose time is over; answers how
 * many. Nothing depends on when it is called: every read looks at the time itself.
 */
export async function expireSessions(ports: Ports, limit: number): Promise<number> {
  const due = await ports.store.sessions.due(ports.clock.now(), limit)
  for (const session of due)
    await ports.store.transaction(async (store) => {
      // A change at the last moment may have made it longer since it was found.
      const found = await store.sessions.find(session.teamId, session.id)
      if (found?.status === 'active' && statusAt(found, ports.clock.now()) === 'expired')
        await writeEnd(ports, store, found, 'expired')
    })
  return due.length
}

/** How long an abandoned fill of a guest is kept. */
const ABANDONED_MS = 86_400_000

/**
 * In the transaction that ended an active session without its being completed. Decision: the open fill of a guest
 * who left it, in no cart and not approved, expires a day later, unless somebody goes on with it; its content is
 * untouched. `session` is as it ended.
 */
export async function abandonFill(store: Store, session: SessionRecord, now: number): Promise<void> {
  const { teamId, id, source, fillId } = session
  if (source === 'server' || fillId === null) return
  const fill = await store.fills.findForUpdate(teamId, fillId)
  if (fill?.status !== 'open' || fill.embedSessionId !== id || fill.externalCartId !== null) return
  // Its customer has only looked at it again, or left a change that was not approved.
  if (fill.approvedAt !== null || fill.externalOrderId !== null) return
  const expiresAt = now + ABANDONED_MS
  if (fill.expiresAt !== null && fill.expiresAt <= expiresAt) return
  await store.fills.update(teamId, fillId, 'open', { expiresAt, statusReason: 'session_expired' })
}

async function writeEnd(
  ports: Ports,
  store: Tx,
  session: SessionRecord,
  status: SessionStatus,
): Promise<SessionRecord> {
  const now = ports.clock.now()
  const ended = await store.sessions.update(session.teamId, session.id, [session.status], {
    status,
    updatedAt: now,
    ...(status === 'canceled' ? { canceledAt: now } : {}),
  })
  // Another request moved it at the same moment, and wins.
  if (ended === null) return (await store.sessions.find(session.teamId, session.id)) ?? session
  if (session.status === 'active') await abandonFill(store, ended, now)
  if (status === 'expired' && session.status === 'active')
    await emit(ports, store, session.teamId, {
      type: 'embed_session.expired',
      objectId: session.id,
      object: ports.eventObjects.session(ended),
    })
  return ended
}
