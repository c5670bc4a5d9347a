/**
 * Keeps to the limit that the service names in its replies, so that it hardly ever has to refuse. The service counts in
 * windows of a minute: what is left of one may be sent at once, then the next one is waited for.
 */

export interface Pace {
  /** Resolves when a request may go; it then counts as under way until it is settled. */
  begin(): Promise<void>
  /** `headers` null where no answer came. */
  noteReply(headers: Headers | null, retryAfterSeconds: number | null): void
}

export interface PaceParts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
}

/** The service says when a window ends in whole seconds, by its own clock: half a second more is sure. */
const SLACK_MS = 500
/** Clocks differ; no window lasts longer. */
const LONGEST_MS = 61_000

export function createPace({ now, sleep }: PaceParts): Pace {
  /** Requests that this window has left, or null before the first answer, which is waited for alone. */
  let left: number | null = null
  let limit = 1
  let endsAt = 0
  let underWay = 0
  let blockedUntil = 0

  const waitMs = (): number => {
    const at = now()
    if (blockedUntil > at) return blockedUntil - at
    if (left === null) return underWay === 0 ? 0 : 20
    // A window that is over has all of its requests again, and the first answer tells when the next one ends.
    if (at >= endsAt) {
      left = limit
      endsAt = at + LONGEST_MS
    }
    return left - underWay > 0 ? 0 : underWay > 0 && left > 0 ? 20 : endsAt - at
  }

  return {
    async begin() {
      for (let ms = waitMs(); ms > 0; ms = waitMs()) await sleep(ms)
      underWay += 1
    },
    noteReply(headers, retryAfterSeconds) {
      underWay -= 1
      if (retryAfterSeconds !== null) blockedUntil = Math.max(blockedUntil, now() + retryAfterSeconds * 1000)
      const remaining = numberOf(headers, 'x-ratelimit-remaining')
      const reset = numberOf(headers, 'x-ratelimit-reset')
      if (remaining === null || reset === null) {
        if (headers !== null && left === null) left = Number.POSITIVE_INFINITY
        return
      }
      limit = numberOf(headers, 'x-ratelimit-limit') ?? limit
      const ends = Math.min(reset * 1000 + SLACK_MS, now() + LONGEST_MS)
      // Answers overtake each other: of one window the least that was left counts.
      const sameWindow = left !== null && Math.abs(ends - endsAt) < 2_000
      left = sameWindow && left !== null ? Math.min(left, remaining) : remaining
      endsAt = ends
    },
  }
}

function numberOf(headers: Headers | null, name: string): number | null {
  const value = headers?.get(name) ?? ''
  return /^\d+$/.test(value) ? Number(value) : null
}
