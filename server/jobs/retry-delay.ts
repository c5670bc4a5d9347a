/** When a job that failed is tried again. */

/** After so many the job is given up; the sweep finds its row again. */
export const MOST_TRIES = 10
const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** Milliseconds after the failure of try `tries` (from 1): doubling, up to a minute, and up to a quarter more. */
export function retryDelayMs(tries: number): number {
  const delay = Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS)
  return Math.round(delay * (1 + Math.random() / 4))
}
