/** Which database a URL names, and what the databases do differently; the particulars are in the dialects' files. */
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ServiceError } from '../../../core/errors.ts'
import { diskFault } from '../../files/disk-fault.ts'
import type { Database, Tx } from './database.ts'
import { checkEncoding, lockByName, openPostgres } from './dialect-postgres.ts'
import { lockForServer, openSqlite } from './dialect-sqlite.ts'

/**
 * `databaseUrl` is postgres:// or postgresql://, a path, `sqlite:` and a path, or `:memory:`. A missing file is
 * made, with its folder; a PostgreSQL database has to be there. Throws plain errors that an operator understands.
 */
export async function connect(databaseUrl: string): Promise<Database> {
  if (isPostgres(databaseUrl)) return reachPostgres(databaseUrl)
  const filename = fileOf(databaseUrl)
  if (filename !== ':memory:') await mkdir(dirname(filename), { recursive: true, mode: 0o700 })
  return openSqlite(filename)
}

/** What keeps SQLite from writing beside its file, of which it only says that it cannot open it; null for nothing. */
export async function folderFault(databaseUrl: string): Promise<ServiceError | null> {
  if (isPostgres(databaseUrl) || fileOf(databaseUrl) === ':memory:') return null
  return access(dirname(fileOf(databaseUrl)), constants.W_OK).then(() => null, diskFault)
}

/** As `connect`, but a database that is not there is not made: null. */
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

/** As long as this process serves the database: see lockForServer. PostgreSQL serves any number. */
export function serve(databaseUrl: string): { release(): void } | null {
  if (isPostgres(databaseUrl) || fileOf(databaseUrl) === ':memory:') return null
  return lockForServer(fileOf(databaseUrl))
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
    throw new Error(
      `DATABASE_URL starts with "${scheme}:", which is not supported. ` +
        'Use the path of a SQLite file or a postgres:// URL.',
    )
  }
  if (path === '')
    throw new Error('DATABASE_URL is empty. Set it to the path of a SQLite file or a postgres:// URL.')
  return resolve(path)
}

/** Among processes, one at a time between here and the end of the transaction. SQLite lets only one write anyway. */
export async function lock(tx: Tx, name: string): Promise<void> {
  if (tx.dialect === 'postgres') await lockByName(tx, name)
}
