/** Rate limits: budgets of requests per API key, page, session and failing address, in memory or shared by processes. */

import { createHmac, hkdfSync } from 'node:crypto'
import { isIPv6 } from 'node:net'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Clock } from '../../core/clock.ts'
import { ServiceError } from '../../core/errors.ts'
import { LIMITS_TABLE, type LimitCounts } from '../store/engine/limit-counts.ts'

/** Decision: fixed windows of 60 s, begun by the first request; tests shorten them with all else that takes a minute. */
const WINDOW_SECONDS = 60
const QUARTER_SECONDS = 900
const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
/** Typed previews of one session that a process draws at a time. */
const TYPING_AT_ONCE = 20

export type RateHeaders = Readonly<Record<string, string>>

export interface Limits {
  /** Counts one request of the key; the headers go on every reply. Throws `rate_limited`, carrying them too. */
  countKey(keyId: string): Promise<RateHeaders>
  /** Counts one request of a page at this origin (any text) and network address. Throws `rate_limited`. */
  countBrowser(origin: string, address: string): Promise<RateHeaders>
  /** Counts one request of an embed session; reads and writes have budgets of their own. Throws `rate_limited`. */
  countSession(sessionId: string, kind: 'reads' | 'writes'): Promise<RateHeaders>
  /**
   * Counts one picture of what is typed in an embed session; `leave` is called when it has been answered. Throws
   * `rate_limited`, also where too many of the session's are still being drawn.
   */
  enterTyping(sessionId: string): Promise<{ readonly headers: RateHeaders; leave(): void }>
  /** Counts one session that a guest opens. Throws `rate_limited` once the address has had those of its day. */
  countGuest(address: string): Promise<void>
  /**
   * Counts the bytes of an image that a customer uploads; what was found and the limit, where the address has sent more
   * than the images of its day, or null.
   */
  countPicture(
    address: string,
    bytes: number,
  ): Promise<{ readonly limit: number; readonly found: number } | null>
  /** Counts one request of a session of the console. Throws `rate_limited`. */
  countConsole(sessionId: string): Promise<RateHeaders>
  /**
   * Counts one attempt of an address to sign in with an e-mail, as it is compared, or to open a one-time link (null).
   * Throws `rate_limited`.
   */
  countSignIn(address: string, emailKey: string | null): Promise<void>
  /** Counts one failed authentication. Throws `rate_limited` once the address has failed too often. */
  countFailure(address: string): Promise<void>
}

export type LimitScope = 'key' | 'ip' | 'origin_ip' | 'session' | 'guest_ip' | 'console' | 'sign_in'

/** `rate_limited` with the headers that its reply carries. */
export class RateLimited extends ServiceError {
  readonly scope: string
  readonly headers: RateHeaders

  constructor(scope: LimitScope, secondsLeft: number, headers: RateHeaders) {
    super('rate_limited', { extra: { scope }, retryAfterSeconds: secondsLeft })
    this.scope = scope
    this.headers = headers
  }
}

export interface LimitSettings {
  readonly keyPerMinute: number
  /** Failed authentications of an address before the next ones must wait. */
  readonly failuresPerMinute: number
  /** Requests of one origin and address on the public browser routes. */
  readonly browserPerMinute: number
  /** Previews that one embed session reads, and changes that it makes. */
  readonly previewPerMinute: number
  readonly sessionPerMinute: number
  /** Previews of unsaved changes of one embed session. */
  readonly typingPerMinute: number
  /** Requests of one session of the console. */
  readonly consolePerMinute: number
  /** Of one address with one e-mail in a quarter of an hour. */
  readonly signInAttempts: number
  /** Sessions that guests of one address may open in a day. */
  readonly guestsPerAddress: number
  /** MB of customers' images that one address may upload in a day. */
  readonly pictureMbPerAddress: number
}

export interface LimitParts {
  readonly clock: Clock
  readonly settings: LimitSettings
  /** The shared counter of several processes; null for a single process. */
  readonly counts: LimitCounts | null
  /** Made of MASTER_KEY by limitKey. */
  readonly key: Uint8Array
  readonly windowSeconds?: number
}

/** RFC 5869 with SHA-256; the info string keeps this key apart from others of the same master key. */
export function limitKey(masterKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, new Uint8Array(0), 'rate-limit/v1', 32))
}

/**
 * Decision: a count that is shared costs one statement; once a budget is used up it is refused from memory until the
 * window ends. While the database is slow or away each process counts for itself, so that no request ever fails for
 * its count. Network addresses are counted under a keyed hash: none lies in the database.
 */
export function createLimits(parts: LimitParts): Limits {
  const { clock, settings, counts, key, windowSeconds = WINDOW_SECONDS } = parts
  const limiter = (keyPrefix: string, points: number, duration = windowSeconds): RateLimiterAbstract => {
    const alone = new RateLimiterMemory({ keyPrefix, points, duration })
    if (counts === null) return alone
    return new RateLimiterPostgres({
      storeClient: counts,
      storeType: 'client',
      tableName: LIMITS_TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: alone,
    })
  }
  const keys = limiter('key', settings.keyPerMinute)
  const failures = limiter('failure', settings.failuresPerMinute)
  const browsers = limiter('page', settings.browserPerMinute)
  const sessions = {
    reads: limiter('read', settings.previewPerMinute),
    writes: limiter('write', settings.sessionPerMinute),
  }
  const typing = limiter('typing', settings.typingPerMinute)
  const underWay = new Map<string, number>()
  // Decision: a single visitor cannot use up the daily allowance of a page's guests.
  const guests = limiter('guest', settings.guestsPerAddress, DAY_SECONDS)
  const pictures = limiter('picture', settings.pictureMbPerAddress * 2 ** 20, DAY_SECONDS)
  const console = limiter('console', settings.consolePerMinute)
  // Decision: correct ones count too, or a user with one passphrase could keep guessing another. A user locked out by
  // someone else's guesses keeps existing sessions, and can use a one-time link.
  const signIns = {
    pair: limiter('sign-in', settings.signInAttempts, QUARTER_SECONDS),
    address: limiter('sign-in-ip', 3 * settings.signInAttempts, QUARTER_SECONDS),
    email: limiter('sign-in-email', 10 * settings.signInAttempts, HOUR_SECONDS),
  }
  const hidden = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const headers = (limiter: RateLimiterAbstract, state: RateLimiterRes): RateHeaders => ({
    'X-RateLimit-Limit': String(limiter.points),
    'X-RateLimit-Remaining': String(Math.max(0, state.remainingPoints)),
    // Decision: Unix time in seconds at the end of the window.
    'X-RateLimit-Reset': String(Math.ceil((clock.now() + msLeft(limiter, state)) / 1000)),
  })
  const consume = async (limiter: RateLimiterAbstract, counted: string, scope: LimitScope) => {
    try {
      return headers(limiter, await take(limiter, counted))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new RateLimited(scope, msLeft(limiter, refused) / 1000, headers(limiter, refused))
    }
  }
  return {
    countKey: (keyId) => consume(keys, keyId, 'key'),
    // Decision: the public browser routes share one budget per origin and address.
    countBrowser: (origin, address) =>
      consume(browsers, hidden(`${origin.slice(0, 300)} ${addressKey(address)}`), 'origin_ip'),
    countSession: (sessionId, kind) => consume(sessions[kind], sessionId, 'session'),
    async enterTyping(sessionId) {
      const before = underWay.get(sessionId) ?? 0
      // Decision: a preview refused for concurrency does not count; the next one is drawn in milliseconds.
      if (before >= TYPING_AT_ONCE) throw new RateLimited('session', 1, {})
      underWay.set(sessionId, before + 1)
      const leave = () => {
        const left = (underWay.get(sessionId) ?? 1) - 1
        if (left > 0) underWay.set(sessionId, left)
        else underWay.delete(sessionId)
      }
      try {
        return { headers: await consume(typing, sessionId, 'session'), leave }
      } catch (refused) {
        leave()
        throw refused
      }
    },
    async countGuest(address) {
      await consume(guests, hidden(addressKey(address)), 'guest_ip')
    },
    async countPicture(address, bytes) {
      try {
        await take(pictures, hidden(addressKey(address)), bytes)
        return null
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        // Beyond the budget it is refused from memory, where nothing is added up.
        return { limit: pictures.points, found: Math.max(refused.consumedPoints, pictures.points + bytes) }
      }
    },
    countConsole: (sessionId) => consume(console, sessionId, 'console'),
    async countSignIn(address, emailKey) {
      const from = addressKey(address)
      await consume(signIns.address, hidden(from), 'sign_in')
      if (emailKey === null) return
      await consume(signIns.pair, hidden(`${from} ${emailKey}`), 'sign_in')
      await consume(signIns.email, hidden(emailKey), 'sign_in')
    },
    async countFailure(address) {
      await consume(failures, hidden(addressKey(address)), 'ip')
    },
  }
}

/** No window is longer than its duration, whatever a clock that was set back makes of its end. */
function msLeft({ duration }: RateLimiterAbstract, { msBeforeNext }: RateLimiterRes): number {
  return Math.min(Math.max(0, msBeforeNext), duration * 1000)
}

/**
 * Counts. A window that ends later than two of them would is of a clock that has been set back since: it begins again, or
 * its row in the database would refuse until that time. Clocks of several machines may differ by less.
 */
async function take(limiter: RateLimiterAbstract, counted: string, points = 1): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(counted, points)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    if (refused.msBeforeNext <= 2 * limiter.duration * 1000) throw refused
    await limiter.delete(counted)
    return limiter.consume(counted, points)
  }
}

/** Addresses of one household count as one: an IPv6 address is cut to its /64. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...gap, ...right].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
