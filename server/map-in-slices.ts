/** Works through a list without blocking the process: other work has a turn after each slice. */
import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds after which others come first. */
const STRETCH_MS = 8

/** The results of `work` for each item, in order. Other work can run between the items. */
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
