/** Idempotency-Key over HTTP: runs a write once, keeps its reply for a day, and answers repeats with it. */

import { createHash, hkdfSync } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { CATALOGUE, type ErrorCode, type ErrorFacts, ServiceError } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import {
  beginIdempotent,
  checkIdempotencyKey,
  IDEMPOTENCY_LIFE_MS,
  IDEMPOTENCY_LOCK_MS,
  idempotencyScope,
  inProgress,
  LONGEST_KEPT_REPLY_BYTES,
  type NoteResult,
  type RequestResult,
} from '../../core/service/access/idempotency.ts'
import type { IdempotencyFence } from '../../core/service/access/idempotency-store.ts'
import { openSecret, sealSecret } from '../../core/service/access/seal.ts'
import type { Sent } from './operation.ts'

export interface IdempotentRequest {
  /** As the client sent it. */
  readonly key: string
  readonly teamId: string
  /** Callers of one team that may not share their keys have spaces of their own. */
  readonly space: string
  readonly method: string
  readonly path: string
  /** Everything that makes the request this one: a second one that differs is refused. */
  readonly content: unknown
  /** False for a reply that is a file: it is not kept, and the request is run again. */
  readonly keepsReply: boolean
}

/** How a request is answered. */
export interface Work {
  /** Executes the work, and records its result in the same transaction. */
  run(note: NoteResult): Promise<Sent>
  /** The reply of a run that had made this and was cut off before it was answered. */
  recall(made: RequestResult): Promise<Sent>
}

export interface Idempotency {
  /** Throws the refusal of the key, the errors of the work, or the error of the first execution. */
  once(request: IdempotentRequest, work: Work): Promise<Sent>
  /** Removes replies older than a day; returns how many. */
  sweep(): Promise<number>
}

/** The header of a stored reply. */
export const REPLAYED = { 'Idempotency-Replayed': 'true' } as const

/** The stored result: a reply as sent, or an error that is thrown again with a new request id. */
type StoredReply =
  | { readonly headers: Readonly<Record<string, string>>; readonly body: unknown }
  | { readonly code: ErrorCode; readonly facts: ErrorFacts }

const SWEPT_AT_ONCE = 1000

/** Pauses before a key is tried to be freed: less in all than its lock lasts, for afterwards it may be another's. */
const FREE_AGAIN_MS = [0, 500, 500, 1_000, ...Array<number>(14).fill(2_000)]

/** RFC 5869 with SHA-256; the info string keeps this key apart from others of the same master key. */
export function replyKey(masterKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, new Uint8Array(0), 'idempotency-reply/v1', 32))
}

/**
 * Decision: kept replies are encrypted. They hold what the service shows once, such as new API keys, signed links and
 * customers' addresses, and none of it may lie in a copy of the database.
 */
export function createIdempotency(
  ports: Pick<Ports, 'store' | 'clock' | 'entropy'>,
  key: Uint8Array,
  log: Logger,
): Idempotency {
  const { clock, entropy } = ports
  const store = ports.store.idempotency

  const finish = async (
    fence: IdempotencyFence,
    path: string,
    status: number,
    kept: StoredReply | null,
  ): Promise<void> => {
    const text = kept === null ? null : JSON.stringify(kept)
    const keeps = text !== null && Buffer.byteLength(text) <= LONGEST_KEPT_REPLY_BYTES
    try {
      const sealed = keeps ? sealSecret(key, entropy, fence.scope, text) : null
      await store.finish(fence, status, sealed, idsIn(`${path} ${text}`))
    } catch (err) {
      // The work is done, and its reply is true, whether or not it could be kept.
      log.error({ err }, 'A reply could not be stored for its idempotency key.')
    }
  }

  const noteTo =
    (fence: IdempotencyFence, noted: () => void): NoteResult =>
    async (inside, made) => {
      const sealed = sealSecret(key, entropy, fence.scope, JSON.stringify(made))
      if (!(await inside.idempotency.note(fence, sealed, [made.id]))) throw inProgress()
      noted()
    }

  /** Runs under a lock that is renewed, for a request may take longer than a dead one is waited for. */
  const guarded = async (fence: IdempotencyFence, run: () => Promise<Sent>): Promise<Sent> => {
    const renew = setInterval(() => {
      store.extend(fence, clock.now() + IDEMPOTENCY_LOCK_MS).catch((err: unknown) => {
        log.warn({ err }, 'An idempotency lock could not be renewed.')
      })
    }, IDEMPOTENCY_LOCK_MS / 3)
    try {
      return await run()
    } finally {
      clearInterval(renew)
    }
  }

  /** Not awaited: while the database is unavailable, the client should get its error at once. */
  const freeLater = async (free: () => Promise<void>): Promise<void> => {
    for (const pause of FREE_AGAIN_MS) {
      await delay(pause, undefined, { ref: false })
      const isFree = await free().then(
        () => true,
        () => false,
      )
      if (isFree) return
    }
    log.warn('An idempotency key could not be released; it is released when its lock expires.')
  }

  return {
    async once(request, work) {
      checkIdempotencyKey(request.key)
      const { teamId, space, method, path } = request
      const scope = idempotencyScope(space, method, path, request.key)
      const requestHash = createHash('sha256').update(JSON.stringify(request.content)).digest('hex')
      const begun = await beginIdempotent(store, clock, { teamId, scope, requestHash })
      if (begun.fence === null)
        return replay(begun.kept.status, JSON.parse(openSecret(key, scope, begun.kept.body)))
      const { fence } = begun
      const before: RequestResult | null =
        begun.made === null ? null : JSON.parse(openSecret(key, scope, begun.made))
      let isNoted = before !== null
      try {
        const sent = await guarded(fence, () =>
          before === null
            ? work.run(
                noteTo(fence, () => {
                  isNoted = true
                }),
              )
            : work.recall(before),
        )
        const { status, headers, body } = sent
        await finish(fence, path, status, request.keepsReply ? { headers, body } : null)
        return before === null ? sent : { ...sent, headers: { ...headers, ...REPLAYED } }
      } catch (thrown) {
        if (thrown instanceof ServiceError && isKept(thrown.code))
          await finish(fence, path, CATALOGUE[thrown.code].status, refusalOf(thrown))
        else {
          // A durable result stays recorded: the next request is answered from it, at once.
          const free = () => (isNoted ? store.extend(fence, clock.now()) : store.release(fence))
          const isAway = thrown instanceof ServiceError && thrown.code === 'database_unavailable'
          const isFree =
            !isAway &&
            (await free().then(
              () => true,
              () => false,
            ))
          if (!isFree) void freeLater(free)
        }
        throw thrown
      }
    },
    sweep: () => store.removeBefore(clock.now() - IDEMPOTENCY_LIFE_MS, SWEPT_AT_ONCE),
  }
}

/** Decision: refusals that may pass are not stored: permissions, payment, limits, and faults of the service. */
function isKept(code: ErrorCode): boolean {
  const { status } = CATALOGUE[code]
  return status < 500 && ![401, 402, 403, 413, 429].includes(status)
}

/** The ids of records that a text names, each once. */
function idsIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g) ?? [])]
}

function refusalOf({ code, message, facts }: ServiceError): StoredReply {
  const { cause: _cause, ...rest } = facts
  return { code, facts: { ...rest, message } }
}

function replay(status: number, kept: StoredReply): Sent {
  if ('code' in kept) throw new ReplayedRefusal(kept.code, kept.facts)
  return { status, body: kept.body, headers: { ...kept.headers, ...REPLAYED } }
}

/** A repeated refusal; a header of the reply says so. */
export class ReplayedRefusal extends ServiceError {}

/** Sweeps from time to time; returns the function that stops it. */
export function sweepEvery(ms: number, idempotency: Idempotency, log: Logger): () => void {
  const timer = setInterval(() => {
    idempotency
      .sweep()
      .catch((err: unknown) => log.warn({ err }, 'Old idempotency keys could not be deleted.'))
  }, ms)
  timer.unref()
  return () => clearInterval(timer)
}
