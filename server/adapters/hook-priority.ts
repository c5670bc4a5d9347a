/** Whose turn it is in a busy process: a hook that waits for its answer goes before the work of those that came earlier. */

export interface HookPriority {
  /** Runs what somebody waits for. */
  runHook<T>(work: () => Promise<T>): Promise<T>
  /**
   * Resolves when no hook waits, and at the latest after half a second, so that work continues however many hooks come.
   * Waiting callers go one at a time, and received hooks are read before the next.
   */
  afterHooks(): Promise<void>
}

const LONGEST_MS = 500

/**
 * Decision: platforms repeat a hook after a few seconds, while half a second does not matter to a print.
 */
export function createHookPriority(): HookPriority {
  let inside = 0
  let isLooking = false
  const waiting: { readonly go: () => void; readonly until: number }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function look(): void {
    isLooking = false
    clearTimeout(timer)
    const [next] = waiting
    if (next === undefined) return
    const now = performance.now()
    if (inside > 0 && now < next.until) {
      timer = setTimeout(lookSoon, next.until - now)
      return
    }
    waiting.shift()
    next.go()
    lookSoon()
  }

  function lookSoon(): void {
    if (isLooking) return
    isLooking = true
    setImmediate(look)
  }

  return {
    async runHook(work) {
      inside += 1
      try {
        return await work()
      } finally {
        inside -= 1
        if (inside === 0) lookSoon()
      }
    },
    afterHooks: () =>
      new Promise((resolve) => {
        waiting.push({ go: resolve, until: performance.now() + LONGEST_MS })
        lookSoon()
      }),
  }
}
