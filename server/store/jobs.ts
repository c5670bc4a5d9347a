/** The embedded queue's table: who works on a job holds its lease, and every change is fenced by it. */
import type { Knex } from 'knex'
import { JOB_LIMITS, type Job, type JobKind } from '../../core/jobs.ts'
import type { HeldJob } from '../jobs/loop.ts'
import { INNOCENT_DEATHS, isSuspect } from '../jobs/retry-delay.ts'
import { lock, readOften } from './dialect.ts'

export interface Claim {
  /** How many more of each kind the caller takes. */
  readonly room: ReadonlyMap<JobKind, number>
  readonly heldBy: string
  /** Jobs whose time is at or before this, milliseconds since 1970. */
  readonly now: number
  /** Leases that ended at or before this are over. */
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

/** When a job waits again, after so many tries that failed and so many processes that died with it. */
export interface WaitsAgain {
  readonly runAt: number
  readonly tries: number
  readonly deaths: number
}

const TABLE = 'jobs'
/** Written out, for SQLite uses a partial index only where it reads the very words. */
const WAITS = 'lease_until is null'
const HELD = 'lease_until is not null'

/** Where a job of this kind and object waits already, that one keeps the earlier time; its own after many deaths. */
export async function insertJob(knex: Knex, job: Job, runAt: number): Promise<void> {
  // The row is written in any case: so nobody claims it before this transaction ends, which it has to see.
  await knex.raw(
    `insert into ${TABLE} (kind, team_id, object_id, group_key, run_at, tries, fence) values (?, ?, ?, ?, ?, 0, 0)
      on conflict (kind, object_id) where ${WAITS} do update
      set run_at = case when excluded.run_at < ${TABLE}.run_at and ${TABLE}.deaths <= ${INNOCENT_DEATHS}
        then excluded.run_at else ${TABLE}.run_at end`,
    [job.kind, job.teamId, job.objectId, job.group ?? '', runAt],
  )
}

/** The kinds of these of which there is something to claim: in one statement, which looks at an index for each. */
export async function dueKinds(
  knex: Knex,
  kinds: readonly JobKind[],
  { now, leaseNow }: Pick<Claim, 'now' | 'leaseNow'>,
): Promise<readonly JobKind[]> {
  if (kinds.length === 0) return []
  // The names are this program's own; the two times are whole numbers.
  const rows = await readOften(
    knex,
    kinds
      .map(
        (kind) => `select '${kind}' as kind where exists
          (select 1 from ${TABLE} where ${WAITS} and kind = '${kind}' and run_at <= ?)
          or exists (select 1 from ${TABLE} where ${HELD} and lease_until <= ? and kind = '${kind}')`,
      )
      .join(' union all '),
    kinds.flatMap(() => [now, leaseNow]),
  )
  return rows.map(({ kind }) => kind as JobKind)
}

/** In a transaction. Group by group, so that one with thousands of waiting jobs costs no more than one with four. */
export async function claimJobs(knex: Knex, request: Claim): Promise<readonly HeldJob[]> {
  // One claim at a time: of two at once, neither would count the other's leases.
  await lock(knex, TABLE)
  const claimed: HeldJob[] = []
  for (const [kind, room] of request.room) claimed.push(...(await claimOfKind(knex, request, kind, room)))
  return claimed
}

async function claimOfKind(knex: Knex, request: Claim, kind: JobKind, room: number) {
  const claimed = await claimOver(knex, request, kind, room)
  const held = await leasesByGroup(knex, request, kind)
  for (const group of await groupsWithWork(knex, kind, request.now)) {
    const left = room - claimed.length
    if (left <= 0) break
    const places = group === '' ? left : JOB_LIMITS[kind].perGroup - (held.get(group) ?? 0)
    if (places > 0) claimed.push(...(await claimOfGroup(knex, request, kind, group, Math.min(places, left))))
  }
  return claimed
}

/** Of workers that died or stood still: their places are theirs no more, so the group's limit holds. */
function claimOver(knex: Knex, request: Claim, kind: JobKind, room: number): Promise<HeldJob[]> {
  const over = knex(TABLE).whereRaw(HELD).where('lease_until', '<=', request.leaseNow).where({ kind })
  return take(knex, request, over.orderBy('lease_until').limit(room).select('id'), 1)
}

/** Counted here: few are under lease, and for a sum by group SQLite would read everything that waits. */
async function leasesByGroup(
  knex: Knex,
  { leaseNow }: Claim,
  kind: JobKind,
): Promise<ReadonlyMap<string, number>> {
  const held = knex(TABLE).whereRaw(HELD).where('lease_until', '>', leaseNow).where({ kind })
  const leases = new Map<string, number>()
  for (const group of await held.pluck<string[]>('group_key')) leases.set(group, (leases.get(group) ?? 0) + 1)
  return leases
}

/** Groups with a job that is due, whose oldest waits longest first: from one group to the next by the index. */
async function groupsWithWork(knex: Knex, kind: JobKind, now: number): Promise<readonly string[]> {
  const waiting = `from ${TABLE} where ${WAITS} and kind = :kind`
  const answer = await knex.raw(
    `with recursive found(name) as (
       select min(group_key) ${waiting}
       union all
       select (select min(group_key) ${waiting} and group_key > found.name) from found where found.name is not null
     )
     select name, (select min(run_at) ${waiting} and group_key = found.name) as since
     from found where name is not null`,
    { kind },
  )
  const found: { name: string; since: number | string }[] = answer.rows ?? answer
  return found
    .map(({ name, since }) => ({ name, since: Number(since) }))
    .filter(({ since }) => since <= now)
    .sort((a, b) => a.since - b.since)
    .map(({ name }) => name)
}

function claimOfGroup(knex: Knex, request: Claim, kind: JobKind, group: string, places: number) {
  const due = knex(TABLE)
    .whereRaw(WAITS)
    .where({ kind, group_key: group })
    .where('run_at', '<=', request.now)
    .orderBy(['run_at', 'id'])
    .limit(places)
    .select('id')
  return take(knex, request, due, 0)
}

/** Rows that another transaction is just writing are left for the next time. `died` of them is 1 for all or 0. */
async function take(knex: Knex, request: Claim, ids: Knex.QueryBuilder, died: 0 | 1): Promise<HeldJob[]> {
  const rows: JobRow[] = await knex(TABLE)
    .whereIn('id', ids.forUpdate().skipLocked())
    .update({
      held_by: request.heldBy,
      lease_until: request.leaseUntil,
      fence: knex.raw('fence + 1'),
      deaths: knex.raw('deaths + ?', [died]),
    })
    .returning('*')
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

/** Holds on to those that this worker works on; answers what of them it still has. */
export async function renewLeases(
  knex: Knex,
  heldBy: string,
  held: readonly Pick<HeldJob, 'id'>[],
  leaseUntil: number,
): Promise<ReadonlySet<string>> {
  const ids = held.map(({ id }) => id)
  const renewed: { id: number | string }[] = await knex(TABLE)
    .whereRaw(HELD)
    .whereIn('id', ids)
    .where({ held_by: heldBy })
    .update({ lease_until: leaseUntil })
    .returning('id')
  return new Set(renewed.map(({ id }) => String(id)))
}

/**
 * Done. Changes nothing of those that another has claimed since. What one asked for in its place, as it came too early,
 * say, is told of the processes that died with it.
 */
export async function removeJobs(knex: Knex, held: readonly HeldJob[]): Promise<void> {
  for (const { id, fence, deaths, job } of held) {
    const removed = await knex(TABLE).where({ id, fence }).delete()
    if (removed > 0 && deaths > 0) await raise(waitingTwin(knex, job), 'deaths', deaths)
  }
}

/** The job of this kind and object that waits, if there is one. */
function waitingTwin(knex: Knex, { kind, objectId }: Job): Knex.QueryBuilder {
  return knex(TABLE).whereRaw(WAITS).where({ kind, object_id: objectId })
}

function raise(jobs: Knex.QueryBuilder, count: 'tries' | 'deaths', to: number): Knex.QueryBuilder {
  return jobs.where(count, '<', to).update({ [count]: to })
}

/** In a transaction: it waits again, from `runAt`; where a new job of the same object waits by now, that one will do. */
export async function giveBackJob(
  knex: Knex,
  held: HeldJob,
  { runAt, tries, deaths }: WaitsAgain,
): Promise<void> {
  const removed = await knex(TABLE).where({ id: held.id, fence: held.fence }).delete()
  if (removed === 0) return
  await insertJob(knex, held.job, runAt)
  await raise(waitingTwin(knex, held.job), 'tries', tries)
  await raise(waitingTwin(knex, held.job), 'deaths', deaths)
  // Whoever asked for it meanwhile has not seen what it does.
  if (isSuspect(deaths))
    await waitingTwin(knex, held.job).where('run_at', '<', runAt).update({ run_at: runAt })
}
