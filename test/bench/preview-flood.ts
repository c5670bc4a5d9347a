/** What a team waits for its previews, its final renders and a health check while another floods the service. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestServer } from '../support/service/open-test-server.ts'
import { CARD_PATH, cardValues } from './card.ts'
import { atMost, type Figure, percentile, reported, timed } from './figure.ts'
import type { FloodRequest, FloodResult } from './flood-client.ts'

/** With the flood and without it in turn, so that a machine that becomes slower meanwhile makes both slower. */
const PHASES = 12
const LOOKS = 40
const OTHERS = 15
const CONNECTIONS = 16
/** Until a flood is at its height, and until what is left of it is done. */
const SWELL_MS = 500

interface Own {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly templateId: string
  look(): Promise<void>
}

type Samples = Readonly<Record<'preview' | 'render' | 'health', number[]>>

export async function besideFlood(test: TestServer, own: Own): Promise<Figure[]> {
  const [quiet, during] = [0, 1].map((): Samples => ({ preview: [], render: [], health: [] })) as [
    Samples,
    Samples,
  ]
  const flood = await openFlood(test)
  for (let phase = 0; phase < PHASES; phase += 1) {
    await sample(test, own, phase * 1_000, quiet)
    await flood.tell('on')
    await sample(test, own, phase * 1_000 + 500, during)
    await flood.tell('off')
  }
  const { drawn, refused } = await flood.end()
  const beside = (of: keyof Samples): Figure[] => [
    reported(`${of} p95 without a flood`, percentile(quiet[of], 0.95), 'ms'),
    reported(`${of} p95 beside a flood of previews`, percentile(during[of], 0.95), 'ms'),
  ]
  const ratio = percentile(during.preview, 0.95) / percentile(quiet.preview, 0.95)
  return [
    atMost("preview p95 beside another team's flood, against without", ratio, 'x', 2),
    ...beside('preview'),
    ...beside('render'),
    ...beside('health'),
    reported('previews of the flood that were drawn', drawn, 'requests'),
    reported('previews of the flood that were refused', refused, 'requests'),
  ]
}

async function sample(test: TestServer, own: Own, seed: number, { preview, render, health }: Samples) {
  const { path, headers, templateId } = own
  for (let n = 0; n < LOOKS; n += 1) {
    const body = {
      values: cardValues(seed + n),
      substrate: { key: 'p', name: 'p', hex: `#f0${1000 + ((seed + n) % 8999)}` },
    }
    await test.json(path, { method: 'PATCH', key: null, headers, body })
    preview.push(await timed(own.look))
  }
  for (let n = 0; n < OTHERS; n += 1) {
    const body = { template_id: templateId, kind: 'final', values: cardValues(seed + n) }
    const ms = await timed(async () => {
      const { status } = await test.json('/v1/renders', { body })
      if (status !== 200) throw new Error(`A final render answered ${status}.`)
    })
    render.push(ms)
    health.push(await timed(async () => (await test.send('/healthz', { key: null })).arrayBuffer()))
  }
}

/** Another team's, from a process of its own: what its clients do is no work of the service. */
async function openFlood(test: TestServer) {
  const other = await test.makeTeam('Flood')
  const form = new FormData()
  form.set('pdf', new Blob([await readFile(CARD_PATH)], { type: 'application/pdf' }), 'card.pdf')
  const made = await test.json('/v1/templates', { key: other.key, body: form })
  const templateId: string = made.body.template.id
  const request: FloodRequest = { url: test.url, key: other.key, templateId, connections: CONNECTIONS }
  const child = fork(join(import.meta.dirname, 'flood-client.ts'), [JSON.stringify(request)])
  return {
    async tell(word: 'on' | 'off') {
      child.send(word)
      await delay(SWELL_MS)
    },
    async end() {
      const told = once(child, 'message') as Promise<[FloodResult]>
      child.send('end')
      return (await told)[0]
    },
  }
}
