/** The queues that the service opens, whose workers are killed or stand still. */
import { expect } from 'chai'
import type { JobsDriver } from '../../../server/jobs/open.ts'
import { COMBINATIONS, makeDatabase } from '../../conformance/job-queues.ts'
import { outliveWorkers } from '../../conformance/jobs-death.ts'
import { type Database, hasDatabase, needsDatabase } from '../../support/database/postgres.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

describe('The work of a process that is killed or stands still', () => {
  const makeFolder = temporaryFolders()
  const runs = new Map<string, Promise<void>>()
  const nameOf = (driver: JobsDriver, database: Database) => `${driver} on ${database}`
  // Waiting is most of it, so all wait at once.
  before(async () => {
    for (const [driver, database] of COMBINATIONS) {
      if (!hasDatabase(database)) continue
      const run = outliveWorkers(driver, await makeDatabase(database, makeFolder))
      run.catch(() => {})
      runs.set(nameOf(driver, database), run)
    }
  })

  for (const [driver, database] of COMBINATIONS)
    it(`is another's within 30 s, its places too, and what the first one writes later is refused: ${nameOf(driver, database)} @long`, async function () {
      needsDatabase(this, database)
      expect(await runs.get(nameOf(driver, database))).to.equal(undefined)
    })
})
