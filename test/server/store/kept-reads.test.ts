/** What SQLite's answers to the questions of nearly every request are kept for: only as long as they are still right. */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { readSnapshot } from '../../../server/store/dialect.ts'
import { openStore } from '../../../server/store/open.ts'
import { knexOf } from '../../../server/store/store.ts'
import { keyRecord, teamRecord } from '../../support/records.ts'
import { temporaryFolders } from '../../support/temporary-folder.ts'

describe('Kept answers of SQLite', () => {
  const makeFolder = temporaryFolders()

  async function openTwice() {
    const databaseUrl = join(await makeFolder(), 'platen.db')
    const here = await openStore({ databaseUrl })
    // As another process would have it: between its writing and what follows from it here, something has to arrive.
    const elsewhere = await openStore({ databaseUrl })
    const team = teamRecord()
    await here.teams.insert(team)
    const key = keyRecord(team.id)
    await here.keys.insert(key)
    const close = async () => {
      await elsewhere.close()
      await here.close()
    }
    return { here, elsewhere, team, key, close }
  }

  it('are those of the last commit of another process, however often it was asked before', async () => {
    const { here, elsewhere, team, key, close } = await openTwice()
    for (let turn = 1; turn <= 20; turn += 1) {
      expect((await here.keys.findByHash(key.keyHash))?.lastUsedAt).to.equal(turn === 1 ? null : turn - 1)
      await elsewhere.keys.touch(key.id, turn)
      await nextTurn()
      expect((await here.keys.findByHash(key.keyHash))?.lastUsedAt).to.equal(turn)
      await elsewhere.teams.update(team.id, { renderLimitMonthly: turn })
      await nextTurn()
      expect((await here.teams.find(team.id))?.renderLimitMonthly).to.equal(turn)
      await elsewhere.usage.consume(team.id, '202607', null)
      await nextTurn()
      expect(await here.usage.read(team.id, '202607')).to.equal(turn)
    }
    await elsewhere.keys.revoke(team.id, key.id, 77)
    await nextTurn()
    expect((await here.keys.findByHash(key.keyHash))?.revokedAt).to.equal(77)
    await close()
  })

  it('change with what is written here, in the same breath', async () => {
    const { here, team, key, close } = await openTwice()
    const before = here.keys.findByHash(key.keyHash)
    const written = here.keys.revoke(team.id, key.id, 5)
    expect((await before)?.revokedAt).to.equal(null)
    await written
    expect((await here.keys.findByHash(key.keyHash))?.revokedAt).to.equal(5)
    expect(await here.usage.read(team.id, '202607')).to.equal(0)
    await here.usage.consume(team.id, '202607', null)
    expect(await here.usage.read(team.id, '202607')).to.equal(1)
    await close()
  })

  it('tell what is not there until it is', async () => {
    const { here, elsewhere, team, close } = await openTwice()
    const second = keyRecord(team.id)
    expect(await here.keys.findByHash(second.keyHash)).to.equal(null)
    expect(await here.keys.findByHash(second.keyHash)).to.equal(null)
    await elsewhere.keys.insert(second)
    await nextTurn()
    expect(await here.keys.findByHash(second.keyHash)).to.deep.equal(second)
    await close()
  })

  it('are not those of a transaction, which sees what it has written itself, and are untouched by its end', async () => {
    const { here, team, close } = await openTwice()
    expect(await here.usage.read(team.id, '202607')).to.equal(0)
    const ended = here.transaction(async (inside) => {
      await inside.usage.consume(team.id, '202607', null)
      expect(await inside.usage.read(team.id, '202607')).to.equal(1)
      expect(await here.usage.read(team.id, '202607')).to.equal(0)
      throw new Error('It is taken back.')
    })
    expect(await ended.catch((error: Error) => error.message)).to.equal('It is taken back.')
    expect(await here.usage.read(team.id, '202607')).to.equal(0)
    await close()
  })

  it('are the very same while only other tables change, and new once theirs does', async () => {
    const { here, team, key, close } = await openTwice()
    const kept = await here.teams.find(team.id)
    await here.keys.touch(key.id, 1)
    await here.transaction((inside) => inside.usage.consume(team.id, '202607', null))
    expect(await here.teams.find(team.id)).to.equal(kept)
    await here.transaction((inside) => inside.teams.update(team.id, { renderLimitMonthly: 5 }))
    expect((await here.teams.find(team.id))?.renderLimitMonthly).to.equal(5)
    await here.teams.update(team.id, { renderLimitMonthly: 6 })
    expect((await here.teams.find(team.id))?.renderLimitMonthly).to.equal(6)
    await close()
  })

  it('are as another process left them also while this one reads a state of long ago', async () => {
    const { here, elsewhere, team, close } = await openTwice()
    expect((await here.teams.find(team.id))?.renderLimitMonthly).to.equal(team.renderLimitMonthly)
    await readSnapshot(knexOf(here), async (snapshot) => {
      await snapshot('teams').count()
      for (let turn = 1; turn <= 3; turn += 1) {
        await elsewhere.teams.update(team.id, { renderLimitMonthly: turn })
        await nextTurn()
        expect((await here.teams.find(team.id))?.renderLimitMonthly).to.equal(turn)
      }
    })
    await elsewhere.teams.update(team.id, { renderLimitMonthly: 9 })
    await nextTurn()
    expect((await here.teams.find(team.id))?.renderLimitMonthly).to.equal(9)
    await close()
  })

  it('depend on the tables that are named alone, as none changes with another one', async () => {
    const { here, close } = await openTwice()
    const knex = knexOf(here)
    const master: readonly { readonly type: string; readonly name: string }[] = await knex('sqlite_master')
    expect(master.filter(({ type }) => type === 'trigger' || type === 'view')).to.deep.equal([])
    const tables = master.filter(({ type }) => type === 'table')
    expect(tables.length).to.be.greaterThan(20)
    for (const { name } of tables)
      for (const reference of await knex.raw(`pragma foreign_key_list('${name}')`))
        expect([reference.on_update, reference.on_delete], name).to.deep.equal(['NO ACTION', 'NO ACTION'])
    await close()
  })
})
