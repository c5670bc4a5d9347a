/** The jobs port over the service's own database: leased rows, looked for by polling. */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { JobKind, Jobs } from '../../core/service/jobs.ts'
import type { Tx } from '../store/engine/database.ts'
import { databaseOf, whenCommitted } from '../store/store.ts'
import {
  claimJobs,
  dueKinds,
  endLeases,
  giveBackJob,
  insertJob,
  removeJobs,
  renewLeases,
  type WaitsAgain,
} from '../store/tables/jobs.ts'
import { createLoop, type HeldJob, type JobQueue, type Wanted } from './loop.ts'
import type { JobsParts } from './open.ts'
import { MOST_TRIES, retryDelayMs } from './retry-delay.ts'

/** The jobs of a dead process are free after this time; a living one renews its claim three times within it. */
const LEASE_MS = 20_000
const BEATS_PER_LEASE = 3
/**
 * Decision: the loop looks every quarter of a second, and at once after a commit of this process: looking is a read
 * of an index, and what another process has written is seen as soon.
 */
const POLL_MS = 250

/**
 * The clock says when jobs are due; leases are held by the machine's own time, which no test sets. `leaseMs` is for
 * tests, which cannot wait so long.
 */
export function createEmbeddedJobs(
  {
    store,
    clock,
    log,
    isOnlyServer = false,
  }: Pick<JobsParts, 'store' | 'clock' | 'isOnlyServer'> & { readonly log: Pick<Logger, 'error' | 'warn'> },
  leaseMs = LEASE_MS,
): Jobs {
  const db = databaseOf(store)
  const heldBy = randomUUID()
  const giveBack = (held: HeldJob, again: WaitsAgain) =>
    store.transaction((inside) => giveBackJob(databaseOf(inside), held, again))
  /** In a transaction. */
  async function exchangeJobs(
    inside: Tx,
    { room, done }: Wanted,
    due: readonly JobKind[],
    times: { readonly now: number; readonly leaseNow: number },
  ): Promise<readonly HeldJob[]> {
    await removeJobs(inside, done)
    const places = new Map([...room].filter(([kind]) => due.includes(kind)))
    if (places.size === 0) return []
    const leaseUntil = times.leaseNow + leaseMs
    return claimJobs(inside, { ...times, room: places, heldBy, leaseUntil })
  }
  const queue: JobQueue = {
    async exchange(wanted) {
      const times = { now: clock.now(), leaseNow: Date.now() }
      const { room, done } = wanted()
      const due = await dueKinds(db, [...room.keys()], times)
      if (due.length === 0 && done.length === 0) return []
      return store.transaction((inside) => exchangeJobs(databaseOf(inside), wanted(), due, times))
    },
    renew: (held) => renewLeases(db, heldBy, held, Date.now() + leaseMs),
    async retry(held) {
      const isLast = held.tries >= MOST_TRIES
      if (isLast) await removeJobs(db, [held])
      else {
        const runAt = clock.now() + retryDelayMs(held.tries)
        await giveBack(held, { runAt, tries: held.tries, deaths: 0 })
      }
      return !isLast
    },
    release: (held) => giveBack(held, { runAt: clock.now(), tries: held.tries - 1, deaths: held.deaths }),
    postpone: (held, delayMs) =>
      giveBack(held, { runAt: clock.now() + delayMs, tries: held.tries - 1, deaths: held.deaths }),
  }
  const loop = createLoop(queue, { pollMs: POLL_MS, heartbeatMs: leaseMs / BEATS_PER_LEASE }, log)
  return {
    async enqueue(inside, job) {
      const now = clock.now()
      const runAt = job.runAt ?? now
      await insertJob(databaseOf(inside), job, runAt)
      if (runAt <= now) whenCommitted(inside, () => loop.wake(job.kind))
    },
    async start(handlers) {
      // Whoever held one is dead: its work goes on at once.
      if (isOnlyServer) await endLeases(db)
      loop.start(handlers)
    },
    stop: (drainMs) => loop.stop(drainMs),
  }
}
