/** Transactions that SQLite writes together: none sees the fault of another, and none is told of what does not last. */
import { join } from 'node:path'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { ServiceError } from '../../../core/errors.ts'
import type { Store } from '../../../core/ports.ts'
import { type OpenStore, openStore } from '../../../server/store/open.ts'
import { createGroups } from '../../../server/store/sqlite-groups.ts'
import { knexOf, whenCommitted } from '../../../server/store/store.ts'
import { teamRecord } from '../../support/records.ts'
import { temporaryFolders } from '../../support/temporary-folder.ts'

describe('Transactions that wait for one another on SQLite', () => {
  const makeFolder = temporaryFolders()
  let store: OpenStore
  let knex: Knex
  const ran: string[] = []
  before(async () => {
    store = await openStore({ databaseUrl: join(await makeFolder(), 'platen.db') })
    knex = knexOf(store)
    knex.on('query', ({ sql }: { sql: string }) => ran.push(sql))
  })
  beforeEach(() => {
    ran.length = 0
  })
  after(() => store?.close())

  const commits = () => ran.filter((sql) => sql.startsWith('COMMIT')).length
  const outcomes = async (works: readonly ((inside: Store) => Promise<unknown>)[]) =>
    (await Promise.allSettled(works.map((work) => store.transaction(work)))).map(({ status }) => status)

  it('are put on the disk together, in the order in which they came', async () => {
    const team = teamRecord()
    await store.teams.insert(team)
    ran.length = 0
    const seen: number[] = []
    const count = async (inside: Store): Promise<void> => {
      seen.push(await inside.usage.read(team.id, '202611'))
      await inside.usage.consume(team.id, '202611', null)
    }
    await Promise.all(Array.from({ length: 12 }, () => store.transaction(count)))
    expect(seen).to.deep.equal(Array.from({ length: 12 }, (_, at) => at))
    expect(await store.usage.read(team.id, '202611')).to.equal(12)
    expect(commits()).to.be.lessThan(12)
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
            told.push(`${at} after ${commits() - lasted > 0}`)
          })
          await inside.transaction(async (deeper) => {
            whenCommitted(deeper, () => told.push(`${at} deeper`))
            await deeper.teams.insert(team)
          })
          lasted = commits()
          if (at === 1) throw new Error('no')
        }),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(told.sort()).to.deep.equal(['0 after true', '0 deeper', '2 after true', '2 deeper'])
  })

  it('go back to where each began, however deep one stands within another', async () => {
    const [kept, lost, after, outer, again] = Array.from({ length: 5 }, () => teamRecord())
    const insert = (inside: Store, team: ReturnType<typeof teamRecord> | undefined) =>
      team === undefined ? Promise.reject(new Error('no team')) : inside.teams.insert(team)
    const failing = async (inside: Store, team: ReturnType<typeof teamRecord> | undefined) => {
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

  it('go before the others where somebody has little patience, who is told before those go on', async () => {
    const events: string[] = []
    const begun = Promise.withResolvers<void>()
    const note = (name: string) => async () => {
      events.push(name)
    }
    const atWork = Promise.withResolvers<void>()
    const holder = store.transaction(async () => {
      atWork.resolve()
      await begun.promise
    })
    await atWork.promise
    const works = [
      holder,
      ...['a', 'b', 'c'].map((name) => store.transaction(note(name))),
      store.transaction(note('hook'), 'first').then(() => events.push('hook told')),
      store.transaction(note('second hook'), 'first'),
    ]
    begun.resolve()
    await Promise.all(works)
    expect(events).to.deep.equal(['hook', 'second hook', 'hook told', 'a', 'b', 'c'])
  })

  it('are not overtaken for ever', async () => {
    const events: string[] = []
    const begun = Promise.withResolvers<void>()
    const note = (name: string) => async () => {
      events.push(name)
    }
    const works = [store.transaction(() => begun.promise), store.transaction(note('old'))]
    await new Promise((resolve) => setTimeout(resolve, 300))
    works.push(store.transaction(note('young')), store.transaction(note('hook'), 'first'))
    begun.resolve()
    await Promise.all(works)
    expect(events).to.deep.equal(['old', 'hook', 'young'])
  })

  it('all fail where what they have written cannot be put on the disk', async () => {
    const teams = [teamRecord(), teamRecord()]
    const [first, second] = teams
    const told: number[] = []
    if (first === undefined || second === undefined) throw new Error('There are no teams.')
    const results = await outcomes([
      async (inside) => {
        whenCommitted(inside, () => told.push(1))
        await inside.teams.insert(first)
      },
      async (inside) => {
        whenCommitted(inside, () => told.push(2))
        await inside.teams.insert(second)
        // Looked at when all is written: a row of a team that is not there.
        await knexOf(inside).raw('pragma defer_foreign_keys = on')
        await inside.usage.consume('team_of_nobody', '202611', null)
      },
    ])
    expect(results).to.deep.equal(['rejected', 'rejected'])
    expect(await store.teams.find(first.id)).to.equal(null)
    expect(await store.teams.find(second.id)).to.equal(null)
    expect(told).to.deep.equal([])
    // And the next one goes on.
    await store.transaction((inside) => inside.teams.insert(first))
    expect(await store.teams.find(first.id)).to.deep.equal(first)
  })

  it('wait so long and no longer for one that does not end', async () => {
    const transact = createGroups(knex, 60)
    const held = Promise.withResolvers<void>()
    const holder = transact(() => held.promise)
    const late = await transact(async () => 'in vain').catch((error: unknown) => error)
    expect(late).to.be.instanceOf(ServiceError)
    expect((late as ServiceError).code).to.equal('database_unavailable')
    held.resolve()
    await holder
    expect(await transact(async () => 'in time')).to.equal('in time')
  })
})
