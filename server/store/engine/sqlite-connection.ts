/** A connection to SQLite with its settings and a cache of prepared statements. */
import Sqlite, { type Statement as Prepared } from 'better-sqlite3'
import type { Answer, Row } from './columns.ts'
import type { Statement } from './database.ts'
import { whileBusy } from './sqlite-errors.ts'

/** Most statements repeat; lists of values vary, so the least recently used ones are dropped. */
const MOST_PREPARED = 300

export class SqliteConnection {
  readonly #database: Sqlite.Database
  readonly #prepared = new Map<string, Prepared>()

  private constructor(filename: string) {
    // The driver is synchronous: a wait inside SQLite would block the whole process.
    this.#database = new Sqlite(filename, { timeout: 0 })
  }

  /** The writing connection. */
  static async openWriter(filename: string): Promise<SqliteConnection> {
    const connection = new SqliteConnection(filename)
    try {
      const set = (pragma: string) => connection.#database.pragma(pragma)
      await whileBusy(() => set('journal_mode = WAL'))
      // A commit is on disk before anyone sees it; macOS needs fullfsync, or it stays in the drive's cache.
      for (const pragma of ['synchronous = FULL', 'fullfsync = ON', 'checkpoint_fullfsync = ON']) set(pragma)
      set('foreign_keys = ON')
      // Erased data is overwritten at once, not when its place in the file is reused. It costs writes alone: pages that
      // become free are written too.
      set('secure_delete = ON')
      // For intermediate results, such as returned rows: a temporary file takes longer than the statement itself.
      set('temp_store = MEMORY')
      // After a disk fault the page cache may show a log that is not on disk. So the whole log is written to the file
      // and synced before the first answer, or this throws. If another process has the file open, it has done this.
      set('wal_checkpoint(TRUNCATE)')
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  /** A read-only connection that sees the last commit. */
  static openReader(filename: string): SqliteConnection {
    const connection = new SqliteConnection(filename)
    connection.#database.pragma('query_only = ON')
    return connection
  }

  get isOpen(): boolean {
    return this.#database.open
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction
  }

  /** SQLite itself prepares a statement again after a change of the schema. */
  run({ sql, bindings }: Statement): Answer {
    const statement = this.#prepare(sql)
    const values = bindings.map(bound)
    if (!statement.reader) return { rows: [], changed: statement.run(...values).changes }
    const rows = statement.all(...values) as Row[]
    return { rows, changed: rows.length }
  }

  /** Of the last commit of any other connection (sqlite.org/pragma.html#pragma_data_version). */
  version(): number {
    return this.run({ sql: 'PRAGMA data_version', bindings: [] }).rows[0]?.data_version as number
  }

  /** False while another connection reads an earlier state or writes; outside of transactions. */
  truncateLog(): boolean {
    const [row] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
    return row?.busy === 0
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const found = this.#prepared.get(sql)
    const statement = found ?? this.#database.prepare(sql)
    // The most recently used one moves to the end; the first one goes.
    if (found !== undefined) this.#prepared.delete(sql)
    this.#prepared.set(sql, statement)
    if (this.#prepared.size > MOST_PREPARED)
      for (const oldest of this.#prepared.keys().take(1)) this.#prepared.delete(oldest)
    return statement
  }
}

/** Booleans as 1 and 0, times as milliseconds since 1970. */
function bound(value: unknown): unknown {
  return typeof value === 'boolean' || value instanceof Date ? Number(value) : value
}
