/** Finalizes a second end to end, against the same rows committed with nothing around them, and how other requests fare. */
import { openStore } from '../../server/store/open.ts'
import { databaseOf } from '../../server/store/store.ts'
import { addFills } from '../support/database/many-fills.ts'
import type { BareRequest, Row } from './bare-commits.ts'
import { type BenchProcess, runProgram, startBenchProcess } from './bench-process.ts'
import { type BenchDatabase, openBenchShop, publishCard, valuesOfCard } from './bench-shop.ts'
import { atLeast, atMost, type Figure, median, percentile, reported } from './figure.ts'
import type { FinalizeRequest, FinalizeResult } from './finalize-client.ts'
import type { SteadyRequest, SteadyResult } from './steady-client.ts'

/**
 * Finalizes before anything is measured, and how long they go on at most: a service that has been at work for a while. In
 * parts, as a program takes only so long an argument.
 */
const WARM_UP = 8_000
const WARM_UP_MS = 15_000
const WARM_UP_PARTS = 4
const ROUNDS = 5
/** Finalizes of a round, and commits of each kind; a machine that is busy with other things does fewer. */
const TOGETHER = 300
const ROUND_MS = 4_000
const CONNECTIONS = 8
/** While fills are finalized for so long, of which there have to be enough, a small request is sent now and then. */
const MEANWHILE = 3_000
const MEANWHILE_MS = 5_000
const EVERY_MS = 10

export async function measure(): Promise<Figure[]> {
  return [...(await measureOn('sqlite')), ...(await measureOn('postgres'))]
}

async function measureOn(database: BenchDatabase): Promise<Figure[]> {
  let fillIds: string[] = []
  const shop = await openBenchShop(
    database,
    async (server, teamId, headers) => {
      const templateId = await publishCard(server.url, headers)
      const values = await valuesOfCard(server, teamId, templateId)
      const db = databaseOf(server.ports.store)
      // Two of ten are open.
      const count = (WARM_UP + ROUNDS * TOGETHER * 3 + MEANWHILE) * 5
      await addFills(db, { teamId, templateIds: [templateId], count, after: 0, until: Date.now(), values })
      const open = db.sql('fills').where({ team_id: teamId, status: 'open' }).orderBy('id').select('id')
      fillIds = (await db.read<{ id: string }>(open)).map(({ id }) => id)
    },
    'commits',
  )
  let service: BenchProcess | null = null
  try {
    service = await startBenchProcess(shop.env)
    const { url } = service
    const finalize = (ids: readonly string[], ms: number) =>
      runProgram<FinalizeResult>(
        'finalize-client.ts',
        JSON.stringify({
          ...{ url, headers: shop.headers, fillIds: ids, connections: CONNECTIONS, ms },
        } satisfies FinalizeRequest),
      )
    for (let part = 0; part < WARM_UP_PARTS; part += 1)
      await finalize(fillIds.splice(0, WARM_UP / WARM_UP_PARTS), WARM_UP_MS / WARM_UP_PARTS)
    const written = await rowsOfFinalize(shop.databaseUrl)
    const bare = (into: BareRequest['into']) =>
      runProgram<{ perSecond: number }>(
        'bare-commits.ts',
        JSON.stringify({
          ...{ databaseUrl: shop.databaseUrl, into, ...written, connections: CONNECTIONS },
          fillIds: fillIds.splice(0, TOGETHER),
        } satisfies BareRequest),
      )
    // One after the other, and again: what else the machine does falls on all alike.
    const rates: { ours: number[]; tables: number[]; bytes: number[] } = { ours: [], tables: [], bytes: [] }
    const latencies: number[] = []
    let refused = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.bytes.push((await bare('bytes')).perSecond)
      rates.tables.push((await bare('tables')).perSecond)
      const mine = await finalize(fillIds.splice(0, TOGETHER), ROUND_MS)
      rates.ours.push(mine.perSecond)
      latencies.push(...mine.latenciesMs)
      refused += mine.refused
    }
    // Ends before the finalizes do, and begins with them.
    const ms = MEANWHILE_MS * 0.8
    const small: SteadyRequest = {
      ...{ url: `${url}/v1/usage`, headers: shop.headers, connections: 1, ms, everyMs: EVERY_MS },
    }
    const [others] = await Promise.all([
      runProgram<SteadyResult>('steady-client.ts', JSON.stringify(small)),
      finalize(fillIds.splice(0, MEANWHILE), MEANWHILE_MS),
    ])
    const share = (of: readonly number[]) =>
      median(rates.ours.map((rate, at) => rate / (of[at] ?? Number.NaN))) * 100
    return [
      atLeast(
        `${database}, finalizes, share of bare commits of the same rows`,
        share(rates.tables),
        '%',
        database === 'sqlite' ? 35 : 45,
      ),
      reported(`${database}, finalizes, share of commits of mere bytes`, share(rates.bytes), '%'),
      reported(`${database}, finalizes over HTTP, ${CONNECTIONS} at once`, median(rates.ours), 'a second'),
      reported(`${database}, bare commits of the same rows`, median(rates.tables), 'a second'),
      reported(`${database}, bare commits of mere bytes, no index`, median(rates.bytes), 'a second'),
      reported(`${database}, finalizes refused with 503 and asked again`, refused, 'times'),
      reported(`${database}, finalize, p95`, percentile(latencies, 0.95), 'ms'),
      // A checkpoint of SQLite's log counts into these.
      atMost(`${database}, other requests meanwhile, p99`, percentile(others.latenciesMs, 0.99), 'ms', 60),
      reported(`${database}, other requests meanwhile, longest`, Math.max(...others.latenciesMs), 'ms'),
    ]
  } finally {
    await service?.stop()
    await shop.remove()
  }
}

/** What a finalize wrote: all that it added, and what it changed of its fill. */
async function rowsOfFinalize(databaseUrl: string): Promise<Pick<BareRequest, 'changes' | 'added'>> {
  const store = await openStore({ databaseUrl })
  const db = databaseOf(store)
  try {
    const [fill] = await db.read<Record<string, string>>(
      db.sql('fills').whereNotNull('last_render_id').limit(1),
    )
    if (fill === undefined) throw new Error('No fill is finalized.')
    const rows = async (table: string, where: object) =>
      (await db.read(db.sql(table).where(where))).map((row) => ({ table, row: portable(row) }))
    const ofFill = { object_id: fill.id }
    const ofRender = { object_id: fill.last_render_id }
    const added = [
      ...(await rows('renders', { id: fill.last_render_id })),
      ...(await rows('render_tails', { render_id: fill.last_render_id })),
      ...(await rows('audit_events', ofFill)),
      ...(await rows('events', ofFill)),
      ...(await rows('events', ofRender)),
    ]
    const { status, field_values, metadata, external_order_id, last_render_id, updated_at, finalized_at } =
      fill
    const changes = { status, field_values, metadata, external_order_id, last_render_id }
    return { changes: portable({ ...changes, updated_at, finalized_at }), added }
  } finally {
    await store.close()
  }
}

function portable(row: Readonly<Record<string, unknown>>): Row {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? `base64:${Buffer.from(value).toString('base64')}` : value,
  ])
  return Object.fromEntries(cells) as Row
}
