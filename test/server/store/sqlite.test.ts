/** The store on SQLite: its conformance, its file, its locks and its waits. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import type { Store } from '../../../core/store.ts'
import { openStore } from '../../../server/store/open.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { describeStore } from '../../conformance/store.ts'
import { readCount } from '../../conformance/store-counter.ts'
import { keyRecord, renderRecord, stockTeam, teamRecord } from '../../support/database/records.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { migrationNames } from './migration-names.ts'

async function openMemory() {
  const store = await openStore({ databaseUrl: ':memory:' })
  return { store, close: store.close }
}

describe('SQLite', () => {
  const makeFolder = temporaryFolders()

  describeStore('SQLite in memory', openMemory)
  describeStore('SQLite in a file', async () => {
    const store = await openStore({ databaseUrl: join(await makeFolder(), 'platen.db') })
    return { store, close: store.close }
  })

  it('makes a missing file with its folders, and finds what was written after a restart', async () => {
    const path = join(await makeFolder(), 'new', 'folder', 'platen.db')
    const first = await openStore({ databaseUrl: path })
    expect(first.migrated).to.deep.equal(await migrationNames())
    const { teamId, template } = await stockTeam(first)
    const render = renderRecord(template)
    await first.renders.insert(render)
    await first.close()

    const second = await openStore({ databaseUrl: `sqlite:${path}` })
    expect(second.migrated).to.deep.equal([])
    expect(await second.renders.find(teamId, render.id)).to.deep.equal(render)
    await second.ping()
    await second.close()
  })

  it('gives a key and a team as they were committed last, by this process or another', async () => {
    const path = join(await makeFolder(), 'platen.db')
    const store = await openStore({ databaseUrl: path })
    const beside = await openStore({ databaseUrl: path })
    const { teamId } = await stockTeam(store)
    const key = keyRecord(teamId)
    await store.keys.insert(key)
    const seen = async () => ({
      revokedAt: (await store.keys.findByHash(key.keyHash))?.revokedAt,
      name: (await store.teams.find(teamId))?.name,
    })
    const { name } = await seen()
    expect(await seen()).to.deep.equal({ revokedAt: null, name })
    await beside.keys.revoke(teamId, key.id, 5)
    expect(await seen()).to.deep.equal({ revokedAt: 5, name })
    await store.teams.update(teamId, { name: 'Renamed' })
    expect(await seen()).to.deep.equal({ revokedAt: 5, name: 'Renamed' })
    const within = await store.transaction(async (tx) => {
      await tx.teams.update(teamId, { name: 'Again' })
      return [(await tx.teams.find(teamId))?.name, (await store.teams.find(teamId))?.name]
    })
    expect(within).to.deep.equal(['Again', 'Renamed'])
    expect((await seen()).name).to.equal('Again')
    await beside.close()
    await store.close()
  })

  it('writes ahead, syncs every commit and checks references', async () => {
    const path = join(await makeFolder(), 'platen.db')
    const store = await openStore({ databaseUrl: path })
    const { teamId } = await stockTeam(store)
    const beside = new Database(path, { readonly: true })
    expect(beside.pragma('journal_mode', { simple: true })).to.equal('wal')
    expect(
      beside.prepare('select count(*) as count from templates where team_id = ?').get(teamId),
    ).to.deep.equal({
      count: 1,
    })
    beside.close()
    await store.close()
  })

  it('finds every page of a list by an index, without sorting', async () => {
    const path = join(await makeFolder(), 'platen.db')
    await (await openStore({ databaseUrl: path })).close()
    const database = new Database(path)
    const condition = (more: string) =>
      database
        .prepare(
          `explain query plan select * from renders where team_id = 't' ${more} order by id desc limit 51`,
        )
        .all()
        .map((row) => (row as { detail: string }).detail)
    for (const more of [
      '',
      "and id < 'x'",
      "and kind = 'final'",
      "and external_order_id = 'o' and id < 'x'",
    ]) {
      const plan = condition(more)
      expect(plan, more).to.have.length(1)
      expect(plan[0], more).to.match(/^SEARCH renders USING INDEX/)
    }
    database.close()
  })

  it('waits for another process without stopping this one', async () => {
    const path = join(await makeFolder(), 'platen.db')
    const store = await openStore({ databaseUrl: path })
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    const team = teamRecord()
    let isWritten = false
    const writing = store.teams.insert(team).then(() => {
      isWritten = true
    })
    // A write that stopped this process would give up before these turns, as nothing could commit meanwhile.
    for (let turns = 0; turns < 100; turns += 1) await nextTurn()
    expect(isWritten).to.equal(false)
    other.exec('COMMIT')
    await writing
    expect(await store.teams.find(team.id)).to.deep.equal(team)
    other.close()
    await store.close()
  })

  it('reads while another process writes, and gives up writing with database_unavailable after 2 s', async () => {
    const path = join(await makeFolder(), 'platen.db')
    const store = await openStore({ databaseUrl: path })
    const { teamId, template } = await stockTeam(store)
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    expect(await store.templates.find(teamId, template.id)).to.deep.equal(template)
    let began = false
    const error = await store
      .transaction(async () => {
        began = true
      })
      .catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'database_unavailable')
    expect(began, 'the work of a transaction that did not begin').to.equal(false)
    other.exec('ROLLBACK')
    other.close()
    await store.usage.consume(teamId, '202607', null)
    expect(await store.usage.read(teamId, '202607')).to.equal(1)
    await store.close()
  })

  it('reads beside a transaction what was committed, and inside it what it has written', async () => {
    const path = join(await makeFolder(), 'platen.db')
    const store = await openStore({ databaseUrl: path })
    const { teamId, template } = await stockTeam(store)
    const titleOf = async (reader: Store) => (await reader.templates.find(teamId, template.id))?.title
    await store.transaction(async (inside) => {
      await inside.templates.update(teamId, template.id, { title: 'New' })
      expect(await titleOf(inside)).to.equal('New')
      expect(await titleOf(store)).to.equal(template.title)
      expect((await inside.teams.find(teamId))?.id).to.equal(teamId)
    })
    expect(await titleOf(store)).to.equal('New')
    await store.close()
  })

  it('reads with the columns that another process has added or taken meanwhile', async () => {
    const path = join(await makeFolder(), 'platen.db')
    const store = await openStore({ databaseUrl: path })
    const { teamId } = await stockTeam(store)
    const team = await store.teams.find(teamId)
    const other = new Database(path)
    other.exec("alter table teams add column motto text default 'ink'")
    expect(await store.teams.find(teamId)).to.deep.equal(team)
    const db = databaseOf(store)
    const mottos = await db.read(db.sql('teams').where({ id: teamId }).select('motto'))
    expect(mottos).to.deep.equal([{ motto: 'ink' }])
    other.exec('alter table teams drop column motto')
    expect(await store.teams.find(teamId)).to.deep.equal(team)
    other.close()
    await store.close()
  })

  it('answers a forgotten transaction soon instead of waiting for ever', async () => {
    const { store, close } = await openMemory()
    const error = await store
      .transaction(async () => {
        await store.teams.list()
      })
      .catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'database_unavailable')
    await close()
  })

  it('loses no count between processes that read and write in turn, and opens while they do', async () => {
    const path = join(await makeFolder(), 'platen.db')
    const store = await openStore({ databaseUrl: path })
    const { teamId, template } = await stockTeam(store)
    const script = join(import.meta.dirname, 'counter-process.ts')
    const processes = [1, 2].map(() => fork(script, [path, teamId, template.id, '100']))
    const codes = await Promise.all(processes.map(async (one) => (await once(one, 'exit'))[0]))
    expect(codes).to.deep.equal([0, 0])
    expect(await readCount(store, teamId, template.id)).to.equal(200)
    await store.close()
  })

  it('brings one new database up to date from several connections at once', async () => {
    const path = join(await makeFolder(), 'platen.db')
    const opened = await Promise.all([1, 2, 3].map(() => openStore({ databaseUrl: path })))
    expect(opened.filter((store) => store.migrated.length > 0)).to.have.length(1)
    await Promise.all(opened.map((store) => store.close()))
  })

  it('refuses a database of a newer version, an unknown scheme and an empty path, saying why', async () => {
    const path = join(await makeFolder(), 'platen.db')
    await (await openStore({ databaseUrl: path })).close()
    const database = new Database(path)
    database.exec("insert into knex_migrations (name, batch) values ('9999-later', 9)")
    database.close()
    const message = async (databaseUrl: string) =>
      openStore({ databaseUrl }).then(
        () => 'opened',
        (error: Error) => error.message,
      )
    expect(await message(path)).to.match(/newer version of Platen \(9999-later\)/)
    expect(await message('mysql://db.example.com/platen')).to.match(/"mysql:", which is not supported/)
    expect(await message('sqlite:')).to.match(/empty/)
  })

  it('says nothing of the values in the message of an error', async () => {
    const { store, close } = await openMemory()
    const { template } = await stockTeam(store)
    const error = await store.renders
      .insert(renderRecord(template, { revision: 9, customerEmail: 'jane@example.com' }))
      .catch((thrown: Error) => thrown)
    expect(String((error as Error).message)).to.match(/FOREIGN KEY/)
    expect(String((error as Error).message)).not.to.include('jane@example.com')
    await close()
  })
})
