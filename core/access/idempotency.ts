/** Idempotency keys: a write sent twice under one key is done once, and answered twice with the same reply. */
import { createHash } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { Clock } from '../ports.ts'

export interface IdempotencyRecord {
  readonly teamId: string
  /** SHA-256 of method, path and the client's key, hex: what a client calls its key is nobody's business. */
  readonly scope: string
  /** SHA-256 of the request's body, hex. */
  readonly requestHash: string
  /** Null while the first request is under way. */
  readonly replyStatus: number | null
  /** The reply, encrypted; null with a status where it was too long to keep, and the request is run again. */
  readonly replyBody: string | null
  /** Beside being a time, the fence: a request that was given up for dead no longer changes its key. */
  readonly createdAt: number
  /** After this an unfinished request counts as dead and its key is free. */
  readonly lockedUntil: number
}

/** Replies are kept for a day. */
export const IDEMPOTENCY_LIFE_MS = 86_400_000
/**
 * A request under way is heard of at least this often; after it, silence means that its process died.
 * Decision: the key is then free, and the request runs again. Most often the process died before it had done anything,
 * for its work is one transaction. Only where it died between that and keeping the reply is the work done already: an
 * upload and a finalize know their own again and a mapping is refused as there already; anything else, such as a render
 * on demand, is then made a second time. A key that stayed shut would leave the shop without any answer.
 */
export const IDEMPOTENCY_LOCK_MS = 60_000
export const LONGEST_IDEMPOTENCY_KEY = 255
/** Decision: longer replies are not kept; the same request is then run again. */
export const LONGEST_KEPT_REPLY_BYTES = 64 * 1024

/** Names one request of one team's key. */
export type IdempotencyFence = Pick<IdempotencyRecord, 'teamId' | 'scope' | 'createdAt'>

export interface IdempotencyStore {
  /**
   * Inserts, and returns null; or the record that is there. One that is dead, older than a day, or finished without
   * a reply for this very request is replaced.
   */
  begin(record: IdempotencyRecord, now: number): Promise<IdempotencyRecord | null>
  /** Tells that the request is still under way. */
  extend(fence: IdempotencyFence, lockedUntil: number): Promise<void>
  /** `objectIds` are those of the records that the reply tells of. */
  finish(
    fence: IdempotencyFence,
    replyStatus: number,
    replyBody: string | null,
    objectIds: readonly string[],
  ): Promise<void>
  /** Drops the kept replies that tell of these records. */
  forget(teamId: string, objectIds: readonly string[]): Promise<void>
  /** Frees the key: the request was refused before anything was done, or failed so that it may be tried again. */
  release(fence: IdempotencyFence): Promise<void>
  /** Removes the oldest made before, at most `limit`; answers how many. */
  removeBefore(createdAt: number, limit: number): Promise<number>
}

/** What a presented key comes to: the request is to be run, or was run and answered so. */
export type Beginning =
  | { readonly fence: IdempotencyFence; readonly kept: null }
  | { readonly fence: null; readonly kept: { readonly status: number; readonly body: string } }

/** Throws `idempotency_key_reused` for another body and `idempotency_key_in_progress` while the first one runs. */
export async function beginIdempotent(
  store: IdempotencyStore,
  clock: Clock,
  request: Pick<IdempotencyRecord, 'teamId' | 'scope' | 'requestHash'>,
): Promise<Beginning> {
  const now = clock.now()
  const record: IdempotencyRecord = {
    ...request,
    replyStatus: null,
    replyBody: null,
    createdAt: now,
    lockedUntil: now + IDEMPOTENCY_LOCK_MS,
  }
  const earlier = await store.begin(record, now)
  if (earlier === null) return { fence: record, kept: null }
  if (earlier.requestHash !== request.requestHash) throw new ServiceError('idempotency_key_reused')
  if (earlier.replyStatus === null || earlier.replyBody === null)
    throw new ServiceError('idempotency_key_in_progress', { retryAfterSeconds: 1 })
  return { fence: null, kept: { status: earlier.replyStatus, body: earlier.replyBody } }
}

/** The key as it is stored, within its team. `space` sets callers of one team apart that may not share keys. */
export function idempotencyScope(space: string, method: string, path: string, key: string): string {
  return createHash('sha256').update([space, method, path, key].join('\n')).digest('hex')
}

/** Throws `invalid_parameter` for a key that is empty or too long. */
export function checkIdempotencyKey(key: string): void {
  if (key.length >= 1 && key.length <= LONGEST_IDEMPOTENCY_KEY) return
  throw new ServiceError('invalid_parameter', {
    message: `Idempotency-Key takes 1 to ${LONGEST_IDEMPOTENCY_KEY} characters.`,
    param: 'Idempotency-Key',
  })
}
