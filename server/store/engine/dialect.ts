/** Chooses the database by its URL, and offers what the two do differently. */
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ServiceError } from '../../../core/errors.ts'
import { diskFault } from '../../files/disk-fault.ts'
import { OperatorFault } from '../../operator-fault.ts'
import type { Database, Tx } from './database.ts'
import { checkEncoding, lockByName, openPostgres } from './dialect-postgres.ts'
import { lockForServer, openSqlite } from './dialect-sqlite.ts'

/**
 * `databaseUrl` is postgres:// or postgresql://, a path, `sqlite:` and a path, or `:memory:`. Creates a missing file
 * with its folder; a PostgreSQL database must exist. Throws plain errors, written for operators.
 */
export async function connect(databaseUrl: string): Promise<Database> {
  if (isPostgres(databaseUrl)) return reachPostgres(databaseUrl)
  const filename = fileOf(databaseUrl)
  if (filename !== ':memory:') await mkdir(dirname(filename), { recursive: true, mode: 0o700 })
  return openSqlite(filename)
}

/** Why SQLite cannot write beside its file, of which it only says that it cannot open it; null if it can. */
export async function folderFault(databaseUrl: string): Promise<ServiceError | null> {
  const file = sqliteFile(databaseUrl)
  return file === null ? null : access(dirname(file), constants.W_OK).then(() => null, diskFault)
}

/** As `connect`, but null for a missing database instead of creating it. */
export async function connectExisting(databaseUrl: string): Promise<Database | null> {
  if (!isPostgres(databaseUrl)) {
    const there = await access(fileOf(databaseUrl)).then(
      () => true,
      () => false,
    )
    if (!there) return null
  }
  return connect(databaseUrl)
}

/** Held while this process serves the database, see lockForServer; null for PostgreSQL, which has any number of servers. */
export function serve(databaseUrl: string): { release(): void } | null {
  const file = sqliteFile(databaseUrl)
  return file === null ? null : lockForServer(file)
}

/** The path of the SQLite file that a URL names; null for PostgreSQL and for a database in memory. */
export function sqliteFile(databaseUrl: string): string | null {
  if (isPostgres(databaseUrl)) return null
  const path = fileOf(databaseUrl)
  return path === ':memory:' ? null : path
}

export function isPostgres(databaseUrl: string): boolean {
  return /^postgres(?:ql)?:/i.test(databaseUrl)
}

async function reachPostgres(url: string): Promise<Database> {
  const database = openPostgres(url)
  try {
    await checkEncoding(database)
    return database
  } catch (error) {
    await database.close()
    if (!(error instanceof ServiceError)) throw error
    const reason = error.cause instanceof Error ? error.cause.message : String(error.cause)
    const message = `Cannot use the database in DATABASE_URL: ${reason}`
    throw new ServiceError('database_unavailable', { message, cause: error.cause })
  }
}

function fileOf(databaseUrl: string): string {
  const path = databaseUrl.replace(/^sqlite:(?:\/\/(?=\/))?/, '')
  if (path === ':memory:') return path
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(path)?.[1]
  if (scheme !== undefined) {
    throw new OperatorFault(
      `DATABASE_URL starts with "${scheme}:", which is not supported. ` +
        'Use the path of a SQLite file or a postgres:// URL.',
    )
  }
  if (path === '')
    throw new OperatorFault(
      'DATABASE_URL is empty. Set it to the path of a SQLite file or a postgres:// URL.',
    )
  return resolve(path)
}

/** Admits one process at a time until the end of the transaction. SQLite has a single writer anyway. */
export async function lock(tx: Tx, name: string): Promise<void> {
  if (tx.dialect === 'postgres') await lockByName(tx, name)
}
