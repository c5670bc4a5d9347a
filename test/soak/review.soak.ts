/** Review before printing at length: a thousand orders on each database, approved, refused and finalized in any order. */
import { expect } from 'chai'
import { reviewPlan } from '../journeys/kills/review.ts'
import { DATABASES, needsDatabase } from '../support/database/postgres.ts'
import { keepsAll } from '../support/kills/run-plan.ts'

const ORDERS = 1000
const KILLS = 20

for (const database of DATABASES)
  describe(`Orders in review with ${KILLS} kills, on ${database}`, function () {
    // Services are killed and started again, many times.
    this.timeout(1_800_000)
    before(function () {
      needsDatabase(this, database)
    })

    it(`${ORDERS} orders in review are decided once, and only approved ones lie in the hot folder`, async () => {
      const { counts, ...figures } = await keepsAll(reviewPlan(database, ORDERS, KILLS))
      console.log(`     `, counts, figures)
      const { approved = 0, refused = 0, waiting = 0 } = counts
      expect(Math.min(approved, refused, waiting)).to.be.greaterThan(ORDERS / 20)
    })
  })
