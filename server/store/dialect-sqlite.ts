/** Everything that is particular to SQLite: the connection, its settings and its locks. */
import type { Database } from 'better-sqlite3'
import knex, { type Knex } from 'knex'
import BetterSqlite3Client from 'knex/lib/dialects/better-sqlite3/index.js'
import SqliteTransaction from 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js'
import Runner, { type Asked, type Built } from 'knex/lib/execution/runner.js'
import type { Answer, Row } from './columns.ts'
import { translated, unlessBusy, whileBusy } from './sqlite-errors.ts'
import { SqliteReader } from './sqlite-reader.ts'
import { RELEASE, ROLLBACK, SAVEPOINT } from './sqlite-savepoint.ts'
import { runStatement } from './sqlite-statements.ts'
import { Wal } from './sqlite-wal.ts'

/** Decision: so long a caller waits for this process's one connection; then the database counts as unavailable. */
export const CONNECTION_WAIT_MS = 2_000

const BEGIN = 'BEGIN IMMEDIATE;'
const SNAPSHOT = 'BEGIN;'

/** knex begins with a plain BEGIN, whose later upgrade to a write lock fails at once when another was first. */
class ImmediateTransaction extends SqliteTransaction {
  override begin(connection: unknown): Promise<unknown> {
    // One that only reads needs no lock: it sees the state of its first statement, and writers go on.
    return this.query(connection, this.readOnly === true ? SNAPSHOT : BEGIN)
  }

  override savepoint(connection: unknown): Promise<unknown> {
    return this.query(connection, SAVEPOINT)
  }

  override release(connection: unknown, value: unknown): Promise<unknown> {
    return this.query(connection, RELEASE, 1, value)
  }

  override async rollbackTo(connection: unknown, error: unknown): Promise<unknown> {
    await this.query(connection, ROLLBACK)
    return this.query(connection, RELEASE, 2, error)
  }
}

export class SqliteClient extends BetterSqlite3Client {
  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outer) as unknown as Knex.Transaction
  }

  /** Only PostgreSQL can step over rows that others hold; here nobody else holds any. */
  override queryCompiler(builder: unknown, formatter?: unknown): object {
    return Object.assign(super.queryCompiler(builder, formatter), { skipLocked: () => '' })
  }

  /** In a file: beside the one connection that writes, so that reading does not wait for its transactions. */
  #reader: SqliteReader | null = null
  #wal: Wal | null = null

  /** While what was committed last is on its way to the disk; null otherwise. */
  get lasting(): Promise<void> | null {
    return this.#wal?.lasting ?? null
  }

  override async acquireRawConnection(): Promise<Database> {
    const database = await super.acquireRawConnection()
    // The driver is synchronous: a wait inside SQLite would hold up the whole process, so there is none.
    database.pragma('busy_timeout = 0')
    const mode = await whileBusy(() => database.pragma('journal_mode = WAL', { simple: true }))
    // A file system without shared memory has no such log; and in memory nothing lasts.
    database.pragma(`synchronous = ${mode === 'wal' ? 'NORMAL' : 'FULL'}`)
    database.pragma('foreign_keys = ON')
    // What is erased is overwritten, and not left in the file until its place is used again.
    database.pragma('secure_delete = ON')
    // What a statement sets aside on its way, such as the rows that it returns: in a file it takes longer than the rest.
    database.pragma('temp_store = MEMORY')
    // Up to 16 MB of log, in pages of 4 kB: the less often it is written into the file, the fewer pages are written twice.
    database.pragma('wal_autocheckpoint = 4000')
    if (!database.memory) {
      this.#reader = new SqliteReader(await super.acquireRawConnection(), database)
      readers.set(database, this.#reader)
    }
    if (mode === 'wal') {
      const [main] = database.pragma('database_list') as readonly { readonly file: string }[]
      this.#wal = new Wal(main?.file ?? database.name)
      wals.set(database, this.#wal)
    }
    return database
  }

  override async destroyRawConnection(connection: Database): Promise<void> {
    this.#reader?.close()
    this.#reader = null
    await this.#wal?.close()
    this.#wal = null
    await super.destroyRawConnection(connection)
  }

  /**
   * The rows of a statement that only reads, as the last commit left them; null where they are not to be had at once,
   * in a transaction, which sees its own changes, or of a database in memory.
   */
  readNow(sql: string, bindings: readonly unknown[]): readonly unknown[] | null {
    // What knex makes for a transaction has the methods of this class and none of its own state.
    const reader = #reader in this ? this.#reader : null
    return reader === null ? null : unlessBusy(() => reader.read(sql, bindings))
  }

  /** As readNow, a promise of what `make` makes of the rows; kept as long as nothing is committed to their tables. */
  readKept<T>(
    sql: string,
    values: readonly string[],
    make: (rows: readonly unknown[]) => T,
  ): Promise<T> | null {
    const reader = #reader in this ? this.#reader : null
    if (reader === null) return null
    try {
      return unlessBusy(() => reader.readKept(sql, values, make))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** Of the client of a transaction: runs a statement at once, for nobody else can hold a lock meanwhile. */
  async runWithin(sql: string, bindings: readonly unknown[]): Promise<Answer> {
    const connection = (await this.acquireConnection()) as Database
    try {
      const { rows = [], changes, isWrite } = runStatement(connection, sql, bindings)
      if (isWrite) expectChange(connection, sql)
      return { rows: rows as readonly Row[], changed: changes }
    } catch (error) {
      throw translated(error)
    }
  }

  override runner(builder: Built): Runner {
    return new SqliteRunner(this, builder)
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

  override async _query(connection: Database, statement: Asked): Promise<Asked> {
    const ran = await whileBusy(() => runStatement(connection, statement.sql, statement.bindings ?? []))
    const { rows, changes, lastId } = ran
    if (statement.sql === SNAPSHOT) readers.get(connection)?.expectSnapshot()
    else if (ran.isWrite && statement.sql !== BEGIN) expectChange(connection, statement.sql)
    if (!connection.inTransaction) {
      readers.get(connection)?.settled()
      await wals.get(connection)?.last()
    }
    return Object.assign(statement, {
      response: rows ?? { changes, lastInsertRowid: lastId },
      ...(rows === undefined ? { context: { changes, lastID: lastId } } : {}),
    })
  }

  override async query(connection: unknown, statement: unknown): Promise<unknown> {
    try {
      return await super.query(connection, statement)
    } catch (error) {
      throw translated(error)
    }
  }
}

/** The reading connection beside each that writes, and its log, which the clients of transactions share. */
const readers = new WeakMap<Database, SqliteReader>()
const wals = new WeakMap<Database, Wal>()

/** A statement has changed something that is not committed yet. */
function expectChange(connection: Database, sql: string): void {
  readers.get(connection)?.expectChange(sql)
  wals.get(connection)?.expectCommit()
}

/**
 * Does what knex's own runner does, with less around it: reads outside of transactions on the reading connection, and
 * the statements of a transaction on its own. What is several statements, a stream or a write alone is left to it.
 */
class SqliteRunner extends Runner {
  override async run(): Promise<unknown> {
    const { client, builder } = this
    const isWhole = !READS.has(builder._method ?? '') && client.transacting !== true
    if (isWhole || builder._connection !== undefined) return super.run()
    const asked = builder.toSQL()
    if (!('sql' in asked)) return super.run()
    if (client.transacting !== true) {
      const rows = client.readNow(asked.sql, asked.bindings ?? [])
      if (rows === null) return super.run()
      client.emit('query', asked)
      return client.processResponse(Object.assign(asked, { response: rows }), this)
    }
    const connection = await client.acquireConnection()
    return client.processResponse(await client.query(connection, asked), this)
  }
}

/** Methods of knex's builders whose statements only read. */
const READS: ReadonlySet<string> = new Set(['select', 'first', 'pluck'])

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
