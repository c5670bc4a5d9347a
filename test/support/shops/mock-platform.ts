/** The platform of the mock adapter: a small server that has orders, signs hooks and takes what is written back. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MockOrder } from '../../../adapters/mock/adapter.ts'
import type { SampleHook, SampleOrder, SamplePlatform } from './sample-order.ts'

const SECRET = 'a secret of the mock platform'

export interface MockPlatform extends SamplePlatform {
  /** Pictures put up, by product. */
  readonly listings: ReadonlyMap<string, Uint8Array>
  /** Times of all requests that were made to the platform. */
  readonly asked: () => number
}

export async function openMockPlatform(): Promise<MockPlatform> {
  const orders = new Map<string, MockOrder>()
  const written = new Map<string, Record<string, { render: string | null }>>()
  const writes = new Map<string, number>()
  const listings = new Map<string, Uint8Array>()
  let asked = 0
  let refusing = false
  let hooks = 0

  const server = createServer(async (request, response) => {
    asked += 1
    const body = await read(request)
    if (refusing) return response.writeHead(429, { 'retry-after': '2' }).end()
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://platform')
    const [, kind, id = ''] = pathname.split('/')
    if (request.method === 'GET') {
      const since = Number(searchParams.get('since'))
      const found = [...orders.values()].filter((order) => order.changed_at >= since)
      return response.end(JSON.stringify({ orders: found }))
    }
    if (kind === 'listings') listings.set(id, body)
    else {
      const lines = JSON.parse(body.toString()) as { line: string; render: string | null }[]
      written.set(id, Object.fromEntries(lines.map((line) => [line.line, { render: line.render }])))
      writes.set(id, (writes.get(id) ?? 0) + 1)
    }
    return response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const sign = (event: object): SampleHook => {
    hooks += 1
    const body = Buffer.from(JSON.stringify({ id: `event-${hooks}`, ...event }))
    const signature = createHmac('sha256', SECRET).update(body).digest('hex')
    return {
      path: '/orders',
      headers: { 'content-type': 'application/json', 'x-mock-signature': signature },
      body,
    }
  }

  return {
    env: {
      MOCK_SECRET: SECRET,
      MOCK_PLATFORM_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    listings,
    asked: () => asked,
    async hook(order) {
      const shown = shownOrder(order)
      const before = orders.get(order.id)
      if (before === undefined || before.changed_at <= shown.changed_at) orders.set(order.id, shown)
      return sign({ shop: 'mock-shop', topic: 'order', order: shown })
    },
    strangerHook: async (order) => sign({ shop: 'another-shop', topic: 'order', order: shownOrder(order) }),
    async deleted({ id, changedAt }) {
      orders.delete(id)
      return sign({ shop: 'mock-shop', topic: 'deleted', order_id: id, changed_at: changedAt })
    },
    erasure: async (email) => sign({ shop: 'mock-shop', topic: 'erase', email }),
    written: (orderId) => written.get(orderId) ?? null,
    writes: (orderId) => writes.get(orderId) ?? 0,
    refuse(isRefusing) {
      refusing = isRefusing
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function shownOrder(order: SampleOrder): MockOrder {
  const { id, status, cart, email, name, copiedFrom, changedAt, dueAt } = order
  return {
    ...{ id, cart, email, name, state: status === 'fulfilled' ? 'shipped' : status },
    ...{ changed_at: changedAt, due_at: dueAt, copied_from: copiedFrom },
    lines: order.lines.map(({ fill, session, cart, copiedFrom, refunded = 0, ...line }) => ({
      ...{ ...line, refunded },
      properties: {
        ...(fill === null ? {} : { fill }),
        ...(session == null ? {} : { session }),
        ...(cart == null ? {} : { cart }),
        ...(copiedFrom == null ? {} : { copied_from: copiedFrom }),
      },
    })),
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
