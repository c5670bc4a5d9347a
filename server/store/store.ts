/** The Store port over a database, bound to it or to one transaction. */
import type { RootStore, Store, Tx } from '../../core/ports.ts'
import { createApplications } from './applications.ts'
import { createAssets } from './assets.ts'
import { createAudit } from './audit.ts'
import { createBatches } from './batches.ts'
import type { Database, Tx as DatabaseTx, Handle } from './database.ts'
import { createDeliveries } from './deliveries.ts'
import { lock } from './dialect.ts'
import { createEndpoints } from './endpoints.ts'
import { createEvents } from './events.ts'
import { createFills } from './fills.ts'
import { createFolderDeliveries } from './folder-deliveries.ts'
import { createFonts } from './fonts.ts'
import { createHotFolders } from './hot-folders.ts'
import { createIdempotency } from './idempotency.ts'
import { createKeys } from './keys.ts'
import { createMappings } from './mappings.ts'
import { createRemovals } from './removals.ts'
import { createRenders } from './renders.ts'
import { createRevisions } from './revisions.ts'
import { createSelectionSets } from './selection-sets.ts'
import { createSessions } from './sessions.ts'
import { createStorefront } from './storefront.ts'
import { createTails } from './tails.ts'
import { createTeams } from './teams.ts'
import { createTemplates } from './templates.ts'
import { createUsage } from './usage.ts'
import { createConsoleLinks, createConsoleSessions, createUsers } from './users.ts'

/** Kept by copies of a store, too. */
const DATABASE = Symbol('database')

/** The database or the transaction that a store is bound to. */
export function databaseOf(store: Tx): DatabaseTx
export function databaseOf(store: RootStore): Database
export function databaseOf(store: Store): Handle
export function databaseOf(store: Store): Handle {
  const database = (store as Store & { readonly [DATABASE]?: Handle })[DATABASE]
  if (database === undefined) throw new Error('This store has no database of its own.')
  return database
}

/** Calls `then` once what is done in `tx` is committed and lasts; never where it is taken back. */
export function whenCommitted(tx: Tx, then: () => void): void {
  databaseOf(tx).whenCommitted(then)
}

export function createStore(database: Database): RootStore {
  return {
    ...createTables(database, true),
    transaction: (work) => database.transaction((tx) => work(createTx(tx))),
  }
}

function createTx(tx: DatabaseTx): Tx {
  return {
    ...createTables(tx, false),
    lock: (name) => lock(tx, name),
    transaction: (work) => tx.transaction((inner) => work(createTx(inner))),
  }
}

function createTables(db: Handle, keeps: boolean): Store {
  const bound = { [DATABASE]: db }
  return {
    ...bound,
    teams: createTeams(db),
    keys: createKeys(db),
    templates: createTemplates(db),
    revisions: createRevisions(db, keeps),
    renders: createRenders(db),
    tails: createTails(db),
    removals: createRemovals(db),
    fills: createFills(db),
    mappings: createMappings(db),
    batches: createBatches(db),
    applications: createApplications(db),
    sessions: createSessions(db),
    usage: createUsage(db),
    audit: createAudit(db),
    idempotency: createIdempotency(db),
    endpoints: createEndpoints(db),
    events: createEvents(db),
    deliveries: createDeliveries(db),
    hotFolders: createHotFolders(db),
    folderDeliveries: createFolderDeliveries(db),
    assets: createAssets(db),
    fonts: createFonts(db),
    selectionSets: createSelectionSets(db),
    storefront: createStorefront(db),
    users: createUsers(db),
    consoleSessions: createConsoleSessions(db),
    consoleLinks: createConsoleLinks(db),
  }
}
