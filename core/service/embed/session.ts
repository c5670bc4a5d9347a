/** An embed session: a browser's short-lived right to one fill; its record, statuses and table of moves. */

export const SESSION_STATUSES = ['active', 'completed', 'canceled', 'expired'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

export type SessionMove = 'complete' | 'cancel' | 'expire'

/**
 * Decision: a shop can cancel or expire a session from every state and is always answered 200; `completedAt`
 * stays and the fill is untouched.
 */
export const SESSION_MOVES: Readonly<Record<SessionStatus, Partial<Record<SessionMove, SessionStatus>>>> = {
  active: { complete: 'completed', cancel: 'canceled', expire: 'expired' },
  completed: { cancel: 'canceled', expire: 'expired' },
  canceled: { cancel: 'canceled', expire: 'expired' },
  expired: { cancel: 'canceled', expire: 'expired' },
}

export const SESSION_SOURCES = ['server', 'guest', 'hosted'] as const
export type SessionSource = (typeof SESSION_SOURCES)[number]

/** Decision: a session lasts five minutes to a day (the default), and is never extended. */
export const SHORTEST_SESSION_SECONDS = 300
export const LONGEST_SESSION_SECONDS = 86_400

/** Times are milliseconds since 1970. */
export interface SessionRecord {
  readonly id: string
  readonly teamId: string
  readonly status: SessionStatus
  readonly source: SessionSource
  /** SHA-256 of the client secret, hex. */
  readonly secretHash: string
  readonly embedApplicationId: string | null
  readonly templateId: string
  readonly productMappingId: string | null
  readonly fillId: string | null
  /** The page's origin that the session is bound to, or null. */
  readonly origin: string | null
  readonly externalProductId: string | null
  readonly externalVariantId: string | null
  readonly externalCartId: string | null
  readonly customerEmail: string | null
  readonly customerName: string | null
  /** Starting content of a new fill. */
  readonly values: Readonly<Record<string, string>>
  readonly metadata: Readonly<Record<string, string>>
  /** How long a session lasts after its last change. */
  readonly lifetimeSeconds: number
  readonly expiresAt: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly completedAt: number | null
  readonly canceledAt: number | null
}

/** An active session past its expiry counts as expired, whether or not that is stored yet. */
export function statusAt(session: SessionRecord, now: number): SessionStatus {
  return session.status === 'active' && session.expiresAt <= now ? 'expired' : session.status
}

/** Those whose time is not over: the others have ended by themselves, which the sweep writes down and tells. */
export function stillOpen(sessions: readonly SessionRecord[], now: number): readonly SessionRecord[] {
  return sessions.filter((session) => statusAt(session, now) === 'active')
}

/** Decision: every change of the fill makes a session last longer, but never over a day after it was opened. */
export function extendedUntil(session: SessionRecord, now: number): number {
  const longest = session.createdAt + LONGEST_SESSION_SECONDS * 1000
  return Math.min(longest, Math.max(session.expiresAt, now + session.lifetimeSeconds * 1000))
}
