/** Group commits on SQLite: transactions that wait for the writing connection are written to disk together. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Knex } from 'knex'
import { ServiceError } from '../../../core/errors.ts'
import type { Tx } from './database.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { translated, unavailable, whileBusy } from './sqlite-errors.ts'
import { SqliteTransaction } from './sqlite-transaction.ts'

/**
 * Decision: syncing a commit takes longer than all its statements. So transactions that arrive while another one runs are
 * committed with it, each in its own savepoint: a failed one rolls back alone, and no caller hears of success before the
 * group is on disk. A group closes after a number of transactions or a time, so that the first does not wait for the
 * last, and immediately if none has arrived.
 */
const MOST = 32
const LONGEST_MS = 20

/**
 * The first turn can come before the sockets are looked at again; at the second, what had arrived has been heard. Of 8
 * finalizes at once a group then takes in 4.3, and 5 to 15 % more are done; after the first turn alone 3.5.
 */
async function arrivals(): Promise<void> {
  await turn()
  await turn()
}

interface Entry {
  /** Runs in the open transaction; never rejects. */
  run(): Promise<void>
  /** Settles the caller's promise, once the group is on disk. */
  resolve(): void
  reject(error: unknown): void
  readonly timer: NodeJS.Timeout
}

export class SqliteGroups {
  readonly #connection: SqliteConnection
  readonly #sql: Knex
  readonly #waitMs: number
  readonly #waiting: Entry[] = []
  readonly #between: (() => void)[] = []
  #running: Promise<void> | null = null

  /** `waitMs` is the longest wait for a turn; then the database counts as unavailable. */
  constructor(connection: SqliteConnection, sql: Knex, waitMs: number) {
    this.#connection = connection
    this.#sql = sql
    this.#waitMs = waitMs
  }

  /** Resolves once nothing waits or runs; null if it is idle. */
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
            // Its own error, whatever happens to the others.
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

  /** Runs `work` between two groups, when the connection has no transaction. */
  between<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#between.push(() => {
        try {
          resolve(work())
        } catch (error) {
          reject(translated(error))
        }
      })
      this.#running ??= this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0 || this.#between.length > 0) {
      for (const work of this.#between.splice(0)) work()
      if (this.#waiting.length > 0) await this.#runGroup()
      // Lets new requests arrive first, so that they join the next group.
      await arrivals()
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
      // A failed commit can leave its transaction open; the next group must not run in it.
      if (this.#connection.inTransaction) this.#execute('ROLLBACK')
      // If BEGIN failed, only the oldest waiting caller gets the error; the next one tries again.
      if (taken.length === 0) this.#takeNext(taken)
      // A fault of the disk concerns all of them; a caller's own error does not.
      const cause = translated(error)
      const told = cause instanceof ServiceError ? cause : unavailable(error)
      for (const { reject } of taken) reject(told)
      return
    }
    for (const { resolve } of taken) resolve()
  }

  async #takeIn(taken: Entry[]): Promise<void> {
    const until = performance.now() + LONGEST_MS
    while (taken.length < MOST && performance.now() < until) {
      if (this.#waiting.length === 0) await arrivals()
      const entry = this.#takeNext(taken)
      if (entry === undefined) return
      await entry.run()
      if (!this.#connection.inTransaction) return
    }
  }

  #takeNext(taken: Entry[]): Entry | undefined {
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
