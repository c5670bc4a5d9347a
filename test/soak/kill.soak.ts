/**
 * The kill test at length: KILLS over both databases and two nodes with an object store, in rounds, each checked to the
 * end and told. MINUTES, or a SIGTERM, ends it sooner with what was reached; a round that is under way is checked. GROUNDS=postgres
 * takes one of them only.
 */
import { expect } from 'chai'
import { shopPlan } from '../journeys/kills/shop.ts'
import { needsDatabase } from '../support/database/postgres.ts'
import type { Ground } from '../support/kills/ground.ts'
import { MOST_SHOWN, runPlan } from '../support/kills/run-plan.ts'
import { someSeed } from '../support/run/seeded-chance.ts'

const KILLS = Number(process.env.KILLS ?? 1000)
const MINUTES = Number(process.env.MINUTES ?? Number.POSITIVE_INFINITY)
/** Of a round on each; of all kills one in ten falls on two nodes. */
const ROUNDS: readonly (readonly [Ground, number])[] = [
  ['sqlite', 45],
  ['postgres', 45],
  ['nodes', 10],
]
const GROUNDS = process.env.GROUNDS?.split(',') ?? ROUNDS.map(([ground]) => ground)
const TURNS = ROUNDS.filter(([ground]) => GROUNDS.includes(ground))
/** Services that are killed and started again on a machine with much else to do. */
const MOST_MS_EACH = 60_000
/** Between two lines that say how far it is. */
const TOLD = 10

describe(`the service on SQLite, two on PostgreSQL, and two with an object store, killed ${KILLS} times`, function () {
  // Services are killed and started again, many times.
  this.timeout(600_000 + KILLS * MOST_MS_EACH)
  let isStopped = false
  const stop = (): void => {
    isStopped = true
  }
  before(function () {
    needsDatabase(this, 'postgres')
    process.on('SIGTERM', stop)
  })
  after(() => process.off('SIGTERM', stop))

  it('keep every promise, print every order once, and deliver every event', async () => {
    const begun = performance.now()
    const isEnough = (): boolean => isStopped || performance.now() - begun > MINUTES * 60_000
    const all: string[] = []
    let killed = 0
    for (let turn = 0; killed < KILLS && all.length < MOST_SHOWN && !isEnough(); turn += 1) {
      const [ground, round] = TURNS[turn % TURNS.length] as (typeof TURNS)[number]
      const seed = someSeed()
      console.log(`      ${ground}, PLATEN_TEST_SEED=${seed}`)
      const onStrike = (strikes: number): void => {
        if (strikes % TOLD < 2) console.log(`        ${strikes} of ${round}, ${minutesSince(begun)} minutes`)
      }
      const left = Math.min(round, KILLS - killed)
      const plan = shopPlan(ground, left)
      const report = await runPlan(plan, seed, { isEnough, onStrike }).catch((error: Error) => {
        // The other rounds tell as much as before.
        all.push(`${ground}, ${seed}: ${error.stack}`)
        console.log(error)
        return null
      })
      if (report === null) continue
      const { breaches, startsMs, ...figures } = report
      killed += figures.strikes
      all.push(...breaches.map((breach) => `${ground}, ${seed}: ${breach}`))
      const sorted = [...startsMs].sort((one, other) => one - other)
      const startMs = { median: sorted[Math.floor(sorted.length / 2)], longest: sorted.at(-1) }
      console.log(`      ${killed} kills, ${minutesSince(begun)} minutes, ${all.length} breaches`)
      console.log(JSON.stringify({ ...figures, startMs, breaches: breaches.slice(0, MOST_SHOWN) }))
    }
    expect(all.slice(0, MOST_SHOWN), `${all.length} breaches`).to.deep.equal([])
  })
})

function minutesSince(begun: number): string {
  return ((performance.now() - begun) / 60_000).toFixed(1)
}
