/** pg-boss's rows as the loop works on them, each change fenced by the number of the attempt. */
import type { Knex } from 'knex'
import { fromKnex, type JobWithMetadata, type PgBoss } from 'pg-boss'
import { JOB_LIMITS, type Job, type JobKind } from '../../core/jobs.ts'
import { type Store, UniqueViolation } from '../../core/ports.ts'
import { lock } from '../store/dialect.ts'
import { knexOf } from '../store/store.ts'
import type { HeldJob, JobQueue } from './loop.ts'

export const BOSS_SCHEMA = 'platen_jobs'
const WAKE_CHANNEL = 'platen_jobs'
const TABLE = `${BOSS_SCHEMA}.job`
const RENEW = `update ${TABLE} set heartbeat_on = now()
  where state = 'active' and (name, id, retry_count) in (select * from unnest($1::text[], $2::uuid[], $3::int[]))
  returning id`
const REMOVE = `delete from ${TABLE}
  where state = 'active' and (name, id, retry_count) in (select * from unnest(?::text[], ?::uuid[], ?::int[]))`
const DUE = `select kind from unnest(?::text[]) as kind where exists (
  select 1 from ${TABLE} where name = kind and not blocked and state < 'active' and start_after <= now())`

interface JobData {
  readonly teamId: string
  readonly objectId: string
}

/** At once where the job says no time. A waiting job of this kind and object keeps the earlier of the two times. */
export async function insertBossJob(boss: PgBoss, knex: Knex, job: Job): Promise<void> {
  const { kind, teamId, objectId, group, runAt } = job
  const data: JobData = { teamId, objectId }
  const options = {
    db: fromKnex(knex),
    singletonKey: objectId,
    ...(group === undefined ? {} : { group: { id: group } }),
    ...(runAt === undefined ? {} : { startAfter: new Date(runAt) }),
  }
  // Where a twin waits, pg-boss writes nothing; the twin may be claimed before it can be hurried.
  while ((await boss.send(kind, data, options)) === null) if (await hurryWaiting(knex, job)) return
}

/**
 * Is there one that waits? It is written in any case, and so locked: nobody claims it before this transaction ends,
 * which it has to see.
 */
async function hurryWaiting(knex: Knex, { kind, objectId, runAt }: Job): Promise<boolean> {
  const hurried = await waitingTwin(knex, kind, objectId).update({
    start_after: knex.raw('least(start_after, coalesce(to_timestamp(? / 1000.0), now()))', [runAt ?? null]),
  })
  return hurried > 0
}

/** In the words of pg-boss's index, so that thousands of others cost nothing. */
function waitingTwin(knex: Knex, kind: JobKind, objectId: string): Knex.QueryBuilder {
  return knex(TABLE)
    .where({ name: kind, state: 'created', policy: 'short' })
    .whereRaw("coalesce(singleton_key, '') = ?", [objectId])
}

/** Tells every process that listens, once the transaction is committed, to look for jobs. */
export async function wakeOthers(knex: Knex): Promise<void> {
  await knex.raw("select pg_notify(?, '')", [WAKE_CHANNEL])
}

/** Calls `wake` whenever somebody says so; answers what ends that. Rejects where the database notifies nobody. */
export async function listenForWakes(boss: PgBoss, wake: () => void): Promise<() => Promise<void>> {
  const handle = await boss.getDb().listen?.(WAKE_CHANNEL, wake, wake)
  return async () => handle?.close()
}

export function createBossQueue(boss: PgBoss, store: Store): JobQueue {
  const knex = knexOf(store)
  return {
    async exchange(wanted) {
      const due = await dueOf(knex, [...wanted().room.keys()])
      if (due.length === 0) {
        await removeAll(knex, wanted().done)
        return []
      }
      return store.transaction(async (inside) => {
        // One claim at a time: of two at once, neither would count the other's jobs of a group.
        await lock(knexOf(inside), BOSS_SCHEMA)
        const { room, done } = wanted()
        await removeAll(knexOf(inside), done)
        const claimed: HeldJob[] = []
        for (const kind of due) {
          const places = room.get(kind) ?? 0
          if (places > 0) claimed.push(...(await fetchJobs(boss, knexOf(inside), kind, places)))
        }
        return claimed
      })
    },
    async renew(held) {
      // On a connection of pg-boss's, so that a busy service does not starve its signs of life.
      const { rows } = await boss
        .getDb()
        .executeSql(RENEW, [
          held.map(({ job }) => job.kind),
          held.map(({ id }) => id),
          held.map(({ fence }) => fence),
        ])
      return new Set(rows.map(({ id }: { id: string }) => id))
    },
    retry: (held) =>
      store.transaction(async (inside) => {
        const rows: { retry_limit: number }[] = await own(knexOf(inside), held)
          .forUpdate()
          .select('retry_limit')
        const [row] = rows
        if (row === undefined) return true
        // What was thrown is logged here, and not kept there: it may hold a customer's words.
        await boss.fail(held.job.kind, held.id, {}, { db: fromKnex(knexOf(inside)) })
        return held.fence < row.retry_limit
      }),
    async release(held) {
      try {
        await store.transaction((inside) => release(knexOf(inside), held))
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error
        await own(knex, held).delete()
      }
    },
  }
}

/** One question for all kinds: it is put again and again, also where nothing waits. */
async function dueOf(knex: Knex, kinds: JobKind[]): Promise<readonly JobKind[]> {
  const { rows } = await knex.raw(DUE, [kinds])
  return rows.map(({ kind }: { kind: JobKind }) => kind)
}

/** Round by round: a round that meets one group alone leaves out what the group may not have. */
async function fetchJobs(boss: PgBoss, knex: Knex, kind: JobKind, places: number): Promise<HeldJob[]> {
  const claimed: HeldJob[] = []
  for (;;) {
    const fetched = await boss.fetch<JobData>(kind, {
      db: fromKnex(knex),
      batchSize: places - claimed.length,
      includeMetadata: true,
      priority: false,
      groupConcurrency: JOB_LIMITS[kind].perGroup,
    })
    claimed.push(...fetched.map((row) => heldJob(kind, row)))
    if (fetched.length === 0 || claimed.length >= places) return claimed
  }
}

function heldJob(
  kind: JobKind,
  { id, data, groupId, retryCount, startAfter }: JobWithMetadata<JobData>,
): HeldJob {
  const group = groupId === null || groupId === undefined ? {} : { group: groupId }
  return {
    id,
    fence: retryCount,
    tries: retryCount + 1,
    job: { kind, ...data, ...group, runAt: startAfter.getTime() },
  }
}

/** Of those that are still these claims'. */
async function removeAll(knex: Knex, done: readonly HeldJob[]): Promise<void> {
  if (done.length === 0) return
  await knex.raw(REMOVE, [
    done.map(({ job }) => job.kind),
    done.map(({ id }) => id),
    done.map(({ fence }) => fence),
  ])
}

/** The row, as long as it is this claim's. */
function own(knex: Knex, { id, fence, job }: HeldJob): Knex.QueryBuilder {
  return knex(TABLE).where({ name: job.kind, id, retry_count: fence, state: 'active' })
}

/** Where a new job of the same object waits by now, that one will do. */
async function release(knex: Knex, held: HeldJob): Promise<void> {
  const { kind, objectId } = held.job
  if ((await waitingTwin(knex, kind, objectId).select('id')).length > 0) await own(knex, held).delete()
  else await own(knex, held).update({ state: 'created', started_on: null, heartbeat_on: null })
  await wakeOthers(knex)
}
