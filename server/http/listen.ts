/** The HTTP server around the application: its time limits, how it refuses early and how it stops. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface Listening {
  /** Its URL on this machine. */
  readonly url: string
  /** Hands requests over; to be called in the turn in which listening began, or the first ones are lost. */
  serve(settings: ServeSettings): void
  /** Stops accepting, waits for running requests, and closes the rest after `drainMs`. */
  close(drainMs: number): Promise<void>
}

export interface ServeSettings {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => unknown
  /** True if the declared length alone rejects the request; the client is then not asked for its body. */
  readonly refusesEarly: (request: IncomingMessage) => boolean
}

const MAX_HEADER_BYTES = 16 * 1024
/** By default, Node checks for expired connections only every half minute. */
const LOOK_FOR_SLOW_MS = 5_000

/** Two minutes to send a request, and one in which an upload may stand in line before it is read. */
const REQUEST_MS = 180_000

/**
 * Decision: connections are many before they are a danger; beyond these, each new one takes the place of the one that
 * has been without a request for longest. So silent sockets by the thousand shut out nobody, and the process keeps
 * descriptors for its files. Those with a request under way are only bounded by its time.
 */
const MOST_CONNECTIONS = 2_000

/**
 * Decision: a reply of which the client has taken nothing for so long ends with its connection, whatever its kind, and
 * what it holds is free again. A slow client that takes a little of it now and then is served to the end.
 */
const UNREAD_MS = 60_000

/** Rejects when the port is taken. `host` null is every address. */
export async function listen(
  port: number,
  host: string | null,
  { mostConnections = MOST_CONNECTIONS, unreadMs = UNREAD_MS } = {},
): Promise<Listening> {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
  })
  server.headersTimeout = 15_000
  server.requestTimeout = REQUEST_MS
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host ?? undefined, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port: bound } = server.address() as AddressInfo
  let closing: Promise<void> | null = null
  const sockets = new Set<Socket>()
  /** In the order in which they came to be so. */
  const waiting = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    waiting.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      waiting.delete(socket)
    })
    if (sockets.size <= mostConnections) return
    const [longest] = waiting
    longest?.destroy()
  })
  const occupies = ({ socket }: IncomingMessage, response: ServerResponse) => {
    waiting.delete(socket)
    response.once('close', () => {
      if (!sockets.has(socket)) return
      // Its head was sent before the stop, and so did not say that the connection ends.
      if (closing !== null) socket.destroySoon()
      else waiting.add(socket)
    })
  }
  // Node looks whether bytes have left meanwhile before it says so.
  server.setTimeout(unreadMs, (socket) => {
    // A reply that is still being made has written nothing that could be read.
    if (waiting.has(socket) || socket.writableLength > 0) socket.destroy()
  })
  return {
    url: `http://${host === null ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${bound}`,
    serve({ handle, refusesEarly }) {
      server.on('request', (request, response) => {
        occupies(request, response)
        handle(request, response)
      })
      server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
        occupies(request, response)
        if (!refusesEarly(request)) response.writeContinue()
        handle(request, response)
      })
    },
    close(drainMs) {
      closing ??= drain(server, sockets, drainMs)
      return closing
    },
  }
}

async function drain(server: Server, sockets: Iterable<Socket>, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // Node does not count connections as idle that a browser opened in advance and has not used yet.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  const force = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(force)
}
