/** Idempotency keys: a write sent twice under one key is done once, and answered twice with the same reply. */
import { createHash } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { Clock, Store } from '../ports.ts'

export interface IdempotencyRecord {
  readonly teamId: string
  /** SHA-256 of method, path and the client's key, hex: what a client calls its key is nobody's business. */
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
  /** Beside being a time, the fence: a request that was given up for dead no longer changes its key. */
  readonly createdAt: number
  /** After this an unfinished request counts as dead and its key is free. */
  readonly lockedUntil: number
}

/** Replies are kept for a day. */
export const IDEMPOTENCY_LIFE_MS = 86_400_000
/**
 * A request under way is heard of at least this often; after it, silence means that its process died.
 * Decision: the key is then free, and the request runs again: its work is one transaction, so nothing had been done.
 * Where the process died between that and keeping the reply, the transaction has noted what it made (`Made`), and the
 * reply is given from there. What notes nothing comes to the same when it is done twice, as a finalize does.
 */
export const IDEMPOTENCY_LOCK_MS = 60_000
export const LONGEST_IDEMPOTENCY_KEY = 255
/** Decision: longer replies are not kept; the same request is then run again. */
export const LONGEST_KEPT_REPLY_BYTES = 64 * 1024

/** What a request has made, from which its reply can be given again. */
export interface Made {
  readonly id: string
  /** What is shown once, such as a new key. */
  readonly secret?: string
  /** Of a scene that was saved. */
  readonly revision?: number
}

/**
 * Notes it in the transaction that makes it, so that the one is there if and only if the other is. Throws
 * `idempotency_key_in_progress` where the request was given up for dead meanwhile: it must not do its work any more.
 */
export type NoteMade = (store: Store, made: Made) => Promise<void>

/** For requests without a key, and for what nobody requests. */
export const NOTE_NOTHING: NoteMade = async () => {}

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

/**
 * What a presented key comes to: the request is to be run; or it has done its work, which is `made` (encrypted still),
 * and is to be answered from there; or it was answered so.
 */
export type Beginning =
  | { readonly fence: IdempotencyFence; readonly made: string | null; readonly kept: null }
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
  if (earlier === null) return { fence: record, made: null, kept: null }
  if (earlier.requestHash !== request.requestHash) throw new ServiceError('idempotency_key_reused')
  const { replyStatus, replyBody } = earlier
  if (replyStatus !== null && replyBody !== null)
    return { fence: null, kept: { status: replyStatus, body: replyBody } }
  const isDead = replyStatus === null && earlier.lockedUntil <= now
  if (isDead && replyBody !== null && (await store.takeOver(earlier, record.lockedUntil)))
    return { fence: earlier, made: replyBody, kept: null }
  throw inProgress()
}

export function inProgress(): ServiceError {
  return new ServiceError('idempotency_key_in_progress', { retryAfterSeconds: 1 })
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
