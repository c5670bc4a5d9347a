/** The queues that the service opens, each held to the same conduct. */

import { expect } from 'chai'
import type { RootStore } from '../../../core/store.ts'
import { type JobsDriver, openJobs } from '../../../server/jobs/open.ts'
import type { Asked } from '../../../server/store/engine/database.ts'
import { openStore } from '../../../server/store/open.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { COMBINATIONS, makeDatabase } from '../../conformance/job-queues.ts'
import { describeJobs, type JobsProcess } from '../../conformance/jobs.ts'
import { freshDatabase, longOn, needsDatabase, queryPostgres } from '../../support/database/postgres.ts'
import { watchStore } from '../../support/database/watched-store.ts'
import { eventually } from '../../support/run/eventually.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

async function openProcess(driver: JobsDriver, databaseUrl: string): Promise<JobsProcess> {
  const opened = await openStore({ databaseUrl })
  const { store, ...watched } = watchStore(opened)
  const said: unknown[][] = []
  const log = {
    error: (...words: unknown[]) => said.push(words),
    warn: (...words: unknown[]) => said.push(words),
  }
  const jobs = await openJobs({ store, clock: { now: () => Date.now() }, log, databaseUrl }, driver)
  return { store, jobs, said, ...watched, ...intrusion(driver, store), close: () => opened.close() }
}

/** In the rows: to wait for what really happens would take minutes; see jobs-death.ts for that. */
function intrusion(driver: JobsDriver, store: RootStore): Pick<JobsProcess, 'bury' | 'hurry' | 'queued'> {
  const db = databaseOf(store)
  const change = async (changed: Asked): Promise<void> => {
    expect((await db.change(changed)).changed).to.equal(1)
  }
  const ofEmbedded = (objectId: string) => db.sql('jobs').where({ object_id: objectId })
  const ofBoss = (objectId: string) => db.sql('platen_jobs.job').where({ singleton_key: objectId })
  const ids = async (asked: Asked) => (await db.read<{ id: string }>(asked)).map(({ id }) => id)
  const due = { start_after: db.sql.fn.now() }
  return driver === 'embedded'
    ? {
        bury: (id) => change(ofEmbedded(id).update({ held_by: 'dead', lease_until: 0 })),
        hurry: (id) => change(ofEmbedded(id).update({ run_at: 0 })),
        queued: () => ids(db.sql('jobs').select('object_id as id')),
      }
    : {
        bury: (id) => change(ofBoss(id).update({ ...due, state: 'retry', heartbeat_on: null })),
        hurry: (id) => change(ofBoss(id).update(due)),
        queued: () => ids(db.sql('platen_jobs.job').select('singleton_key as id')),
      }
}

for (const [driver, database] of COMBINATIONS)
  describe(`The ${driver} queue on ${driver === 'embedded' ? longOn(database) : database}`, () => {
    const makeFolder = temporaryFolders()
    let databaseUrl: string
    before(async function () {
      needsDatabase(this, database)
      databaseUrl = await makeDatabase(database, makeFolder)
    })

    describeJobs(() => openProcess(driver, databaseUrl))
  })

describe('The pg-boss queue', () => {
  let databaseUrl: string
  before(async function () {
    needsDatabase(this, 'postgres')
    databaseUrl = await freshDatabase()
  })

  it('is the one of a PostgreSQL database, opened by several processes at once', async () => {
    const opened = await Promise.all(
      [1, 2, 3].map(async () => {
        const store = await openStore({ databaseUrl })
        const log = { error: () => {}, warn: () => {} }
        const jobs = await openJobs({ store, clock: { now: () => Date.now() }, log, databaseUrl })
        return { store, jobs }
      }),
    )
    for (const { store, jobs } of opened) {
      await jobs.stop(0)
      await store.close()
    }
    const queues = await queryPostgres(databaseUrl, 'select name from platen_jobs.queue order by name')
    expect(queues.map(({ name }) => name)).to.include.members(['batch', 'folder', 'render', 'webhook'])
  })

  it('finds jobs by looking while the database wakes nobody, and says once that it does not', async () => {
    const [asking, working] = [
      await openProcess('pg-boss', databaseUrl),
      await openProcess('pg-boss', databaseUrl),
    ]
    const ran: string[] = []
    await working.jobs.start({
      async webhook({ objectId }) {
        ran.push(objectId)
      },
    })
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'LISTEN%'`
    expect(await queryPostgres(databaseUrl, cut)).to.have.lengthOf(2)
    await eventually(() => working.said.length > 0)
    const wanted = { kind: 'webhook', teamId: 'team_1', objectId: 'del_1' } as const
    await asking.store.transaction((inside) => asking.jobs.enqueue(inside, wanted))
    await eventually(() => ran.length === 1)
    expect(working.said.length).to.be.within(1, 2)
    for (const { jobs, close } of [asking, working]) {
      await jobs.stop(0)
      await close()
    }
  })
})
