/** The store of idempotency keys. */

export interface IdempotencyRecord {
  readonly teamId: string
  /** SHA-256 of method, path and the client's key, hex; the key itself is not stored. */
  readonly scope: string
  /** SHA-256 of the request's body, hex. */
  readonly requestHash: string
  /** Null while the first request is under way. */
  readonly replyStatus: number | null
  /**
   * The reply, encrypted; null with a status where it was too long to keep, and the request is run again. Without a
   * status: what the request has made, encrypted, from which its reply can be given; null while it has made nothing.
   */
  readonly replyBody: string | null
  /** A time, and also the fence: a request that counts as dead no longer changes its key. */
  readonly createdAt: number
  /** After this an unfinished request counts as dead and its key is free. */
  readonly lockedUntil: number
}

/** Names one request of one team's key. */
export type IdempotencyFence = Pick<IdempotencyRecord, 'teamId' | 'scope' | 'createdAt'>

export interface IdempotencyStore {
  /**
   * Inserts, and returns null; or the record that is there. One that died before it noted anything, is older than a
   * day, or finished without a reply for this very request is replaced.
   */
  begin(record: IdempotencyRecord, now: number): Promise<IdempotencyRecord | null>
  /** Tells that the request is still under way; one that has noted what it made can also be freed so. */
  extend(fence: IdempotencyFence, lockedUntil: number): Promise<void>
  /** Writes what the request has made; false, and writes nothing, where another one has taken its place. */
  note(fence: IdempotencyFence, made: string, objectIds: readonly string[]): Promise<boolean>
  /** Goes on with a request that died after it had noted; false where another one does so already. */
  takeOver(dead: IdempotencyRecord, lockedUntil: number): Promise<boolean>
  /** `objectIds` are the ids of the records in the reply. */
  finish(
    fence: IdempotencyFence,
    replyStatus: number,
    replyBody: string | null,
    objectIds: readonly string[],
  ): Promise<void>
  /** Drops the stored replies with these records. */
  forget(teamId: string, objectIds: readonly string[]): Promise<void>
  /** Frees the key: the request was rejected before any work, or failed in a way that allows a retry. */
  release(fence: IdempotencyFence): Promise<void>
  /** Removes the oldest made before, at most `limit`; answers how many. */
  removeBefore(createdAt: number, limit: number): Promise<number>
}
