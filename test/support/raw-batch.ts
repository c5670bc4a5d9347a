/** A batch as a row of the database, for tests of what stands around it. */
import type { Knex } from 'knex'

/** A completed one of a merged file unless `changes` say otherwise. */
export async function insertBatch(knex: Knex, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await knex('batches').insert({
    ...{ id: 'bat_1', kind: 'final', result: 'merged', status: 'completed', ready: 1, assignments: '{}' },
    ...{
      total: 3,
      succeeded: 3,
      failed: 0,
      skipped: 0,
      metadata: '{}',
      attempt: 1,
      faults: 0,
      counted: '{}',
    },
    ...{ created_at: 1, updated_at: 1, ...changes },
  })
}
