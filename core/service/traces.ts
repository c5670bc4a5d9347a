/** The port that removes erased words from what the database keeps beside its rows. */

export interface Traces {
  /**
   * `now` in milliseconds since 1970. Never throws, because what it follows is committed: what a reader or a fault of the
   * disk prevents is left to `sweep`.
   */
  remove(now: number): Promise<void>
  /** Removes what is left, and what was overwritten without an erasure. Throws `database_unavailable`, `disk_full`. */
  sweep(now: number): Promise<void>
}
