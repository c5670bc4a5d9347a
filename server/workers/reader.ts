/** Has print files opened in worker processes of their own, which do nothing else, so that nobody waits for long. */

import type { Press } from '../../core/engine/press/press-port.ts'
import type { PrintFile, Reopened } from '../../core/engine/press/reopened.ts'
import { ServiceError } from '../../core/errors.ts'
import { workerEntry } from './entry.ts'
import { openPool } from './pool.ts'
import type { ReaderJobs } from './reader-worker.ts'

export interface ReaderOptions {
  /** Most files opened at once. */
  readonly size: number
  /** Resident memory of a worker. */
  readonly memoryMb: number
  /** Of `PoolOptions`. */
  readonly spares?: number | undefined
  /** Of `workerEntry`. */
  readonly workers?: string | undefined
  /** Folders in which bodies and kept files lie. */
  readonly readable: readonly string[]
}

export type Reader = Pick<Press, 'reopen'> & { warmUp(): void; close(): Promise<void> }

/** A file takes some milliseconds, one of 200,000 objects a tenth of a second. */
const LIMIT_MS = 10_000
const CLOSE_LIMIT_MS = 10_000
const RECYCLE_SHARE = 0.7
/** A worker that was stopped from outside, or stood still with the whole machine, says nothing about the file. */
const TRIES = 2
/** Finalizes that wait are bounded elsewhere, and each takes a millisecond here. */
const QUEUE_LIMIT = 10_000
/** Files that come while others are opened wait for them, and are handed over together: a message costs as much as a file. */
const MOST_TOGETHER = 16
/** After so long with the files before, those that wait are given to the next worker. */
const SLOW_MS = 30

interface Waiting {
  readonly file: PrintFile
  resolve(found: Promise<Reopened> | Reopened): void
}

/**
 * Starts nothing until the first file or `warmUp`. A file that costs the program its life twice is one that it cannot open.
 * Rejects with `overloaded` where no worker can be had.
 */
export function openReader({ size, memoryMb, spares = 0, workers, readable }: ReaderOptions): Reader {
  const memoryBytes = memoryMb * 2 ** 20
  const pool = openPool<ReaderJobs>({
    entry: workerEntry('reader', workers),
    readable,
    writable: [],
    addons: false,
    size,
    queueLimit: QUEUE_LIMIT,
    timeoutMs: LIMIT_MS,
    memoryBytes,
    recycleBytes: memoryBytes * RECYCLE_SHARE,
    closeLimitMs: CLOSE_LIMIT_MS,
    spares,
    failure: ({ how, detail }) => new ServiceError('render_failed', { message: SAYS[how], cause: detail }),
  })
  const waiting: Waiting[] = []

  async function readAlone(file: PrintFile): Promise<Reopened> {
    let reason = ''
    for (let tries = 0; tries < TRIES; tries += 1)
      try {
        const [found] = await pool.run('reopen', [file])
        if (found !== undefined) return found
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        if (error.code === 'internal_error')
          throw new Error('The print file reader does not work.', { cause: error })
        // Nothing was said of the file: whoever asks again is served.
        if (error.code !== 'render_failed') throw error
        reason = error.message
      }
    return { reason }
  }

  /** Where they cannot be opened together, each is for itself. */
  async function readTogether(taken: readonly Waiting[]): Promise<void> {
    const files = taken.map(({ file }) => file)
    const found = files.length === 1 ? [] : await pool.run('reopen', files).catch(() => [])
    const results = taken.map(({ file, resolve }, at) => {
      const result = found[at] ?? readAlone(file)
      resolve(result)
      return result
    })
    await Promise.allSettled(results)
  }

  /** One worker is given files at a time, unless it takes long. */
  let isBusy = false
  function next(): void {
    if (isBusy || waiting.length === 0) return
    isBusy = true
    let isOver = false
    const goOn = (): void => {
      if (isOver) return
      isOver = true
      clearTimeout(slow)
      isBusy = false
      next()
    }
    const slow = setTimeout(goOn, SLOW_MS)
    void readTogether(waiting.splice(0, MOST_TOGETHER)).then(goOn)
  }

  return {
    reopen: (file) =>
      new Promise((resolve) => {
        waiting.push({ file, resolve })
        next()
      }),
    warmUp() {
      // One is enough to begin with; what it is given is no file.
      void pool.run('reopen', []).catch(() => {})
    },
    close: pool.close,
  }
}

const SAYS = {
  timeout: `Opening it took longer than ${LIMIT_MS / 1000} seconds.`,
  memory: 'Opening it took too much memory.',
  crash: 'The reader crashed.',
} as const
