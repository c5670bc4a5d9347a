/** One server on a SQLite file: a second one is refused, whatever became of the first, and the command line works beside it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { openServer } from '../../server/open.ts'
import { openStore } from '../../server/store/open.ts'
import { migratedDatabase } from '../support/database/migrated.ts'
import { needsDatabase } from '../support/database/postgres.ts'
import { teamRecord } from '../support/database/records.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'

const REFUSED = /Another Platen server is using .*platen\.db\. Only one server can use a SQLite file/

describe('A server on a database', () => {
  const makeFolder = temporaryFolders()
  const start = (env: Readonly<Record<string, string>>) =>
    openServer(readConfig({ ...env, PORT: '0', HOST: '127.0.0.1', ROLES: 'jobs' }), {
      log: pino({ level: 'silent' }),
    })
  const refusal = (databaseUrl: string) =>
    openStore({ databaseUrl, serves: true }).then(
      async (store) => store.close(),
      (error: Error) => error.message,
    )

  it('is the only one on a SQLite file, by whatever name, until it is closed', async () => {
    const DATA_DIR = await makeFolder()
    const first = await start({ DATA_DIR })
    const second = await start({ DATA_DIR }).catch((error: Error) => error.message)
    expect(second).to.match(REFUSED)
    const link = join(await makeFolder(), 'platen.db')
    await symlink(join(DATA_DIR, 'platen.db'), link)
    expect(await refusal(link)).to.match(REFUSED)
    await first.close()
    await (await start({ DATA_DIR })).close()
  })

  it('lets the command line read and write beside it', async () => {
    const databaseUrl = join(await makeFolder(), 'platen.db')
    const serving = await openStore({ databaseUrl, serves: true })
    const beside = await openStore({ databaseUrl })
    const team = teamRecord()
    await beside.teams.insert(team)
    expect(await serving.teams.find(team.id)).to.deep.equal(team)
    await serving.teams.update(team.id, { name: 'Ink' })
    expect((await beside.teams.find(team.id))?.name).to.equal('Ink')
    await beside.close()
    expect(await refusal(databaseUrl), 'after the other has closed the file').to.match(REFUSED)
    await serving.close()
  })

  it('is followed at once by the next one where it was killed', async () => {
    const databaseUrl = join(await makeFolder(), 'platen.db')
    const child = fork(join(import.meta.dirname, 'serving-process.ts'), [databaseUrl])
    await once(child, 'message')
    expect(await refusal(databaseUrl)).to.match(REFUSED)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await refusal(databaseUrl)).to.equal(undefined)
  })

  it('is one of many on PostgreSQL', async function () {
    needsDatabase(this, 'postgres')
    const databaseUrl = await migratedDatabase()
    const both = [
      await openStore({ databaseUrl, serves: true }),
      await openStore({ databaseUrl, serves: true }),
    ]
    for (const store of both) await store.close()
  })
})
