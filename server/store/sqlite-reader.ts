/** The connection of a SQLite file that only reads, and what it has read of late: kept until its table is written. */
import type { Database, Statement } from 'better-sqlite3'
import { runStatement } from './sqlite-statements.ts'
import { changedTable, readTables } from './sqlite-tables.ts'

/** Beyond so many, what was kept is thrown away: whoever asks for ever new things gains nothing by it. */
const MOST_KEPT = 10_000

interface Kept {
  readonly tables: ReadonlySet<string>
  readonly answers: Map<string, Promise<unknown>>
}

export class SqliteReader {
  readonly #database: Database
  readonly #version: Statement
  /** By statement; the answers by its values. */
  readonly #kept = new Map<string, Kept>()
  #keptCount = 0
  #keptAt: unknown = null
  #isCurrent = false
  /** Tables that are changed by what is not committed yet; null where any may be. */
  #changing: Set<string> | null = new Set()
  /** The writing connection looks at the file as it was at a time before. */
  #isBehind = false

  /** `writer` is this process's connection that writes; it makes all changes of this process. */
  constructor(database: Database, writer: Database) {
    database.pragma('busy_timeout = 0')
    database.pragma('query_only = ON')
    this.#database = database
    // A number that changes with every commit of any other connection than the one that is asked (sqlite.org/pragma.html):
    // of the one that writes, with every commit of another process.
    this.#version = writer.prepare('PRAGMA data_version').pluck()
  }

  /** The rows of a statement that only reads, as the last commit left them. */
  read(sql: string, bindings: readonly unknown[]): readonly unknown[] {
    return runStatement(this.#database, sql, bindings).rows ?? []
  }

  /**
   * What `make` makes of the rows, as the last commit left them; as long as nothing is committed to its tables here, and
   * nothing at all by another process, the same promise as the last time. Whether another process did is asked once for
   * each thing that reaches this one, such as a request: what it is told is never older than the request itself.
   */
  readKept<T>(sql: string, values: readonly string[], make: (rows: readonly unknown[]) => T): Promise<T> {
    if (!this.#isCurrent) this.#catchUp()
    const key = values.length === 1 ? (values[0] ?? '') : values.join('\0')
    const kept = this.#kept.get(sql)?.answers.get(key)
    if (kept !== undefined) return kept as Promise<T>
    const made = Promise.resolve(make(this.read(sql, values)))
    this.#keep(sql, key, made)
    return made
  }

  /** This statement changes something, which is not committed yet. */
  expectChange(sql: string): void {
    const table = changedTable(sql)
    if (table === null) this.#changing = null
    else this.#changing?.add(table)
  }

  /** The writing connection begins to look at the file as it stands now; it goes on so until nothing is open there. */
  expectSnapshot(): void {
    this.#isBehind = true
    this.#isCurrent = false
  }

  /** Called where the writing connection has nothing open: what was to be changed is changed, or never will be. */
  settled(): void {
    this.#isBehind = false
    const changed = this.#changing
    if (changed === null) this.#forget()
    else if (changed.size > 0) {
      for (const [sql, { tables, answers }] of this.#kept)
        if (!tables.isDisjointFrom(changed)) {
          this.#kept.delete(sql)
          this.#keptCount -= answers.size
        }
    }
    if (changed === null || changed.size > 0) this.#changing = new Set()
  }

  close(): void {
    this.#database.close()
  }

  #keep(sql: string, key: string, made: Promise<unknown>): void {
    if (this.#keptCount >= MOST_KEPT) this.#forget()
    const kept = this.#kept.get(sql) ?? { tables: readTables(sql), answers: new Map() }
    this.#kept.set(sql, kept)
    kept.answers.set(key, made)
    this.#keptCount += 1
  }

  #forget(): void {
    this.#kept.clear()
    this.#keptCount = 0
  }

  #catchUp(): void {
    const version = this.#isBehind ? null : this.#version.get()
    if (version === null || version !== this.#keptAt) this.#forget()
    this.#keptAt = version
    this.#isCurrent = true
    // Once what follows without a wait is done, in promises too, and before anything else can reach the process.
    const outdate = (): void => {
      this.#isCurrent = false
    }
    process.nextTick(() => queueMicrotask(() => process.nextTick(outdate)))
  }
}
