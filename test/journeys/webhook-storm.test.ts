/** A receiver that fails for a while loses no event and holds up no other receiver; the soak sends 10,000. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { someSeed } from '../support/run/seeded-chance.ts'
import { runStorm } from './webhook-storm.ts'

const EVENTS = 100
/** Enough that each kind of failure is among them. */
const FAILS = 40

for (const database of DATABASES)
  describe(`${EVENTS} events to a receiver that fails for a while, on ${longOn(database)}`, function () {
    // Deliveries wait out their pauses between attempts.
    this.timeout(240_000)
    before(function () {
      needsDatabase(this, database)
    })

    it('all come, each under a signature that verifies @long', async () => {
      const seed = someSeed()
      const storm = { fails: FAILS, every: EVENTS, patienceMs: 80_000 }
      const report = await runStorm({ database, events: EVENTS, seed, ...storm })
      const said = `PLATEN_TEST_SEED=${seed}`
      expect(report.events).to.equal(EVENTS)
      expect(report.lost, said).to.deep.equal({ failing: 0, healthy: 0 })
      expect(report.forged, said).to.equal(0)
      expect(report.unsettled, said).to.deep.equal([])
      // So many were refused, in every way, before they were taken.
      expect([...report.answers.keys()], said).to.include.members([200, 500, 503, 429, 'reset'])
      const requests = [...report.answers.values()].reduce((sum, count) => sum + count, 0)
      expect(requests, said).to.equal(EVENTS + FAILS)
    })
  })
