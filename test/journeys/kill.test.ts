/** No lost and no doubled order: servers under load are killed at random moments, and everything promised stands. */
import { expect } from 'chai'
import { needsDatabase } from '../support/database/postgres.ts'
import { runKills } from '../support/programs/kill-run.ts'
import { someSeed } from '../support/run/seeded-chance.ts'

/** A longer difference is not printed at all. */
const MOST_SHOWN = 10

for (const [ground, kills, what] of [
  ['sqlite', 2, 'killed twice under load, on sqlite'],
  ['postgres', 2, 'of which two run killed twice under load, on postgres'],
  [
    'nodes',
    4,
    'of which two run killed, cut off, ended and stopped under load, on PostgreSQL and an object store',
  ],
] as const)
  describe(`the service ${what}`, function () {
    // Services start, are killed under load and start again.
    this.timeout(300_000)
    before(function () {
      needsDatabase(this, ground === 'sqlite' ? 'sqlite' : 'postgres')
    })

    it('keeps every promise, prints every order once, and delivers every event @long', async () => {
      const seed = someSeed()
      // Plates, which nothing here asks for, are drawn meanwhile in the soak.
      const report = await runKills(ground, kills, seed, { env: { PLATE_CHECKS: 'none' } })
      const said = `${report.breaches.length} breaches, PLATEN_TEST_SEED=${seed}`
      expect(report.breaches.slice(0, MOST_SHOWN), said).to.deep.equal([])
      expect(report.fills, 'fills made meanwhile').to.be.greaterThan(kills)
    })
  })
