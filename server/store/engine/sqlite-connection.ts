/** A connection to SQLite: its settings, and its statements, which are prepared once. */
import Sqlite, { type Statement as Prepared } from 'better-sqlite3'
import type { Answer, Row } from './columns.ts'
import type { Statement } from './database.ts'
import { whileBusy } from './sqlite-errors.ts'

/** Statements have few forms; those with lists of values have some more, of which the last used are kept. */
const MOST_PREPARED = 300

export class SqliteConnection {
  readonly #database: Sqlite.Database
  readonly #prepared = new Map<string, Prepared>()
  /** Asked for by nearly every request, and so apart from the others. */
  #dataVersion: Prepared | null = null

  private constructor(filename: string) {
    // The driver is synchronous: a wait inside SQLite would hold up the whole process, so there is none.
    this.#database = new Sqlite(filename, { timeout: 0 })
  }

  /** The one that writes. */
  static async openWriter(filename: string): Promise<SqliteConnection> {
    const connection = new SqliteConnection(filename)
    try {
      const set = (pragma: string) => connection.#database.pragma(pragma)
      await whileBusy(() => set('journal_mode = WAL'))
      // A commit is on the disk before anybody sees it, on macOS too, which else leaves it in the disk's own memory.
      for (const pragma of ['synchronous = FULL', 'fullfsync = ON', 'checkpoint_fullfsync = ON']) set(pragma)
      set('foreign_keys = ON')
      // What is erased is overwritten, and not left in the file until its place is used again.
      set('secure_delete = ON')
      // What a statement sets aside on its way, such as the rows that it returns: in a file it takes longer than the rest.
      set('temp_store = MEMORY')
      // A disk that failed may have lost what the system's memory still shows in the log. So all of the log is written
      // into the file and synced before anything is told of it, or this throws. Another process that has the file open
      // has done so itself.
      set('wal_checkpoint(TRUNCATE)')
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  /** One that sees what was committed last, and changes nothing. */
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

  /** SQLite itself reads a statement anew where the form of the database has changed. */
  run({ sql, bindings }: Statement): Answer {
    const statement = this.#prepare(sql)
    const values = bindings.map(bound)
    if (!statement.reader) return { rows: [], changed: statement.run(...values).changes }
    const rows = statement.all(...values) as Row[]
    return { rows, changed: rows.length }
  }

  /** Changes where another connection has committed (sqlite.org/pragma.html#pragma_data_version). */
  dataVersion(): number {
    this.#dataVersion ??= this.#database.prepare('PRAGMA data_version').pluck()
    return this.#dataVersion.get() as number
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const found = this.#prepared.get(sql)
    const statement = found ?? this.#database.prepare(sql)
    // The one used last stands last, and the first goes.
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
