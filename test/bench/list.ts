/** A page of fills of a team with a million of them against one with ten thousand, over HTTP, on both databases. */
import { Agent } from 'undici'
import { createTeam } from '../../core/service/access/teams.ts'
import type { OpenServer } from '../../server/open.ts'
import { readCell } from '../../server/store/engine/table.ts'
import { databaseOf } from '../../server/store/store.ts'
import {
  addFills,
  addWordsOfAll,
  type ManyFills,
  WITHOUT_REPEATS,
  withoutIndexes,
} from '../support/database/many-fills.ts'
import { queryPostgres } from '../support/database/postgres.ts'
import { type BenchProcess, startBenchProcess } from './bench-process.ts'
import { type BenchDatabase, type BenchShop, openBenchShop, publishCard, valuesOfCard } from './bench-shop.ts'
import { atMost, type Figure, median, percentile, reported, timed } from './figure.ts'
import { tellStep } from './tell-step.ts'

/** FILLS sets another number. */
export const MANY = Number(process.env.FILLS ?? 1_000_000)
/** As it is told. */
export const SAID = MANY.toLocaleString('en')
const FEW = 10_000
/** Fills of another team beside them. */
const OTHERS = 5_000
const WARM_UP = 10
/** Each gives a p99 of its own, of which the middle one counts: another program's work spoils one of them at most. */
const ROUNDS = 3
const SAMPLES = 70
const LIMIT = 50

export interface Shop {
  readonly shop: BenchShop
  readonly service: BenchProcess
  readonly templateIds: readonly string[]
  readonly until: number
  /** The id of the fill in the middle of the team's. */
  readonly middle: string
  /** Fills of the team. */
  readonly count: number
}

export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const database of ['sqlite', 'postgres'] as const) figures.push(...(await measureOn(database)))
  return figures
}

async function measureOn(database: BenchDatabase): Promise<Figure[]> {
  const opened: Shop[] = []
  try {
    for (const count of [FEW, MANY]) opened.push(await openShop(database, count))
    const [few, many] = opened
    if (few === undefined || many === undefined) throw new Error('There are no two shops.')
    const figures: Figure[] = []
    const medians: number[] = []
    let worst = 0
    for (const [name, query] of FILTERS) {
      const { ratio, ofMedians, ofMany } = await compare(few, many, query)
      worst = Math.max(worst, ofMedians)
      figures.push(atMost(`${database}, ${name}: p99 of ${SAID} over 10,000`, ratio, 'x', 2))
      medians.push(ofMany)
    }
    return [
      ...figures,
      reported(`${database}, the same of medians, worst of these`, worst, 'x'),
      reported(`${database}, GET /fills?limit=50 of ${SAID}, median`, median(medians), 'ms'),
    ]
  } finally {
    for (const { shop, service } of opened) {
      await service.stop()
      await shop.remove()
    }
  }
}

type Query = (shop: Shop) => Readonly<Record<string, string>>

export const FILTERS: readonly (readonly [name: string, query: Query])[] = [
  ['no filter', () => ({})],
  ['template', ({ templateIds }) => ({ template_id: templateIds[2] ?? '' })],
  ['open', () => ({ status: 'open' })],
  ['finalized', () => ({ status: 'finalized' })],
  ['expired', () => ({ status: 'expired' })],
  ['source', () => ({ source: 'hosted' })],
  ['order', () => ({ external_order_id: 'order-1001' })],
  ['cart', () => ({ external_cart_id: 'cart-1502' })],
  ['since', ({ until }) => ({ since: new Date(until - 40 * 86_400_000).toISOString() })],
  ['starting after', ({ middle }) => ({ starting_after: middle })],
  ['by due date', () => ({ order: 'due' })],
  ['by customer', () => ({ order: 'customer_desc' })],
  ['to print, by due date', () => ({ production_status: 'to_print', order: 'due' })],
  ['from the oldest', () => ({ order: 'created_asc' })],
  ['nothing found', () => ({ external_order_id: 'none', status: 'finalized' })],
  ['no such template', () => ({ template_id: 'tpl_none', status: 'open' })],
  ['template, open', ({ templateIds }) => ({ template_id: templateIds[0] ?? '', status: 'open' })],
  ['template, expired', ({ templateIds }) => ({ template_id: templateIds[2] ?? '', status: 'expired' })],
  ['template, hosted', ({ templateIds }) => ({ template_id: templateIds[0] ?? '', source: 'hosted' })],
]

interface Compared {
  /** Of the p99, and of the medians. */
  readonly ratio: number
  readonly ofMedians: number
  /** Median of the larger one, milliseconds. */
  readonly ofMany: number
}

/** One request to each in turn, so that what else the machine does falls on both alike. */
async function compare(few: Shop, many: Shop, query: Query): Promise<Compared> {
  const agent = new Agent({ connections: 1 })
  const ask = (shop: Shop) => timed(() => list(agent, shop, query(shop)))
  const rounds: { few: number[]; many: number[] }[] = []
  try {
    for (let n = 0; n < WARM_UP; n += 1) for (const shop of [few, many]) await ask(shop)
    for (let round = 0; round < ROUNDS; round += 1) {
      const times: { few: number[]; many: number[] } = { few: [], many: [] }
      for (let n = 0; n < SAMPLES; n += 1) {
        times.few.push(await ask(few))
        times.many.push(await ask(many))
      }
      rounds.push(times)
    }
  } finally {
    await agent.close()
  }
  const p99 = (shop: 'few' | 'many') => median(rounds.map((times) => percentile(times[shop], 0.99)))
  const all = (shop: 'few' | 'many') => median(rounds.flatMap((times) => times[shop]))
  return { ratio: p99('many') / p99('few'), ofMedians: all('many') / all('few'), ofMany: all('many') }
}

/** Asks for a page of fills. */
export async function list(
  agent: Agent,
  { service, shop }: Shop,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  const path = `/v1/fills?${new URLSearchParams({ limit: String(LIMIT), ...query })}`
  const { statusCode, body } = await agent.request({
    ...{ origin: service.url, path, method: 'GET', headers: shop.headers },
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`)
}

/** With `found`, its fills are found by their words. `isEnough` as in `addFills`. */
export async function openShop(
  database: BenchDatabase,
  most: number,
  found = false,
  isEnough?: ManyFills['isEnough'],
): Promise<Shop> {
  let count = most
  let templateIds: readonly string[] = []
  let middle = ''
  const until = Date.now()
  const shop = await openBenchShop(database, async (server, teamId, headers, databaseUrl) => {
    const first = await publishCard(server.url, headers)
    templateIds = [
      first,
      await copyTemplate(server, first, teamId, 1),
      await copyTemplate(server, first, teamId, 2),
    ]
    const other = await createTeam(server.ports, { name: 'Other', renderLimitMonthly: null })
    const foreign = await copyTemplate(server, first, teamId, 3, other.id)
    const values = await valuesOfCard(server, teamId, first)
    const db = databaseOf(server.ports.store)
    tellStep(`${database}: ${count.toLocaleString('en')} fills are written.`)
    await withoutIndexes(db, 'fills', async () => {
      const how = found ? 'later' : false
      count = await addFills(db, {
        ...{ teamId, templateIds, count: most, after: WITHOUT_REPEATS, until, values, found: how },
        ...(isEnough === undefined ? {} : { isEnough }),
      })
      await addFills(db, {
        ...{
          teamId: other.id,
          templateIds: [foreign],
          count: OTHERS,
          after: WITHOUT_REPEATS + count,
          until,
          values,
        },
      })
      tellStep(`${database}: indexes are made.`)
    })
    if (found) {
      tellStep(`${database}: their words are written.`)
      await addWordsOfAll(db)
    }
    // As PostgreSQL does by itself within minutes.
    if (db.dialect === 'postgres') await queryPostgres(databaseUrl, 'vacuum analyze fills')
    if (found && db.dialect === 'postgres') await queryPostgres(databaseUrl, 'vacuum analyze fill_words')
    const ids = db.sql('fills').where({ team_id: teamId }).orderBy('id').select('id')
    const inMiddle = ids.offset(count / 2).limit(1)
    middle = (await db.transactionAtLength((tx) => readCell<string>(tx, 'id', inMiddle))) ?? ''
  })
  return { shop, templateIds, until, middle, count, service: await startBenchProcess(shop.env) }
}

/** The same template again under another id, with its revision; `n` tells the copies apart. */
async function copyTemplate(
  { ports: { store, makeId } }: OpenServer,
  id: string,
  teamId: string,
  n: number,
  intoTeam = teamId,
): Promise<string> {
  const template = await store.templates.find(teamId, id)
  const revision = await store.revisions.find(teamId, id, 1)
  if (template === null || revision === null) throw new Error('The template is not there.')
  const copy = { ...template, id: makeId('template'), teamId: intoTeam, slug: `${template.slug}-${n}` }
  await store.templates.insert({ ...copy, sourceSha256: `${n}${template.sourceSha256.slice(1)}` })
  await store.revisions.insert({ ...revision, templateId: copy.id, teamId: intoTeam })
  return copy.id
}
