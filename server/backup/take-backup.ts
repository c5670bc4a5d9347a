/** Takes a backup of an installation, whose server may go on working: one snapshot of the rows, and what they name. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { diskFileSystem, syncFolder } from '../files/file-system.ts'
import { makeFolder } from '../files/folders.ts'
import { readCatalogue, type TableForm } from '../store/engine/catalogue.ts'
import type { Database, Reader } from '../store/engine/database.ts'
import { knownMigrations, recordedNames, refuseNewerDatabase } from '../store/engine/migrate.ts'
import { readVersion } from '../version.ts'
import { copyFiles } from './copy-files.ts'
import {
  findKey,
  type Installation,
  keyId,
  openWithoutCopies,
  type Report,
  withDatabase,
} from './installation.ts'
import {
  BACKUP_FORMAT,
  BackupRefused,
  KEY_FILE,
  type Manifest,
  tableFile,
  writeManifest,
} from './manifest.ts'
import { filesOfRow } from './named-files.ts'
import { LEFT_OUT, readRows } from './rows.ts'
import { writeLasting } from './write-lasting.ts'

interface BackupContents {
  readonly migrations: readonly string[]
  readonly tables: Manifest['tables']
  readonly leftOut: readonly string[]
  readonly postgres: boolean
  /** The files that rows name, and a row that names each, for messages. */
  readonly named: ReadonlyMap<string, string>
}

/**
 * Writes to a folder beside the wanted one and gives it its name when everything in it is whole and synced. Throws
 * BackupRefused where the folder exists, and where a file that a row names is missing or damaged: what could not be
 * restored is not called a backup. `now` in milliseconds since 1970.
 */
export async function takeBackup(
  installation: Installation,
  folder: string,
  now: number,
  report: Report = () => {},
): Promise<Manifest> {
  const target = resolve(folder)
  await refuseTaken(target)
  return withDatabase(installation, async (database) => {
    await makeFolder(diskFileSystem, dirname(target))
    const partial = join(dirname(target), `${basename(target)}.partial-${randomBytes(4).toString('hex')}`)
    await mkdir(partial, { mode: 0o700 })
    try {
      const manifest = await fillTwice(installation, database, await realpath(partial), now, report)
      await refuseTaken(target)
      await rename(partial, target)
      await syncFolder(diskFileSystem, dirname(target))
      return manifest
    } catch (error) {
      await rm(partial, { recursive: true, force: true })
      throw error
    }
  })
}

async function refuseTaken(target: string): Promise<void> {
  if ((await lstat(target).catch(() => null)) === null) return
  throw new BackupRefused(`${target} already exists. Choose a new folder for the backup.`)
}

/** A merged file may be erased with its records between the snapshot and its copy: then all is read once more. */
async function fillTwice(...parts: Parameters<typeof fill>): Promise<Manifest> {
  const [, , folder] = parts
  try {
    return await fill(...parts)
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
    return fill(...parts)
  }
}

async function fill(
  installation: Installation,
  database: Database,
  folder: string,
  now: number,
  report: Report,
): Promise<Manifest> {
  const taken = await database.snapshot((snapshot) => writeTables(snapshot, folder, report))
  const files = await openWithoutCopies(installation)
  const rows = taken.tables.reduce((sum, table) => sum + table.rows, 0)
  const copied = await copyFiles(files, taken.named, join(folder, 'files'), (progress) =>
    report({ ...progress, doing: 'Copying files', rows }),
  ).finally(() => files.close())
  const found = await findKey(installation)
  const included = found?.from === 'folder'
  if (included) await writeLasting(join(folder, KEY_FILE), `${found.key.toString('hex')}\n`)
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    platen_version: readVersion(),
    created_at: new Date(now).toISOString(),
    database: taken.postgres ? 'postgresql' : 'sqlite',
    migrations: [...taken.migrations],
    tables: taken.tables,
    left_out: [...taken.leftOut],
    files: copied,
    master_key: { id: found === null ? null : keyId(found.key), included },
  }
  await writeManifest(folder, manifest)
  await syncFolder(diskFileSystem, folder)
  return manifest
}

async function writeTables(snapshot: Reader, folder: string, report: Report): Promise<BackupContents> {
  const migrations = await recordedNames(snapshot)
  refuseNewerDatabase(migrations, knownMigrations())
  const catalogue = await readCatalogue(snapshot)
  if (migrations.length === 0 || catalogue.length === 0)
    throw new BackupRefused('The database is empty. There is nothing to back up.')
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  const named = new Map<string, string>()
  const tables: Manifest['tables'] = []
  let before = 0
  for (const table of catalogue.filter(({ name }) => !LEFT_OUT.includes(name))) {
    const written = await writeTable(snapshot, table, folder, named, (rows) =>
      report({ doing: 'Writing rows', rows: before + rows, files: 0, bytes: 0 }),
    )
    before += written.rows
    tables.push(written)
  }
  await syncFolder(diskFileSystem, join(folder, 'tables'))
  const leftOut = catalogue.map(({ name }) => name).filter((name) => LEFT_OUT.includes(name))
  return { migrations, tables, leftOut, named, postgres: snapshot.dialect === 'postgres' }
}

async function writeTable(
  snapshot: Reader,
  table: TableForm,
  folder: string,
  named: Map<string, string>,
  onRows: (rows: number) => void,
): Promise<Manifest['tables'][number]> {
  const { name } = table
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const page of readRows(snapshot, table)) {
      for (const row of page.rows)
        for (const sha256 of filesOfRow(name, row))
          if (!named.has(sha256)) named.set(sha256, `${name} ${row[table.key[0] ?? ''] ?? ''}`)
      rows += page.rows.length
      onRows(rows)
      yield page.lines
    }
  }
  async function* metered(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const output = createWriteStream(join(folder, tableFile(name)), { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(Readable.from(lines()), createGzip({ level: constants.Z_BEST_SPEED }), metered, output)
  return { name, rows, bytes, sha256: hash.digest('hex') }
}
