/** Lists and searches of a team with ten million fills (FILLS sets another number), over HTTP, on PostgreSQL. */
import { Agent } from 'undici'
import { queryPostgres } from '../../support/database/postgres.ts'
import { type Figure, median, percentile, reported, timed } from '../figure.ts'
import { FILTERS, list, openShop, type Shop } from '../list.ts'
import { SEARCHES } from '../search.ts'
import { tellStep } from '../tell-step.ts'

const ROWS = Number(process.env.FILLS ?? 10_000_000)
const SAID = ROWS.toLocaleString('en')
const WARM_UP = 2
const SAMPLES = 20

/** Takes about half an hour and 40 GB of the disk of temporary files. */
export async function measure(): Promise<Figure[]> {
  tellStep(`${SAID} fills are written.`)
  const opened = await openShop('postgres', ROWS, true)
  const agent = new Agent({ connections: 1 })
  try {
    tellStep('Lists are asked for.')
    const lists = await ask(
      agent,
      opened,
      'list',
      FILTERS.map(([name, query]) => [name, query(opened)]),
    )
    tellStep('Searches are asked for.')
    const searches = await ask(agent, opened, 'search', SEARCHES)
    const sql = 'select pg_database_size(current_database()) as bytes'
    const [size] = await queryPostgres(opened.shop.databaseUrl, sql)
    return [...lists, ...searches, reported(`database of ${SAID} fills`, Number(size?.bytes) / 1e9, 'GB')]
  } finally {
    await agent.close()
    await opened.service.stop()
    await opened.shop.remove()
  }
}

async function ask(
  agent: Agent,
  shop: Shop,
  what: 'list' | 'search',
  queries: readonly (readonly [name: string, query: Readonly<Record<string, string>>])[],
): Promise<Figure[]> {
  const figures: Figure[] = []
  const all: number[] = []
  for (const [name, query] of queries) {
    for (let n = 0; n < WARM_UP; n += 1) await list(agent, shop, query)
    const times: number[] = []
    for (let n = 0; n < SAMPLES; n += 1) times.push(await timed(() => list(agent, shop, query)))
    figures.push(reported(`${what}, ${name}: median`, median(times), 'ms'))
    all.push(...times)
  }
  return [
    ...figures,
    reported(`${what}, of ${SAID} fills: median of all`, median(all), 'ms'),
    reported(`${what}, of ${SAID} fills: p95 of all`, percentile(all, 0.95), 'ms'),
  ]
}
