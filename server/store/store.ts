/** The Store port over knex, bound to a connection or to one transaction. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'
import { createApplications } from './applications.ts'
import { createAudit } from './audit.ts'
import { createDeliveries } from './deliveries.ts'
import { lock } from './dialect.ts'
import { createEndpoints } from './endpoints.ts'
import { createEvents } from './events.ts'
import { createFills } from './fills.ts'
import { createIdempotency } from './idempotency.ts'
import { createKeys } from './keys.ts'
import { createMappings } from './mappings.ts'
import { createRenders } from './renders.ts'
import { createRevisions } from './revisions.ts'
import { createSessions } from './sessions.ts'
import { createTails } from './tails.ts'
import { createTeams } from './teams.ts'
import { createTemplates } from './templates.ts'
import { createUsage } from './usage.ts'

/** A transaction of a store that is itself in one is a savepoint. */
export function createStore(knex: Knex): Store {
  return {
    transaction: (work) =>
      knex.transaction(async (transaction) => {
        // knex goes on to the work even when BEGIN failed; that error is already on its way to the caller.
        if (transaction.isCompleted()) throw new Error('The transaction did not begin.')
        return work(createStore(transaction))
      }),
    lock: (name) => lock(knex, name),
    teams: createTeams(knex),
    keys: createKeys(knex),
    templates: createTemplates(knex),
    revisions: createRevisions(knex),
    renders: createRenders(knex),
    tails: createTails(knex),
    fills: createFills(knex),
    mappings: createMappings(knex),
    applications: createApplications(knex),
    sessions: createSessions(knex),
    usage: createUsage(knex),
    audit: createAudit(knex),
    idempotency: createIdempotency(knex),
    endpoints: createEndpoints(knex),
    events: createEvents(knex),
    deliveries: createDeliveries(knex),
  }
}
