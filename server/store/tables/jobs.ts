/** The table of the embedded queue; the worker of a job holds a lease, which fences every change. */
import type { Knex } from 'knex'
import { JOB_LIMITS, type Job, type JobKind } from '../../../core/service/jobs.ts'
import type { HeldJob } from '../../jobs/loop.ts'
import { INNOCENT_DEATHS, isSuspect } from '../../jobs/retry-delay.ts'
import type { Handle, Tx } from '../engine/database.ts'
import { lock } from '../engine/dialect.ts'

export interface Claim {
  /** How many more jobs of each kind the caller takes. */
  readonly room: ReadonlyMap<JobKind, number>
  readonly heldBy: string
  /** Jobs due at or before this time, in milliseconds since 1970. */
  readonly now: number
  /** Leases that ended at or before this time have expired. */
  readonly leaseNow: number
  readonly leaseUntil: number
}

interface JobRow {
  readonly id: number | string
  readonly kind: JobKind
  readonly team_id: string
  readonly object_id: string
  readonly group_key: string
  readonly run_at: number | string
  readonly tries: number | string
  readonly deaths: number | string
  readonly fence: number | string
}

/** When a job is due again, by its numbers of failed attempts and of processes that died with it. */
export interface WaitsAgain {
  readonly runAt: number
  readonly tries: number
  readonly deaths: number
}

const TABLE = 'jobs'
/** Literal, because SQLite uses a partial index only if the words match. */
const WAITS = 'lease_until is null'
const HELD = 'lease_until is not null'

/** A waiting job of this kind and object takes the earlier time; after many deaths it keeps its own. */
export async function insertJob(db: Handle, job: Job, runAt: number): Promise<void> {
  // Written in any case: the write keeps others from claiming the job before this transaction, which it must see, ends.
  await db.change(
    db.sql.raw(
      `insert into ${TABLE} (kind, team_id, object_id, group_key, run_at, tries, fence) values (?, ?, ?, ?, ?, 0, 0)
      on conflict (kind, object_id) where ${WAITS} do update
      set run_at = case when excluded.run_at < ${TABLE}.run_at and ${TABLE}.deaths <= ${INNOCENT_DEATHS}
        then excluded.run_at else ${TABLE}.run_at end`,
      [job.kind, job.teamId, job.objectId, job.group ?? '', runAt],
    ),
  )
}

/** Those of the kinds that have a job to claim: one statement with an index look-up for each. */
export async function dueKinds(
  db: Handle,
  kinds: readonly JobKind[],
  { now, leaseNow }: Pick<Claim, 'now' | 'leaseNow'>,
): Promise<readonly JobKind[]> {
  if (kinds.length === 0) return []
  // The names are constants of this program, and the times are integers.
  const ofKind = kinds.map(
    (kind) => `select '${kind}' as kind where exists
      (select 1 from ${TABLE} where ${WAITS} and kind = '${kind}' and run_at <= ?)
      or exists (select 1 from ${TABLE} where ${HELD} and lease_until <= ? and kind = '${kind}')`,
  )
  const times = kinds.flatMap(() => [now, leaseNow])
  const rows = await db.read<{ kind: JobKind }>(db.sql.raw(ofKind.join(' union all '), times))
  return rows.map(({ kind }) => kind)
}

/** In a transaction. By group, so that thousands of waiting jobs in one group cost no more than four. */
export async function claimJobs(db: Tx, request: Claim): Promise<readonly HeldJob[]> {
  // One claim at a time: two concurrent ones would not count each other's leases.
  await lock(db, TABLE)
  const claimed: HeldJob[] = []
  for (const [kind, room] of request.room) claimed.push(...(await claimOfKind(db, request, kind, room)))
  return claimed
}

async function claimOfKind(db: Handle, request: Claim, kind: JobKind, room: number) {
  const claimed = await claimOver(db, request, kind, room)
  const held = await leasesByGroup(db, request, kind)
  for (const group of await groupsWithWork(db, kind, request.now)) {
    const left = room - claimed.length
    if (left <= 0) break
    const places = group === '' ? left : JOB_LIMITS[kind].perGroup - (held.get(group) ?? 0)
    if (places > 0) claimed.push(...(await claimOfGroup(db, request, kind, group, Math.min(places, left))))
  }
  return claimed
}

/** Jobs of dead or stalled workers: freeing their places keeps the group's limit correct. */
function claimOver(db: Handle, request: Claim, kind: JobKind, room: number): Promise<HeldJob[]> {
  const over = db.sql(TABLE).whereRaw(HELD).where('lease_until', '<=', request.leaseNow).where({ kind })
  return leaseRows(db, request, over.orderBy('lease_until').limit(room).select('id'), 1)
}

/** Counted here, as few jobs have a lease; for a sum by group SQLite would read all waiting jobs. */
async function leasesByGroup(
  db: Handle,
  { leaseNow }: Claim,
  kind: JobKind,
): Promise<ReadonlyMap<string, number>> {
  const held = db.sql(TABLE).whereRaw(HELD).where('lease_until', '>', leaseNow).where({ kind })
  const leases = new Map<string, number>()
  const rows = await db.read<{ group_key: string }>(held.select('group_key'))
  for (const { group_key: group } of rows) leases.set(group, (leases.get(group) ?? 0) + 1)
  return leases
}

/** Groups with a due job, the longest wait first; the index leads from group to group. */
async function groupsWithWork(db: Handle, kind: JobKind, now: number): Promise<readonly string[]> {
  const waiting = `from ${TABLE} where ${WAITS} and kind = :kind`
  const found = await db.read<{ name: string; since: number | string }>(
    db.sql.raw(
      `with recursive found(name) as (
       select min(group_key) ${waiting}
       union all
       select (select min(group_key) ${waiting} and group_key > found.name) from found where found.name is not null
     )
     select name, (select min(run_at) ${waiting} and group_key = found.name) as since
     from found where name is not null`,
      { kind },
    ),
  )
  return found
    .map(({ name, since }) => ({ name, since: Number(since) }))
    .filter(({ since }) => since <= now)
    .sort((a, b) => a.since - b.since)
    .map(({ name }) => name)
}

function claimOfGroup(db: Handle, request: Claim, kind: JobKind, group: string, places: number) {
  const due = db
    .sql(TABLE)
    .whereRaw(WAITS)
    .where({ kind, group_key: group })
    .where('run_at', '<=', request.now)
    .orderBy(['run_at', 'id'])
    .limit(places)
    .select('id')
  return leaseRows(db, request, due, 0)
}

/** Skips rows that another transaction is writing. `died` is 1 or 0 for all of them. */
async function leaseRows(
  db: Handle,
  request: Claim,
  ids: Knex.QueryBuilder,
  died: 0 | 1,
): Promise<HeldJob[]> {
  // SQLite has one writer, so no row is locked.
  const free = db.dialect === 'postgres' ? ids.forUpdate().skipLocked() : ids
  const taken = db
    .sql(TABLE)
    .whereIn('id', free)
    .update({
      held_by: request.heldBy,
      lease_until: request.leaseUntil,
      fence: db.sql.raw('fence + 1'),
      deaths: db.sql.raw('deaths + ?', [died]),
    })
    .returning('*')
  const rows = (await db.change(taken)).rows as unknown as readonly JobRow[]
  return rows.map((row) => ({
    id: String(row.id),
    fence: Number(row.fence),
    tries: Number(row.tries) + 1,
    deaths: Number(row.deaths),
    died: died === 1,
    job: {
      kind: row.kind,
      teamId: row.team_id,
      objectId: row.object_id,
      runAt: Number(row.run_at),
      ...(row.group_key === '' ? {} : { group: row.group_key }),
    },
  }))
}

/** For a process that knows to be the only one. */
export async function endLeases(db: Handle): Promise<void> {
  await db.change(db.sql(TABLE).whereRaw(HELD).update({ lease_until: 0 }))
}

/** Extends the leases of this worker; returns the jobs that it still holds. */
export async function renewLeases(
  db: Handle,
  heldBy: string,
  held: readonly Pick<HeldJob, 'id'>[],
  leaseUntil: number,
): Promise<ReadonlySet<string>> {
  const ids = held.map(({ id }) => id)
  const own = db.sql(TABLE).whereRaw(HELD).whereIn('id', ids).where({ held_by: heldBy }).orderBy('id')
  // In the order of `removeJobs`: PostgreSQL would find a deadlock between the two.
  const locked = (db.dialect === 'postgres' ? own.forUpdate() : own).select('id')
  const renewed = await db.change(
    db.sql(TABLE).whereIn('id', locked).update({ lease_until: leaseUntil }).returning('id'),
  )
  return new Set(renewed.rows.map(({ id }) => String(id)))
}

/**
 * Removes a finished job, unless another worker has claimed it since. A follow-up job that it asked for, as after coming
 * too early, takes over the number of processes that died with it.
 */
export async function removeJobs(db: Handle, held: readonly HeldJob[]): Promise<void> {
  for (const { id, fence, deaths, job } of held.toSorted((a, b) => Number(a.id) - Number(b.id))) {
    const { changed } = await db.change(db.sql(TABLE).where({ id, fence }).delete())
    if (changed > 0 && deaths > 0) await raise(db, job, 'deaths', deaths)
  }
}

/** The waiting job of this kind and object, if any. */
function waitingTwin(db: Handle, { kind, objectId }: Job): Knex.QueryBuilder {
  return db.sql(TABLE).whereRaw(WAITS).where({ kind, object_id: objectId })
}

async function raise(db: Handle, job: Job, count: 'tries' | 'deaths', to: number): Promise<void> {
  await db.change(
    waitingTwin(db, job)
      .where(count, '<', to)
      .update({ [count]: to }),
  )
}

/** In a transaction: makes the job wait until `runAt`; a new job of the same object that waits by now stands for both. */
export async function giveBackJob(
  db: Handle,
  held: HeldJob,
  { runAt, tries, deaths }: WaitsAgain,
): Promise<void> {
  const { changed } = await db.change(db.sql(TABLE).where({ id: held.id, fence: held.fence }).delete())
  if (changed === 0) return
  await insertJob(db, held.job, runAt)
  await raise(db, held.job, 'tries', tries)
  await raise(db, held.job, 'deaths', deaths)
  // A request that came meanwhile did not know of the deaths, so the later time holds.
  if (isSuspect(deaths))
    await db.change(waitingTwin(db, held.job).where('run_at', '<', runAt).update({ run_at: runAt }))
}
