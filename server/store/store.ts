/** The Store port over knex, bound to a connection or to one transaction. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'
import { createKeys } from './keys.ts'
import { createRenders } from './renders.ts'
import { createRevisions } from './revisions.ts'
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
    teams: createTeams(knex),
    keys: createKeys(knex),
    templates: createTemplates(knex),
    revisions: createRevisions(knex),
    renders: createRenders(knex),
    tails: createTails(knex),
    usage: createUsage(knex),
  }
}
