/** Refuses work that has killed several workers in a row, for a time. */
import { type ErrorCode, ServiceError } from '../../core/errors.ts'
import { createRecent } from './recent.ts'

export interface Sparing {
  /** Throws the last error while the work is refused. */
  check(name: string): void
  /** Records that the work killed a worker; `code` is the answered error. */
  noteDeath(name: string, code: ErrorCode): void
  /** Records success: later deaths have another cause. */
  noteDone(name: string): void
}

/**
 * Decision: one death says nothing about the work, as earlier work or other programs may be the cause. After the second
 * in a row, requests get the same error for this time, without another worker.
 */
const MOST_DEATHS = 2
const SPARED_MS = 60_000

/** `now` in ms; by default the process's clock. */
export function createSparing(now: () => number = () => performance.now()): Sparing {
  const known = createRecent<
    'done' | { readonly deaths: number; readonly at: number; readonly code: ErrorCode }
  >()
  return {
    check(name) {
      const past = known.get(name)
      if (past === undefined || past === 'done' || past.deaths < MOST_DEATHS) return
      const left = past.at + SPARED_MS - now()
      if (left <= 0) return
      throw new ServiceError(past.code, {
        // In a minute it would take as much memory again.
        ...(past.code === 'page_not_drawable' ? {} : { retryAfterSeconds: left / 1000 }),
        cause: new Error(`It crashed ${past.deaths} workers in a row, the last one less than a minute ago.`),
      })
    },
    noteDeath(name, code) {
      const past = known.get(name)
      if (past !== 'done') known.set(name, { deaths: (past?.deaths ?? 0) + 1, at: now(), code })
    },
    noteDone: (name) => known.set(name, 'done'),
  }
}
