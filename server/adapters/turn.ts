/** Whose turn it is in a busy process: a hook that waits for its answer goes before the work of those that came earlier. */

export interface Turn {
  /** Runs what somebody waits for. */
  first<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when nobody waits, and at the latest after half a second: work goes on however many hooks come. */
  after(): Promise<void>
}

const LONGEST_MS = 500

/**
 * Decision: platforms give a hook few seconds and then send it again, while a print that begins half a second later is
 * no later for anybody.
 */
export function createTurn(): Turn {
  let inside = 0
  const waiting: (() => void)[] = []
  const release = (): void => {
    for (const go of waiting.splice(0)) go()
  }
  return {
    async first(work) {
      inside += 1
      try {
        return await work()
      } finally {
        inside -= 1
        if (inside === 0) release()
      }
    },
    async after() {
      if (inside === 0) return
      let timer: ReturnType<typeof setTimeout> | undefined
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        timer = setTimeout(resolve, LONGEST_MS)
      })
      clearTimeout(timer)
    },
  }
}
