/**
 * Lists and searches of a team with ten million fills, over HTTP. FILLS sets another number, DATABASES=sqlite another
 * database than PostgreSQL, or both; after MINUTES it goes on with as many fills as there are then; SEARCH=false asks for
 * lists alone.
 */
import { stat } from 'node:fs/promises'
import { Agent } from 'undici'
import { queryPostgres } from '../../support/database/postgres.ts'
import type { BenchDatabase } from '../bench-shop.ts'
import { type Figure, median, percentile, reported, timed } from '../figure.ts'
import { FILTERS, list, openShop, type Shop } from '../list.ts'
import { SEARCHES } from '../search.ts'
import { tellStep } from '../tell-step.ts'

const ROWS = Number(process.env.FILLS ?? 10_000_000)
const MINUTES = Number(process.env.MINUTES ?? Number.POSITIVE_INFINITY)
/** The words of ten million fills take longer than all else, and most of the disk. */
const WITH_SEARCH = process.env.SEARCH !== 'false'
const TOLD_EVERY = 500_000
const WARM_UP = 2
const SAMPLES = 20

/** Takes 37 minutes and up to 60 GB for temporary files; without searches 15 to 20 minutes and 35 GB. */
export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const database of (process.env.DATABASES ?? 'postgres').split(','))
    if (database === 'sqlite' || database === 'postgres') figures.push(...(await measureOn(database)))
  return figures
}

async function measureOn(database: BenchDatabase): Promise<Figure[]> {
  const said = (rows: number) => `${rows.toLocaleString('en')} fills`
  const tell = (step: string) => tellStep(`${database}: ${step}`)
  const begun = performance.now()
  const isEnough = (written: number): boolean => {
    if (written % TOLD_EVERY === 0) tell(`${said(written)} are there.`)
    return performance.now() - begun > MINUTES * 60_000
  }
  const opened = await openShop(database, ROWS, WITH_SEARCH, isEnough)
  const minutes = (performance.now() - begun) / 60_000
  const agent = new Agent({ connections: 1 })
  try {
    tell('Lists are asked for.')
    const lists = await ask(
      agent,
      opened,
      'list',
      FILTERS.map(([name, query]) => [name, query(opened)]),
    )
    if (WITH_SEARCH) tell('Searches are asked for.')
    const searches = WITH_SEARCH ? await ask(agent, opened, 'search', SEARCHES) : []
    const figures = [
      ...[...lists, ...searches],
      reported(`database of ${said(opened.count)}`, (await bytesOf(database, opened)) / 1e9, 'GB'),
      reported('writing them', minutes, 'minutes'),
    ]
    return figures.map((figure) => ({ ...figure, name: `${database}, ${figure.name}` }))
  } finally {
    await agent.close()
    await opened.service.stop()
    await opened.shop.remove()
  }
}

async function bytesOf(database: BenchDatabase, { shop }: Shop): Promise<number> {
  if (database === 'sqlite') return (await stat(shop.databaseUrl)).size
  const [row] = await queryPostgres(shop.databaseUrl, 'select pg_database_size(current_database()) as bytes')
  return Number(row?.bytes)
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
    reported(`${what}, of ${shop.count.toLocaleString('en')} fills: median of all`, median(all), 'ms'),
    reported(`${what}, of ${shop.count.toLocaleString('en')} fills: p95 of all`, percentile(all, 0.95), 'ms'),
  ]
}
