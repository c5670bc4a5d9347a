/** The parts of an installation that a backup is taken of: its database, its files and its master key. */
import type { Config } from '../config.ts'
import { type OpenFiles, openFiles } from '../files/open.ts'
import { fileUrlKey } from '../files/signed-url.ts'
import { findMasterKey } from '../master-key.ts'
import type { Database } from '../store/engine/database.ts'
import { connectExisting } from '../store/engine/dialect.ts'
import { BackupRefused } from './manifest.ts'

export type Installation = Pick<
  Config,
  'databaseUrl' | 'filesFolder' | 'filesBucket' | 'filesCacheMb' | 'dataDir' | 'masterKey'
>

/** How far it is, for people who wait; called often. */
export interface Progress {
  readonly doing: string
  readonly rows: number
  readonly files: number
  readonly bytes: number
}
export type Report = (progress: Progress) => void

export interface FoundKey {
  readonly key: Buffer
  readonly from: 'environment' | 'folder'
}

/** The master key of the installation; null where it has none yet. None is made. */
export async function findKey({ masterKey, dataDir }: Installation): Promise<FoundKey | null> {
  if (masterKey !== null) return { key: masterKey, from: 'environment' }
  const key = await findMasterKey(dataDir)
  return key === null ? null : { key, from: 'folder' }
}

/** Tells master keys apart and reveals nothing of them: the id that stands in every signed link. */
export function keyId(masterKey: Uint8Array): string {
  return fileUrlKey(masterKey).kid
}

/** Every byte comes from where the files lie, not from copies on this disk. */
export function openWithoutCopies({ filesFolder, filesBucket }: Installation): Promise<OpenFiles> {
  return openFiles({ filesFolder, filesBucket, filesCacheMb: 0 })
}

/** Opens the database that is there, works and closes it. Throws BackupRefused where there is none. */
export async function withDatabase<T>(
  { databaseUrl }: Installation,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await connectExisting(databaseUrl)
  if (database === null) throw new BackupRefused('No database found. Check DATA_DIR and DATABASE_URL.')
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
