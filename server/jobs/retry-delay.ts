/** When a job that failed is tried again, and one whose process died. */

/** After so many failures the job is given up; the sweep finds its row again. */
export const MOST_TRIES = 10
const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** Milliseconds after the failure of try `tries` (from 1): doubling, up to a minute, and up to a quarter more. */
export function retryDelayMs(tries: number): number {
  const delay = Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS)
  return Math.round(delay * (1 + Math.random() / 4))
}

/** A process that ended so often in a row while it held a job says nothing of the job. */
export const INNOCENT_DEATHS = 5
const FIRST_AFTER_DEATH_MS = 5_000
const LONGEST_AFTER_DEATH_MS = 600_000

/**
 * Is it more than chance that its process died each time? Decision: no number of deaths gives a job up, for a print
 * order must not be lost to a run of deployments or a machine that restarts; and a job that truly ends the service is
 * begun ever more seldom, so that the service works meanwhile and its log can be read.
 */
export function isSuspect(deaths: number): boolean {
  return deaths > INNOCENT_DEATHS
}

/**
 * Milliseconds that a job waits after so many deaths in a row: none after the first five, then five seconds, doubling
 * up to ten minutes, and up to half more, so that jobs which were held together are not begun together.
 */
export function deathDelayMs(deaths: number): number {
  if (!isSuspect(deaths)) return 0
  const doublings = deaths - INNOCENT_DEATHS - 1
  const delay = Math.min(FIRST_AFTER_DEATH_MS * 2 ** doublings, LONGEST_AFTER_DEATH_MS)
  return Math.round(delay * (1 + Math.random() / 2))
}
