/** The jobs port over pg-boss: for several processes on one PostgreSQL, which wake each other through it. */
import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { JOB_KINDS, type Jobs } from '../../core/service/jobs.ts'
import { databaseOf, whenCommitted } from '../store/store.ts'
import { BOSS_SCHEMA, indexBossTable } from './boss-claim.ts'
import { createBossQueue, insertBossJob, listenForWakes, wakeOthers } from './boss-queue.ts'
import { createLoop } from './loop.ts'
import type { JobsParts } from './open.ts'

/** pg-boss looks for workers without a sign of life every five seconds, and gives their jobs to others. */
const SUPERVISION = {
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  maintenanceIntervalSeconds: 60,
} as const
/** Jobs of one object coalesce while they wait (`short`); a running one may be followed by another. */
const QUEUE = {
  policy: 'short',
  heartbeatSeconds: 10,
  // Signs of life say whether a job is at work, however long it takes; this is the longest that pg-boss knows.
  expireInSeconds: 86_399,
  // pg-boss puts back only what died with its process, at once and however often: see retry-delay.ts.
  retryLimit: 1_000_000_000,
  retryDelay: 1,
  retryBackoff: false,
  deleteAfterSeconds: 60,
} as const
const RHYTHM = { pollMs: 500, heartbeatMs: 3_000 } as const
/** Beside the service's own: for supervision and signs of life. */
const MOST_CONNECTIONS = 2
/** A server that stands still, or is gone without a word, is not waited for: the next sign of life finds out. */
const CONNECTIONS = { max: MOST_CONNECTIONS, keepAlive: true, query_timeout: 60_000 } as const
/** Interval for repeating the log of a lasting error. */
const SAY_AGAIN_MS = 600_000

/** Makes pg-boss's tables where they are missing. Rejects where the database does not let it. */
export async function openPgBossJobs({ store, clock, log, databaseUrl }: JobsParts): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'platen-jobs',
    ...CONNECTIONS,
    schema: BOSS_SCHEMA,
    schedule: false,
    ...SUPERVISION,
  })
  const complain = createComplaints(log)
  boss.on('error', complain)
  boss.on('warning', complain)
  const loop = createLoop(createBossQueue(boss, store), RHYTHM, log)
  let unlisten = async () => {}
  const close = async () => {
    await unlisten()
    await boss.stop({ graceful: false })
  }
  try {
    await boss.start()
    for (const kind of JOB_KINDS) {
      await boss.createQueue(kind, QUEUE)
      const { policy: _policy, ...changeable } = QUEUE
      await boss.updateQueue(kind, changeable)
      // Makes pg-boss load the queue now: jobs are enqueued until the end, when it loads nothing any more.
      await boss.touch(kind, randomUUID())
    }
    await indexBossTable(store)
    unlisten = await listen(boss, () => loop.wake(), log)
  } catch (cause) {
    await close()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The queue in the schema ${BOSS_SCHEMA} cannot be used: ${reason}`, { cause })
  }
  return {
    async enqueue(inside, job) {
      const tx = databaseOf(inside)
      const { runAt, ...atOnce } = job
      // Without a time it is due by the database's own clock, whatever this machine's says.
      const isDue = runAt === undefined || runAt <= clock.now()
      await insertBossJob(boss, tx, isDue ? atOnce : job)
      if (isDue) await wakeOthers(tx)
      if (isDue) whenCommitted(inside, () => loop.wake(job.kind))
    },
    async start(handlers) {
      loop.start(handlers)
    },
    async stop(drainMs) {
      await loop.stop(drainMs)
      await close()
    },
  }
}

/**
 * Decision: a database behind a pooler that passes on no notifications is worked with all the same; jobs are then
 * found by looking, half a second later.
 */
async function listen(
  boss: PgBoss,
  wake: () => void,
  log: Pick<Logger, 'warn'>,
): Promise<() => Promise<void>> {
  try {
    return await listenForWakes(boss, wake)
  } catch (error) {
    log.warn(
      { reason: (error as Error).message },
      'Database notifications are not available. Jobs are found by polling.',
    )
    return async () => {}
  }
}

/** Says each trouble once in a while, and never the values of a statement, which errors of the driver carry. */
function createComplaints(log: Pick<Logger, 'error' | 'warn'>): (trouble: unknown) => void {
  const saidAt = new Map<string, number>()
  return (trouble) => {
    const { message = 'unknown', code } = trouble as { message?: string; code?: string }
    const now = performance.now()
    if (now - (saidAt.get(message) ?? Number.NEGATIVE_INFINITY) < SAY_AGAIN_MS) return
    saidAt.set(message, now)
    const said = { reason: message, ...(code === undefined ? {} : { code }) }
    if (trouble instanceof Error && !/LISTEN\/NOTIFY/.test(message))
      log.error(said, 'The job queue reported an error.')
    else log.warn(said, 'The job queue reported an error.')
  }
}
