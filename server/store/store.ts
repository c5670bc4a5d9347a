/** The Store port over knex, bound to a connection or to one transaction. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'
import { createApplications } from './applications.ts'
import { createAssets } from './assets.ts'
import { createAudit } from './audit.ts'
import { createBatches } from './batches.ts'
import { createDeliveries } from './deliveries.ts'
import { isOnSqlite, lock } from './dialect.ts'
import { CONNECTION_WAIT_MS } from './dialect-sqlite.ts'
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
import { createGroups, type Lasts, type Transact } from './sqlite-groups.ts'
import { createStorefront } from './storefront.ts'
import { createTails } from './tails.ts'
import { createTeams } from './teams.ts'
import { createTemplates } from './templates.ts'
import { createUsage } from './usage.ts'
import { createConsoleLinks, createConsoleSessions, createUsers } from './users.ts'

/** Kept by copies of a store, too. */
const KNEX = Symbol('knex')

/** The connection or the transaction that a store is bound to. */
export function knexOf(store: Store): Knex {
  const knex = (store as Store & { readonly [KNEX]?: Knex })[KNEX]
  if (knex === undefined) throw new Error('This store has no database of its own.')
  return knex
}

/** What lasts once these have resolved. */
const LASTS = Symbol('lasts')

/** Calls `then` once what is done in `store` has lasted; never where it is rolled back. */
export function whenCommitted(store: Store, then: () => void): void {
  const lasts = (store as Store & { readonly [LASTS]?: Lasts })[LASTS] ?? []
  if (lasts.length === 0) then()
  else
    Promise.all(lasts).then(
      () => then(),
      () => {},
    )
}

function isTransaction(knex: Knex): knex is Knex.Transaction {
  return knex.isTransaction === true
}

/** A transaction of a store that is itself in one is a savepoint; `around` is what that one lasts with. */
export function createStore(knex: Knex, around: Lasts = []): Store {
  const lasts = isTransaction(knex) ? [...around, knex.executionPromise] : around
  const bound = { [KNEX]: knex, [LASTS]: lasts }
  const transact = transactionsOf(knex, lasts)
  return {
    ...bound,
    ...partsOf(knex),
    transaction: (work, when) =>
      transact((transaction, within) => work(createStore(transaction, within)), when),
  }
}

type Parts = Omit<Store, 'transaction'>

/** Those that go to the disk together share a transaction, and with it what is bound to it. */
const parts = new WeakMap<Knex, Parts>()

function partsOf(knex: Knex): Parts {
  const known = parts.get(knex) ?? createParts(knex)
  parts.set(knex, known)
  return known
}

function createParts(knex: Knex): Parts {
  return {
    lock: (name) => lock(knex, name),
    teams: createTeams(knex),
    keys: createKeys(knex),
    templates: createTemplates(knex),
    revisions: createRevisions(knex),
    renders: createRenders(knex),
    tails: createTails(knex),
    removals: createRemovals(knex),
    fills: createFills(knex),
    mappings: createMappings(knex),
    batches: createBatches(knex),
    applications: createApplications(knex),
    sessions: createSessions(knex),
    usage: createUsage(knex),
    audit: createAudit(knex),
    idempotency: createIdempotency(knex),
    endpoints: createEndpoints(knex),
    events: createEvents(knex),
    deliveries: createDeliveries(knex),
    hotFolders: createHotFolders(knex),
    folderDeliveries: createFolderDeliveries(knex),
    assets: createAssets(knex),
    fonts: createFonts(knex),
    selectionSets: createSelectionSets(knex),
    storefront: createStorefront(knex),
    users: createUsers(knex),
    consoleSessions: createConsoleSessions(knex),
    consoleLinks: createConsoleLinks(knex),
  }
}

function transactionsOf(knex: Knex, lasts: Lasts): Transact {
  if (isOnSqlite(knex) && !isTransaction(knex)) return createGroups(knex, CONNECTION_WAIT_MS)
  return (work) =>
    knex.transaction(async (transaction) => {
      // knex goes on to the work even when BEGIN failed; that error is already on its way to the caller.
      if (transaction.isCompleted()) throw new Error('The transaction did not begin.')
      return work(transaction, lasts)
    })
}
