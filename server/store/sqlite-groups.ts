/** Transactions of one process on SQLite, written to the disk together: who waits for the one connection joins in. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Knex } from 'knex'
import { ServiceError } from '../../core/errors.ts'
import type { TransactionTurn } from '../../core/ports.ts'
import { RELEASE, ROLLBACK, SAVEPOINT } from './sqlite-savepoint.ts'
import { runWritten } from './written-out.ts'

/** What is written lasts once all of these have resolved. */
export type Lasts = readonly Promise<unknown>[]
/** `around` is what the transaction, where it is a savepoint, lasts with. */
export type Transact = <T>(
  work: (transaction: Knex.Transaction, around: Lasts) => Promise<T>,
  when?: TransactionTurn,
) => Promise<T>

/**
 * Decision: what lasts must be on the disk, and putting it there takes longer than all the statements before it. So
 * transactions that come while another one runs are put there with it, each as a savepoint of its own: one that fails
 * takes back its own work alone, and nobody is told of a success before all of it lasts. A group is closed after so
 * many, or so long, so that whoever came first does not wait for whoever came last; and at once where nobody came.
 *
 * Decision: one for whom somebody waits that has little patience goes first, and its group takes in nobody else of less
 * haste; but whoever has waited for so long is overtaken by nobody.
 */
const MOST = 32
const LONGEST_MS = 20
const OVERTAKEN_MS = 200
/** At most so long the process reads nothing of what comes in, for whoever goes first may be among it. */
const DEAF_MS = 3

interface Entry {
  run(transaction: Knex.Transaction, around: Lasts): Promise<void>
  /** Tells the caller what came of it, once it lasts. */
  settle(): void
  reject(error: unknown): void
  readonly isFirst: boolean
  /** Of performance.now(). */
  readonly since: number
  readonly timer: NodeJS.Timeout
}

/** `waitMs` is how long a caller waits for its turn; then the database counts as unavailable. */
export function createGroups(knex: Knex, waitMs: number): Transact {
  const waiting: Entry[] = []
  let running = false

  function take(taken: Entry[]): Entry | undefined {
    const entry = waiting.shift()
    if (entry === undefined) return undefined
    clearTimeout(entry.timer)
    taken.push(entry)
    return entry
  }

  /** Those that join the one for which the transaction was begun. */
  async function joinIn(transaction: Knex.Transaction, taken: Entry[], until: number): Promise<void> {
    let heardAt = until - LONGEST_MS
    while (taken.length < MOST && performance.now() < until) {
      if (taken.some(({ isFirst }) => isFirst) && waiting[0]?.isFirst !== true) return
      if (waiting.length === 0 || performance.now() - heardAt > DEAF_MS) {
        // Requests that have come are read meanwhile; who has nothing to write to the disk loses nothing by it.
        await turn()
        heardAt = performance.now()
      }
      const entry = take(taken)
      if (entry === undefined || !(await runWithin(transaction, entry))) return
    }
  }

  function comes(entry: Entry): void {
    const behind = waiting.findIndex(({ isFirst, since }) => !isFirst && entry.since - since < OVERTAKEN_MS)
    if (entry.isFirst && behind >= 0) waiting.splice(behind, 0, entry)
    else waiting.push(entry)
    if (!running) void runAll()
  }

  async function runGroup(): Promise<void> {
    const taken: Entry[] = []
    try {
      await knex.transaction(async (transaction) => {
        // knex goes on to the work even when BEGIN failed; that error is already on its way.
        if (transaction.isCompleted()) throw new Error('The transaction did not begin.')
        const until = performance.now() + LONGEST_MS
        await take(taken)?.run(transaction, [])
        await joinIn(transaction, taken, until)
      })
    } catch (error) {
      // Where nothing began, the one that waits longest is told, and the next one tries for itself.
      if (taken.length === 0) take(taken)
      for (const { reject } of taken) reject(error)
      return
    }
    for (const entry of taken) if (entry.isFirst) entry.settle()
    // They are told before anybody else goes on.
    if (taken.some(({ isFirst }) => isFirst)) await turn()
    for (const entry of taken) if (!entry.isFirst) entry.settle()
  }

  async function runAll(): Promise<void> {
    running = true
    while (waiting.length > 0) await runGroup()
    running = false
  }

  return (work, when = 'in turn') =>
    new Promise((resolve, reject) => {
      const entry: Entry = {
        async run(transaction, around) {
          const value = await work(transaction, around)
          entry.settle = () => resolve(value)
        },
        settle() {},
        reject,
        isFirst: when === 'first',
        since: performance.now(),
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(new ServiceError('database_unavailable', { retryAfterSeconds: 1 }))
        }, waitMs),
      }
      comes(entry)
    })
}

/**
 * In a savepoint, without the transaction that knex would make for it. False where it failed; rejects where the savepoint
 * is gone, since SQLite has taken back everything, with what went wrong first.
 */
async function runWithin(transaction: Knex.Transaction, entry: Entry): Promise<boolean> {
  const kept = Promise.withResolvers<void>()
  kept.promise.catch(() => {})
  try {
    await runWritten(transaction, SAVEPOINT, [])
    await entry.run(transaction, [kept.promise])
    await runWritten(transaction, RELEASE, [])
    kept.resolve()
    return true
  } catch (error) {
    kept.reject(error)
    try {
      await runWritten(transaction, ROLLBACK, [])
      await runWritten(transaction, RELEASE, [])
    } catch {
      // The group is taken back whole, and all are told why, not that the savepoint is gone.
      throw error
    }
    entry.settle = () => entry.reject(error)
    return false
  }
}
