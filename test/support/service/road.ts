/** The road between a program and the service, on which one can stand: closed, slow, or full of refusals. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Weather = 'open' | 'closed' | 'hanging' | 'too many requests'

export interface Road {
  readonly url: string
  /** Requests that set out, by method and path, whatever became of them. */
  readonly traffic: readonly string[]
  set(weather: Weather): void
  close(): Promise<void>
}

export async function openRoad(target: string): Promise<Road> {
  const traffic: string[] = []
  const hanging = new Set<Socket>()
  let weather: Weather = 'open'
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, answer) => {
    traffic.push(`${incoming.method} ${incoming.url}`)
    if (weather === 'closed') return void incoming.socket.destroy()
    if (weather === 'hanging') return void hanging.add(incoming.socket)
    if (weather === 'too many requests') {
      const error = { code: 'rate_limited', message: 'Too many requests.' }
      answer.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
      return void answer.end(JSON.stringify({ error }))
    }
    const { method, url, headers } = incoming
    const onward = request({ hostname, port, method, path: url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    traffic,
    set(next) {
      weather = next
      for (const socket of hanging) socket.destroy()
      hanging.clear()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
