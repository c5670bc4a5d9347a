/** Ten thousand events to a receiver that fails again and again: none lost, none forged, copies counted. */
import { expect } from 'chai'
import { runStorm } from '../journeys/webhook-storm.ts'
import { DATABASES, needsDatabase } from '../support/database/postgres.ts'
import { someSeed } from '../support/run/seeded-chance.ts'

const EVENTS = 10_000

for (const database of DATABASES)
  describe(`${EVENTS} events, on ${database}`, function () {
    // It delivers 10,000 events, with pauses between attempts.
    this.timeout(1_800_000)
    before(function () {
      needsDatabase(this, database)
    })

    it('all come, each under a signature that verifies', async () => {
      const seed = someSeed()
      const storm = { fails: 400, every: 2_000, patienceMs: 900_000 }
      const report = await runStorm({ database, events: EVENTS, seed, ...storm })
      console.log(`      seed ${seed}`, report)
      expect(report.events).to.equal(EVENTS)
      expect(report.lost).to.deep.equal({ failing: 0, healthy: 0 })
      expect(report.forged).to.equal(0)
      expect(report.unsettled).to.deep.equal([])
    })
  })
