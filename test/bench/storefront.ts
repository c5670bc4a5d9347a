/** Storefront orders: how soon a hook is answered, a sale of a thousand orders through a kill, and the limit that is kept. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { signWebhook } from '../../core/service/webhook/signer.ts'
import { openStore } from '../../server/store/open.ts'
import { databaseOf } from '../../server/store/store.ts'
import { addFills } from '../support/database/many-fills.ts'
import { endsWithProcess } from '../support/programs/ends-with-process.ts'
import { type BenchProcess, startBenchProcess } from './bench-process.ts'
import { type BenchShop, openBenchShop, publishCard, valuesOfCard } from './bench-shop.ts'
import { atMost, type Figure, median, percentile, reported } from './figure.ts'

const CLI = join(import.meta.dirname, '../../server/cli.ts')
const SECRET = `whsec_${Buffer.from('a secret of the bench, 32 bytes..').toString('base64')}`
const PRODUCT = 'wedding-card'

/** Hooks to the adapter within the service, which prints them at the same time. */
const HOOKS = 500
/** Before them: a program that was just started is slow for a moment, which is told apart. */
const FIRST_HOOKS = 100
const HOOKS_A_SECOND = 50
/** A sale to an adapter apart from the service, over a key with its limit. */
const ORDERS = 1_000
const SALE_MS = 60_000
const SALE_LIMIT = 1_200
const PATIENCE_MS = 300_000
const MOST_TRIES = 60
/** Orders that wait while the standard limit of 60 a minute is kept to. */
const WAITING = 200
const STANDARD_LIMIT = 60
const SAMPLE_MS = 10_000

interface Sale extends BenchShop {
  readonly fillIds: string[]
}

export async function measure(): Promise<Figure[]> {
  return [...(await measureAnswers()), ...(await measureSale()), ...(await measurePace())]
}

async function openSale(count: number): Promise<Sale> {
  let fillIds: string[] = []
  const shop = await openBenchShop('sqlite', async (server, teamId, headers) => {
    const templateId = await publishCard(server.url, headers)
    const values = await valuesOfCard(server, teamId, templateId)
    const mapped = await fetch(`${server.url}/v1/product_mappings`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ external_product_id: PRODUCT, template_id: templateId }),
    })
    if (mapped.status !== 201) throw new Error(`The mapping was answered ${mapped.status}.`)
    const db = databaseOf(server.ports.store)
    // Two of ten are open.
    const all = { teamId, templateIds: [templateId], count: count * 5 + 1_000, after: 0, values }
    await addFills(db, { ...all, until: Date.now() })
    const open = db.sql('fills').where({ team_id: teamId, status: 'open' }).whereNull('external_order_id')
    const found = await db.read<{ id: string }>(open.orderBy('id').limit(count).select('id'))
    fillIds = found.map(({ id }) => id)
  })
  if (fillIds.length < count) throw new Error(`There are ${fillIds.length} open fills of ${count}.`)
  return { ...shop, fillIds }
}

const SETTINGS = { REST_HOOK_SECRETS: SECRET, REST_BINDING: 'match' }

async function measureAnswers(): Promise<Figure[]> {
  const shop = await openSale(FIRST_HOOKS + HOOKS)
  let service: BenchProcess | null = null
  try {
    service = await startBenchProcess({ ...shop.env, ...SETTINGS })
    const all = await sell(service.url, shop.fillIds, 1000 / HOOKS_A_SECOND)
    const latencies = all.slice(FIRST_HOOKS)
    await finalized(shop, FIRST_HOOKS + HOOKS)
    return [
      atMost(
        `hook to answer at ${HOOKS_A_SECOND} a second, printing meanwhile, p95`,
        percentile(latencies, 0.95),
        'ms',
        50,
      ),
      reported('hook to answer, median', median(latencies), 'ms'),
      reported(
        `the first ${FIRST_HOOKS} hooks after a start, p95`,
        percentile(all.slice(0, FIRST_HOOKS), 0.95),
        'ms',
      ),
    ]
  } finally {
    await service?.stop()
    await shop.remove()
  }
}

async function measureSale(): Promise<Figure[]> {
  const shop = await openSale(ORDERS)
  const limit = { RATE_LIMIT_KEY_PER_MINUTE: String(SALE_LIMIT) }
  let service: BenchProcess | null = null
  let adapter: Apart | null = null
  try {
    service = await startBenchProcess({ ...shop.env, ...limit })
    const port = await freePort()
    adapter = await startApart(shop, service.url, port)
    const half = shop.fillIds.length / 2
    const begun = performance.now()
    const every = SALE_MS / ORDERS
    await sell(adapter.url, shop.fillIds.slice(0, half), every)
    await adapter.kill()
    adapter = await startApart(shop, service.url, port)
    await sell(adapter.url, shop.fillIds.slice(half), every, begun + SALE_MS / 2)
    const lastHook = performance.now()
    await finalized(shop, ORDERS)
    const seconds = (performance.now() - lastHook) / 1000
    const { prints, lost } = await countPrints(shop)
    return [
      atMost(
        `${ORDERS} orders in a minute at ${SALE_LIMIT} requests, last hook to last print`,
        seconds,
        's',
        60,
      ),
      atMost('of these, lost by a SIGKILL of the adapter in the middle', lost, 'orders', 0),
      atMost('of these, printed twice', prints - ORDERS + lost, 'orders', 0),
      reported('requests refused with 429 meanwhile', await refusals(service.url), 'requests'),
    ]
  } finally {
    await adapter?.kill()
    await service?.stop()
    await shop.remove()
  }
}

async function measurePace(): Promise<Figure[]> {
  const shop = await openSale(WAITING)
  let service: BenchProcess | null = null
  let adapter: Apart | null = null
  try {
    service = await startBenchProcess({ ...shop.env, RATE_LIMIT_KEY_PER_MINUTE: String(STANDARD_LIMIT) })
    adapter = await startApart(shop, service.url, await freePort())
    await sell(adapter.url, shop.fillIds, 5)
    // Its first window is used up by then, and the next one begins within the samples.
    let most = 0
    for (let sample = 0, before = 0; sample < 8; sample += 1) {
      await delay(SAMPLE_MS)
      const now = await refusals(service.url)
      most = Math.max(most, now - before)
      before = now
    }
    const { prints } = await countPrints(shop)
    return [
      atMost(`at ${STANDARD_LIMIT} requests a minute, times limited in 10 s, most`, most, 'times', 2),
      reported('orders printed meanwhile, in 80 s', prints, 'orders'),
    ]
  } finally {
    await adapter?.kill()
    await service?.stop()
    await shop.remove()
  }
}

/**
 * A hook every so many milliseconds, in time whatever the answers take; gives how long each took. What is not answered
 * 200 is sent again, as platforms do, and counts from its first time.
 */
async function sell(
  url: string,
  fillIds: readonly string[],
  everyMs: number,
  from = performance.now(),
): Promise<readonly number[]> {
  const begun = Math.max(from, performance.now())
  return Promise.all(
    fillIds.map(async (fill, at) => {
      await delay(Math.max(0, begun + at * everyMs - performance.now()))
      const id = `order-${fill.slice(-8)}`
      const line = { id: '1', fill_id: fill, product_id: PRODUCT, quantity: 1 }
      const order = { id, status: 'paid', updated_at: new Date().toISOString(), lines: [line] }
      const body = JSON.stringify({ type: 'order.changed', data: { order } })
      const stamp = { id: `msg_${fill}`, timestamp: Math.floor(Date.now() / 1000) }
      const headers = { 'content-type': 'application/json', ...signWebhook([SECRET], stamp, body) }
      const sentAt = performance.now()
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const answer = await fetch(`${url}/adapters/rest/orders`, { method: 'POST', headers, body }).catch(
          () => null,
        )
        await answer?.arrayBuffer()
        if (answer?.status === 200) return performance.now() - sentAt
        await delay(1_000)
      }
      throw new Error('A hook was not taken.')
    }),
  )
}

async function finalized(shop: Sale, count: number): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await delay(250))
    if ((await countPrints(shop)).prints >= count) return
  throw new Error(`${(await countPrints(shop)).prints} of ${count} orders were printed.`)
}

async function countPrints({ databaseUrl, fillIds }: Sale): Promise<{ prints: number; lost: number }> {
  const store = await openStore({ databaseUrl })
  try {
    const db = databaseOf(store)
    const finals = db.sql('renders').where({ kind: 'final', status: 'succeeded' }).whereNotNull('fill_id')
    const rows = await db.read<{ fill_id: string }>(finals.select('fill_id'))
    const printed = rows.map(({ fill_id }) => fill_id)
    const own = new Set(fillIds)
    const found = printed.filter((id) => own.has(id))
    return { prints: found.length, lost: fillIds.length - new Set(found).size }
  } finally {
    await store.close()
  }
}

async function refusals(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^\S*rate_limited_total\{[^}]*scope="key"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0)
}

interface Apart {
  readonly url: string
  /** SIGKILL. */
  kill(): Promise<void>
}

async function startApart(shop: BenchShop, serviceUrl: string, port: number): Promise<Apart> {
  const url = `http://127.0.0.1:${port}`
  const words = ['adapter', 'rest', '--service', serviceUrl, '--port', String(port), '--host', '127.0.0.1']
  const key = shop.headers.authorization?.replace('Bearer ', '') ?? ''
  const child: ChildProcess = endsWithProcess(
    spawn(process.execPath, [CLI, ...words], {
      env: {
        ...{ PATH: process.env.PATH, ...SETTINGS, PLATEN_API_KEY: key, LOG_LEVEL: 'warn' },
        DATA_DIR: join(shop.folder, 'adapter'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  for (const end = performance.now() + 60_000; ; await delay(20)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) break
    if (child.exitCode !== null || performance.now() > end) throw new Error('The adapter did not start.')
  }
  return {
    url,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
