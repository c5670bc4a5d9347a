/** The Store port over a database, bound to it or to one transaction. */
import type { RootStore, Store, Tx } from '../../core/store.ts'
import type { Database, Tx as DatabaseTx, Handle } from './engine/database.ts'
import { lock } from './engine/dialect.ts'
import { createApiRequests } from './tables/access/api-requests.ts'
import { createAudit } from './tables/access/audit.ts'
import { createIdempotency } from './tables/access/idempotency.ts'
import { createKeys } from './tables/access/keys.ts'
import { createTeams } from './tables/access/teams.ts'
import { createUsage } from './tables/access/usage.ts'
import { createApplications } from './tables/applications.ts'
import { createAssets } from './tables/assets.ts'
import { createBatches } from './tables/batches.ts'
import { createBrandColors } from './tables/brand-colors.ts'
import { createDeliveries } from './tables/deliveries.ts'
import { createEndpoints } from './tables/endpoints.ts'
import { createEvents } from './tables/events.ts'
import { createFills } from './tables/fills.ts'
import { createFolderDeliveries } from './tables/folder-deliveries.ts'
import { createFonts } from './tables/fonts.ts'
import { createHotFolders } from './tables/hot-folders.ts'
import { createMails } from './tables/mails.ts'
import { createMappings } from './tables/mappings.ts'
import { createConvertedPictures, createOwnPictures } from './tables/own-pictures.ts'
import { createPasskeys } from './tables/passkeys.ts'
import { createProfiles } from './tables/profiles.ts'
import { createRemovals } from './tables/removals.ts'
import { createRenders } from './tables/renders.ts'
import { createRevisions } from './tables/revisions.ts'
import { createSelectionSets } from './tables/selection-sets.ts'
import { createSessions } from './tables/sessions.ts'
import { createStorefront } from './tables/storefront.ts'
import { createTails } from './tables/tails.ts'
import { createTemplates } from './tables/templates.ts'
import { createConsoleLinks, createConsoleSessions, createUsers } from './tables/users.ts'

/** A symbol, so that copies of a store keep it. */
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

/** Calls `then` once the transaction is committed and on disk; never if it is rolled back. */
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
    apiRequests: createApiRequests(db),
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
    ownPictures: createOwnPictures(db),
    fonts: createFonts(db),
    profiles: createProfiles(db),
    brandColors: createBrandColors(db),
    convertedPictures: createConvertedPictures(db),
    selectionSets: createSelectionSets(db),
    storefront: createStorefront(db),
    users: createUsers(db),
    consoleSessions: createConsoleSessions(db),
    consoleLinks: createConsoleLinks(db),
    mails: createMails(db),
    passkeys: createPasskeys(db),
  }
}
