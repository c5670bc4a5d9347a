/** Work on one thing, in turn: what many ask of it at once is not done many times over and then thrown away. */

/** Does `work` once whatever was asked for the same key has ended, well or not; its outcome is passed on. */
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
