/** Keeps what has cost worker after worker its life from costing another one, for a time. */
import { type ErrorCode, ServiceError } from '../../core/errors.ts'
import { createRecent } from './recent.ts'

export interface Sparing {
  /** Throws what was answered last for what is not tried just now. */
  check(name: string): void
  /** A worker died of it, which was answered with `code`. */
  noteDeath(name: string, code: ErrorCode): void
  /** It was done well: what a worker dies of from then on is something else. */
  noteDone(name: string): void
}

/**
 * Decision: one death says nothing of the work, for a worker may be killed for what it did before, or for what other
 * programs do. After the second in a row whoever asks gets the same answer for so long, and not another worker's life.
 */
const MOST_DEATHS = 2
const SPARED_MS = 60_000

/** `now` in ms; by default that of the process. */
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
        // What took too much memory takes as much in a minute.
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
