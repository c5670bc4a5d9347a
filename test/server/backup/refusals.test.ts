/** What a backup and a restore refuse: damage of every kind, other people's keys, newer forms, full installations. */
import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'chai'
import { readManifest } from '../../../server/backup/manifest.ts'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import { takeBackup } from '../../../server/backup/take-backup.ts'
import { readConfig } from '../../../server/config.ts'
import { connect } from '../../../server/store/engine/dialect.ts'
import { openStore } from '../../../server/store/open.ts'
import { runInside } from '../../support/programs/platen-cli.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { fillInstallation } from '../../support/service/small-shop.ts'
import { insertBatch } from './raw-batch.ts'

const KEY = 'ab'.repeat(32)

describe('A backup that cannot be trusted or placed', () => {
  const makeFolder = temporaryFolders()
  let dataDir: string
  let whole: string

  before(async () => {
    dataDir = await makeFolder()
    await fillInstallation({ DATA_DIR: dataDir })
    whole = join(await makeFolder(), 'whole')
    await runInside({ DATA_DIR: dataDir }, 'backup', whole)
  })

  async function copy(): Promise<string> {
    const folder = join(await makeFolder(), 'copy')
    await cp(whole, folder, { recursive: true })
    return folder
  }

  /** Restores it into an empty installation, which has to stay empty; gives what was said. */
  async function refusal(folder: string): Promise<string> {
    const target = await makeFolder()
    const { code, out, error } = await runInside({ DATA_DIR: target }, 'restore', folder)
    expect({ code, out }, error).to.deep.equal({ code: 1, out: '' })
    expect(error).not.to.match(/\n {4}at /)
    const store = await openStore({ databaseUrl: join(target, 'platen.db') })
    expect(await store.teams.list()).to.deep.equal([])
    await store.close()
    expect(await readdir(target)).not.to.include('master.key')
    const checked = await runInside({ DATA_DIR: target }, 'verify', folder)
    expect(checked.code).to.equal(1)
    return error
  }

  async function flip(path: string, at: number): Promise<void> {
    const bytes = await readFile(path)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(path, bytes)
  }

  async function keptFile(folder: string): Promise<string> {
    const [{ sha256 } = { sha256: '' }] = (await readManifest(folder)).files
    return join('files', 'sha256', sha256.slice(0, 2), sha256)
  }

  const damages: readonly (readonly [string, (folder: string) => Promise<unknown>, RegExp])[] = [
    [
      'a byte of the rows',
      (at) => flip(join(at, 'tables/renders.ndjson.gz'), 40),
      /tables\/renders\.ndjson\.gz/,
    ],
    [
      'a table that is gone',
      (at) => rm(join(at, 'tables/fills.ndjson.gz')),
      /tables\/fills\S+ +It is not in the/,
    ],
    [
      'a table cut short',
      (at) => truncate(join(at, 'tables/teams.ndjson.gz'), 30),
      /tables\/teams\S+ +Its content has changed/,
    ],
    [
      'a byte of a file',
      async (at) => flip(join(at, await keptFile(at)), 9),
      /files\/sha256\/\S+ +Its content has changed/,
    ],
    [
      'a file that is gone',
      async (at) => rm(join(at, await keptFile(at))),
      /files\/sha256\/\S+ +It is not in/,
    ],
    ['a manifest cut short', (at) => truncate(join(at, 'manifest.json'), 400), /manifest\.json has changed/],
    ['a byte of the manifest', (at) => flip(join(at, 'manifest.json'), 30), /manifest\.json has changed/],
    [
      'a manifest without its checksum',
      (at) => rm(join(at, 'manifest.sha256')),
      /manifest\.sha256 is missing/,
    ],
    ['no manifest', (at) => rm(join(at, 'manifest.json')), /is not a backup/],
    ['a byte of the master key', (at) => flip(join(at, 'master.key'), 3), /master key/],
    ['a master key that is gone', (at) => rm(join(at, 'master.key')), /master key/],
  ]
  for (const [what, harm, says] of damages)
    it(`is refused for ${what}, before anything is written`, async () => {
      const folder = await copy()
      await harm(folder)
      expect(await refusal(folder)).to.match(says)
    })

  /** Writes the manifest anew as another Platen might have written it. */
  async function rewrite(folder: string, change: (manifest: Record<string, unknown>) => void): Promise<void> {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    change(manifest)
    const text = JSON.stringify(manifest)
    const hash = createHash('sha256').update(text).digest('hex')
    await writeFile(join(folder, 'manifest.json'), text)
    await writeFile(join(folder, 'manifest.sha256'), `${hash}  manifest.json\n`)
  }

  it('is refused where a newer Platen wrote it, or none', async () => {
    const newer = await copy()
    await rewrite(newer, (manifest) => {
      manifest.format = 2
    })
    expect(await refusal(newer)).to.match(/newer version of Platen/)
    const foreign = await copy()
    await rewrite(foreign, (manifest) => {
      manifest.tables = [{ name: '../teams', rows: 1, bytes: 1, sha256: '0'.repeat(64) }]
    })
    expect(await refusal(foreign)).to.match(/is not a valid backup manifest/)

    const later = await copy()
    await rewrite(later, (manifest) => {
      manifest.migrations = [...(manifest.migrations as string[]), '9999-of-tomorrow']
    })
    const { code, error } = await runInside({ DATA_DIR: await makeFolder() }, 'restore', later)
    expect(code).to.equal(1)
    expect(error).to.match(/newer version of Platen \(9999-of-tomorrow\)/)
  })

  it('is refused where rows were taken out of the manifest, or a file that they name', async () => {
    const fewer = await copy()
    await rewrite(fewer, (manifest) => {
      const tables = manifest.tables as { name: string; rows: number }[]
      for (const table of tables) if (table.name === 'renders') table.rows += 1
    })
    expect(await refusal(fewer)).to.match(/tables\/renders\S+ +It has 2 rows; the backup was written with 3/)
    const unlisted = await copy()
    await rewrite(unlisted, (manifest) => {
      ;(manifest.files as unknown[]).pop()
    })
    expect(await refusal(unlisted)).to.match(/[0-9a-f]{64} +Rows of \w+ refer to this file/)
  })

  it('is put into an empty installation alone, and only beside its own master key', async () => {
    const inUse = await runInside({ DATA_DIR: dataDir }, 'restore', whole)
    expect(inUse.code).to.equal(1)
    expect(inUse.error).to.match(/This installation already has a team/)

    const other = await makeFolder()
    await writeFile(join(other, 'master.key'), `${KEY}\n`)
    const refused = await runInside({ DATA_DIR: other }, 'restore', whole)
    expect([refused.code, refused.error]).to.satisfy(
      ([code, error]: [number, string]) =>
        code === 1 && /The master key in DATA_DIR does not match/.test(error),
    )
    expect(await readFile(join(other, 'master.key'), 'utf8')).to.equal(`${KEY}\n`)
    const set = await runInside({ DATA_DIR: await makeFolder(), MASTER_KEY: KEY }, 'restore', whole)
    expect(set.error).to.match(/MASTER_KEY does not match this backup/)
  })

  it('says that a key from the environment is not in it, and asks for the same one', async () => {
    const source = { DATA_DIR: await makeFolder(), MASTER_KEY: KEY }
    await fillInstallation(source)
    const folder = join(await makeFolder(), 'taken')
    const taken = await runInside(source, 'backup', folder)
    expect(taken.code, taken.error).to.equal(0)
    expect(taken.out).to.match(/The master key is not included.*A restore needs the same value/s)
    expect(await readdir(folder)).not.to.include('master.key')
    const without = await runInside({ DATA_DIR: await makeFolder() }, 'restore', folder)
    expect([without.code, without.error]).to.satisfy(
      ([code, error]: [number, string]) => code === 1 && /Set MASTER_KEY to the same value/.test(error),
    )
    const target = { DATA_DIR: await makeFolder(), MASTER_KEY: KEY }
    expect((await runInside(target, 'restore', folder)).out).to.match(/master key +was there/)
    expect((await runInside(target, 'verify')).out).to.match(/No problems found/)
  })

  it('is read once more where a file was erased between the look at the rows and its copy', async () => {
    const env = { DATA_DIR: await makeFolder() }
    await fillInstallation(env)
    const config = readConfig(env)
    const db = await connect(config.databaseUrl)
    const [{ team_id } = {}] = await db.read(db.sql('fills').select('team_id').limit(1))
    await insertBatch(db, { team_id, result_sha256: 'f'.repeat(64) })
    const folder = join(await makeFolder(), 'taken')
    const lost = await runInside(env, 'backup', folder)
    expect(lost.error).to.match(/The file f{64}, which batches bat_1 names, cannot be backed up/)
    let erased = false
    const manifest = await takeBackup(config, folder, Date.now(), ({ doing }) => {
      if (doing !== 'Copying files' || erased) return
      erased = true
      const beside = new Database(config.databaseUrl)
      beside.exec('update batches set result_sha256 = null')
      beside.close()
    })
    expect(manifest.files).to.have.lengthOf(2)
    await db.close()
    expect((await runInside(env, 'verify', folder)).code).to.equal(0)
  })

  it('is restored wholly or not at all: one that was cut off is started again', async () => {
    const env = { DATA_DIR: await makeFolder() }
    const config = readConfig(env)
    const cut = await restoreBackup(config, whole, ({ doing, rows }) => {
      if (doing === 'Restoring rows' && rows > 5) throw new Error('The plug was pulled.')
    }).catch((error: Error) => error.message)
    expect(cut).to.equal('The plug was pulled.')
    const store = await openStore({ databaseUrl: config.databaseUrl })
    expect(await store.teams.list()).to.deep.equal([])
    await store.close()
    const again = await runInside(env, 'restore', whole)
    expect(again.code, again.error).to.equal(0)
    expect((await runInside(env, 'verify')).code).to.equal(0)
  })

  it('is for the eyes of its owner alone', async () => {
    const modes = async (name: string) => (await stat(join(whole, name))).mode & 0o777
    expect(await modes('.')).to.equal(0o700)
    for (const name of ['master.key', 'manifest.json', 'tables/fills.ndjson.gz', await keptFile(whole)])
      expect(await modes(name), name).to.equal(0o600)
  })

  it('is not taken over another one, of nothing, or of files that are damaged; and leaves nothing then', async () => {
    const parent = await makeFolder()
    const again = await runInside({ DATA_DIR: dataDir }, 'backup', whole)
    expect([again.code, again.error]).to.satisfy(
      ([code, error]: [number, string]) => code === 1 && /already exists/.test(error),
    )
    const nothing = await runInside({ DATA_DIR: await makeFolder() }, 'backup', join(parent, 'none'))
    expect([nothing.code, nothing.error]).to.satisfy(
      ([code, error]: [number, string]) => code === 1 && /No database found/.test(error),
    )

    const damaged = { DATA_DIR: await makeFolder() }
    await fillInstallation(damaged)
    const kept = (await readdir(join(damaged.DATA_DIR, 'files/sha256'), { recursive: true })).filter(
      (name) => name.length > 64,
    )
    await flip(join(damaged.DATA_DIR, 'files/sha256', kept[0] ?? ''), 12)
    const taken = await runInside(damaged, 'backup', join(parent, 'damaged'))
    expect(taken.code).to.equal(1)
    expect(taken.error).to.match(/The file [0-9a-f]{64}, which \w+ \S+ names, cannot be backed up/)
    expect(await readdir(parent)).to.deep.equal([])
  })
})
