/** Storefront orders: how soon a hook is answered, and a sale of a thousand orders with a kill in the middle. */
import { setTimeout as delay } from 'node:timers/promises'
import { signWebhook } from '../../core/service/webhook/signer.ts'
import { openStore } from '../../server/store/open.ts'
import { databaseOf } from '../../server/store/store.ts'
import { addFills } from '../support/database/many-fills.ts'
import { type BenchProcess, startBenchProcess } from './bench-process.ts'
import { type BenchShop, openBenchShop, publishCard, valuesOfCard } from './bench-shop.ts'
import { atMost, type Figure, median, percentile, reported } from './figure.ts'

const SECRET = `whsec_${Buffer.from('a secret of the bench, 32 bytes..').toString('base64')}`
const PRODUCT = 'wedding-card'

/** Hooks to the adapter within the service, which prints them at the same time. */
const HOOKS = 500
/** Before them: a program that was just started is slow for a moment, which is told apart. */
const FIRST_HOOKS = 100
const HOOKS_A_SECOND = 50
/** A sale of a minute. */
const ORDERS = 1_000
const SALE_MS = 60_000
const PATIENCE_MS = 300_000
const MOST_TRIES = 60

interface Sale extends BenchShop {
  readonly fillIds: string[]
}

export async function measure(): Promise<Figure[]> {
  return [...(await measureAnswers()), ...(await measureSale())]
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
  let service: BenchProcess | null = null
  try {
    service = await startBenchProcess({ ...shop.env, ...SETTINGS })
    const { url } = service
    const half = shop.fillIds.length / 2
    const begun = performance.now()
    const every = SALE_MS / ORDERS
    await sell(url, shop.fillIds.slice(0, half), every)
    await service.kill()
    const restarted = startBenchProcess({ ...shop.env, ...SETTINGS }, Number(new URL(url).port))
    const rest = sell(url, shop.fillIds.slice(half), every, begun + SALE_MS / 2)
    service = await restarted
    await rest
    const lastHook = performance.now()
    await finalized(shop, ORDERS)
    const seconds = (performance.now() - lastHook) / 1000
    const { prints, lost } = await countPrints(shop)
    return [
      atMost(`${ORDERS} orders in a minute, last hook to last print`, seconds, 's', 60),
      atMost('of these, lost by a SIGKILL of the service in the middle', lost, 'orders', 0),
      atMost('of these, printed twice', prints - ORDERS + lost, 'orders', 0),
    ]
  } finally {
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
