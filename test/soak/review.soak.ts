/** Review before printing at length: a thousand orders on each database, approved, refused and finalized in any order. */
import { expect } from 'chai'
import { DATABASES, needsDatabase } from '../support/database/postgres.ts'
import { runReviews } from '../support/programs/review-run.ts'
import { someSeed } from '../support/run/seeded-chance.ts'

const ORDERS = 1000
const KILLS = 20

for (const database of DATABASES)
  describe(`${ORDERS} orders in review, with ${KILLS} kills, on ${database}`, function () {
    // Services are killed and started again, many times.
    this.timeout(1_800_000)
    before(function () {
      needsDatabase(this, database)
    })

    it('are decided once, and only what was approved lies in the hot folder', async () => {
      const seed = someSeed()
      const { breaches, ...counts } = await runReviews(database, ORDERS, KILLS, seed)
      console.log(`      seed ${seed}`, counts)
      expect(breaches.slice(0, 10), `PLATEN_TEST_SEED=${seed}`).to.deep.equal([])
      expect(Math.min(counts.approved, counts.refused, counts.waiting)).to.be.greaterThan(ORDERS / 20)
    })
  })
