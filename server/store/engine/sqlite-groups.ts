/** Transactions of one process on SQLite, written to the disk together: who waits for the one connection joins in. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Knex } from 'knex'
import { ServiceError } from '../../../core/errors.ts'
import type { Tx } from './database.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { translated, unavailable, whileBusy } from './sqlite-errors.ts'
import { SqliteTransaction } from './sqlite-transaction.ts'

/**
 * Decision: putting a commit on the disk takes longer than all the statements before it. So transactions that come while
 * another one runs are put there with it, each as a savepoint of its own: one that fails takes back its own work alone,
 * and nobody is told of a success before all of it lasts. A group is closed after so many, or so long, so that whoever
 * came first does not wait for whoever came last; and at once where nobody came.
 */
const MOST = 32
const LONGEST_MS = 20

interface Entry {
  /** In the open transaction; never rejects. */
  run(): Promise<void>
  /** Tells the caller what came of it, once it lasts. */
  resolve(): void
  reject(error: unknown): void
  readonly timer: NodeJS.Timeout
}

export class SqliteGroups {
  readonly #connection: SqliteConnection
  readonly #sql: Knex
  readonly #waitMs: number
  readonly #waiting: Entry[] = []
  #running: Promise<void> | null = null

  /** `waitMs` is how long a caller waits for its turn; then the database counts as unavailable. */
  constructor(connection: SqliteConnection, sql: Knex, waitMs: number) {
    this.#connection = connection
    this.#sql = sql
    this.#waitMs = waitMs
  }

  /** Resolves once nothing waits or runs; null where that is so now. */
  get running(): Promise<void> | null {
    return this.#running
  }

  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const entry: Entry = {
        run: async () => {
          try {
            const { value, committed } = await SqliteTransaction.run(this.#connection, this.#sql, work)
            entry.resolve = () => {
              for (const then of committed) then()
              resolve(value)
            }
          } catch (error) {
            entry.resolve = () => reject(error)
            // What is wrong with it is its own, whatever becomes of the others.
            entry.reject = entry.resolve
          }
        },
        resolve() {},
        reject,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(entry), 1)
          reject(new ServiceError('database_unavailable', { retryAfterSeconds: 1 }))
        }, this.#waitMs),
      }
      this.#waiting.push(entry)
      this.#running ??= this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#runGroup()
      // Requests that have come meanwhile are read; who waits comes into the next group with them.
      await turn()
    }
    this.#running = null
  }

  async #runGroup(): Promise<void> {
    const taken: Entry[] = []
    try {
      await whileBusy(() => this.#execute('BEGIN IMMEDIATE'))
      await this.#takeIn(taken)
      if (!this.#connection.inTransaction) throw new Error('SQLite has rolled back the whole group.')
      await whileBusy(() => this.#execute('COMMIT'))
    } catch (error) {
      // A commit that failed can leave its transaction open; the next one must not be in it.
      if (this.#connection.inTransaction) this.#execute('ROLLBACK')
      // Where nothing began, the one that waits longest is told, and the next one tries for itself.
      if (taken.length === 0) this.#take(taken)
      // What the disk says is for all of them; what one of them did wrong is not.
      const cause = translated(error)
      const told = cause instanceof ServiceError ? cause : unavailable(error)
      for (const { reject } of taken) reject(told)
      return
    }
    for (const { resolve: settle } of taken) settle()
  }

  async #takeIn(taken: Entry[]): Promise<void> {
    const until = performance.now() + LONGEST_MS
    while (taken.length < MOST && performance.now() < until) {
      if (this.#waiting.length === 0) await turn()
      const entry = this.#take(taken)
      if (entry === undefined) return
      await entry.run()
      if (!this.#connection.inTransaction) return
    }
  }

  #take(taken: Entry[]): Entry | undefined {
    const entry = this.#waiting.shift()
    if (entry === undefined) return undefined
    clearTimeout(entry.timer)
    taken.push(entry)
    return entry
  }

  #execute(sql: string): void {
    this.#connection.run({ sql, bindings: [] })
  }
}
