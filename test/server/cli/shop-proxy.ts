/** A reverse proxy of a few lines, as it stands in front of a service: what it adds, refuses and hides can be set. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ShopProxy {
  readonly url: string
  /** May be set at any time. */
  readonly faults: {
    /** Refuses longer bodies with 413. */
    mostBytes: number
    /** Puts this header on each reply. */
    frameOptions: string | null
    /** Takes the Access-Control headers from each reply. */
    hidesCors: boolean
    /** Answers all requests with this status instead. */
    status: number | null
  }
  close(): Promise<void>
}

/** Passes all requests to the service on `port` and adds X-Forwarded-For. */
export async function openShopProxy(port: number): Promise<ShopProxy> {
  const faults: ShopProxy['faults'] = {
    mostBytes: 2 ** 40,
    frameOptions: null,
    hidesCors: false,
    status: null,
  }
  const server = createServer()
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const tooLarge = Number(incoming.headers['content-length'] ?? 0) > faults.mostBytes
    if (tooLarge || faults.status !== null) {
      outgoing.writeHead(tooLarge ? 413 : (faults.status ?? 500)).end()
      return
    }
    const forwarded = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean)
    const headers = { ...incoming.headers, 'x-forwarded-for': forwarded.join(', ') }
    const onward = request({ port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers })
    onward.on('response', (reply) => {
      const kept = Object.entries(reply.headers).filter(
        ([name]) => !(faults.hidesCors && name.startsWith('access-control')),
      )
      const added = faults.frameOptions === null ? {} : { 'x-frame-options': faults.frameOptions }
      outgoing.writeHead(reply.statusCode ?? 502, { ...Object.fromEntries(kept), ...added })
      reply.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.on('error', () => onward.destroy())
    incoming.pipe(onward)
  }
  server.on('request', handle)
  server.on('checkContinue', (incoming, outgoing) => {
    if (Number(incoming.headers['content-length']) <= faults.mostBytes) outgoing.writeContinue()
    handle(incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    faults,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
