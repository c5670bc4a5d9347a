/** Opens print files in separate worker processes, so that the check is quick. */

import type { Press } from '../../core/engine/press/press-port.ts'
import type { PrintFile, Reopened } from '../../core/engine/press/reopened.ts'
import { ServiceError } from '../../core/errors.ts'
import { workerEntry } from './entry.ts'
import { outlasted, timeLimits } from './job-time.ts'
import { openPool } from './pool.ts'
import type { ReaderJobs } from './reader-worker.ts'
import { ofStaff, type Staff } from './staff.ts'

export interface ReaderOptions extends Staff {
  /** Most files opened at once. */
  readonly size: number
  /** Processor time of one file, 10 by default; see `timeLimits`. */
  readonly timeoutSeconds?: number | undefined
  /** Resident memory of a worker. */
  readonly memoryMb: number
  /** Folders of bodies and stored files. */
  readonly readable: readonly string[]
}

export type Reader = Pick<Press, 'reopen'> & { warmUp(): void; close(): Promise<void> }

/** A file takes a few milliseconds, one of 200,000 objects a tenth of a second. */
const TIMEOUT_SECONDS = 10
const CLOSE_LIMIT_MS = 10_000
const RECYCLE_SHARE = 0.7
/** A worker may be killed from outside, which says nothing about the file. */
const TRIES = 2
/** Waiting finalizes have their own limit, and each takes a millisecond here. */
const QUEUE_LIMIT = 10_000
/** Files that arrive meanwhile are sent together, because a message costs as much as a file. */
const MOST_TOGETHER = 16
/** After this time the waiting files go to the next worker. */
const SLOW_MS = 30

interface Waiting {
  readonly file: PrintFile
  resolve(found: Promise<Reopened> | Reopened): void
}

/**
 * Starts nothing until the first file or `warmUp`. A file that kills its worker twice counts as unreadable. Rejects with
 * `overloaded` if no worker is available.
 */
export function openReader(options: ReaderOptions): Reader {
  const { size, timeoutSeconds = TIMEOUT_SECONDS, memoryMb, readable } = options
  const memoryBytes = memoryMb * 2 ** 20
  const pool = openPool<ReaderJobs>({
    entry: workerEntry('reader', options.workers),
    readable,
    writable: [],
    addons: false,
    size,
    queueLimit: QUEUE_LIMIT,
    ...timeLimits(timeoutSeconds),
    memoryBytes,
    recycleBytes: memoryBytes * RECYCLE_SHARE,
    closeLimitMs: CLOSE_LIMIT_MS,
    ...ofStaff(options, 0),
    failure: (death) =>
      new ServiceError('render_failed', {
        message: SAYS[death.how](outlasted(death, timeoutSeconds)),
        cause: death.detail,
      }),
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
        // The error is not about the file, so a retry helps.
        if (error.code !== 'render_failed') throw error
        reason = error.message
      }
    return { reason }
  }

  /** Files that cannot be opened together are opened one by one. */
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

  /** One worker gets files at a time, unless it is slow. */
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
      // An empty list starts one worker, which is enough.
      void pool.run('reopen', []).catch(() => {})
    },
    close: pool.close,
  }
}

const SAYS = {
  timeout: (time: string) => `Opening it took ${time}.`,
  memory: () => 'Opening it took too much memory.',
  crash: () => 'The reader crashed.',
} as const
