/** pg-boss's rows as the loop works on them, each change fenced by the number of the attempt. */

import type { Knex } from 'knex'
import type { PgBoss } from 'pg-boss'
import type { Job, JobKind } from '../../core/service/jobs.ts'
import type { RootStore } from '../../core/store.ts'
import { UniqueViolation } from '../../core/unique-violation.ts'
import type { Handle, Tx } from '../store/engine/database.ts'
import { lock } from '../store/engine/dialect.ts'
import { databaseOf } from '../store/store.ts'
import { BOSS_SCHEMA, claimBossJobs, type JobData, BOSS_TABLE as TABLE, WAITS } from './boss-claim.ts'
import type { HeldJob, JobQueue } from './loop.ts'
import { INNOCENT_DEATHS, isSuspect, MOST_TRIES, retryDelayMs } from './retry-delay.ts'

const WAKE_CHANNEL = 'platen_jobs'
const FAILURES = "coalesce((data->>'failures')::int, 0)"
const DEATHS = "coalesce((data->>'deaths')::int, 0)"
/** In one order, or PostgreSQL finds a deadlock between jobs that are renewed and the same ones that are removed. */
const claims = (list: string) => `(name, id) in (
  select name, id from ${TABLE}
  where state = 'active' and (name, id, retry_count) in (select * from unnest(${list}))
  order by name, id for update)`
const RENEW = `update ${TABLE} set heartbeat_on = now() where ${claims('$1::text[], $2::uuid[], $3::int[]')} returning id`
const REMOVE = `delete from ${TABLE} where ${claims('?::text[], ?::uuid[], ?::int[]')}`
const DUE = `select kind from unnest(?::text[]) as kind where exists (
  select 1 from ${TABLE} where name = kind and ${WAITS} and start_after <= now())`

/** At once where the job says no time. A waiting job of this kind and object keeps the earlier of the two times. */
export async function insertBossJob(boss: PgBoss, tx: Tx, job: Job): Promise<void> {
  const { kind, teamId, objectId, group, runAt } = job
  const data: JobData = { teamId, objectId }
  const options = {
    // In the caller's transaction.
    db: {
      executeSql: async (sql: string, bindings: readonly unknown[] = []) => {
        const { rows } = await tx.change({ sql, bindings })
        return { rows: [...rows] }
      },
    },
    singletonKey: objectId,
    ...(group === undefined ? {} : { group: { id: group } }),
    ...(runAt === undefined ? {} : { startAfter: new Date(runAt) }),
  }
  // Where a twin waits, pg-boss writes nothing; the twin may be claimed before it can be hurried.
  while ((await boss.send(kind, data, options)) === null) if (await hurryWaiting(tx, job)) return
}

/**
 * Is there one that waits? It is written in any case, and so locked: nobody claims it before this transaction ends,
 * which it has to see.
 */
async function hurryWaiting(tx: Tx, { kind, objectId, runAt }: Job): Promise<boolean> {
  const start_after = tx.sql.raw(
    `case when ${DEATHS} > ? then start_after
      else least(start_after, coalesce(to_timestamp(? / 1000.0), now())) end`,
    [INNOCENT_DEATHS, runAt ?? null],
  )
  return (await tx.change(waitingTwin(tx, kind, objectId).update({ start_after }))).changed > 0
}

/** In the words of pg-boss's index, so that thousands of others cost nothing. */
function waitingTwin(db: Handle, kind: JobKind, objectId: string): Knex.QueryBuilder {
  return db
    .sql(TABLE)
    .where({ name: kind, state: 'created', policy: 'short' })
    .whereRaw("coalesce(singleton_key, '') = ?", [objectId])
}

/** Tells every process that listens, once the transaction is committed, to look for jobs. */
export async function wakeOthers(db: Handle): Promise<void> {
  await db.change(db.sql.raw("select pg_notify(?, '')", [WAKE_CHANNEL]))
}

/** Calls `wake` at each notification, and returns a function that stops. Rejects if the database sends no notifications. */
export async function listenForWakes(boss: PgBoss, wake: () => void): Promise<() => Promise<void>> {
  const handle = await boss.getDb().listen?.(WAKE_CHANNEL, wake, wake)
  return async () => handle?.close()
}

export function createBossQueue(boss: PgBoss, store: RootStore): JobQueue {
  const db = databaseOf(store)
  const giveBack = async (held: HeldJob, again: WaitsAgain): Promise<void> => {
    const attempt = () => store.transaction((inside) => putBack(databaseOf(inside), held, again))
    await attempt().catch((error: unknown) => {
      if (!(error instanceof UniqueViolation)) throw error
      // A new job of the same object was committed in between; now it is seen.
      return attempt()
    })
  }
  return {
    async exchange(wanted) {
      const due = await dueOf(db, [...wanted().room.keys()])
      if (due.length === 0) {
        await removeAll(db, wanted().done)
        return []
      }
      return store.transaction(async (inside) => {
        // One claim at a time: of two at once, neither would count the other's jobs of a group.
        await lock(databaseOf(inside), BOSS_SCHEMA)
        const { room, done } = wanted()
        await removeAll(databaseOf(inside), done)
        const claimed: HeldJob[] = []
        for (const kind of due) {
          const places = room.get(kind) ?? 0
          if (places > 0) claimed.push(...(await claimBossJobs(databaseOf(inside), kind, places)))
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
    async retry(held) {
      const isLast = held.tries >= MOST_TRIES
      if (isLast) await db.change(own(db, held).delete())
      // The error is logged and not stored, because it can contain customer data.
      else await giveBack(held, { delayMs: retryDelayMs(held.tries), failures: held.tries, deaths: 0 })
      return !isLast
    },
    async release(held) {
      await giveBack(held, { delayMs: 0, failures: held.tries - 1, deaths: held.deaths })
      await wakeOthers(db)
    },
    postpone: (held, delayMs) => giveBack(held, { delayMs, failures: held.tries - 1, deaths: held.deaths }),
  }
}

/** One question for all kinds: it is put again and again, also where nothing waits. */
async function dueOf(db: Handle, kinds: JobKind[]): Promise<readonly JobKind[]> {
  const rows = await db.read<{ kind: JobKind }>(db.sql.raw(DUE, [kinds]))
  return rows.map(({ kind }) => kind)
}

/** For rows that these claims still hold. The jobs that replace them carry the number of processes that died. */
async function removeAll(db: Handle, done: readonly HeldJob[]): Promise<void> {
  for (const held of done.filter(({ deaths }) => deaths > 0))
    if ((await db.read(own(db, held).select('id'))).length > 0) {
      const twin = waitingTwin(db, held.job.kind, held.job.objectId)
      await db.change(twin.update({ data: merged(db, 0, held.deaths) }))
    }
  if (done.length === 0) return
  const lists = [done.map(({ job }) => job.kind), done.map(({ id }) => id), done.map(({ fence }) => fence)]
  await db.change(db.sql.raw(REMOVE, lists))
}

/** The row, if the claim still holds it. */
function own(db: Handle, { id, fence, job }: HeldJob): Knex.QueryBuilder {
  return db.sql(TABLE).where({ name: job.kind, id, retry_count: fence, state: 'active' })
}

interface WaitsAgain {
  readonly delayMs: number
  readonly failures: number
  readonly deaths: number
}

/** In a transaction. If a new job of the same object already waits, that one is used and updated. */
async function putBack(tx: Tx, held: HeldJob, { delayMs, failures, deaths }: WaitsAgain): Promise<void> {
  const { kind, objectId, teamId } = held.job
  const then = tx.sql.raw("now() + ? * interval '1 millisecond'", [delayMs])
  const [twin] = await tx.read(waitingTwin(tx, kind, objectId).forUpdate().select('id'))
  if (twin === undefined) {
    const data: JobData = { teamId, objectId, failures, deaths, ended: held.fence }
    const waits = { state: 'created', started_on: null, heartbeat_on: null, start_after: then }
    await tx.change(own(tx, held).update({ ...waits, data: JSON.stringify(data) }))
    return
  }
  if ((await tx.change(own(tx, held).delete())).changed === 0) return
  const changes = {
    // A request for a suspect in between has not seen its effect.
    start_after: tx.sql.raw(`${isSuspect(deaths) ? 'greatest' : 'least'}(start_after, ?)`, [then]),
    data: merged(tx, failures, deaths),
  }
  await tx.change(tx.sql(TABLE).where({ name: kind, id: twin.id }).update(changes))
}

function merged(db: Handle, failures: number, deaths: number): Knex.Raw {
  return db.sql.raw(
    `data || jsonb_build_object('failures', greatest(${FAILURES}, ?::int), 'deaths', greatest(${DEATHS}, ?::int))`,
    [failures, deaths],
  )
}
