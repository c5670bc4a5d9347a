/** The jobs port over the service's own database: leased rows, looked for by polling. */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Jobs } from '../../core/jobs.ts'
import { claimJobs, giveBackJob, insertJob, isAnyDue, removeJob, renewLeases } from '../store/jobs.ts'
import { knexOf, whenCommitted } from '../store/store.ts'
import { createLoop, type HeldJob, type JobQueue } from './loop.ts'
import type { JobsParts } from './open.ts'
import { MOST_TRIES, retryDelayMs } from './retry-delay.ts'

/** What a dead process held is free after so long; a living one renews it three times meanwhile. */
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
  { store, clock, log }: Pick<JobsParts, 'store' | 'clock'> & { readonly log: Pick<Logger, 'error'> },
  leaseMs = LEASE_MS,
): Jobs {
  const knex = knexOf(store)
  const heldBy = randomUUID()
  const giveBack = (held: HeldJob, again: { readonly runAt: number; readonly tries: number }) =>
    store.transaction((inside) => giveBackJob(knexOf(inside), held, again))
  const queue: JobQueue = {
    async claim(room) {
      const times = { now: clock.now(), leaseNow: Date.now() }
      if (!(await isAnyDue(knex, [...room.keys()], times))) return []
      const request = { ...times, room, heldBy, leaseUntil: times.leaseNow + leaseMs }
      const claimed = await store.transaction((inside) => claimJobs(knexOf(inside), request))
      // Its workers died of it, each time.
      for (const held of claimed.filter(isHopeless)) {
        await removeJob(knex, held)
        log.error(
          { kind: held.job.kind, object: held.job.objectId },
          'A job failed too often and is given up.',
        )
      }
      return claimed.filter((held) => !isHopeless(held))
    },
    renew: () => renewLeases(knex, heldBy, Date.now() + leaseMs),
    remove: (held) => removeJob(knex, held),
    async retry(held) {
      const isLast = held.tries >= MOST_TRIES
      if (isLast) await removeJob(knex, held)
      else await giveBack(held, { runAt: clock.now() + retryDelayMs(held.tries), tries: held.tries })
      return !isLast
    },
    release: (held) => giveBack(held, { runAt: clock.now(), tries: held.tries - 1 }),
  }
  const loop = createLoop(queue, { pollMs: POLL_MS, heartbeatMs: leaseMs / BEATS_PER_LEASE }, log)
  return {
    async enqueue(inside, job) {
      await insertJob(knexOf(inside), job, job.runAt ?? clock.now())
      whenCommitted(inside, loop.wake)
    },
    async start(handlers) {
      loop.start(handlers)
    },
    stop: (drainMs) => loop.stop(drainMs),
  }
}

function isHopeless({ tries }: HeldJob): boolean {
  return tries > MOST_TRIES
}
