/** A store that counts what is asked of it, so that a test can wait until a queue has looked for jobs. */
import type { RootStore } from '../../../core/store.ts'
import type { Asked, Database } from '../../../server/store/engine/database.ts'
import { createStore, databaseOf } from '../../../server/store/store.ts'
import { eventually } from '../run/eventually.ts'

export interface WatchedStore {
  /** The same database. What is asked of the original is not counted. */
  readonly store: RootStore
  /** Resolves once two more reads have ended: the second of a queue's looks began after this call. */
  looked(): Promise<void>
  /** Has it begun a transaction, and ended it where it need not wait for another one? */
  hasTriedToWrite(): boolean
}

export function watchStore(original: RootStore): WatchedStore {
  const database = databaseOf(original)
  const count = { reads: 0, begun: 0, ended: 0 }
  const watched: Database = {
    ...database,
    async read<R>(asked: Asked) {
      const rows = await database.read<R>(asked)
      count.reads += 1
      return rows
    },
    async transaction(work) {
      count.begun += 1
      const result = await database.transaction(work)
      count.ended += 1
      return result
    },
  }
  return {
    store: createStore(watched),
    async looked() {
      const before = count.reads
      await eventually(() => count.reads >= before + 2)
    },
    // SQLite has one writer at a time.
    hasTriedToWrite: () => (database.dialect === 'sqlite' ? count.begun : count.ended) > 0,
  }
}
