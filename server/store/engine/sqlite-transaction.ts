/** A transaction on SQLite's writing connection: a savepoint within a group commit. */
import type { Knex } from 'knex'
import type { Answer } from './columns.ts'
import { type Asked, compiled, type Tx } from './database.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { translated } from './sqlite-errors.ts'

/** One name for all: the latest savepoint of a name counts (sqlite.org/lang_savepoint.html). */
const SAVEPOINT = 'SAVEPOINT within'
const RELEASE = 'RELEASE SAVEPOINT within'
const ROLLBACK = 'ROLLBACK TO SAVEPOINT within'

export class SqliteTransaction implements Tx {
  readonly dialect = 'sqlite'
  readonly sql: Knex
  readonly #connection: SqliteConnection
  readonly #committed: (() => void)[] = []
  #isOver = false

  private constructor(connection: SqliteConnection, sql: Knex) {
    this.#connection = connection
    this.sql = sql
  }

  /**
   * Runs `work` in a savepoint and rolls back to it if `work` throws. If SQLite has rolled back everything, the connection
   * has no transaction afterwards.
   */
  static async run<T>(
    connection: SqliteConnection,
    sql: Knex,
    work: (tx: Tx) => Promise<T>,
  ): Promise<{ readonly value: T; readonly committed: readonly (() => void)[] }> {
    const execute = (statement: string) => connection.run({ sql: statement, bindings: [] })
    const tx = new SqliteTransaction(connection, sql)
    execute(SAVEPOINT)
    try {
      const value = await work(tx)
      execute(RELEASE)
      return { value, committed: tx.#committed }
    } catch (error) {
      if (connection.inTransaction) for (const statement of [ROLLBACK, RELEASE]) execute(statement)
      throw translated(error)
    } finally {
      tx.#isOver = true
    }
  }

  async read<R>(asked: Asked): Promise<readonly R[]> {
    return (await this.change(asked)).rows as readonly R[]
  }

  async change(asked: Asked): Promise<Answer> {
    if (this.#isOver) throw new Error('This transaction is over.')
    try {
      return this.#connection.run(compiled(asked))
    } catch (error) {
      throw translated(error)
    }
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#isOver) throw new Error('This transaction is over.')
    const { value, committed } = await SqliteTransaction.run(this.#connection, this.sql, work)
    this.#committed.push(...committed)
    return value
  }

  whenCommitted(then: () => void): void {
    this.#committed.push(then)
  }
}
