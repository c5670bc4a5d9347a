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
  /** What a new fill begins with. */
  readonly values: Readonly<Record<string, string>>
  readonly metadata: Readonly<Record<string, string>>
  readonly expiresAt: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly completedAt: number | null
  readonly canceledAt: number | null
}
