/** The work on jobs, whatever keeps them: takes what there is room for, runs it side by side, holds on to it meanwhile. */
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import { JOB_KINDS, JOB_LIMITS, type Job, type JobHandlers, type JobKind } from '../../core/jobs.ts'
import { atMost } from './at-most.ts'

/** A job that this process has claimed. */
export interface HeldJob {
  readonly id: string
  readonly job: Job
  /** Raised by each claim, so that an earlier holder can change nothing any more. */
  readonly fence: number
  /** How many times it was claimed, this time included. */
  readonly tries: number
}

/** What keeps jobs. Every change of a held one is fenced: nothing happens where another has claimed it since. */
export interface JobQueue {
  /** Takes jobs that are due, at most so many of each kind. */
  claim(room: ReadonlyMap<JobKind, number>): Promise<readonly HeldJob[]>
  /** Holds on to them; answers the ids of those that are still this process's own. */
  renew(held: readonly HeldJob[]): Promise<ReadonlySet<string>>
  remove(job: HeldJob): Promise<void>
  /** Gives it back after a failure, with a delay; false where it has failed too often and was given up. */
  retry(job: HeldJob): Promise<boolean>
  /** Gives it back as if it had not been claimed. */
  release(job: HeldJob): Promise<void>
}

export interface Rhythm {
  /** Milliseconds between two looks, where nothing wakes the loop. */
  readonly pollMs: number
  /** Milliseconds between two signs of life of the jobs at work. */
  readonly heartbeatMs: number
}

export interface Loop {
  start(handlers: JobHandlers): void
  /** Looks for jobs now, or once more after the look that is under way. */
  wake(): void
  stop(drainMs: number): Promise<void>
}

const LONGEST_PAUSE_MS = 10_000

interface Task {
  readonly held: HeldJob
  readonly end: AbortController
}

/**
 * A stop, and the loss of a job to another worker, ask its handler to come to an end by the signal. Decision: a
 * handler that throws after that has not failed; its job goes back as if it had not been claimed.
 */
export function createLoop(queue: JobQueue, rhythm: Rhythm, log: Pick<Logger, 'error'>): Loop {
  const places = new Map<JobKind, PQueue>()
  const tasks = new Set<Task>()
  let handlers: JobHandlers = {}
  let timer: NodeJS.Timeout | undefined
  let heart: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let lookAgain = false
  let stopped = true
  let failures = 0

  async function look(): Promise<void> {
    do {
      lookAgain = false
      const room = freePlaces()
      if (room.size === 0) return
      for (const held of await queue.claim(room)) {
        if (stopped) await queue.release(held)
        else begin(held)
      }
    } while (lookAgain && !stopped)
  }

  function freePlaces(): ReadonlyMap<JobKind, number> {
    const free = [...places].map(([kind, { pending, size }]): [JobKind, number] => [
      kind,
      JOB_LIMITS[kind].atOnce - pending - size,
    ])
    return new Map(free.filter(([, count]) => count > 0))
  }

  function begin(held: HeldJob): void {
    const task: Task = { held, end: new AbortController() }
    tasks.add(task)
    void places.get(held.job.kind)?.add(async () => {
      try {
        await run(task)
      } catch (error) {
        // It is held until its time is over, and is claimed again then.
        log.error({ err: error, ...about(held) }, 'A job could not be given back.')
      } finally {
        tasks.delete(task)
        wake()
      }
    })
  }

  async function run(task: Task): Promise<void> {
    const { held, end } = task
    try {
      await handlers[held.job.kind]?.(held.job, end.signal)
    } catch (error) {
      if (!tasks.has(task)) return
      if (end.signal.aborted) return queue.release(held)
      const again = await queue.retry(held)
      const said = again ? 'A job failed and will be tried again.' : 'A job failed too often and is given up.'
      log.error({ err: error, ...about(held) }, said)
      return
    }
    if (tasks.has(task)) await queue.remove(held)
  }

  function wake(): void {
    if (stopped || places.size === 0) return
    lookAgain = true
    if (looking !== null) return
    clearTimeout(timer)
    looking = look()
      .then(() => {
        failures = 0
      })
      .catch((error: unknown) => {
        failures += 1
        log.error({ err: error }, 'The jobs could not be looked through.')
      })
      .finally(() => {
        looking = null
        const pause = Math.min(rhythm.pollMs * 2 ** failures, Math.max(rhythm.pollMs, LONGEST_PAUSE_MS))
        if (!stopped) timer = setTimeout(wake, pause)
      })
  }

  async function beat(): Promise<void> {
    const now = [...tasks]
    if (now.length > 0) {
      try {
        const kept = await queue.renew(now.map(({ held }) => held))
        for (const { held, end } of now) if (!kept.has(held.id)) end.abort()
      } catch (error) {
        log.error({ err: error }, 'Running jobs could not be held on to.')
      }
    }
    if (heart !== undefined) heart = setTimeout(beat, rhythm.heartbeatMs)
  }

  return {
    wake,
    start(given) {
      handlers = given
      for (const kind of JOB_KINDS)
        if (given[kind] !== undefined) places.set(kind, new PQueue({ concurrency: JOB_LIMITS[kind].atOnce }))
      stopped = false
      heart = setTimeout(beat, rhythm.heartbeatMs)
      wake()
    },
    async stop(drainMs) {
      stopped = true
      clearTimeout(timer)
      await looking
      for (const { end } of tasks) end.abort()
      await atMost(drainMs, Promise.all([...places.values()].map((place) => place.onIdle())))
      clearTimeout(heart)
      heart = undefined
      const left = [...tasks]
      // What ends after this is no longer this process's to report.
      tasks.clear()
      for (const { held } of left) await queue.release(held)
      places.clear()
    },
  }
}

function about({ job, tries }: HeldJob) {
  return { kind: job.kind, object: job.objectId, tries }
}
