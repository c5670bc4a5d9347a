/** Idempotency keys: a write sent twice with one key is executed once, and gets the same reply twice. */

import { createHash } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { ServiceError } from '../../errors.ts'
import type { Store } from '../../store.ts'
import type { IdempotencyFence, IdempotencyRecord, IdempotencyStore } from './idempotency-store.ts'

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
export interface RequestResult {
  readonly id: string
  /** A secret that is shown once, such as a new key. */
  readonly secret?: string
  /** Of a scene that was saved. */
  readonly revision?: number
}

/**
 * Notes it in the transaction that makes it, so that the one is there if and only if the other is. Throws
 * `idempotency_key_in_progress` where the request was given up for dead meanwhile: it must not do its work any more.
 */
export type NoteResult = (store: Store, made: RequestResult) => Promise<void>

/** For requests without a key, and for work without a request. */
export const NOTE_NOTHING: NoteResult = async () => {}

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
    message: `Idempotency-Key must have 1 to ${LONGEST_IDEMPOTENCY_KEY} characters.`,
    param: 'Idempotency-Key',
  })
}
