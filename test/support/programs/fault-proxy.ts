/** A TCP proxy on loopback with the faults of a network: refused, silent, half-open, slow, cut, or busy (HTTP 503). */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Fault =
  | { readonly kind: 'none' }
  /** Connections are reset as soon as they open. */
  | { readonly kind: 'refuse' }
  /** Connections open, and no byte passes. */
  | { readonly kind: 'silent' }
  /** Open connections and new ones carry nothing, and never end: not even when the fault does. */
  | { readonly kind: 'half-open' }
  /** Each piece of a reply is late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Each connection is reset after so many bytes of replies. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** HTTP 503 for every request. */
  | { readonly kind: 'busy' }

export interface FaultProxy {
  readonly port: number
  /** Connections that were opened. */
  readonly connections: number
  /** For new connections; open ones are reset, as in an outage. */
  set(fault: Fault): void
  /** Resolves in the moment in which clients have sent so many more pieces. */
  afterPieces(count: number): Promise<void>
  /** Resets the connections of clients; what the server was sent, it still gets. */
  reset(): void
  close(): Promise<void>
}

const BUSY = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/** Passes connections to a port of 127.0.0.1. */
export async function openFaultProxy(target: number): Promise<FaultProxy> {
  let fault: Fault = { kind: 'none' }
  let connections = 0
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let piecesLeft = Number.POSITIVE_INFINITY
  let onLastPiece = () => {}
  const mute = new WeakSet<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const silence = (socket: Socket): void => {
    mute.add(socket)
    socket.unpipe()
    socket.resume()
  }
  const server = createServer((client) => {
    connections += 1
    keep(client)
    const now = fault
    if (now.kind === 'refuse') return void client.resetAndDestroy()
    if (now.kind === 'silent') return void client.resume()
    if (now.kind === 'half-open') return silence(client)
    if (now.kind === 'busy') return void client.once('data', () => client.end(BUSY))
    const server = connect(target, '127.0.0.1')
    keep(server)
    client.pipe(server)
    clients.add(client)
    client.on('data', () => {
      piecesLeft -= 1
      if (piecesLeft === 0) onLastPiece()
    })
    client.on('close', () => {
      clients.delete(client)
      server.destroySoon()
    })
    server.on('close', () => {
      if (!mute.has(client)) client.destroySoon()
    })
    let passed = 0
    server.on('data', (bytes: Buffer) => {
      if (mute.has(client)) return
      const left = now.kind === 'cut' ? now.afterBytes - passed : bytes.length
      passed += bytes.length
      const send = () => client.write(bytes.subarray(0, left))
      if (now.kind === 'delay') setTimeout(send, now.ms)
      else send()
      if (now.kind === 'cut' && passed > now.afterBytes) client.resetAndDestroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    set(next) {
      fault = next
      for (const socket of sockets)
        if (next.kind === 'half-open') silence(socket)
        else if (!mute.has(socket)) socket.resetAndDestroy()
    },
    afterPieces: (count) =>
      new Promise((resolve) => {
        piecesLeft = count
        onLastPiece = resolve
      }),
    reset() {
      for (const client of clients) client.resetAndDestroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
