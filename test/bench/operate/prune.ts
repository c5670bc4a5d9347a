/** Old events with their deliveries go by batches, a million of each: what other requests notice of that, on both databases. */
import { setTimeout as delay } from 'node:timers/promises'
import type { OpenServer } from '../../../server/open.ts'
import { connect } from '../../../server/store/engine/dialect.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { copyRow, nthId } from '../../support/database/many-rows.ts'
import { runProgram, startBenchProcess } from '../bench-process.ts'
import { type BenchDatabase, type BenchShop, openBenchShop, publishCard } from '../bench-shop.ts'
import { type Figure, median, percentile, reported } from '../figure.ts'
import type { SteadyRequest, SteadyResult } from '../steady-client.ts'
import { tellStep } from '../tell-step.ts'

const EVENTS = Number(process.env.EVENTS ?? 1_000_000)
const SAID = EVENTS.toLocaleString('en')
/** Rows of one statement. */
const TOGETHER = 50_000
const TOLD_EVERY = 200_000
/** Events are kept for thirty days. */
const AGE_MS = 40 * 86_400_000
/** The clean-up runs at the start and every minute: this sees the second one. */
const WATCHED_MS = 75_000
const QUIET_MS = 15_000
/** What a start does beside its first requests is not measured here. */
const START_MS = 12_000

export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const database of ['sqlite', 'postgres'] as const) figures.push(...(await measureOn(database)))
  return figures
}

async function measureOn(database: BenchDatabase): Promise<Figure[]> {
  tellStep(`${database}: ${SAID} events and deliveries are written.`)
  const shop = await openBenchShop(
    database,
    async (server, teamId, headers) => {
      await addOld(server, teamId, headers)
    },
    'commits',
  )
  try {
    tellStep(`${database}: requests are sent without a clean-up.`)
    const before = await latenciesOf(shop, { ROLES: 'api' }, QUIET_MS)
    tellStep(`${database}: requests are sent during the clean-up.`)
    const during = await latenciesOf(shop, {}, WATCHED_MS)
    const left = await countEvents(shop)
    const figures = (what: string, { latenciesMs }: SteadyResult) => [
      reported(`${database}, GET /fills ${what}: median`, median(latenciesMs), 'ms'),
      reported(`${database}, the same, p99`, percentile(latenciesMs, 0.99), 'ms'),
      reported(`${database}, the same, longest`, Math.max(...latenciesMs), 'ms'),
    ]
    return [
      ...figures('without a clean-up', before),
      ...figures('while events are removed', during),
      reported(`${database}, events removed, those of the start too`, EVENTS - left, ''),
    ]
  } finally {
    await shop.remove()
  }
}

/** Of a service of its own, which is asked for so long. */
async function latenciesOf(
  shop: BenchShop,
  env: Readonly<Record<string, string>>,
  ms: number,
): Promise<SteadyResult> {
  const service = await startBenchProcess({ ...shop.env, ...env })
  try {
    await delay(START_MS)
    const request = {
      ...{ url: `${service.url}/v1/fills?limit=50`, headers: shop.headers },
      ...{ connections: 4, everyMs: 80, ms },
    } satisfies SteadyRequest
    const result = await runProgram<SteadyResult>('steady-client.ts', JSON.stringify(request))
    if (result.faults > 0) throw new Error(`${result.faults} requests failed.`)
    return result
  } finally {
    await service.stop()
  }
}

/** Those of `addOld` that are still there. */
async function countEvents({ databaseUrl }: BenchShop): Promise<number> {
  const database = await connect(databaseUrl)
  try {
    const [row] = await database.read<{ rows: number | string }>(
      database
        .sql('events')
        .where('created_at', '<', Date.now() - AGE_MS / 2)
        .count({ rows: '*' }),
    )
    return Number(row?.rows)
  } finally {
    await database.close()
  }
}

/** Copies of one event and its delivery, which has ended. */
async function addOld(
  { url, ports: { store } }: OpenServer,
  teamId: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const post = async (path: string, body: object) => {
    const type = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers: { ...headers, ...type }, body: JSON.stringify(body) }
    const reply = await fetch(`${url}/v1${path}`, init)
    if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  }
  await post('/webhook_endpoints', { url: 'https://shop.example/hooks', enabled_events: ['*'] })
  await post('/fills', { template_id: await publishCard(url, headers) })
  const db = databaseOf(store)
  const one = async (table: string) => {
    const [row] = await db.read<{ id: string; event_id: string }>(
      db.sql(table).where({ team_id: teamId }).orderBy('id').limit(1),
    )
    return row?.id ?? ''
  }
  const ids = { event: await one('events'), delivery: await one('webhook_deliveries') }
  const at = String(Date.now() - AGE_MS)
  for (let from = 0; from < EVENTS; from += TOGETHER) {
    const count = Math.min(TOGETHER, EVENTS - from)
    const nth = (prefix: string) => nthId(prefix).replace('+ n', `+ ${from} + n`)
    if (from % TOLD_EVERY === 0) tellStep(`${db.dialect}: ${from.toLocaleString('en')} are there.`)
    await db.transactionAtLength(async (tx) => {
      await copyRow(tx, 'events', { id: ids.event, count }, { id: nth('evt'), created_at: at })
      await copyRow(
        tx,
        'webhook_deliveries',
        { id: ids.delivery, count },
        {
          ...{ id: nth('whd'), event_id: nth('evt'), created_at: at, outcome: "'succeeded'" },
          ...{ planned_at: 'null', next_attempt_at: 'null', lease_until: 'null' },
        },
      )
    })
  }
}
