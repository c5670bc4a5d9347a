/** Transactions that SQLite writes together: none sees the fault of another, and none is told of what does not last. */

import { join } from 'node:path'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import type { Tx } from '../../../core/store.ts'
import { SqliteConnection } from '../../../server/store/engine/sqlite-connection.ts'
import { type OpenStore, openStore } from '../../../server/store/open.ts'
import { databaseOf, whenCommitted } from '../../../server/store/store.ts'
import { teamRecord } from '../../support/database/records.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

describe('Transactions that wait for one another on SQLite', () => {
  const makeFolder = temporaryFolders()
  let store: OpenStore
  let commits = 0
  const { run } = SqliteConnection.prototype
  before(async () => {
    store = await openStore({ databaseUrl: join(await makeFolder(), 'platen.db') })
    SqliteConnection.prototype.run = function (statement) {
      if (statement.sql === 'COMMIT') commits += 1
      return run.call(this, statement)
    }
  })
  beforeEach(() => {
    commits = 0
  })
  after(async () => {
    SqliteConnection.prototype.run = run
    await store?.close()
  })

  const outcomes = async (works: readonly ((inside: Tx) => Promise<unknown>)[]) =>
    (await Promise.allSettled(works.map((work) => store.transaction(work)))).map(({ status }) => status)

  it('are put on the disk together, in the order in which they came', async () => {
    const team = teamRecord()
    await store.teams.insert(team)
    commits = 0
    const seen: number[] = []
    const count = async (inside: Tx): Promise<void> => {
      seen.push(await inside.usage.read(team.id, '202611'))
      await inside.usage.consume(team.id, '202611', null)
    }
    await Promise.all(Array.from({ length: 12 }, () => store.transaction(count)))
    expect(seen).to.deep.equal(Array.from({ length: 12 }, (_, at) => at))
    expect(await store.usage.read(team.id, '202611')).to.equal(12)
    expect(commits).to.be.lessThan(12)
  })

  it('fail alone: what the others have written stays, and a caller learns of its own fault', async () => {
    const teams = Array.from({ length: 6 }, () => teamRecord())
    const reason = new Error('no')
    const results = await Promise.allSettled(
      teams.map((team, at) =>
        store.transaction(async (inside) => {
          await inside.teams.insert(team)
          if (at % 2 === 0) throw reason
          return at
        }),
      ),
    )
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).to.deep.equal([
      ...[reason, 1, reason, 3, reason, 5],
    ])
    const kept = await Promise.all(teams.map(async ({ id }) => (await store.teams.find(id)) !== null))
    expect(kept).to.deep.equal([false, true, false, true, false, true])
  })

  it('tell of nothing before it lasts, and of nothing that was taken back', async () => {
    const told: string[] = []
    let lasted = 0
    const teams = [1, 2, 3].map(() => teamRecord())
    await Promise.allSettled(
      teams.map((team, at) =>
        store.transaction(async (inside) => {
          whenCommitted(inside, () => {
            told.push(`${at} after ${commits - lasted > 0}`)
          })
          await inside.transaction(async (deeper) => {
            whenCommitted(deeper, () => told.push(`${at} deeper`))
            await deeper.teams.insert(team)
          })
          lasted = commits
          if (at === 1) throw new Error('no')
        }),
      ),
    )
    // Groups last in the order in which they came.
    await store.teams.insert(teamRecord())
    expect(told.sort()).to.deep.equal(['0 after true', '0 deeper', '2 after true', '2 deeper'])
  })

  it('go back to where each began, however deep one stands within another', async () => {
    const [kept, lost, after, outer, again] = Array.from({ length: 5 }, () => teamRecord())
    const insert = (inside: Tx, team: ReturnType<typeof teamRecord> | undefined) =>
      team === undefined ? Promise.reject(new Error('no team')) : inside.teams.insert(team)
    const failing = async (inside: Tx, team: ReturnType<typeof teamRecord> | undefined) => {
      const failed = await inside
        .transaction(async (deeper) => {
          await insert(deeper, team)
          throw new Error('no')
        })
        .catch((error: Error) => error.message)
      expect(failed).to.equal('no')
    }
    const results = await outcomes([
      async (inside) => {
        await insert(inside, kept)
        await failing(inside, lost)
        await inside.transaction((deeper) => insert(deeper, after))
      },
      async (inside) => {
        await insert(inside, outer)
        await failing(inside, again)
        throw new Error('no')
      },
      async (inside) => insert(inside, again),
    ])
    expect(results).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
    const found = await Promise.all(
      [kept, lost, after, outer, again].map(
        async (team) => (await store.teams.find(team?.id ?? '')) !== null,
      ),
    )
    expect(found).to.deep.equal([true, false, true, false, true])
  })

  it('all fail where what they have written cannot be put on the disk, told so and not of the fault of another', async () => {
    const teams = [teamRecord(), teamRecord()]
    const [first, second] = teams
    const told: number[] = []
    if (first === undefined || second === undefined) throw new Error('There are no teams.')
    const results = await Promise.allSettled([
      store.transaction(async (inside) => {
        whenCommitted(inside, () => told.push(1))
        await inside.teams.insert(first)
      }),
      store.transaction(async (inside) => {
        whenCommitted(inside, () => told.push(2))
        await inside.teams.insert(second)
        // Looked at when all is written: a row of a team that is not there.
        const db = databaseOf(inside)
        await db.change(db.sql.raw('pragma defer_foreign_keys = on'))
        await inside.usage.consume('team_of_nobody', '202611', null)
      }),
    ])
    for (const result of results)
      expect(result)
        .to.include({ status: 'rejected' })
        .and.to.have.nested.property('reason.code', UNAVAILABLE)
    expect(commits, 'they were one group').to.equal(1)
    expect(await store.teams.find(first.id)).to.equal(null)
    expect(await store.teams.find(second.id)).to.equal(null)
    expect(told).to.deep.equal([])
    // And the next one goes on.
    await store.transaction((inside) => inside.teams.insert(first))
    expect(await store.teams.find(first.id)).to.deep.equal(first)
  })

  it('all fail where SQLite takes back everything, and only who was at fault is told of it', async () => {
    const [kept, late] = [teamRecord(), teamRecord()]
    const fault = new ServiceError('fill_not_open')
    const results = await Promise.allSettled([
      store.transaction((inside) => inside.teams.insert(kept)),
      store.transaction(async (inside) => {
        // As SQLite does by itself where the disk is full.
        await databaseOf(inside).change({ sql: 'ROLLBACK', bindings: [] })
        throw fault
      }),
      store.transaction((inside) => inside.teams.insert(late)),
    ])
    expect(results[0]).to.have.nested.property('reason.code', UNAVAILABLE)
    expect(results[1]).to.have.property('reason', fault)
    expect(results[2]).to.include({ status: 'fulfilled' })
    expect(await store.teams.find(kept.id)).to.equal(null)
    expect(await store.teams.find(late.id)).to.deep.equal(late)
  })

  it('wait so long and no longer for one that does not end', async () => {
    const held = Promise.withResolvers<void>()
    const holder = store.transaction(() => held.promise)
    const late = await store.transaction(async () => 'in vain').catch((error: unknown) => error)
    expect(late).to.be.instanceOf(ServiceError).with.property('code', UNAVAILABLE)
    held.resolve()
    await holder
    expect(await store.transaction(async () => 'in time')).to.equal('in time')
  })

  it('write nothing once they are over', async () => {
    const stale = await store.transaction(async (inside) => inside)
    const error = await store
      .transaction(() => stale.teams.insert(teamRecord()))
      .catch((thrown: Error) => thrown.message)
    expect(error).to.equal('This transaction is over.')
  })
})

const UNAVAILABLE = 'database_unavailable'
