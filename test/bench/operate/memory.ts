/** Memory of the service while a shop works on it: customers type, designs are printed, lists read and webhooks sent. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type BenchProcess, runProgram, startBenchProcess } from '../bench-process.ts'
import { openBenchShop, publishCard, valuesOfCard } from '../bench-shop.ts'
import { type Figure, reported } from '../figure.ts'
import { tellStep } from '../tell-step.ts'
import type { MixedRequest, MixedResult } from './mixed-client.ts'

const ROUNDS = 4
const ACTIONS = 2_000
const MOST_PER_SECOND = 180
const CONNECTIONS = 16
/** V8 may give back what it has in reserve, and need not. */
const IDLE_MS = 20_000
const LOOK_MS = 500

interface Memory {
  readonly resident: number
  readonly heapUsed: number
  readonly heapTotal: number
  readonly external: number
}

export async function measure(): Promise<Figure[]> {
  const receiver = createServer((request, response) => request.resume().once('end', () => response.end()))
  await promisify((then: () => void) => receiver.listen(0, '127.0.0.1', then))()
  let [templateId, fields] = ['', [] as string[]]
  const shop = await openBenchShop('sqlite', async (server, teamId, headers) => {
    templateId = await publishCard(server.url, headers)
    fields = Object.keys(await valuesOfCard(server, teamId, templateId))
  })
  let service: BenchProcess | null = null
  try {
    service = await startBenchProcess({ ...shop.env, ALLOW_PRIVATE_WEBHOOKS: 'true' })
    const { url } = service
    const answer = await fetch(`${url}/v1/webhook_endpoints`, {
      method: 'POST',
      headers: { ...shop.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
        enabled_events: ['*'],
      }),
    })
    if (answer.status !== 201)
      throw new Error(`The endpoint answered ${answer.status}: ${await answer.text()}`)
    const atStart = await memoryOf(url)
    const seen: Memory[] = []
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const working = runProgram<MixedResult>(
        'operate/mixed-client.ts',
        JSON.stringify({
          ...{ url, headers: shop.headers, templateId, fields },
          ...{ connections: CONNECTIONS, actions: ACTIONS, mostPerSecond: MOST_PER_SECOND },
          seed: round * 1_000_000,
        } satisfies MixedRequest),
      )
      const [{ perSecond, refused }, ofRound] = await Promise.all([working, memoryDuring(working, url)])
      seen.push(...ofRound)
      rates.push(perSecond)
      const memory = ofRound.map(({ resident }) => resident)
      tellStep(
        `${Math.round(perSecond)} actions a second, ${refused} refused, memory ${Math.min(...memory)} to ${Math.max(...memory)} MB.`,
      )
    }
    await delay(IDLE_MS)
    const idle = await memoryOf(url)
    const most = (part: keyof Memory) => Math.max(...seen.map((memory) => memory[part]))
    return [
      reported('memory of the service after its start', atStart.resident, 'MB'),
      reported(
        `most during ${(ROUNDS * ACTIONS).toLocaleString('en')} mixed actions`,
        most('resident'),
        'MB',
      ),
      reported('the heap of V8, most', most('heapTotal'), 'MB'),
      reported('objects in it, with garbage, most', most('heapUsed'), 'MB'),
      reported('buffers and WebAssembly outside that heap, most', most('external'), 'MB'),
      reported(`memory after ${IDLE_MS / 1000} s without work`, idle.resident, 'MB'),
      reported('objects in the heap of V8 then, with garbage', idle.heapUsed, 'MB'),
      reported('actions a second, slowest round', Math.min(...rates), ''),
    ]
  } finally {
    await service?.stop()
    await shop.remove()
    receiver.closeAllConnections()
    await promisify(receiver.close.bind(receiver))()
  }
}

async function memoryDuring(work: Promise<unknown>, url: string): Promise<readonly Memory[]> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  const seen: Memory[] = []
  while (!isOver) {
    seen.push(await memoryOf(url))
    await delay(LOOK_MS)
  }
  return seen
}

/** As /metrics tells it, in megabytes. */
async function memoryOf(url: string): Promise<Memory> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const of = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 2 ** 20)
  return {
    resident: of('process_resident_memory_bytes'),
    heapUsed: of('nodejs_heap_size_used_bytes'),
    heapTotal: of('nodejs_heap_size_total_bytes'),
    external: of('nodejs_external_memory_bytes'),
  }
}
