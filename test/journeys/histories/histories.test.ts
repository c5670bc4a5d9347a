/** Random histories of orders, with workers that die between their transactions: they end as the model of orders says. */
import fc from 'fast-check'
import { DATABASES, needsDatabase } from '../../support/database/postgres.ts'
import { inForm } from '../../support/run/form.ts'
import { someSeed } from '../../support/run/seeded-chance.ts'
import { COMMANDS, FIRST } from './commands.ts'
import { History } from './history.ts'
import { type OrderShop, openOrderShop } from './order-shop.ts'

const FEW = 40
const MANY = inForm(1000, 5000)

for (const database of DATABASES)
  describe(`Orders on ${database}, by any history`, function () {
    // A thousand histories take minutes.
    this.timeout(inForm(1_800_000, 7_200_000))
    let shop: OrderShop
    before(async function () {
      needsDatabase(this, database)
      shop = await openOrderShop(database)
    })
    after(() => shop?.close())

    if (database === 'sqlite')
      it(`end as their model says, in ${FEW} histories with workers that die`, () => play(shop, FEW))
    it(`end as their model says, in ${MANY} histories with workers that die @long`, () => play(shop, MANY))
  })

let histories = 0

/** A failure gives the seed and the path: PLATEN_TEST_SEED plays it again. */
async function play(shop: OrderShop, numRuns: number): Promise<void> {
  const commands = fc.commands(COMMANDS, { maxCommands: 16, size: 'max' })
  const property = fc.asyncProperty(FIRST, commands, async (first, given) => {
    histories += 1
    const history = new History(shop, `cap ${histories}`)
    await fc.asyncModelRun(() => ({ model: history, real: shop }), [first, ...given])
    await history.rest()
  })
  await fc.assert(property, { numRuns, seed: someSeed() })
}
