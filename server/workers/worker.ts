/** One worker process, seen from its pool: starts, runs one job at a time, is watched, and ends. */
import type { Serializable } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type Launch, type LifeBinder, launchWorker } from './launch.ts'
import { watchProcessor } from './processor-time.ts'
import { packError, type ServerMessage, unpackError, type WorkerMessage } from './wire.ts'

export interface WorkerLimits {
  /** Longest time of a job by the clock, which includes waits for the processor. */
  readonly timeoutMs: number
  /** Longest processor time of a job; unlimited by default. */
  readonly processorMs?: number | undefined
  /** Most resident memory of the process during a job. */
  readonly memoryBytes: number
}

/** Why a worker died under a job; `detail` is for the log. */
export interface Death {
  readonly how: 'timeout' | 'memory' | 'crash'
  readonly detail: string
  /** The kind of time that ran out. */
  readonly time?: 'processor' | 'clock'
}

export type Outcome =
  | { readonly kind: 'done'; readonly value: unknown; readonly rssBytes: number }
  | { readonly kind: 'failed'; readonly error: Error; readonly rssBytes: number }
  | { readonly kind: 'died'; readonly death: Death }

export interface Worker {
  /** True once the entry serves jobs, false if the process ended before. Never rejects. */
  readonly ready: Promise<boolean>
  /** Resolves with the end of stderr, once the process and its pipes are closed. Never rejects. */
  readonly gone: Promise<string>
  /** Runs one job; the worker must be ready and idle. Never rejects. `hear` gets the steps that the job reports. */
  run(job: string, input: unknown, hear?: (step: string) => void): Promise<Outcome>
  /** Asks an idle worker to exit; kills it if it stays. */
  retire(): void
  kill(): void
}

/** Long, because the machine may be busy. */
const START_LIMIT_MS = 30_000
const WATCH_MS = 100
const RETIRE_LIMIT_MS = 1_000
const LAST_WORDS = 4_000

interface RunningJob {
  readonly id: number
  hear(step: string): void
  finishJob(outcome: Outcome): void
}

export function startWorker(launch: Launch, limits: WorkerLimits, binder: LifeBinder): Worker {
  const child = launchWorker(launch, binder)
  const ready = Promise.withResolvers<boolean>()
  const gone = Promise.withResolvers<string>()
  let lastWords = ''
  let reportedRss = 0
  let sentence: Death | null = null
  let running: RunningJob | null = null
  let lastId = 0

  const kill = (): void => void child.kill('SIGKILL')
  // `close` reports a channel that is closed already.
  const send = (message: ServerMessage): void => void child.send(message as Serializable, () => {})
  const tooSlow = setTimeout(kill, START_LIMIT_MS).unref()

  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => {
    lastWords = `${lastWords}${text}`.slice(-LAST_WORDS)
  })
  child.on('message', (raw) => {
    const message = raw as unknown as WorkerMessage
    if (message.kind === 'ready') {
      clearTimeout(tooSlow)
      ready.resolve(true)
    } else if (message.kind === 'memory') reportedRss = message.rssBytes
    else if (message.id !== running?.id) return
    else if (message.kind === 'step') running.hear(message.step)
    else {
      const { rssBytes } = message
      if (message.kind === 'result') running.finishJob({ kind: 'done', value: message.value, rssBytes })
      else running.finishJob({ kind: 'failed', error: unpackError(message.error), rssBytes })
    }
  })
  const end = (why: string): void => {
    clearTimeout(tooSlow)
    ready.resolve(false)
    gone.resolve(`${why} ${lastWords}`.trim())
    const death = sentence ?? {
      how: ranOutOfHeap(lastWords) ? 'memory' : 'crash',
      detail: `${why} ${lastWords}`,
    }
    running?.finishJob({ kind: 'died', death })
  }
  // `close` follows the last message; `exit` may precede it.
  child.on('close', (code, signal) => end(signal === null ? `Exit code ${code}.` : `Ended by ${signal}.`))
  child.on('error', (error) => {
    if (child.pid === undefined) end(`Not started: ${error.message}`)
  })

  const condemn = (death: Death): void => {
    sentence ??= death
    kill()
  }
  const watchMemory = async (): Promise<void> => {
    const rss = (await residentBytes(child.pid)) ?? reportedRss
    if (running === null || rss <= limits.memoryBytes) return
    condemn({ how: 'memory', detail: `${Math.round(rss / 2 ** 20)} MB resident.` })
  }

  return {
    ready: ready.promise,
    gone: gone.promise,
    kill,
    run(job, input, hear = () => {}) {
      if (running !== null) throw new Error('A worker does one job at a time.')
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      const { timeoutMs, processorMs = Infinity } = limits
      const late = { how: 'timeout', time: 'clock', detail: `Over ${timeoutMs} ms.` } as const
      const clock = setTimeout(condemn, timeoutMs, late)
      const endProcessorWatch = watchJob(child.pid, processorMs, condemn)
      const watch = setInterval(watchMemory, WATCH_MS)
      const finish = (outcome: Outcome): void => {
        clearTimeout(clock)
        endProcessorWatch()
        clearInterval(watch)
        running = null
        resolve(outcome)
      }
      lastId += 1
      running = { id: lastId, finishJob: finish, hear }
      reportedRss = 0
      try {
        send({ kind: 'job', id: lastId, job, input })
      } catch (error) {
        // The input cannot be cloned.
        finish({ kind: 'failed', error: unpackError(packError(error)), rssBytes: 0 })
      }
      return promise
    },
    retire() {
      setTimeout(kill, RETIRE_LIMIT_MS).unref()
      // Closing the channel here would end the child too, but Node would then never emit `close`.
      send({ kind: 'leave' })
    },
  }
}

function watchJob(pid: number | undefined, limitMs: number, condemn: (death: Death) => void): () => void {
  if (pid === undefined || limitMs === Infinity) return () => {}
  const detail = `Over ${limitMs} ms of the processor.`
  return watchProcessor(pid, limitMs, () => condemn({ how: 'timeout', time: 'processor', detail }))
}

function ranOutOfHeap(lastWords: string): boolean {
  return /heap out of memory|heap limit|Array buffer allocation failed/.test(lastWords)
}

/** Resident memory from Linux's /proc; null elsewhere and for a process that has ended. */
async function residentBytes(pid: number | undefined): Promise<number | null> {
  if (process.platform !== 'linux' || pid === undefined) return null
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}
