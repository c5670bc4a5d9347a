/** How soon after its change a webhook arrives, one at a time and in bursts, with both drivers of jobs. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent } from 'undici'
import { type BenchProcess, startBenchProcess } from './bench-process.ts'
import { type BenchDatabase, openBenchShop, publishCard } from './bench-shop.ts'
import { atMost, type Figure, median, percentile, reported } from './figure.ts'

const EVENTS = 200
const WARM_UP = 20
/** Between single ones. */
const PAUSE_MS = 40
const BURST = 20
const BETWEEN_BURSTS_MS = 800
const PATIENCE_MS = 60_000

interface Receiver {
  readonly url: string
  /** Milliseconds from an event's time, which is before its commit, to its first arrival; by its id. */
  readonly delays: Map<string, number>
  close(): Promise<void>
}

export async function measure(): Promise<Figure[]> {
  return [...(await measureOn('sqlite', 'embedded')), ...(await measureOn('postgres', 'pg-boss'))]
}

async function measureOn(database: BenchDatabase, driver: string): Promise<Figure[]> {
  const receiver = await openReceiver()
  let templateId = ''
  const shop = await openBenchShop(database, async (server, _teamId, headers) => {
    templateId = await publishCard(server.url, headers)
  })
  let service: BenchProcess | null = null
  const agent = new Agent({ connections: BURST })
  try {
    service = await startBenchProcess({ ...shop.env, ALLOW_PRIVATE_WEBHOOKS: 'true' })
    const origin = service.url
    const post = async (path: string, body: object) => {
      const headers = { ...shop.headers, 'content-type': 'application/json' }
      const sent = await agent.request({ origin, path, method: 'POST', headers, body: JSON.stringify(body) })
      const text = await sent.body.text()
      if (sent.statusCode !== 201) throw new Error(`${path} answered ${sent.statusCode}: ${text}`)
    }
    await post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['fill.created'] })
    const makeFill = () => post('/v1/fills', { template_id: templateId })
    const arrived = async (count: number): Promise<number[]> => {
      for (const end = Date.now() + PATIENCE_MS; receiver.delays.size < count; await delay(20))
        if (Date.now() > end) throw new Error(`${receiver.delays.size} of ${count} webhooks came.`)
      const delays = [...receiver.delays.values()]
      receiver.delays.clear()
      return delays
    }

    for (let n = 0; n < WARM_UP; n += 1) await makeFill()
    await arrived(WARM_UP)
    for (let n = 0; n < EVENTS; n += 1) {
      await makeFill()
      await delay(PAUSE_MS)
    }
    const single = await arrived(EVENTS)
    for (let n = 0; n < EVENTS; n += BURST) {
      await Promise.all(Array.from({ length: BURST }, makeFill))
      await delay(BETWEEN_BURSTS_MS)
    }
    const bursts = await arrived(EVENTS)
    return [
      atMost(`${driver}, change to first attempt, single, p95`, percentile(single, 0.95), 'ms', 1000),
      reported(`${driver}, the same, median`, median(single), 'ms'),
      atMost(
        `${driver}, change to first attempt, ${BURST} at once, p95`,
        percentile(bursts, 0.95),
        'ms',
        1000,
      ),
      reported(`${driver}, the same, median`, median(bursts), 'ms'),
    ]
  } finally {
    await agent.close()
    await service?.stop()
    await shop.remove()
    await receiver.close()
  }
}

async function openReceiver(): Promise<Receiver> {
  const delays = new Map<string, number>()
  const server: Server = createServer(async (request, response) => {
    const at = Date.now()
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    response.writeHead(200).end()
    const { id, timestamp } = JSON.parse(body) as { id: string; timestamp: string }
    if (!delays.has(id)) delays.set(id, at - Date.parse(timestamp))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    delays,
    close: () => {
      server.closeAllConnections()
      return promisify(server.close.bind(server))()
    },
  }
}
