/** A clock that stands while this process stands: a machine that sleeps, or stops its tests, uses up nobody's patience. */
const TICK_MS = 500
/** A process that has much to do ticks late, and that counts. */
const MOST_PER_TICK_MS = 5_000

let counted = 0
let tickedAt = performance.now()

setInterval(() => {
  const now = performance.now()
  counted += Math.min(now - tickedAt, MOST_PER_TICK_MS)
  tickedAt = now
}, TICK_MS).unref()

/** Milliseconds in which this process was at work, to half a second. */
export function awakeMs(): number {
  return counted
}

/** Aborts with a TimeoutError after so many milliseconds of these. `forget` ends the waiting. */
export function awakeFor(ms: number): { readonly signal: AbortSignal; forget(): void } {
  const begun = awakeMs()
  const abort = new AbortController()
  const timer = setInterval(() => {
    if (awakeMs() - begun >= ms) abort.abort(new DOMException('It took too long.', 'TimeoutError'))
  }, TICK_MS)
  return { signal: abort.signal, forget: () => clearInterval(timer) }
}
