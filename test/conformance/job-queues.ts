/** The queues of jobs and the databases that each of them runs on. */
import { join } from 'node:path'
import type { JobsDriver } from '../../server/jobs/open.ts'
import { type Database, freshDatabase } from '../support/database/postgres.ts'

export const COMBINATIONS: readonly (readonly [JobsDriver, Database])[] = [
  ['embedded', 'sqlite'],
  ['embedded', 'postgres'],
  ['pg-boss', 'postgres'],
]

export async function makeDatabase(database: Database, makeFolder: () => Promise<string>): Promise<string> {
  return database === 'postgres' ? freshDatabase() : join(await makeFolder(), 'jobs.db')
}
