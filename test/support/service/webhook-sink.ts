/** A receiver of webhooks on loopback that records them byte for byte, and responds as configured. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '../run/eventually.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface WebhookSink {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** TCP connections so far, whatever was said on them. */
  readonly connections: number
  /** Requests being answered now, and the most there ever were. */
  readonly atOnce: { now: number; most: number }
  /** 200 by default. */
  answer: Answer
  /** Waits until so many requests have come in. */
  waitFor(count: number): Promise<readonly Received[]>
  close(): Promise<void>
}

type Answer = (response: ServerResponse, received: Received) => void | Promise<void>

export function answering(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer {
  return (response) => {
    response.writeHead(status, { ...headers }).end(body)
  }
}

export async function openWebhookSink(): Promise<WebhookSink> {
  const received: Received[] = []
  const atOnce = { now: 0, most: 0 }
  let connections = 0
  const server: Server = createServer(async (request, response) => {
    atOnce.now += 1
    atOnce.most = Math.max(atOnce.most, atOnce.now)
    response.once('close', () => {
      atOnce.now -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const got = { path: request.url ?? '', headers: request.headers, body }
    received.push(got)
    await sink.answer(response, got)
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sink: WebhookSink = {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received,
    get connections() {
      return connections
    },
    atOnce,
    answer: answering(200),
    waitFor: (count) => eventually(() => received, { until: ({ length }) => length >= count }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return sink
}
