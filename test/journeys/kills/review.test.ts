/** A held fill never reaches a hot folder: approve, refuse and finalize in any order, with services killed meanwhile. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { keepsAll } from '../../support/kills/run-plan.ts'
import { reviewPlan } from './review.ts'

const ORDERS = 20
const KILLS = 1

for (const database of DATABASES)
  describe(`Orders in review whose services are killed, on ${longOn(database)}`, function () {
    // Services start, are killed and start again.
    this.timeout(300_000)
    before(function () {
      needsDatabase(this, database)
    })

    it(`${ORDERS} orders are decided once, and only approved ones lie in the hot folder after a kill @long`, async () => {
      const { counts } = await keepsAll(reviewPlan(database, ORDERS, KILLS))
      expect(counts.approved, 'approved').to.be.greaterThan(0)
      expect(counts.refused, 'refused').to.be.greaterThan(0)
      expect(counts.waiting, 'waiting').to.be.greaterThan(0)
    })
  })
