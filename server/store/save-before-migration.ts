/** Keeps a copy of a SQLite database from before its migration, so that the version before can go on from there. */
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ServiceError } from '../../core/errors.ts'
import { diskFileSystem } from '../files/file-system.ts'
import { makeFolder } from '../files/folders.ts'
import { OperatorFault } from '../operator-fault.ts'
import { copySqlite } from './engine/copy-sqlite.ts'

/** Decision: customers who were erased are still in older copies, so there are few of them. */
const KEPT = 2

/**
 * The path of the copy. It has the name of the first missing migration: a start that was cut off replaces the copy of the
 * start before it.
 */
export async function saveBeforeMigration(
  filename: string,
  folder: string,
  missing: readonly string[],
): Promise<string> {
  const prefix = `${basename(filename, '.db')}-before-`
  const path = join(folder, `${prefix}${missing[0]}.db`)
  try {
    await makeFolder(diskFileSystem, folder)
    await copySqlite(filename, path)
    await removeOlder(folder, prefix)
    return path
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new OperatorFault(
      `The database was not migrated because its copy in ${folder} could not be written: ${error.message} Free some ` +
        'space, or set MIGRATION_BACKUP=false if you have a backup of your own.',
      { cause: error },
    )
  }
}

async function removeOlder(folder: string, prefix: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix))
  const dated = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  )
  const older = dated.sort((a, b) => b.at - a.at).slice(KEPT)
  for (const { path } of older) await rm(path)
}
