/** The line in which uploads wait for a place, teams in turn, for a bounded time. */
import { ServiceError } from '../../core/errors.ts'

export interface LineSettings {
  /** Most places taken at once, by all teams and by one. */
  readonly places: number
  readonly placesOfTeam: number
  /** Most that wait, of all teams and of one. */
  readonly mostWaiting: number
  readonly mostWaitingOfTeam: number
  /** Longest wait. */
  readonly waitMs: number
}

export interface UploadLine {
  /**
   * Resolves once there is a place, with the function that frees it. Rejects with `overloaded` when too many wait or the
   * wait is too long, with `shutting_down` once the line is closed, and with the signal's reason.
   */
  enter(whose: string, signal: AbortSignal): Promise<() => void>
  taken(): number
  waiting(): number
  /** Refuses waiting and new uploads; running ones keep their place. */
  close(): void
}

interface Waiting {
  admit(leave: () => void): void
  refuse(error: unknown): void
}

/** Decision: long enough for a good part of the line to have had its turn. */
const COME_AGAIN_SECONDS = 5

export function createUploadLine(settings: LineSettings): UploadLine {
  const { places, placesOfTeam, mostWaiting, mostWaitingOfTeam, waitMs } = settings
  /** Teams in the order of their turns: a served team goes to the end. */
  const teams = new Map<string, Set<Waiting>>()
  const takenOf = new Map<string, number>()
  let taken = 0
  let waiting = 0
  let isClosed = false

  function leave(whose: string): void {
    taken -= 1
    const left = (takenOf.get(whose) ?? 1) - 1
    if (left > 0) takenOf.set(whose, left)
    else takenOf.delete(whose)
    pump()
  }

  function forget(whose: string, one: Waiting): void {
    const own = teams.get(whose)
    if (own?.delete(one) !== true) return
    waiting -= 1
    if (own.size === 0) teams.delete(whose)
  }

  function next(): readonly [whose: string, one: Waiting] | null {
    for (const [whose, own] of teams) {
      const [one] = own
      if (one !== undefined && (takenOf.get(whose) ?? 0) < placesOfTeam) return [whose, one]
    }
    return null
  }

  function pump(): void {
    while (taken < places) {
      const found = next()
      if (found === null) return
      const [whose, one] = found
      forget(whose, one)
      const own = teams.get(whose)
      if (own !== undefined) {
        teams.delete(whose)
        teams.set(whose, own)
      }
      taken += 1
      takenOf.set(whose, (takenOf.get(whose) ?? 0) + 1)
      let hasLeft = false
      one.admit(() => {
        if (hasLeft) return
        hasLeft = true
        leave(whose)
      })
    }
  }

  return {
    taken: () => taken,
    waiting: () => waiting,
    async enter(whose, signal) {
      signal.throwIfAborted()
      if (isClosed) throw new ServiceError('shutting_down')
      const own = teams.get(whose) ?? new Set()
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const one: Waiting = { admit: resolve, refuse: reject }
      own.add(one)
      teams.set(whose, own)
      waiting += 1
      pump()
      if (!own.has(one)) return promise
      const refuse = (error: unknown): void => {
        forget(whose, one)
        reject(error)
      }
      if (waiting > mostWaiting || own.size > mostWaitingOfTeam) refuse(tooMany())
      const late = setTimeout(() => refuse(tooMany()), waitMs)
      const abort = (): void => refuse(signal.reason)
      signal.addEventListener('abort', abort)
      try {
        return await promise
      } finally {
        clearTimeout(late)
        signal.removeEventListener('abort', abort)
      }
    },
    close() {
      isClosed = true
      for (const own of teams.values()) for (const one of own) one.refuse(new ServiceError('shutting_down'))
      teams.clear()
      waiting = 0
    },
  }
}

function tooMany(): ServiceError {
  return new ServiceError('overloaded', { retryAfterSeconds: COME_AGAIN_SECONDS })
}
