/** Rate limits: a budget per API key and one of failed authentications per network address. */
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceError } from '../../core/errors.ts'
import type { Clock } from '../../core/ports.ts'

/** Decision: fixed windows of 60 s, begun by the first request. */
const WINDOW_SECONDS = 60

export type RateHeaders = Readonly<Record<string, string>>

export interface Limits {
  /** Counts one request of the key; the headers go on every reply. Throws `rate_limited`, carrying them too. */
  countKey(keyId: string): Promise<RateHeaders>
  /** Counts one request of a page at this origin (any text) and network address. Throws `rate_limited`. */
  countBrowser(origin: string, address: string): Promise<RateHeaders>
  /** Counts one request of an embed session; reads and writes have budgets of their own. Throws `rate_limited`. */
  countSession(sessionId: string, kind: 'reads' | 'writes'): Promise<RateHeaders>
  /** Counts one failed authentication. Throws `rate_limited` once the address has failed too often. */
  countFailure(address: string): Promise<void>
}

export type LimitScope = 'key' | 'ip' | 'origin_ip' | 'session'

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
  /** Failed authentications of an address, after which the next ones are told to wait. */
  readonly failuresPerMinute: number
  /** Requests of one origin and address on the public browser routes. */
  readonly browserPerMinute: number
  /** Previews that one embed session reads, and changes that it makes. */
  readonly previewPerMinute: number
  readonly sessionPerMinute: number
}

export function createLimits(clock: Clock, settings: LimitSettings): Limits {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
  const keys = limiter(settings.keyPerMinute)
  const failures = limiter(settings.failuresPerMinute)
  const browsers = limiter(settings.browserPerMinute)
  const sessions = {
    reads: limiter(settings.previewPerMinute),
    writes: limiter(settings.sessionPerMinute),
  }
  const headers = (state: RateLimiterRes, limit: number): RateHeaders => ({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, state.remainingPoints)),
    // Decision: Unix time in seconds at which the window ends.
    'X-RateLimit-Reset': String(Math.ceil((clock.now() + state.msBeforeNext) / 1000)),
  })
  const consume = async (limiter: RateLimiterMemory, key: string, scope: LimitScope) => {
    try {
      return headers(await limiter.consume(key), limiter.points)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new RateLimited(scope, refused.msBeforeNext / 1000, headers(refused, limiter.points))
    }
  }
  return {
    countKey: (keyId) => consume(keys, keyId, 'key'),
    // Decision: the public browser routes share one budget per origin and address.
    countBrowser: (origin, address) =>
      consume(browsers, `${origin.slice(0, 300)} ${addressKey(address)}`, 'origin_ip'),
    countSession: (sessionId, kind) => consume(sessions[kind], sessionId, 'session'),
    async countFailure(address) {
      await consume(failures, addressKey(address), 'ip')
    },
  }
}

/** What one household can choose freely counts once: an IPv6 address is cut to its /64. */
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
