/** The rows of the embedded queue: what a claim may change, and what a late holder may not. */
import { join } from 'node:path'
import { expect } from 'chai'
import type { Job, JobKind } from '../../../core/service/jobs.ts'
import { createEmbeddedJobs } from '../../../server/jobs/embedded.ts'
import type { Handle } from '../../../server/store/engine/database.ts'
import { type OpenStore, openStore } from '../../../server/store/open.ts'
import { databaseOf } from '../../../server/store/store.ts'
import {
  claimJobs,
  giveBackJob,
  insertJob,
  removeJobs,
  renewLeases,
} from '../../../server/store/tables/jobs.ts'
import { insertRows } from '../../support/database/many-rows.ts'
import { DATABASES, freshDatabase, needsDatabase } from '../../support/database/postgres.ts'
import { eventually } from '../../support/run/eventually.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

const NOW = 1_750_000_000_000
const LEASE = 1_000

for (const database of DATABASES)
  describe(`Rows of jobs on ${database}`, () => {
    const makeFolder = temporaryFolders()
    let store: OpenStore
    let db: Handle
    before(async function () {
      needsDatabase(this, database)
      const databaseUrl =
        database === 'postgres' ? await freshDatabase() : join(await makeFolder(), 'platen.db')
      store = await openStore({ databaseUrl })
      db = databaseOf(store)
    })
    afterEach(() => db.change(db.sql('jobs').delete()))
    after(() => store?.close())

    const job = (objectId: string, group = ''): Job => ({
      ...{ kind: 'webhook', teamId: 'team_1', objectId },
      ...(group === '' ? {} : { group }),
    })
    const claim = (heldBy: string, at = NOW, room: readonly [JobKind, number][] = [['webhook', 64]]) =>
      store.transaction((inside) =>
        claimJobs(databaseOf(inside), {
          ...{ room: new Map(room), heldBy, now: at, leaseNow: at, leaseUntil: at + LEASE },
        }),
      )
    const objects = async () =>
      (await db.read<{ object_id: string }>(db.sql('jobs').orderBy('object_id'))).map((row) => row.object_id)

    it('are held by one at a time, and by the next one when the lease is over', async () => {
      await insertJob(db, job('a'), NOW)
      const claims = await Promise.all(['p', 'q', 'r'].map((heldBy) => claim(heldBy)))
      expect(claims.flat()).to.have.lengthOf(1)
      expect(await claim('s', NOW + LEASE - 1)).to.deep.equal([])
      const [again] = await claim('s', NOW + LEASE)
      expect(again).to.deep.include({ id: claims.flat()[0]?.id, fence: 2, tries: 1, deaths: 1, died: true })
      expect(again?.job).to.deep.include(job('a'))
    })

    it('are held on to by a sign of life, as long as nobody else has claimed them', async () => {
      for (const id of ['a', 'b']) await insertJob(db, job(id), NOW)
      const held = await claim('p')
      await renewLeases(db, 'p', held, NOW + 2 * LEASE)
      expect(await claim('q', NOW + LEASE)).to.deep.equal([])
      await claim('q', NOW + 2 * LEASE, [['webhook', 1]])
      const kept = await renewLeases(db, 'p', held, NOW + 4 * LEASE)
      expect(held).to.have.lengthOf(2)
      expect(kept.size).to.equal(1)
    })

    it('cannot be removed or given back by one who held them before another did', async () => {
      await insertJob(db, job('a'), NOW)
      const [late] = await claim('p')
      const [holder] = await claim('q', NOW + LEASE)
      if (late === undefined || holder === undefined) throw new Error('It was not claimed twice.')
      await removeJobs(db, [late])
      await store.transaction((inside) =>
        giveBackJob(databaseOf(inside), late, { runAt: NOW, tries: 0, deaths: 0 }),
      )
      expect(await db.read(db.sql('jobs').select('held_by', 'fence'))).to.deep.equal([
        { held_by: 'q', fence: 2 },
      ])
      await removeJobs(db, [holder])
      expect(await objects()).to.deep.equal([])
    })

    it('are one again with what was asked for meanwhile, when they are given back', async () => {
      await insertJob(db, job('a'), NOW)
      const [held] = await claim('p')
      if (held === undefined) throw new Error('It was not claimed.')
      await insertJob(db, job('a'), NOW + 500)
      await store.transaction((inside) =>
        giveBackJob(databaseOf(inside), held, { runAt: NOW + 900, tries: 1, deaths: 0 }),
      )
      const rows = await db.read(db.sql('jobs').select('run_at', 'tries', 'lease_until'))
      expect(rows).to.deep.equal([{ run_at: NOW + 500, tries: 1, lease_until: null }])
    })

    it('hand the deaths of their holders on to what is asked for in their place, which then keeps its time', async () => {
      await insertJob(db, job('a'), NOW)
      await db.change(db.sql('jobs').update({ deaths: 6, held_by: 'dead', lease_until: NOW, fence: 6 }))
      const [held] = await claim('p')
      if (held === undefined) throw new Error('It was not claimed.')
      expect(held).to.include({ tries: 1, deaths: 7, died: true })
      await insertJob(db, job('a'), NOW + 500)
      await store.transaction((inside) => removeJobs(databaseOf(inside), [held]))
      await insertJob(db, job('a'), NOW)
      expect(await claim('p')).to.deep.equal([])
      const [next] = await claim('p', NOW + 500)
      expect(next).to.include({ tries: 1, deaths: 7, died: false })
    })

    it('of one group with thousands keep nobody else waiting, whose oldest comes first', async () => {
      const backlog = Array.from({ length: 5_000 }, (_, at) => ({
        ...{ kind: 'webhook', team_id: 'team_1', object_id: `slow${at}`, group_key: 'slow' },
        ...{ run_at: NOW - 10_000, tries: 0, fence: 0 },
      }))
      await insertRows(db, 'jobs', backlog)
      for (const [at, group] of ['one', 'two', 'three'].entries())
        await insertJob(db, job(group, group), NOW - at)
      await insertJob(db, job('free'), NOW)
      await insertJob(db, job('later', 'later'), NOW + 1)
      const first = (await claim('p', NOW, [['webhook', 6]])).map(({ job: { group = 'none' } }) => group)
      expect(first.sort()).to.deep.equal(['slow', 'slow', 'slow', 'slow', 'three', 'two'])
      const second = (await claim('p')).map(({ job: { group = 'none' } }) => group)
      expect(second.sort()).to.deep.equal(['none', 'one'])
    })

    it('are given up after ten failures, and after no number of processes that died with them @long', async () => {
      let now = NOW
      const said: { tries?: number; object?: string }[] = []
      const log = { error: (about: object) => said.push(about), warn: () => {} }
      const jobs = createEmbeddedJobs({ store, clock: { now: () => now }, log })
      let runs = 0
      await insertJob(db, job('deadly'), NOW)
      await db.change(db.sql('jobs').update({ deaths: 99, held_by: 'dead', lease_until: NOW, fence: 99 }))
      await insertJob(db, job('failing'), NOW)
      await jobs.start({
        async webhook({ objectId }) {
          if (objectId === 'deadly') return
          runs += 1
          throw new Error('never')
        },
      })
      const failures = () => said.filter(({ object }) => object === 'failing').map(({ tries }) => tries)
      for (let tries = 1; tries <= 10; tries++) {
        // It is said once the job waits again: before, it would wait from the later time on.
        await eventually(async () => failures().length === tries)
        now += 75_000
      }
      // The longest wait of one that is under suspicion, ten minutes and a half more.
      now += 900_000
      await eventually(async () => (await objects()).length === 0)
      await jobs.stop(100)
      expect(runs).to.equal(10)
      expect(said.filter(({ object }) => object === 'deadly')).to.deep.equal([])
      expect(failures()).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    })
  })
