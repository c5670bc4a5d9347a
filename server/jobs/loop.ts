/** The work on jobs, whatever keeps them: takes what there is room for, runs it side by side, holds on to it meanwhile. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { JOB_KINDS, JOB_LIMITS, type Job, type JobHandlers, type JobKind } from '../../core/service/jobs.ts'
import { atMost } from './at-most.ts'
import { deathDelayMs } from './retry-delay.ts'

/** A job that this process has claimed. */
export interface HeldJob {
  readonly id: string
  readonly job: Job
  /** Raised by each claim, so that an earlier holder can change nothing any more. */
  readonly fence: number
  /** How many times it was tried, this time included, without those that ended with their process. */
  readonly tries: number
  /** How many times in a row the process that held it died, or gave no sign of life. */
  readonly deaths: number
  /** Was the last of them why it could be claimed now? */
  readonly died: boolean
}

/** What a look is for, as it stands at the moment: while the database is waited for, more is done and asked for. */
export interface Wanted {
  /** How many more of each kind can be taken; kinds without room are left out. */
  readonly room: ReadonlyMap<JobKind, number>
  /** Jobs that have been done, to be removed. */
  readonly done: readonly HeldJob[]
}

/** The store of jobs. Every change of a claimed job is fenced: it has no effect after another claim. */
export interface JobQueue {
  /**
   * Removes what is done and takes what is due, in one step: by what `wanted` said when it was asked last. Where it
   * rejects, nothing was removed and nothing taken. What is done after deaths, and asked for again, hands them on.
   */
  exchange(wanted: () => Wanted): Promise<readonly HeldJob[]>
  /** Holds on to them; answers the ids of those that are still this process's own. */
  renew(held: readonly HeldJob[]): Promise<ReadonlySet<string>>
  /** Gives it back after a failure, with a delay; false where it has failed too often and was given up. */
  retry(job: HeldJob): Promise<boolean>
  /** Gives it back as if it had not been claimed. */
  release(job: HeldJob): Promise<void>
  /** Returns it for this many milliseconds; further requests do not shorten that. */
  postpone(job: HeldJob, delayMs: number): Promise<void>
}

export interface Rhythm {
  /** Milliseconds between two looks, where nothing wakes the loop. */
  readonly pollMs: number
  /** Milliseconds between two signs of life of the jobs at work. */
  readonly heartbeatMs: number
}

export interface Loop {
  start(handlers: JobHandlers): void
  /** Looks for jobs now, or once more after the look that is under way; for a kind without room when it has some. */
  wake(kind?: JobKind): void
  stop(drainMs: number): Promise<void>
}

const LONGEST_PAUSE_MS = 10_000
/** A database that cannot be written, as on a full disk, is asked again after so long. */
const INSIST_MS = 1_000
const MOST_INSISTS = 60

interface Task {
  readonly held: HeldJob
  readonly end: AbortController
  /** Resolves once it is at its end, whatever became of it. */
  ended: Promise<void>
}

/**
 * A stop, and the loss of a job to another worker, ask its handler to come to an end by the signal. Decision: a
 * handler that throws after that has not failed; its job goes back as if it had not been claimed. What is done is
 * removed with the next look, which follows at once: a process that dies in between has it done again, as any job may.
 */
export function createLoop(queue: JobQueue, rhythm: Rhythm, log: Pick<Logger, 'error' | 'warn'>): Loop {
  const tasks = new Set<Task>()
  const done = new Set<HeldJob>()
  let handlers: JobHandlers = {}
  let timer: NodeJS.Timeout | undefined
  let heart: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let lookAgain = false
  let stopped = true
  let failures = 0

  async function pollJobs(): Promise<void> {
    do {
      lookAgain = false
      for (const held of await exchange(freePlaces)) {
        const delayMs = held.died ? deathDelayMs(held.deaths) : 0
        if (delayMs > 0) await beWary(held, delayMs)
        else if (stopped) await queue.release(held)
        else begin(held)
      }
    } while (lookAgain && !stopped)
  }

  async function beWary(held: HeldJob, delayMs: number): Promise<void> {
    await queue.postpone(held, delayMs)
    const about = { ...describe(held), deaths: held.deaths, waitsSeconds: Math.round(delayMs / 1000) }
    log.warn(
      about,
      'The process has ended several times while running this job. It is retried after a longer delay.',
    )
  }

  async function exchange(room: () => Wanted['room']): Promise<readonly HeldJob[]> {
    if (room().size === 0 && done.size === 0) return []
    let asked: Wanted | undefined
    const claimed = await queue.exchange(() => {
      asked = { room: room(), done: [...done] }
      return asked
    })
    for (const held of asked?.done ?? []) done.delete(held)
    return claimed
  }

  function freePlaces(): Wanted['room'] {
    const free = new Map<JobKind, number>()
    for (const kind of JOB_KINDS) {
      if (handlers[kind] === undefined) continue
      const places = JOB_LIMITS[kind].atOnce - atWork(kind)
      if (places > 0) free.set(kind, places)
    }
    return free
  }

  function atWork(kind: JobKind): number {
    let count = 0
    for (const { held } of tasks) if (held.job.kind === kind) count += 1
    return count
  }

  function begin(held: HeldJob): void {
    const task: Task = { held, end: new AbortController(), ended: Promise.resolve() }
    tasks.add(task)
    task.ended = run(task)
      .catch((error: unknown) => {
        // It is held until its time is over, and is claimed again then.
        log.error({ err: error, ...describe(held) }, 'A job could not be released.')
      })
      .finally(() => {
        tasks.delete(task)
        wake()
      })
  }

  async function run(task: Task): Promise<void> {
    const { held, end } = task
    try {
      await handlers[held.job.kind]?.(held.job, end.signal, held.died)
    } catch (error) {
      if (!tasks.has(task)) return
      if (end.signal.aborted) return queue.release(held)
      const again = await insist(() => queue.retry(held), end.signal)
      const said = again
        ? 'A job failed and will be retried.'
        : 'A job failed too often and will not be retried.'
      log.error({ err: error, ...describe(held) }, said)
      return
    }
    if (tasks.has(task)) done.add(held)
  }

  function wake(kind?: JobKind): void {
    if (stopped) return
    if (kind !== undefined && (handlers[kind] === undefined || atWork(kind) >= JOB_LIMITS[kind].atOnce))
      return
    lookAgain = true
    if (looking !== null) return
    clearTimeout(timer)
    looking = pollJobs()
      .then(() => {
        failures = 0
      })
      .catch((error: unknown) => {
        failures += 1
        log.error({ err: error }, 'Jobs could not be polled.')
      })
      .finally(() => {
        looking = null
        const pause = Math.min(rhythm.pollMs * 2 ** failures, Math.max(rhythm.pollMs, LONGEST_PAUSE_MS))
        if (!stopped) timer = setTimeout(() => wake(), pause)
      })
  }

  async function beat(): Promise<void> {
    const now = [...tasks]
    if (now.length > 0) {
      try {
        const kept = await queue.renew(now.map(({ held }) => held))
        for (const { held, end } of now) if (!kept.has(held.id)) end.abort()
      } catch (error) {
        log.error({ err: error }, 'The leases of running jobs could not be renewed.')
      }
    }
    if (heart !== undefined) heart = setTimeout(beat, rhythm.heartbeatMs)
  }

  /** What cannot be removed is claimed again once its time is over, and does no harm. */
  async function removeDone(): Promise<void> {
    try {
      await exchange(() => new Map())
    } catch (error) {
      log.error({ err: error }, 'Completed jobs could not be deleted.')
    }
  }

  return {
    wake,
    start(given) {
      handlers = given
      stopped = false
      heart = setTimeout(beat, rhythm.heartbeatMs)
      wake()
    },
    async stop(drainMs) {
      stopped = true
      clearTimeout(timer)
      await looking
      for (const { end } of tasks) end.abort()
      await atMost(drainMs, Promise.all([...tasks].map(({ ended }) => ended)))
      clearTimeout(heart)
      heart = undefined
      const left = [...tasks]
      // Jobs that end later are not reported by this process.
      tasks.clear()
      await removeDone()
      for (const { held } of left) await queue.release(held)
      handlers = {}
    },
  }
}

/** Until it is done, for about a minute, or once more when the signal comes: the end of the lease would be later. */
async function insist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const isLast = signal.aborted || tries >= MOST_INSISTS
    try {
      return await work()
    } catch (error) {
      if (isLast) throw error
      await delay(INSIST_MS, undefined, { signal }).catch(() => {})
    }
  }
}

function describe({ job, tries }: HeldJob) {
  return { kind: job.kind, object: job.objectId, tries }
}
