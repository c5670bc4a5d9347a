/** Waiting that has an end: for work that may outlast the patience of the one who waits. */

/** Resolves when the work is done, or after `ms` milliseconds whether it is or not. Rejects as the work does. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([work, enough])
  } finally {
    clearTimeout(timer)
  }
}
