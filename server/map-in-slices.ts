/** Works through a list without holding up the process: whoever else waits has a turn after each stretch of work. */
import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds after which others come first. */
const STRETCH_MS = 8

/** What `work` makes of each item, in their order. Nothing of it may rely on the others not having had a turn. */
export async function mapInSlices<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  let begun = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - begun < STRETCH_MS) continue
    await turn()
    begun = performance.now()
  }
  return results
}
