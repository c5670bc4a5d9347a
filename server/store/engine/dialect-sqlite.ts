/** SQLite: a connection that writes, a connection that reads beside it, and the lock of the server. */
import { realpathSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import knex from 'knex'
import { OperatorFault } from '../../operator-fault.ts'
import { type Asked, compiled, type Database, type Reader, type Tx } from './database.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { isBusy, translated, whileBusy } from './sqlite-errors.ts'
import { SqliteGroups } from './sqlite-groups.ts'

/** Decision: the longest wait for the single writing connection; then the database counts as unavailable. */
const CONNECTION_WAIT_MS = 2_000

/** Builds statements; it has no connection. */
const SQL = knex({ client: 'better-sqlite3', useNullAsDefault: true })

/** Opens a file or `:memory:`. A database in memory has one connection for reads and writes. */
export async function openSqlite(filename: string): Promise<Database> {
  const writer = await SqliteConnection.openWriter(filename).catch((error: unknown) => {
    throw translated(error)
  })
  const groups = new SqliteGroups(writer, SQL, CONNECTION_WAIT_MS)
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => groups.transact(work)
  // Erasures at the same time share one.
  let truncating: Promise<boolean> | null = null
  const truncateLog = (): Promise<boolean> => {
    // In a later turn, because work that needs not wait would run before its promise is assigned.
    truncating ??= Promise.resolve().then(() =>
      groups.between(() => {
        truncating = null
        return writer.truncateLog()
      }),
    )
    return truncating
  }
  const about = { dialect: 'sqlite', sql: SQL } as const
  const reader = filename === ':memory:' ? null : readerOf(SqliteConnection.openReader(filename))
  return {
    ...about,
    ...(reader?.version === undefined ? {} : { version: reader.version }),
    read: reader?.read ?? ((asked) => transaction((tx) => tx.read(asked))),
    change: (asked) => transaction((tx) => tx.change(asked)),
    transaction,
    transactionAtLength: transaction,
    snapshot: (read) => (reader === null ? transaction(read) : readSnapshot(filename, read)),
    truncateLog,
    connectionsInUse: () => (groups.running === null ? 0 : 1),
    async close() {
      await groups.running
      reader?.close()
      writer.close()
    },
  }
}

function readerOf(connection: SqliteConnection): Reader & { close(): void } {
  return {
    dialect: 'sqlite',
    sql: SQL,
    version() {
      try {
        return connection.version()
      } catch {
        // The read that follows waits for a lock, or says what is wrong.
        return undefined
      }
    },
    async read<R>(asked: Asked) {
      const statement = compiled(asked)
      try {
        return (await whileBusy(() => connection.run(statement))).rows as readonly R[]
      } catch (error) {
        throw translated(error)
      }
    },
    close: () => connection.close(),
  }
}

/** On a separate connection, so that it blocks neither writers nor readers. */
async function readSnapshot<T>(filename: string, read: (snapshot: Reader) => Promise<T>): Promise<T> {
  const connection = SqliteConnection.openReader(filename)
  try {
    connection.run({ sql: 'BEGIN', bindings: [] })
    return await read(readerOf(connection))
  } finally {
    connection.close()
  }
}

/**
 * Decision: a SQLite file has one server, which holds a lock file beside it while its process lives; the system releases
 * the lock however the process ends. The command line runs beside it. Throws if another server holds the lock.
 */
export function lockForServer(filename: string): { release(): void } {
  const path = `${realpathSync(filename)}-server`
  const lock = openLock(path)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw translated(cause)
    throw new OperatorFault(
      `Another Platen server is using ${filename}. Only one server can use a SQLite file. Stop the other server ` +
        'or use PostgreSQL for both.',
      { cause },
    )
  }
  return { release: () => lock.close() }
}

function openLock(path: string): Sqlite.Database {
  try {
    return new Sqlite(path, { timeout: 0 })
  } catch (error) {
    throw translated(error)
  }
}
