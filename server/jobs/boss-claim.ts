/**
 * How jobs are claimed in pg-boss's table: group by group along an index, so that thousands that wait for a place of
 * their group cost nobody more than a few do.
 *
 * Decision: pg-boss's own fetch sorts all that waits at each claim, which with ten thousand webhooks in the queue takes
 * longer than to send them; so the claim is a statement of the service's, and pg-boss keeps the table and watches over
 * the signs of life.
 */

import { JOB_LIMITS, type JobKind } from '../../core/service/jobs.ts'
import type { RootStore } from '../../core/store.ts'
import type { Tx } from '../store/engine/database.ts'
import { lock } from '../store/engine/dialect.ts'
import { databaseOf } from '../store/store.ts'
import type { HeldJob } from './loop.ts'

export const BOSS_SCHEMA = 'platen_jobs'
export const BOSS_TABLE = `${BOSS_SCHEMA}.job`
const INDEX = 'platen_waiting'
/** Jobs without a group are those of the empty one, which has no limit. */
const GROUP = "coalesce(group_id, '')"
/** In the words of the index. */
export const WAITS = "state < 'active' and not blocked"

/** The job of a row in the queue. */
export interface JobData {
  readonly teamId: string
  readonly objectId: string
  /** Tries that failed. */
  readonly failures?: number
  /** How many times in a row its process had died when the last claim came to an end. */
  readonly deaths?: number
  /** The number of the last claim that came to an end of its own: the process of each one since has died. */
  readonly ended?: number
}

interface ClaimedRow {
  readonly id: string
  readonly data: JobData
  readonly group_id: string | null
  readonly retry_count: number
  readonly start_after: Date
}

/** Each claim raises `retry_count`, which is the fence. */
const CLAIM = `with recursive places(name) as (
    select min(${GROUP}) from ${BOSS_TABLE} where name = :kind and ${WAITS}
    union all
    select (select min(${GROUP}) from ${BOSS_TABLE} where name = :kind and ${WAITS} and ${GROUP} > places.name)
    from places where places.name is not null
  ), held as (
    select group_id as name, count(*) as jobs from ${BOSS_TABLE}
    where name = :kind and state = 'active' and group_id is not null group by group_id
  ), due as (
    select found.id from places left join held on held.name = places.name cross join lateral (
      select id, start_after from ${BOSS_TABLE}
      where name = :kind and ${WAITS} and ${GROUP} = places.name and start_after <= now()
      order by start_after, id
      limit case when places.name = '' then :room else greatest(:perGroup - coalesce(held.jobs, 0), 0) end
      for update skip locked
    ) as found
    where places.name is not null order by found.start_after, found.id limit :room
  )
  update ${BOSS_TABLE}
  set state = 'active', started_on = now(), heartbeat_on = now(), retry_count = retry_count + 1
  where name = :kind and id = any (array(select id from due))
  returning id, data, group_id, retry_count, start_after`

/** Makes the index where it is missing. Several processes may start at once. */
export async function indexBossTable(store: RootStore): Promise<void> {
  await store.transaction(async (inside) => {
    const tx = databaseOf(inside)
    const [found] = await tx.read(tx.sql.raw('select to_regclass(?) as found', [`${BOSS_SCHEMA}.${INDEX}`]))
    // Also to ask for an index that is there waits for everybody who writes.
    if (found?.found !== null) return
    await lock(tx, BOSS_SCHEMA)
    const sql = `create index if not exists ${INDEX} on ${BOSS_TABLE} (name, (${GROUP}), start_after, id) where ${WAITS}`
    await tx.change({ sql, bindings: [] })
  })
}

/** In a transaction that holds the lock of BOSS_SCHEMA: of two claims at once, neither would count the other's jobs. */
export async function claimBossJobs(tx: Tx, kind: JobKind, room: number): Promise<readonly HeldJob[]> {
  const { perGroup } = JOB_LIMITS[kind]
  const { rows } = await tx.change(tx.sql.raw(CLAIM, { kind, room, perGroup }))
  return (rows as unknown as readonly ClaimedRow[]).map((row) => heldJob(kind, row))
}

function heldJob(kind: JobKind, { id, data, group_id, retry_count, start_after }: ClaimedRow): HeldJob {
  const { teamId, objectId, failures = 0, deaths = 0, ended = 0 } = data
  // Claims before this one that were not ended by those who made them.
  const unended = retry_count - 1 - ended
  return {
    id,
    fence: retry_count,
    tries: failures + 1,
    deaths: deaths + unended,
    died: unended > 0,
    job: {
      ...{ kind, teamId, objectId, runAt: start_after.getTime() },
      ...(group_id === null ? {} : { group: group_id }),
    },
  }
}
