/** Searching a team's million fills by words, rare and common, over HTTP, on both databases. */
import { Agent } from 'undici'
import { atMost, type Figure, median, percentile, reported, timed } from './figure.ts'
import { list, MANY, openShop, SAID } from './list.ts'
import { tellStep } from './tell-step.ts'

const WARM_UP = 2
const SAMPLES = 20

export const SEARCHES: readonly (readonly [name: string, query: Readonly<Record<string, string>>])[] = [
  ['an order', { search: 'order-33000' }],
  ['the beginning of orders', { search: 'order-33' }],
  ['an e-mail address', { search: 'shopper-61234@example.com' }],
  ['a name', { search: 'SHOPPER1234' }],
  ['one letter', { search: 's' }],
  ['a word of all', { search: 'example' }],
  ['the title of a template', { search: 'card' }],
  ['the title and an order', { search: 'card 33000' }],
  ['a number', { search: '2000' }],
  ['nothing', { search: 'zzz' }],
  ['a word of all and nothing', { search: 'order zzz' }],
  ['a word of all, to print', { search: 'order', production_status: 'to_print' }],
  ['a number, to print', { search: '4', production_status: 'to_print' }],
  ['a number, approved', { search: '33000', production_status: 'approved' }],
  // A page of these is empty: the next one goes on.
  ['a word of many, all older', { search: 'shopper1' }],
  ['two words of many, never together', { search: 'order12 shopper7' }],
]

export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const database of ['sqlite', 'postgres'] as const) {
    const shop = await openShop(database, MANY, true)
    const agent = new Agent({ connections: 1 })
    try {
      const all: number[] = []
      for (const [name, query] of SEARCHES) {
        for (let n = 0; n < WARM_UP; n += 1) await list(agent, shop, query)
        const times: number[] = []
        for (let n = 0; n < SAMPLES; n += 1) times.push(await timed(() => list(agent, shop, query)))
        tellStep(
          `${database}, ${name}: median ${median(times).toFixed(1)}, longest ${Math.max(...times).toFixed(1)} ms`,
        )
        figures.push(reported(`${database}, ${name}: median`, median(times), 'ms'))
        all.push(...times)
      }
      figures.push(
        atMost(`${database}, p95 of all searches in ${SAID} fills`, percentile(all, 0.95), 'ms', 150),
      )
    } finally {
      await agent.close()
      await shop.service.stop()
      await shop.shop.remove()
    }
  }
  return figures
}
