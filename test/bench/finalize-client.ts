/** Finalizes the fills that it is given, several at once, in a process of its own, and prints how fast as JSON. */
import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'

export interface FinalizeRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fillIds: readonly string[]
  readonly connections: number
  /** After so long it ends, with fills left over. */
  readonly ms: number
}

export interface FinalizeResult {
  readonly perSecond: number
  readonly latenciesMs: readonly number[]
  /** Answers that the service was too busy; each was asked again. */
  readonly refused: number
}

const AGAIN_MS = 200
/** Small requests of each connection before it begins. */
const WARM_UP = 150

if (import.meta.main) console.log(JSON.stringify(await finalizeAll(JSON.parse(process.argv[2] ?? ''))))

async function finalizeAll(request: FinalizeRequest): Promise<FinalizeResult> {
  const agent = new Agent({ connections: request.connections })
  const waiting = [...request.fillIds]
  const latenciesMs: number[] = []
  let refused = 0
  // This program has to get under way as well: what is measured is the service.
  const look = { origin: request.url, path: '/v1/usage', method: 'GET', headers: request.headers } as const
  for (let round = 0; round < WARM_UP; round += 1)
    await Promise.all(
      Array.from({ length: request.connections }, async () => (await agent.request(look)).body.dump()),
    )
  const begun = performance.now()
  const isOver = (): boolean => performance.now() - begun > request.ms
  await Promise.all(
    Array.from({ length: request.connections }, async () => {
      for (let id = waiting.pop(); id !== undefined && !isOver(); id = waiting.pop()) {
        const sentAt = performance.now()
        const { statusCode, body } = await agent.request({
          ...{ origin: request.url, path: `/v1/fills/${id}/finalize`, method: 'POST' },
          headers: { ...request.headers, 'content-type': 'application/json' },
          body: JSON.stringify({ external_order_id: `order-${id}` }),
        })
        const text = await body.text()
        if (statusCode === 503) {
          // A machine that is busy with other things may be asked again, as a shop would do.
          waiting.push(id)
          refused += 1
          await delay(AGAIN_MS)
          continue
        }
        if (statusCode !== 200) throw new Error(`Finalizing ${id} answered ${statusCode}: ${text}`)
        latenciesMs.push(performance.now() - sentAt)
      }
    }),
  )
  const perSecond = (latenciesMs.length / (performance.now() - begun)) * 1000
  await agent.close()
  return { perSecond, latenciesMs, refused }
}
