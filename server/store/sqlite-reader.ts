/** The connection of a SQLite file that only reads, and what it has read of late: kept until anything is committed. */
import type { Database, Statement } from 'better-sqlite3'
import { runStatement } from './sqlite-statements.ts'

/** Beyond so many, what was kept is thrown away: whoever asks for ever new things gains nothing by it. */
const MOST_KEPT = 10_000

export class SqliteReader {
  readonly #database: Database
  readonly #version: Statement
  /** By statement, then by its values. */
  readonly #kept = new Map<string, Map<string, Promise<unknown>>>()
  #keptCount = 0
  #keptAt: unknown = null
  #isCurrent = false

  constructor(database: Database) {
    database.pragma('busy_timeout = 0')
    database.pragma('query_only = ON')
    this.#database = database
    // A number that changes with every commit of another connection, of this process or of any (sqlite.org/pragma.html).
    this.#version = database.prepare('PRAGMA data_version').pluck()
  }

  /** The rows of a statement that only reads, as the last commit left them. */
  read(sql: string, bindings: readonly unknown[]): readonly unknown[] {
    return runStatement(this.#database, sql, bindings).rows ?? []
  }

  /**
   * What `make` makes of the rows, as the last commit left them; as long as nothing is committed by anybody, the same
   * promise as the last time. Whether anything was is asked once for each thing that reaches the process, such as a
   * request: what it is told is never older than the request itself.
   */
  readKept<T>(sql: string, values: readonly string[], make: (rows: readonly unknown[]) => T): Promise<T> {
    if (!this.#isCurrent) this.#catchUp()
    const key = values.length === 1 ? (values[0] ?? '') : values.join('\0')
    const kept = this.#kept.get(sql)?.get(key)
    if (kept !== undefined) return kept as Promise<T>
    const made = Promise.resolve(make(this.read(sql, values)))
    this.#keep(sql, key, made)
    return made
  }

  /** Something may have been committed just now. */
  expectChange(): void {
    this.#isCurrent = false
  }

  close(): void {
    this.#database.close()
  }

  #keep(sql: string, key: string, made: Promise<unknown>): void {
    if (this.#keptCount >= MOST_KEPT) this.#forget()
    const ofStatement = this.#kept.get(sql) ?? new Map<string, Promise<unknown>>()
    this.#kept.set(sql, ofStatement.set(key, made))
    this.#keptCount += 1
  }

  #forget(): void {
    this.#kept.clear()
    this.#keptCount = 0
  }

  #catchUp(): void {
    const version = this.#version.get()
    if (version !== this.#keptAt) this.#forget()
    this.#keptAt = version
    this.#isCurrent = true
    // Once what follows without a wait is done, in promises too, and before anything else can reach the process.
    const outdate = (): void => this.expectChange()
    process.nextTick(() => queueMicrotask(() => process.nextTick(outdate)))
  }
}
