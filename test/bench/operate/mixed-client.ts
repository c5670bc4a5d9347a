/** Works as a busy shop and its customers do, several at once, in a process of its own, and prints how fast as JSON. */
import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'

export interface MixedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly templateId: string
  /** Ids of text fields. */
  readonly fields: readonly string[]
  readonly connections: number
  /** It ends after so many actions. */
  readonly actions: number
  /** It goes no faster. */
  readonly mostPerSecond: number
  /** Of the values: no two clients may have those of the other. */
  readonly seed: number
}

export interface MixedResult {
  readonly perSecond: number
  /** Answers that the service was too busy. */
  readonly refused: number
}

if (import.meta.main) console.log(JSON.stringify(await work(JSON.parse(process.argv[2] ?? ''))))

async function work(request: MixedRequest): Promise<MixedResult> {
  const { url, templateId, fields, seed } = request
  const agent = new Agent({ connections: request.connections })
  const begun = performance.now()
  let [done, refused] = [0, 0]
  const act = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
    done += 1
    const early = (done / request.mostPerSecond) * 1000 - (performance.now() - begun)
    if (early > 0) await delay(early)
    const reply = await agent.request({
      ...{ origin: url, path: `/v1${path}`, method },
      headers: { ...request.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await reply.body.arrayBuffer())
    if (reply.statusCode < 300) return bytes
    if (reply.statusCode !== 503 && reply.statusCode !== 429)
      throw new Error(`${method} ${path} answered ${reply.statusCode}: ${bytes}`)
    refused += 1
    return null
  }
  /** A customer's design from its first word to the print file, and what the shop looks at meanwhile. */
  const shop = async (name: string): Promise<void> => {
    const values = Object.fromEntries(fields.map((id, at) => [id, `${name} ${at}`]))
    const made = await act('POST', '/fills', { template_id: templateId, values, metadata: { name } })
    if (made === null) return
    const { id } = JSON.parse(made.toString()).fill
    for (const [at, field] of fields.entries()) {
      const typed = { ...values, [field]: `${name} typed ${at}` }
      await act('POST', '/previews', { template_id: templateId, values: typed, dpi: 168 })
      await act('PATCH', `/fills/${id}`, { values: { [field]: `${name} typed ${at}` } })
    }
    await act('PATCH', `/fills/${id}`, { metadata: { name, seen: 'yes' } })
    await act('GET', `/fills/${id}`)
    await act('POST', `/fills/${id}/finalize`, { external_order_id: `order ${name}` })
    await act('GET', '/fills?limit=50')
    await act('POST', '/renders', { template_id: templateId, kind: 'proof', values })
    await act('GET', '/renders?limit=50')
    await act('GET', `/fills?limit=20&search=${encodeURIComponent(name)}`)
  }
  let customers = 0
  await Promise.all(
    Array.from({ length: request.connections }, async () => {
      while (done < request.actions) await shop(`Ada ${seed + customers++}`)
    }),
  )
  const perSecond = (done / (performance.now() - begun)) * 1000
  await agent.close()
  return { perSecond, refused }
}
