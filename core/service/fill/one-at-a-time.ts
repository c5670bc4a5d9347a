/** Serializes work on one key, so that concurrent requests do not all do the work and discard it. */

/** Runs `work` after earlier work of the same key has ended, even with an error, and returns its result. */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Within one process. Across processes, the database decides. */
export function createOneAtATime(): OneAtATime {
  const latest = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = latest.get(key)
    const mine = before === undefined ? work() : before.then(work, work)
    latest.set(key, mine)
    const forget = (): void => {
      if (latest.get(key) === mine) latest.delete(key)
    }
    mine.then(forget, forget)
    return mine
  }
}
