/** Many events at once to a receiver that fails for a while beside one that never does: what came, and how often. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../support/database/postgres.ts'
import { eventually } from '../support/run/eventually.ts'
import { seededChance } from '../support/run/seeded-chance.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { liveTemplate, makeFill } from '../support/service/sample-fill.ts'
import { openSamplePress } from '../support/service/sample-press.ts'
import {
  duplicatesOf,
  openVerifiedSink,
  type SinkAnswer,
  type VerifiedSink,
} from '../support/service/verified-sink.ts'

export interface StormReport {
  /** Per endpoint: events that never came, and copies that nobody needed. */
  readonly lost: Readonly<Record<Place, number>>
  readonly duplicates: Readonly<Record<Place, number>>
  readonly forged: number
  /** How the failing receiver answered, by kind. */
  readonly answers: ReadonlyMap<SinkAnswer, number>
  /** Events with a row that still waits at the end, or with no row that succeeded. */
  readonly unsettled: readonly string[]
  readonly events: number
  readonly seconds: number
}

type Place = 'failing' | 'healthy'
const PLACES: readonly Place[] = ['failing', 'healthy']
const MAKERS = 8
const MOST_LOOKS = 20
/** Each takes one of an endpoint's places for the fifteen seconds after which an attempt is given up. */
const MOST_SILENCES = 2

/**
 * Of every `every` events that the receiver sees for the first time, it refuses the first `fails`: with 500, 503, 429,
 * a reset or silence. So one retry, five seconds later, is enough, in real time on every driver.
 */
export async function runStorm(parts: {
  readonly database: Database
  readonly events: number
  readonly seed: number
  readonly fails: number
  readonly every: number
  readonly patienceMs: number
}): Promise<StormReport> {
  const { database, events, fails, every, patienceMs } = parts
  const begun = performance.now()
  const chance = seededChance(parts.seed)
  const answers = new Map<SinkAnswer, number>()
  let silences = 0
  let news = 0
  const fail = (): SinkAnswer => {
    if (silences < MOST_SILENCES && chance.oneIn(20)) {
      silences += 1
      return 'silence'
    }
    return chance.pick([500, 503, 429, 'reset'])
  }
  const sink = await openVerifiedSink(({ path, cameBefore }) => {
    if (path !== '/failing') return 200
    const said = cameBefore === 0 && news++ % every < fails ? fail() : 200
    answers.set(said, (answers.get(said) ?? 0) + 1)
    return said
  })
  const test = await openTestServer({
    database,
    jobs: database === 'postgres' ? 'pg-boss' : 'embedded',
    press: openSamplePress(),
    env: { ALLOW_PRIVATE_WEBHOOKS: 'true' },
  })
  // The verifying library and the queue of PostgreSQL read the machine's clock.
  const ticking = setInterval(() => test.clock.set(Date.now()), 5)
  test.clock.set(Date.now())
  try {
    const endpoints = await register(test, sink)
    await makeEvents(test, events)
    const wanted = (await listAll(test, '/v1/events?type=fill.created')).map(({ id }) => id)
    await eventually(() => PLACES.map((place) => sink.accepted(`/${place}`).size), {
      until: (sizes) => sizes.every((size) => size >= wanted.length),
      withinMs: patienceMs,
    })
    const unsettled = await settled(test, endpoints)
    const count = (counted: (accepted: ReadonlyMap<string, number>) => number) =>
      Object.fromEntries(PLACES.map((place) => [place, counted(sink.accepted(`/${place}`))])) as Record<
        Place,
        number
      >
    return {
      lost: count((accepted) => wanted.filter((id) => !accepted.has(id)).length),
      duplicates: count(duplicatesOf),
      forged: sink.forged.length,
      answers,
      unsettled,
      events: wanted.length,
      seconds: (performance.now() - begun) / 1000,
    }
  } finally {
    clearInterval(ticking)
    await test.close()
    await sink.close()
  }
}

async function register(test: TestServer, sink: VerifiedSink): Promise<readonly string[]> {
  const ids: string[] = []
  for (const place of PLACES) {
    const url = new URL(`/${place}`, sink.sink.url).href
    const { body } = await test.json('/v1/webhook_endpoints', {
      body: { url, enabled_events: ['fill.created'] },
    })
    sink.expect(`/${place}`, body.signing_secret)
    ids.push(body.webhook_endpoint.id)
  }
  return ids
}

async function makeEvents(test: TestServer, count: number): Promise<void> {
  const template = await liveTemplate(test)
  let left = count
  const make = async () => {
    while (left > 0) {
      left -= 1
      await makeFill(test, { template_id: template.id, values: { Name: `Ada ${left}` } })
    }
  }
  await Promise.all(Array.from({ length: MAKERS }, make))
}

/** The events without a row that succeeded, once the service has written down the answers of the last ones. */
async function settled(test: TestServer, endpoints: readonly string[]): Promise<readonly string[]> {
  for (let looks = 0; ; looks += 1) {
    const open = new Set<string>()
    for (const endpoint of endpoints) {
      const rows = await listAll(test, `/v1/webhook_endpoints/${endpoint}/deliveries`)
      const succeeded = new Set(rows.flatMap((row) => (row.outcome === 'succeeded' ? [row.event_id] : [])))
      for (const row of rows) if (!succeeded.has(row.event_id)) open.add(row.event_id)
    }
    if (open.size === 0 || looks === MOST_LOOKS) return [...open]
    // Time passes: the last answers are written down.
    await delay(1_000)
  }
}

type Row = Readonly<Record<'id' | 'event_id' | 'outcome', string>>

async function listAll(test: TestServer, path: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let cursor = ''; ; ) {
    const { body } = await test.json(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`)
    rows.push(...body.data)
    if (!body.has_more) return rows
    cursor = `&starting_after=${rows.at(-1)?.id}`
  }
}
