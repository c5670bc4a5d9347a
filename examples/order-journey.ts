/** An order as a storefront's server sees it: a fill, its order, the print file by order number, and the webhooks. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Platen } from './start-platen.ts'

const ORDER = 'order-1001'
/** Webhooks are sent within a second of what they tell; a demo that waits longer has found a fault. */
const WAIT_MS = 10_000

interface Received {
  readonly type: string
  readonly verified: boolean
}

/** Prints each step; throws when a webhook does not come or its signature does not hold. */
export async function orderJourney(platen: Platen): Promise<void> {
  console.log('\nAn order, from the cart to the press')
  const sink = await openSink()
  try {
    const made = await platen.call<{ signing_secret: string }>('POST', '/v1/webhook_endpoints', {
      url: sink.url,
      enabled_events: ['fill.created', 'fill.finalized', 'render.succeeded'],
    })
    sink.verifyWith(made.signing_secret)
    const templates = await platen.call<{ data: { id: string; title: string }[] }>('GET', '/v1/templates')
    const card = templates.data.find(({ title }) => title.startsWith('Wedding card'))
    if (card === undefined) throw new Error('The wedding card is not there.')

    const { fill } = await platen.call<{ fill: { id: string; printable: boolean } }>('POST', '/v1/fills', {
      template_id: card.id,
      external_cart_id: 'cart-77',
      values: {
        'First name': 'Greta',
        'Second name': 'Matthias',
        Date: '2 May 2027',
        Place: 'Town Hall\nHartfield',
      },
    })
    console.log(
      `  the shopper's values are a fill, ${fill.printable ? 'printable as it stands' : 'not printable yet'}`,
    )
    const finalize = () =>
      platen.call<{ render: { id: string }; idempotent_replay?: boolean }>(
        'POST',
        `/v1/fills/${fill.id}/finalize`,
        {
          external_order_id: ORDER,
        },
      )
    const first = await finalize()
    const again = await finalize()
    if (first.render.id !== again.render.id || again.idempotent_replay !== true)
      throw new Error('Finalizing twice made two prints.')
    console.log('  the paid order finalizes it; sent twice, it is printed once')
    const found = await platen.call<{ data: { signed_url: string; size_bytes: number }[] }>(
      'GET',
      `/v1/renders?external_order_id=${ORDER}`,
    )
    const render = found.data[0]
    if (found.data.length !== 1 || render === undefined) throw new Error('The order has not one print file.')
    console.log(`  the print file is found by its order number: ${(render.size_bytes / 1000).toFixed(1)} kB`)
    for (const { type, verified } of await sink.receive(3)) {
      if (!verified) throw new Error(`The signature of ${type} does not hold.`)
      console.log(`  webhook ${type}, signature verified`)
    }
  } finally {
    sink.close()
  }
}

/** A receiver on this machine that checks every signature with a library that is not Platen's. */
async function openSink() {
  let webhook: Webhook | null = null
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const type = (JSON.parse(body) as { type: string }).type
      received.push({ type, verified: holds(webhook, body, request.headers as Record<string, string>) })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    verifyWith(secret: string) {
      webhook = new Webhook(secret)
    },
    async receive(count: number): Promise<readonly Received[]> {
      const until = performance.now() + WAIT_MS
      while (received.length < count && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 50))
      if (received.length < count) throw new Error(`Only ${received.length} of ${count} webhooks came.`)
      return received
    },
    close: () => server.close(),
  }
}

function holds(webhook: Webhook | null, body: string, headers: Record<string, string>): boolean {
  try {
    webhook?.verify(body, headers)
    return webhook !== null
  } catch {
    return false
  }
}
