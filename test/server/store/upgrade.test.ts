/** Upgrades: data of earlier states of the migrations is migrated, stays whole and is worked on, after a copy on SQLite. */
import { cp, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect } from 'chai'
import { checkInstallation } from '../../../server/backup/check-installation.ts'
import { readConfig } from '../../../server/config.ts'
import { connect } from '../../../server/store/engine/dialect.ts'
import { knownMigrations, recordedNames } from '../../../server/store/engine/migrate.ts'
import { openStore } from '../../../server/store/open.ts'
import { makeOlderDatabase, migrationsUpTo } from '../../support/database/older-installation.ts'
import { DATABASES, freshDatabase, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { runPlaten } from '../../support/programs/platen-cli.ts'
import { runProgram } from '../../support/programs/run-program.ts'
import { needsSmallDisk } from '../../support/programs/small-disk.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import {
  hashOfLink,
  openCardShop,
  orderCard,
  type PrintedOrder,
} from '../../support/service/printing-shop.ts'

/** From before own images, from before review and production, and one step back. */
const STATES = ['0021-revision-artwork', '0033-drafts', knownMigrations().at(-2) ?? '']

describe('An upgrade', () => {
  const makeFolder = temporaryFolders()
  const orders: PrintedOrder[] = []
  let source: string
  let templateId: string
  let key: string

  before(async () => {
    source = await makeFolder()
    const test = await openTestServer({ press: 'workers', env: { DATA_DIR: source } })
    test.clock.set(Date.now())
    key = test.team.key
    templateId = await openCardShop(test)
    await test.json('/v1/webhook_endpoints', { body: { url: 'https://receiver.example/hooks' } })
    for (const name of ['Ada', 'Zoë']) orders.push(await orderCard(test, templateId, name))
    await test.json('/v1/fills', { body: { template_id: templateId } })
    await test.close()
  })

  /** Settings of an installation that has the orders, in the form of `last`. */
  const older = async (last: string, database: (typeof DATABASES)[number] = 'sqlite') => {
    const DATA_DIR = await makeFolder()
    await cp(join(source, 'files'), join(DATA_DIR, 'files'), { recursive: true })
    await cp(join(source, 'master.key'), join(DATA_DIR, 'master.key'))
    const env = { DATA_DIR, ...(database === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}) }
    await makeOlderDatabase(join(source, 'platen.db'), readConfig(env).databaseUrl, last)
    return env
  }
  const copiesOf = async (folder: string) => readdir(join(folder, 'backups')).catch((): string[] => [])
  const formOf = async (path: string) => {
    const database = await connect(path)
    const names = await recordedNames(database)
    await database.close()
    return names
  }

  for (const database of DATABASES)
    for (const last of STATES)
      it(`takes the data of ${last} along, prints the same files and goes on, on ${longOn(database)}`, async function () {
        needsDatabase(this, database)
        const env = await older(last, database)
        const test = await openTestServer({ press: 'workers', env })
        try {
          test.clock.set(Date.now())
          for (const { link, sha256 } of orders) expect(await hashOfLink(test.url, link)).to.equal(sha256)
          const shop: TestServer = { ...test, json: (path, options) => test.json(path, { key, ...options }) }
          await orderCard(shop, templateId, 'Grace')
          const { body } = await shop.json('/v1/fills')
          expect(body.data).to.have.length(4)
        } finally {
          await test.close()
        }
        const config = readConfig(env)
        expect(await formOf(config.databaseUrl)).to.deep.equal(knownMigrations())
        const found = await checkInstallation(config, { now: Date.now() })
        expect(found.problems).to.deep.equal([])
        expect(found.looked).to.include({ renders: 3, fills: 4 })
        expect(await copiesOf(env.DATA_DIR)).to.have.length(database === 'sqlite' ? 1 : 0)
      })

  it('keeps a copy from before it, with which the version before goes on', async () => {
    const env = await older('0033-drafts')
    const { code, out } = await runPlaten(env, 'migrate', '--json')
    expect(code).to.equal(0)
    const { copy, migrated } = JSON.parse(out)
    expect(copy).to.equal(join(env.DATA_DIR, `backups/platen-before-${migrated[0]}.db`))
    expect((await stat(copy)).mode & 0o777).to.equal(0o600)
    const database = new Sqlite(copy, { readonly: true })
    expect(database.pragma('journal_mode', { simple: true }), 'one file').to.equal('delete')
    const fills = database.prepare('select count(*) as count from fills').get()
    expect(fills).to.deep.equal({ count: 3 })
    database.close()
    expect(await formOf(copy)).to.deep.equal(migrationsUpTo('0033-drafts'))
    expect(JSON.parse((await runPlaten(env, 'migrate', '--json')).out)).to.deep.equal({
      ...{ migrated: [], copy: null },
    })
  })

  it('keeps the two youngest copies, and none of a new database or where the setting says so', async () => {
    const env = await older('0033-drafts')
    await runPlaten({ ...env, MIGRATION_BACKUP: 'false' }, 'migrate')
    expect(await copiesOf(env.DATA_DIR)).to.deep.equal([])
    const fresh = { DATA_DIR: await makeFolder() }
    await runPlaten(fresh, 'migrate')
    expect(await copiesOf(fresh.DATA_DIR)).to.deep.equal([])
    const copies = await makeFolder()
    for (const last of ['0019-console', '0024-hook-list', '0032-branding']) {
      const databaseUrl = join(await makeFolder(), 'platen.db')
      await makeOlderDatabase(join(source, 'platen.db'), databaseUrl, last)
      await (await openStore({ databaseUrl, copies })).close()
    }
    expect(await readdir(copies)).to.deep.equal([
      'platen-before-0025-interruptions.db',
      'platen-before-0033-drafts.db',
    ])
  })

  it('changes nothing where there is no room for the copy, and says what to do', async function () {
    const disk = await needsSmallDisk(this, 2)
    try {
      const { DATA_DIR } = await older('0033-drafts')
      const databaseUrl = join(DATA_DIR, 'platen.db')
      await disk.fill(8192)
      const refused = await openStore({ databaseUrl, copies: join(disk.folder, 'backups') }).then(
        () => 'opened',
        (error: Error) => error.message,
      )
      expect(refused).to.match(/^The database was not migrated because its copy in .*MIGRATION_BACKUP=false/)
      expect(await formOf(databaseUrl)).to.deep.equal(migrationsUpTo('0033-drafts'))
      expect(await copiesOf(disk.folder)).to.deep.equal([])
    } finally {
      await disk.unmount()
    }
  })

  it('is refused where the database is damaged, before anything is changed', async () => {
    const { DATA_DIR } = await older('0033-drafts')
    const databaseUrl = join(DATA_DIR, 'platen.db')
    const { size } = await stat(databaseUrl)
    const file = await open(databaseUrl, 'r+')
    await file.write(Buffer.alloc(4096, 7), 0, 4096, Math.floor(size / 4096 / 2) * 4096)
    await file.close()
    const refused = await openStore({ databaseUrl, copies: join(DATA_DIR, 'backups') }).then(
      () => 'opened',
      (error: Error) => error.message,
    )
    expect(refused).to.match(/is damaged \(.*\)\. It was not migrated\. Restore a backup/)
    expect(await copiesOf(DATA_DIR)).to.deep.equal([])
  })

  it('to a database of a newer version is refused in one sentence, by server and command line', async () => {
    const { DATA_DIR } = await older('0033-drafts')
    const database = new Sqlite(join(DATA_DIR, 'platen.db'))
    database.exec("insert into knex_migrations (name, batch) values ('9999-later', 9)")
    database.close()
    const start = runProgram(DATA_DIR)
    expect(await start.ended).to.equal(1)
    const said =
      'The database was written by a newer version of Platen (9999-later). Run that version or restore a backup ' +
      'from before the upgrade.\n'
    expect(start.errors()).to.equal(`Platen failed to start: ${said}`)
    expect(await runPlaten({ DATA_DIR }, 'migrate')).to.deep.equal({ code: 1, out: '', error: said })
    expect(await copiesOf(DATA_DIR)).to.deep.equal([])
  })
})
