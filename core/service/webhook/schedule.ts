/** When the next attempt of a delivery is due. */
import type { Entropy } from '../../clock.ts'
import { ATTEMPT_DELAYS_SECONDS, JITTER } from './delivery.ts'

/** The last attempt's number. */
export const MOST_ATTEMPTS = ATTEMPT_DELAYS_SECONDS.length

/**
 * Milliseconds from the failure of attempt `attemptNumber` to the next attempt, or null after the last one.
 * Decision: a receiver that names a time (Retry-After) gets it, between once and twice the schedule's delay and
 * without jitter; others get the delay made up to a fifth longer or shorter, so that what failed together does not
 * come back together.
 */
export function nextDelayMs(
  entropy: Entropy,
  attemptNumber: number,
  retryAfterSeconds: number | null,
): number | null {
  const seconds = ATTEMPT_DELAYS_SECONDS[attemptNumber]
  if (seconds === undefined) return null
  if (retryAfterSeconds !== null) return Math.min(Math.max(retryAfterSeconds, seconds), 2 * seconds) * 1000
  return Math.round(seconds * 1000 * (1 + JITTER * (2 * fraction(entropy) - 1)))
}

/** From 0 to 1. */
function fraction(entropy: Entropy): number {
  const [high = 0, low = 0] = entropy.bytes(2)
  return (high * 256 + low) / 0xffff
}
