/** Copies a SQLite database as it was committed last, also while another connection holds it for writing. */
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { diskFileSystem, syncFolder } from '../../files/file-system.ts'
import { OperatorFault } from '../../operator-fault.ts'
import { translated } from './sqlite-errors.ts'

/** About 4 MB between two turns of the event loop. */
const PAGES_AT_ONCE = 1_000

/**
 * The copy has its name when it is whole, checked and synced; an older file of that name is replaced. Throws
 * OperatorFault for a damaged database, and what the disk refuses as a ServiceError.
 */
export async function copySqlite(filename: string, target: string): Promise<void> {
  const partial = `${target}.partial`
  try {
    await rm(partial, { force: true })
    await copyPages(filename, partial)
    refuseDamaged(filename, partial)
    const file = await open(partial, 'r+')
    try {
      await file.chmod(0o600)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, target)
    await syncFolder(diskFileSystem, dirname(target))
  } catch (error) {
    await rm(partial, { force: true })
    throw translated(error)
  }
}

async function copyPages(filename: string, target: string): Promise<void> {
  const source = new Sqlite(filename, { readonly: true, timeout: 0 })
  try {
    await source.backup(target, { progress: () => PAGES_AT_ONCE })
  } finally {
    source.close()
  }
}

function refuseDamaged(filename: string, copy: string): void {
  const opened = new Sqlite(copy)
  try {
    // Without its log the copy is one file, which can be moved alone.
    opened.pragma('journal_mode = DELETE')
    const said = opened.pragma('quick_check(1)', { simple: true })
    if (said !== 'ok')
      throw new OperatorFault(
        `The database ${filename} is damaged (${String(said).replaceAll('\n', ' ')}). It was not migrated. Restore a backup with the version of ` +
          'Platen that wrote it.',
      )
  } finally {
    opened.close()
  }
}
