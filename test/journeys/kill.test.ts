/** No lost and no doubled order: servers under load are killed at random moments, and everything promised stands. */
import { expect } from 'chai'
import { DATABASES, needsDatabase } from '../support/database/postgres.ts'
import { runKills } from '../support/programs/kill-run.ts'
import { someSeed } from '../support/run/seeded-chance.ts'

const KILLS = 2
/** A longer difference is not printed at all. */
const MOST_SHOWN = 10

for (const database of DATABASES)
  describe(`the service killed ${KILLS} times under load, on ${database}`, function () {
    // Services start, are killed under load and start again.
    this.timeout(300_000)
    before(function () {
      needsDatabase(this, database)
    })

    it('keeps every promise, prints every order once, and delivers every event', async () => {
      const seed = someSeed()
      // Plates, which nothing here asks for, are drawn meanwhile in the soak.
      const report = await runKills(database, KILLS, seed, { PLATE_CHECKS: 'none' })
      const said = `${report.breaches.length} breaches, PLATEN_TEST_SEED=${seed}`
      expect(report.breaches.slice(0, MOST_SHOWN), said).to.deep.equal([])
      expect(report.fills, 'fills made meanwhile').to.be.greaterThan(KILLS)
    })
  })
