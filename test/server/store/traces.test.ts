/** Erased words in the files of SQLite: in its log beside the file, and in pages of the file that became free. */
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect } from 'chai'
import { checkInstallation } from '../../../server/backup/check-installation.ts'
import { readConfig } from '../../../server/config.ts'
import { checkDatabase } from '../../../server/doctor/database.ts'
import { sweep } from '../../../server/jobs/sweep.ts'
import { openTestServer, TEST_TIME, type TestServer } from '../../support/service/open-test-server.ts'
import { liveTemplate, makeFill } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'

const WORD = 'Quibblethorne'
const MINUTE = 60_000

describe('Erased words on SQLite', () => {
  let test: TestServer
  let templateId: string
  beforeEach(async () => {
    test = await openTestServer({ database: 'sqlite', press: openSamplePress(), env: { ROLES: 'api' } })
    templateId = (await liveTemplate(test)).id
  })
  afterEach(() => test.close())

  /** Names of the files that hold the word; nothing is opened as a database. */
  const filesWithWord = async (): Promise<readonly string[]> => {
    const names: string[] = []
    for (const name of await readdir(test.folder, { recursive: true })) {
      const bytes = await readFile(join(test.folder, name)).catch(() => Buffer.alloc(0))
      if (bytes.includes(WORD)) names.push(name)
    }
    return names.sort()
  }
  const fill = () => makeFill(test, { template_id: templateId, values: { Name: WORD } })
  const erase = async (id: string) =>
    expect((await test.json(`/v1/fills/${id}/erase`, { method: 'POST' })).status).to.equal(200)
  const doctor = async () => {
    const { findings } = await checkDatabase({ databaseUrl: test.databasePath }, () => test.clock.now())
    return findings.filter(({ message }) => /erased/i.test(message))
  }
  /** As another program that reads the database, such as a backup. */
  const openReader = () => {
    const reader = new Sqlite(test.databasePath, { readonly: true })
    reader.exec('BEGIN')
    reader.prepare('select count(*) from fills').get()
    return reader
  }

  it('are in no file once the erasure is answered', async () => {
    const { id } = await fill()
    expect(await filesWithWord()).to.include('platen.db-wal')
    await erase(id)
    expect(await filesWithWord()).to.deep.equal([])
    expect((await doctor()).map(({ severity, message }) => [severity, message])).to.deep.equal([
      [
        'ok',
        `Erased data was last removed from the log of the database at ${new Date(TEST_TIME).toISOString()}.`,
      ],
    ])
  })

  it('are in no file after many erasures at once', async () => {
    const fills = await Promise.all(Array.from({ length: 12 }, fill))
    await Promise.all(fills.map(({ id }) => erase(id)))
    expect(await filesWithWord()).to.deep.equal([])
  })

  it('stay in the log while another program reads, which doctor and verify report, and leave it with the next sweep', async () => {
    const { id } = await fill()
    const reader = openReader()
    try {
      await erase(id)
      expect(await filesWithWord()).to.include('platen.db-wal')
      await sweep(test.server.ports)
      expect(await filesWithWord()).to.include('platen.db-wal')
      test.clock.advance(10 * MINUTE)
      const [said] = await doctor()
      expect([said?.severity, said?.message]).to.deep.equal([
        'warning',
        `Erased data was last removed from the log of the database never. Data erased at ${new Date(TEST_TIME).toISOString()} is still in it.`,
      ])
      const config = readConfig({ DATA_DIR: dirname(test.databasePath) })
      const { problems } = await checkInstallation(config, { now: test.clock.now() })
      expect(problems.map(({ code }) => code)).to.deep.equal(['log_not_truncated'])
    } finally {
      reader.close()
    }
    await sweep(test.server.ports)
    expect(await filesWithWord()).to.deep.equal([])
    expect((await doctor()).map(({ severity }) => severity)).to.deep.equal(['ok'])
  })

  it('that were overwritten by a change leave the log within a sweep', async () => {
    const { id } = await fill()
    await test.json(`/v1/fills/${id}`, { method: 'PATCH', body: { values: { Name: 'Somebody else' } } })
    expect(await filesWithWord()).to.include('platen.db-wal')
    await sweep(test.server.ports)
    expect(await filesWithWord()).not.to.include('platen.db-wal')
  })
})
