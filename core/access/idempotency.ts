/** Idempotency keys: a write sent twice under one key is done once, and answered twice with the same reply. */

export interface IdempotencyRecord {
  readonly teamId: string
  /** Method, path and the client's key. */
  readonly scope: string
  /** SHA-256 of the request's body, hex. */
  readonly requestHash: string
  /** Null while the first request is under way. */
  readonly replyStatus: number | null
  readonly replyBody: string | null
  readonly createdAt: number
  /** After this an unfinished request counts as dead and its key is free. */
  readonly lockedUntil: number
}

/** Replies are kept for a day. */
export const IDEMPOTENCY_LIFE_MS = 86_400_000

export interface IdempotencyStore {
  /** Inserts, and returns null; or the record that is there and neither dead nor older than a day. */
  begin(record: IdempotencyRecord, now: number): Promise<IdempotencyRecord | null>
  finish(teamId: string, scope: string, replyStatus: number, replyBody: string): Promise<void>
  /** Frees the key: the request was refused before anything was done. */
  release(teamId: string, scope: string): Promise<void>
  removeBefore(createdAt: number, limit: number): Promise<number>
}
