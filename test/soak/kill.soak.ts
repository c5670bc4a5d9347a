/** The kill test at length: KILLS on each database, and on two nodes with an object store, with what they cost. */
import { expect } from 'chai'
import { needsDatabase } from '../support/database/postgres.ts'
import { runKills } from '../support/programs/kill-run.ts'
import { someSeed } from '../support/run/seeded-chance.ts'

const KILLS = Number(process.env.KILLS ?? 1000)
/** Services that are killed and started again on a machine with much else to do. */
const MOST_MS_EACH = 30_000
/** A longer difference is not printed at all. */
const MOST_SHOWN = 10

for (const [ground, what] of [
  ['sqlite', 'killed under load, on sqlite'],
  ['postgres', 'of which two run killed under load, on postgres'],
  [
    'nodes',
    'of which two run killed, ended, stopped and cut off under load, on PostgreSQL and an object store',
  ],
] as const)
  describe(`the service ${what}, ${KILLS} times`, function () {
    // Services are killed and started again, many times.
    this.timeout(300_000 + KILLS * MOST_MS_EACH)
    before(function () {
      needsDatabase(this, ground === 'sqlite' ? 'sqlite' : 'postgres')
    })

    it('keeps every promise, prints every order once, and delivers every event', async () => {
      const seed = someSeed()
      const { breaches, startsMs, ...figures } = await runKills(ground, KILLS, seed)
      const sorted = [...startsMs].sort((one, other) => one - other)
      console.log(`      seed ${seed}`, figures, {
        startMedianMs: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
        startLongestMs: Math.round(sorted.at(-1) ?? 0),
      })
      const said = `${breaches.length} breaches, PLATEN_TEST_SEED=${seed}`
      expect(breaches.slice(0, MOST_SHOWN), said).to.deep.equal([])
    })
  })
