/** A held fill never reaches a hot folder: approve, refuse and finalize in any order, with services killed meanwhile. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { runReviews } from '../support/programs/review-run.ts'
import { someSeed } from '../support/run/seeded-chance.ts'

const ORDERS = 20
const KILLS = 1

for (const database of DATABASES)
  describe(`${ORDERS} orders in review, with a kill, on ${longOn(database)}`, function () {
    // Services start, are killed and start again.
    this.timeout(300_000)
    before(function () {
      needsDatabase(this, database)
    })

    it('are decided once, and only what was approved lies in the hot folder @long', async () => {
      const seed = someSeed()
      const { breaches, ...counts } = await runReviews(database, ORDERS, KILLS, seed)
      expect(breaches.slice(0, 10), `PLATEN_TEST_SEED=${seed}`).to.deep.equal([])
      expect(counts.approved, 'approved').to.be.greaterThan(0)
      expect(counts.refused, 'refused').to.be.greaterThan(0)
      expect(counts.waiting, 'waiting').to.be.greaterThan(0)
    })
  })
