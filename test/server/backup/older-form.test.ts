/** Backups of an older form: loaded as they are, and then brought up to date as the database would have been. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import { takeBackup } from '../../../server/backup/take-backup.ts'
import { readConfig } from '../../../server/config.ts'
import type { Handle } from '../../../server/store/engine/database.ts'
import { connect } from '../../../server/store/engine/dialect.ts'
import { knownMigrations, migrate, recordedNames } from '../../../server/store/engine/migrate.ts'
import { DATABASES, freshDatabase, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { runInside } from '../../support/programs/platen-cli.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

/** The form of 0.1.0. */
const OLDER = knownMigrations().slice(0, 7)
const FILE = Buffer.from('%PDF-1.7\n%%EOF\n')
const SHA256 = createHash('sha256').update(FILE).digest('hex')

describe('A backup of an older form', () => {
  const makeFolder = temporaryFolders()
  let folder: string

  before(async () => {
    const DATA_DIR = await makeFolder()
    const db = await connect(join(DATA_DIR, 'platen.db'))
    await migrate(db, OLDER)
    await insertRows(db)
    await db.close()
    const shard = join(DATA_DIR, 'files/sha256', SHA256.slice(0, 2))
    await mkdir(shard, { recursive: true })
    await writeFile(join(shard, SHA256), FILE)
    folder = join(await makeFolder(), 'older')
    const manifest = await takeBackup(readConfig({ DATA_DIR }), folder, Date.now())
    expect(manifest.migrations).to.deep.equal(OLDER)
    expect((await runInside({ DATA_DIR }, 'verify', folder)).code).to.equal(0)
  })

  for (const database of DATABASES) {
    it(`is brought up to date, rows and all, on ${longOn(database)}`, async function () {
      needsDatabase(this, database)
      const DATA_DIR = await makeFolder()
      const config = readConfig({
        DATA_DIR,
        ...(database === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}),
      })
      const restored = await restoreBackup(config, folder)
      expect(restored.migrated).to.deep.equal(knownMigrations().slice(7))
      const db = await connect(config.databaseUrl)
      expect(await recordedNames(db)).to.deep.equal(knownMigrations())
      const [fill] = await db.read(
        db.sql('fills').select('customer_email', 'customer_key', 'expires_at', 'field_values'),
      )
      expect(fill).to.deep.equal({
        customer_email: 'Ada@Example.com',
        customer_key: 'ada@example.com',
        expires_at: 1_800_000_000_000,
        field_values: '{"fld_1":"A\u2028\\"da"}',
      })
      await db.close()
    })
  }

  it('is refused where the database has gone further already', async () => {
    const config = readConfig({ DATA_DIR: await makeFolder() })
    const db = await connect(config.databaseUrl)
    await migrate(db)
    await db.close()
    const { code, error } = await runInside({ DATA_DIR: config.dataDir }, 'restore', folder)
    expect(code).to.equal(1)
    expect(error).to.match(/schema is newer than the backup.*new, empty database/)
  })
})

async function insertRows(db: Handle): Promise<void> {
  const created = { created_at: 1_700_000_000_000 }
  const team = { team_id: 'team_1' }
  const plan = JSON.stringify({ bodySha256: SHA256 })
  await db.change(db.sql('teams').insert({ id: 'team_1', name: 'Corner Press', ...created }))
  await db.change(
    db.sql('templates').insert({
      ...{ id: 'tpl_1', ...team, title: 'Card', slug: 'card', status: 'live', source_sha256: SHA256 },
      ...{
        size_bytes: FILE.length,
        extractor_version: 1,
        latest_revision: 1,
        live_revision: 1,
        metadata: '{}',
      },
      ...{ ...created, updated_at: 1, plan, findings: '[]' },
    }),
  )
  await db.change(
    db.sql('template_revisions').insert({
      ...{ ...team, template_id: 'tpl_1', revision: 1, ...created, plan, scene: '{}' },
    }),
  )
  await db.change(
    db.sql('fills').insert({
      ...{ id: 'fill_1', ...team, template_id: 'tpl_1', revision: 1, status: 'open', source: 'api' },
      ...{ field_values: '{"fld_1":"A\u2028\\"da"}', assignments: '{}', quantity: 1, metadata: '{}' },
      ...{ customer_email: 'Ada@Example.com', expires_at: 1_800_000_000_000, ...created, updated_at: 1 },
    }),
  )
}
