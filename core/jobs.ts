/** The jobs port: work that is done after the transaction that asked for it, in this process or another one. */
import type { Store } from './ports.ts'

export const JOB_KINDS = ['render', 'webhook', 'batch', 'folder'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/**
 * A job only wakes: it names the row whose state says what is to be done, and a fence on that row (its attempt or
 * lease number) decides whose result counts. So a job may come twice, or late, and does no harm.
 */
export interface Job {
  readonly kind: JobKind
  readonly teamId: string
  /** The row: a render, an event, a batch. */
  readonly objectId: string
  /** Milliseconds since 1970; at once where it is not given. */
  readonly runAt?: number
}

/** Throwing means: come again later (with growing delays, at most ten times). `signal` asks to come to an end. */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<void>

export interface Jobs {
  /** Asks for a job in the caller's transaction: rolled back with it, and never run before it is committed. */
  enqueue(store: Store, job: Job): Promise<void>
  /** Begins to work. A job whose worker died is given to another one within 30 seconds. */
  start(handlers: Readonly<Partial<Record<JobKind, JobHandler>>>): Promise<void>
  /** Takes no more jobs, lets running ones end (at most `drainMs`), and gives back what is not done. */
  stop(drainMs: number): Promise<void>
}
