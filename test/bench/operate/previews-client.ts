/** Asks for previews that nobody has seen yet, several at once, in a process of its own, and prints how fast as JSON. */
import { Agent } from 'undici'

export interface PreviewsRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly templateId: string
  readonly connections: number
  readonly ms: number
  /** Of the values: no two clients may have those of the other. */
  readonly seed: number
}

export interface PreviewsResult {
  readonly perSecond: number
}

if (import.meta.main) console.log(JSON.stringify(await draw(JSON.parse(process.argv[2] ?? ''))))

async function draw(request: PreviewsRequest): Promise<PreviewsResult> {
  const agent = new Agent({ connections: request.connections })
  const begun = performance.now()
  let [asked, drawn] = [0, 0]
  await Promise.all(
    Array.from({ length: request.connections }, async () => {
      while (performance.now() - begun < request.ms) {
        asked += 1
        const { statusCode, body } = await agent.request({
          ...{ origin: request.url, path: '/v1/previews', method: 'POST' },
          headers: { ...request.headers, 'content-type': 'application/json' },
          body: JSON.stringify({
            template_id: request.templateId,
            values: { 'First name': `Ada ${request.seed + asked}` },
            dpi: 168,
          }),
        })
        await body.dump()
        if (statusCode === 200) drawn += 1
        else if (statusCode !== 503 && statusCode !== 429)
          throw new Error(`A preview answered ${statusCode}.`)
      }
    }),
  )
  const perSecond = (drawn / (performance.now() - begun)) * 1000
  await agent.close()
  return { perSecond }
}
