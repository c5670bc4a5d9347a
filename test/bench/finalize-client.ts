/** Finalizes the fills that it is given, several at once, in a process of its own, and prints how fast as JSON. */
import { Agent } from 'undici'

export interface FinalizeRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fillIds: readonly string[]
  readonly connections: number
}

export interface FinalizeResult {
  readonly perSecond: number
  readonly latenciesMs: readonly number[]
}

if (import.meta.main) console.log(JSON.stringify(await finalizeAll(JSON.parse(process.argv[2] ?? ''))))

async function finalizeAll(request: FinalizeRequest): Promise<FinalizeResult> {
  const agent = new Agent({ connections: request.connections })
  const waiting = [...request.fillIds]
  const latenciesMs: number[] = []
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: request.connections }, async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const sentAt = performance.now()
        const { statusCode, body } = await agent.request({
          ...{ origin: request.url, path: `/v1/fills/${id}/finalize`, method: 'POST' },
          headers: { ...request.headers, 'content-type': 'application/json' },
          body: JSON.stringify({ external_order_id: `order-${id}` }),
        })
        const text = await body.text()
        if (statusCode !== 200) throw new Error(`Finalizing ${id} answered ${statusCode}: ${text}`)
        latenciesMs.push(performance.now() - sentAt)
      }
    }),
  )
  const perSecond = (latenciesMs.length / (performance.now() - begun)) * 1000
  await agent.close()
  return { perSecond, latenciesMs }
}
