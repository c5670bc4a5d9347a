/** Everything that is particular to SQLite: the connection, its locks, its waits and the meaning of its errors. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import knex, { type Knex } from 'knex'
import BetterSqlite3Client from 'knex/lib/dialects/better-sqlite3/index.js'
import SqliteTransaction from 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js'
import { ServiceError } from '../../core/errors.ts'
import { UniqueViolation } from '../../core/ports.ts'

/**
 * Decision: a statement waits 5 s for another process's lock, and a caller 2 s for this process's one connection;
 * then the database counts as unavailable.
 */
const BUSY_WAIT_MS = 5_000
const CONNECTION_WAIT_MS = 2_000
const BUSY_DELAYS_MS = [1, 1, 2, 3, 5, 8, 13, 20]

/** knex begins with a plain BEGIN, whose later upgrade to a write lock fails at once when another was first. */
class ImmediateTransaction extends SqliteTransaction {
  override begin(connection: unknown): Promise<unknown> {
    return this.query(connection, 'BEGIN IMMEDIATE;')
  }
}

class SqliteClient extends BetterSqlite3Client {
  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outer) as unknown as Knex.Transaction
  }

  /** Only PostgreSQL can step over rows that others hold; here nobody else holds any. */
  override queryCompiler(builder: unknown, formatter?: unknown): object {
    return Object.assign(super.queryCompiler(builder, formatter), { skipLocked: () => '' })
  }

  override async acquireRawConnection(): Promise<Database> {
    const database = await super.acquireRawConnection()
    // The driver is synchronous: a wait inside SQLite would hold up the whole process, so there is none.
    database.pragma('busy_timeout = 0')
    await whileBusy(() => database.pragma('journal_mode = WAL'))
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    // What is erased is overwritten, and not left in the file until its place is used again.
    database.pragma('secure_delete = ON')
    return database
  }

  override async acquireConnection(): Promise<unknown> {
    try {
      return await super.acquireConnection()
    } catch (error) {
      throw translated(error)
    }
  }

  /** A COMMIT that failed can leave its transaction open; the next user of the connection must not be in it. */
  override releaseConnection(connection: Database): Promise<void> {
    if (connection.open && connection.inTransaction) connection.exec('ROLLBACK')
    return super.releaseConnection(connection)
  }

  override _query(connection: Database, statement: unknown): Promise<unknown> {
    return whileBusy(() => super._query(connection, statement))
  }

  override async query(connection: unknown, statement: unknown): Promise<unknown> {
    try {
      return await super.query(connection, statement)
    } catch (error) {
      throw translated(error)
    }
  }
}

/** Opens a file or `:memory:`. One connection: SQLite has one writer, and a database in memory has no other. */
export function connectSqlite(filename: string): Knex {
  return knex({
    client: SqliteClient,
    connection: { filename },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
    acquireConnectionTimeout: CONNECTION_WAIT_MS,
    // Messages of errors name the statement without the values, which may be a customer's.
    compileSqlOnError: false,
    // What knex would print reaches the caller as an error; a server's log has a form of its own.
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
  } as Knex.Config)
}

function ignore(): void {}

async function whileBusy<T>(work: () => T | Promise<T>): Promise<T> {
  let waited = 0
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || waited >= BUSY_WAIT_MS) throw error
      const pause = BUSY_DELAYS_MS[Math.min(tries, BUSY_DELAYS_MS.length - 1)] ?? 20
      await delay(pause)
      waited += pause
    }
  }
}

/** A stale snapshot is also called busy, but no wait mends it: its transaction must begin again. */
function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code.startsWith('SQLITE_BUSY') && code !== 'SQLITE_BUSY_SNAPSHOT'
}

/** Result codes (sqlite.org/rescode.html) after which a later try may succeed: locked, full, failing disk. */
const UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|NOMEM|READONLY)/

function translated(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') return violation(error)
  const waitedInVain = error instanceof Error && error.name === 'KnexTimeoutError'
  if (!waitedInVain && !UNAVAILABLE.test(code)) return error
  return new ServiceError('database_unavailable', { cause: error, retryAfterSeconds: 1 })
}

/** SQLite names the index by its columns: `UNIQUE constraint failed: templates.team_id, templates.source_sha256`. */
function violation(error: unknown): UniqueViolation {
  const listed = /constraint failed: (.+)$/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
  const columns = listed.split(', ').map((name) => name.split('.'))
  return new UniqueViolation(
    columns[0]?.[0] ?? '',
    error,
    columns.map(([, column]) => column ?? ''),
  )
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
