/** Restores a backup into an empty installation, on either database: checked first, and loaded in one transaction. */
import { join } from 'node:path'
import { diskFileSystem } from '../files/file-system.ts'
import { readChunks } from '../files/read-chunks.ts'
import { placeMasterKey } from '../master-key.ts'
import { hasTable, inLoadOrder, readCatalogue } from '../store/engine/catalogue.ts'
import type { Database, Reader, Tx } from '../store/engine/database.ts'
import { connect, lock } from '../store/engine/dialect.ts'
import { knownMigrations, migrate, recordedNames } from '../store/engine/migrate.ts'
import { checkBackup, keptFile, readKeyFile } from './check-backup.ts'
import { copyFile } from './copy-files.ts'
import { findKey, type Installation, keyId, openWithoutCopies, type Report } from './installation.ts'
import { BackupRefused, type Manifest, readManifest } from './manifest.ts'
import type { Problem } from './problem.ts'
import { readTable } from './read-table.ts'

export interface Restored {
  readonly manifest: Manifest
  /** Steps taken after the rows were loaded, where the backup was of an older form. */
  readonly migrated: readonly string[]
  /** The master key was put into DATA_DIR; otherwise it was there. */
  readonly keyPlaced: boolean
}

/** The backup is not whole; nothing was changed. */
export class DamagedBackup extends BackupRefused {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super('The backup is damaged; nothing was restored.')
    this.problems = problems
  }
}

/**
 * Everything is checked before anything is written, and the rows come last, at once: a restore that was cut off can
 * be started again. Throws BackupRefused where the installation is not empty or has another master key, where the
 * backup is damaged, or where a newer version wrote it.
 */
export async function restoreBackup(
  installation: Installation,
  folder: string,
  report: Report = () => {},
): Promise<Restored> {
  const listed = await readManifest(folder)
  refuseOtherForm(listed.migrations)
  const missingKey = await findMissingKey(installation, listed, folder)
  const database = await connect(installation.databaseUrl)
  try {
    await refuseFull(database)
    await refuseNewerForm(database, listed.migrations)
    const { manifest, problems } = await checkBackup(folder, report)
    if (problems.length > 0) throw new DamagedBackup(problems)
    await loadFiles(installation, manifest, folder, report)
    if (missingKey !== null) await placeKey(installation, missingKey)
    // The form in which the rows stand in the backup; steps that came later also change rows.
    await migrate(database, manifest.migrations)
    await loadRows(database, manifest, folder, report)
    return { manifest, migrated: await migrate(database), keyPlaced: missingKey !== null }
  } finally {
    await database.close()
  }
}

function refuseOtherForm(theirs: readonly string[]): void {
  const known = knownMigrations()
  const unknown = theirs.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new BackupRefused(
      `The backup was written by a newer version of Platen (${unknown.join(', ')}). Use that version.`,
    )
  const first = known.slice(0, theirs.length)
  if (!first.every((name) => theirs.includes(name)))
    throw new BackupRefused('The backup contains a database that no released version of Platen has written.')
}

/** The key that is to be placed, or null where the installation has it. */
async function findMissingKey(
  installation: Installation,
  { master_key }: Manifest,
  folder: string,
): Promise<Buffer | null> {
  if (master_key.id === null) return null
  const here = await findKey(installation)
  if (here !== null && keyId(here.key) === master_key.id) return null
  if (here?.from === 'environment')
    throw new BackupRefused('MASTER_KEY does not match this backup. Set MASTER_KEY to the key of the backup.')
  if (here !== null)
    throw new BackupRefused(
      'The master key in DATA_DIR does not match the backup. Restore into a new DATA_DIR or move the key away.',
    )
  if (!master_key.included)
    throw new BackupRefused(
      'The master key is not in the backup because it came from the environment. Set MASTER_KEY to the same value.',
    )
  const key = await readKeyFile(folder)
  if (key === null || key.length !== 32 || keyId(key) !== master_key.id)
    throw new BackupRefused('The backup is damaged: its master key is missing or has changed.')
  return key
}

async function placeKey(installation: Installation, key: Buffer): Promise<void> {
  const placed = await placeMasterKey(installation.dataDir, key)
  if (!placed.equals(key)) throw new BackupRefused('Another process has created a master key in DATA_DIR.')
}

async function refuseFull(database: Reader): Promise<void> {
  if (!(await hasTable(database, 'teams'))) return
  if ((await database.read(database.sql('teams').select('id').limit(1))).length === 0) return
  throw new BackupRefused(
    'This installation already has a team. Restore the backup into an empty installation with its own database and ' +
      'DATA_DIR, before its first start.',
  )
}

async function refuseNewerForm(database: Reader, theirs: readonly string[]): Promise<void> {
  const newer = (await recordedNames(database)).filter((name) => !theirs.includes(name))
  if (newer.length > 0)
    throw new BackupRefused(
      `The database schema is newer than the backup (${newer.join(', ')}). Restore into a new, empty database; ` +
        'it is migrated afterwards.',
    )
}

async function loadFiles(
  installation: Installation,
  manifest: Manifest,
  folder: string,
  report: Report,
): Promise<void> {
  const files = await openWithoutCopies(installation)
  let count = 0
  let bytes = 0
  try {
    for (const { sha256 } of manifest.files) {
      bytes += await copyFile(readChunks(diskFileSystem, join(folder, keptFile(sha256))), files, sha256)
      count += 1
      report({ doing: 'Restoring files', rows: 0, files: count, bytes })
    }
  } finally {
    await files.close()
  }
}

async function loadRows(
  database: Database,
  manifest: Manifest,
  folder: string,
  report: Report,
): Promise<void> {
  const files = manifest.files.length
  let rows = 0
  await database.transactionAtLength(async (tx) => {
    // A server that starts on the empty database at the same time makes its first team before or never.
    await lock(tx, 'first team')
    await refuseFull(tx)
    const catalogue = await readCatalogue(tx)
    const wanted = new Set(manifest.tables.map((table) => table.name))
    const tables = inLoadOrder(catalogue.filter((table) => wanted.has(table.name)))
    const unknown = [...wanted].filter((name) => !tables.some((table) => table.name === name))
    if (unknown.length > 0) throw new BackupRefused(`The backup has unknown tables: ${unknown.join(', ')}.`)
    for (const { name } of tables)
      for await (const page of readTable(folder, name)) {
        await tx.change(tx.sql(name).insert(page))
        rows += page.length
        report({ doing: 'Restoring rows', rows, files, bytes: 0 })
      }
    if (wanted.has('hot_folder_deliveries')) await holdDeliveries(tx)
  })
}

/**
 * Decision: what waited for a hot folder when the backup was taken may have been printed since, and nothing here
 * knows. It is held for somebody to release or to leave.
 */
async function holdDeliveries(tx: Tx): Promise<void> {
  const held = { outcome: 'held', staged_at: null, file_name: null, name_key: null, lease_until: null }
  const waiting = tx.sql('hot_folder_deliveries').where({ action: 'deliver', outcome: 'pending' })
  await tx.change(waiting.update(held))
}
