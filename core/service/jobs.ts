/** The jobs port: work after the transaction that requested it, in this process or another one. */
import type { Tx } from '../store.ts'

export const JOB_KINDS = ['webhook', 'render', 'batch', 'folder', 'storefront', 'plates', 'mail'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/**
 * A job only wakes: it names the row whose state says what is to be done, and a fence on that row (its attempt or
 * lease number) decides whose result counts. So a job may come twice, or late, and does no harm.
 */
export interface Job {
  readonly kind: JobKind
  readonly teamId: string
  /**
   * The row: a webhook delivery, a render, a batch, a delivery to a hot folder, a storefront's hook, order or line, a
   * template or render to be drawn, an e-mail.
   */
  readonly objectId: string
  /** Jobs of one group and kind share places: see JOB_LIMITS. */
  readonly group?: string
  /** Milliseconds since 1970; at once where it is not given. */
  readonly runAt?: number
}

/**
 * How many jobs of a kind run at once: in one process, and of one group over all processes.
 * Decision: so that one slow endpoint cannot take every place.
 */
export const JOB_LIMITS: Readonly<Record<JobKind, { readonly atOnce: number; readonly perGroup: number }>> = {
  webhook: { atOnce: 64, perGroup: 4 },
  render: { atOnce: 4, perGroup: 4 },
  batch: { atOnce: 1, perGroup: 1 },
  folder: { atOnce: 4, perGroup: 1 },
  storefront: { atOnce: 4, perGroup: 4 },
  plates: { atOnce: 1, perGroup: 1 },
  mail: { atOnce: 4, perGroup: 2 },
}

/**
 * Throwing means: come again later (with growing delays, at most ten times). That its process dies meanwhile is no
 * failure and counts as none. `signal` asks to come to an end. `isHeir`: the process that had the job before is dead, or
 * gives no sign of life; its lease of the row need not be waited for, because the fence keeps it from doing harm.
 */
export type JobHandler = (job: Job, signal: AbortSignal, isHeir: boolean) => Promise<void>
export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>

export interface Jobs {
  /**
   * Asks for a job in the caller's transaction: rolled back with it, and never run before it is committed. While a
   * job of the same kind and object waits, a second one is not written: it keeps the earlier of the two times.
   */
  enqueue(tx: Tx, job: Job): Promise<void>
  /** Starts working on the kinds with a handler. The job of a dead worker goes to another within 30 s. */
  start(handlers: JobHandlers): Promise<void>
  /** Accepts no more jobs, waits for running ones (at most `drainMs`), and returns unfinished ones to the queue. */
  stop(drainMs: number): Promise<void>
}
