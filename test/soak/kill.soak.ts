/** The kill test at length: a hundred kills on each database, with what they cost. */
import { expect } from 'chai'
import { DATABASES, needsDatabase } from '../support/database/postgres.ts'
import { runKills } from '../support/programs/kill-run.ts'
import { someSeed } from '../support/run/seeded-chance.ts'

const KILLS = 100
/** A longer difference is not printed at all. */
const MOST_SHOWN = 10

for (const database of DATABASES)
  describe(`the service killed ${KILLS} times under load, on ${database}`, function () {
    // Services are killed and started again, many times.
    this.timeout(1_800_000)
    before(function () {
      needsDatabase(this, database)
    })

    it('keeps every promise, prints every order once, and delivers every event', async () => {
      const seed = someSeed()
      const { breaches, startsMs, ...figures } = await runKills(database, KILLS, seed)
      const sorted = [...startsMs].sort((one, other) => one - other)
      console.log(`      seed ${seed}`, figures, {
        startMedianMs: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
        startLongestMs: Math.round(sorted.at(-1) ?? 0),
      })
      const said = `${breaches.length} breaches, PLATEN_TEST_SEED=${seed}`
      expect(breaches.slice(0, MOST_SHOWN), said).to.deep.equal([])
    })
  })
