/** Requests per second of a small reply with a key, against Koa with nothing but one JSON reply. */
import { type BenchProcess, runProgram, startBenchProcess, startProgram } from './bench-process.ts'
import { openBenchShop } from './bench-shop.ts'
import { atLeast, type Figure, median, percentile, reported } from './figure.ts'
import type { SteadyRequest, SteadyResult } from './steady-client.ts'

const WARM_UP = 4
const ROUNDS = 8
const ROUND_MS = 1_500
const CONNECTIONS = 8

export async function measure(): Promise<Figure[]> {
  const shop = await openBenchShop('sqlite', async () => {})
  const running: BenchProcess[] = []
  try {
    const service = await startBenchProcess(shop.env)
    running.push(service)
    const bare = await startProgram('bare-koa.ts')
    running.push(bare)
    const ours = { url: `${service.url}/v1/usage`, headers: shop.headers }
    const koas = { url: bare.url, headers: shop.headers }
    // One after the other, and again: what else the machine does falls on both alike.
    const rates: { ours: number[]; koas: number[] } = { ours: [], koas: [] }
    const latencies: number[] = []
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const koa = await send(koas)
      const mine = await send(ours)
      // The first rounds warm up both.
      if (round < 0) continue
      rates.koas.push(koa.perSecond)
      rates.ours.push(mine.perSecond)
      latencies.push(...mine.latenciesMs)
    }
    const shares = rates.ours.map((rate, at) => rate / (rates.koas[at] ?? Number.NaN))
    return [
      atLeast('GET /v1/usage with a key, share of bare Koa, median', median(shares) * 100, '%', 30),
      reported('GET /v1/usage with a key', median(rates.ours), 'requests/s'),
      reported('bare Koa, one JSON reply', median(rates.koas), 'requests/s'),
      reported(`GET /v1/usage, ${CONNECTIONS} connections, p99`, percentile(latencies, 0.99), 'ms'),
    ]
  } finally {
    for (const one of running) await one.stop()
    await shop.remove()
  }
}

async function send(to: Pick<SteadyRequest, 'url' | 'headers'>): Promise<SteadyResult> {
  const request: SteadyRequest = { ...to, connections: CONNECTIONS, ms: ROUND_MS, everyMs: 0 }
  const result = await runProgram<SteadyResult>('steady-client.ts', JSON.stringify(request))
  if (result.faults > 0) throw new Error(`${result.faults} requests were not answered with 200.`)
  return result
}
