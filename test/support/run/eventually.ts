/** Waits for a state that no event announces. The only helper of the tests that polls. */
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'

const STEP_MS = 10
/** No machine is too slow for it; below the two minutes of a test, which would not say what was awaited. */
const LIMIT_MS = 100_000

type Look<T> = () => T | Promise<T>
type Nothing = null | undefined | false

interface Limit {
  readonly withinMs?: number
}

/** Looks until there is something, or until what is seen is as `until` wants it. Fails with what was seen last. */
export async function eventually<T>(
  look: Look<T>,
  wanted: Limit & { readonly until: (seen: T) => boolean },
): Promise<T>
export async function eventually<T>(look: Look<T | Nothing>, limit?: Limit): Promise<T>
export async function eventually<T>(
  look: Look<T>,
  { until = Boolean, withinMs = LIMIT_MS }: Limit & { readonly until?: (seen: T) => boolean } = {},
): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    const isLast = performance.now() >= end
    const seen = await look()
    if (until(seen)) return seen
    if (isLast)
      throw new Error(`Not within ${withinMs} ms: ${awaited(look, until)}. Seen last: ${inspect(seen)}`)
    await delay(STEP_MS)
  }
}

/** The condition as the test has it in code. */
function awaited(look: unknown, until: unknown): string {
  const parts = until === Boolean ? [look] : [look, until]
  return parts.map((part) => String(part).replace(/\s+/g, ' ')).join(', until ')
}
