/** A batch as a row of the database, for tests of what stands around it. */
import type { Handle } from '../../../server/store/engine/database.ts'

/** A completed one of a merged file unless `changes` say otherwise. */
export async function insertBatch(db: Handle, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const row = {
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
  }
  await db.change(db.sql('batches').insert(row))
}
