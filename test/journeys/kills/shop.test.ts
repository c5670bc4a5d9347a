/** No lost and no doubled order: services under load are struck at random moments, and everything promised stands. */
import { expect } from 'chai'
import { needsDatabase } from '../../support/database/postgres.ts'
import { keepsAll } from '../../support/kills/run-plan.ts'
import { shopPlan } from './shop.ts'

for (const [ground, strikes, title] of [
  ['sqlite', 2, 'A service on SQLite, killed twice under load,'],
  ['postgres', 2, 'A pair of services on PostgreSQL, killed twice under load,'],
  ['nodes', 4, 'A pair of services with an object store, killed, cut off, ended and stopped under load,'],
] as const)
  describe('Orders under kills', function () {
    // Services start, are killed under load and start again.
    this.timeout(300_000)
    before(function () {
      needsDatabase(this, ground === 'sqlite' ? 'sqlite' : 'postgres')
    })

    it(`${title} keeps every promise, prints every order once and delivers every event @long`, async () => {
      // Plates, which nothing here asks for, are drawn meanwhile in the soak.
      const { counts } = await keepsAll(shopPlan(ground, strikes, { PLATE_CHECKS: 'none' }))
      expect(counts.fills, 'fills made meanwhile').to.be.greaterThan(strikes)
    })
  })
