/**
 * Sends one request over and over on kept connections, in a process of its own, and prints what came of it as JSON:
 * `steady-client.ts '{"url":…,"headers":{…},"connections":8,"ms":1000}'`. It writes the same bytes each time and
 * reads of a reply no more than its status and length, so that it costs little beside the server that it measures.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface SteadyRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  /** How long it goes on. */
  readonly ms: number
  /**
   * Milliseconds between the requests of a connection; at once after the reply where it is 0. Connections begin one
   * after the other within it, so that so many requests a second come evenly and not in bursts.
   */
  readonly everyMs: number
}

export interface SteadyResult {
  readonly perSecond: number
  /** Of each reply, in the order of their ends. */
  readonly latenciesMs: readonly number[]
  /** Replies whose status was not 200. */
  readonly faults: number
}

if (import.meta.main) console.log(JSON.stringify(await sendSteadily(JSON.parse(process.argv[2] ?? ''))))

export async function sendSteadily(request: SteadyRequest): Promise<SteadyResult> {
  const { hostname, port, pathname, search } = new URL(request.url)
  const head = Object.entries({ host: `${hostname}:${port}`, ...request.headers })
  const bytes = Buffer.from(
    `GET ${pathname}${search} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  const latenciesMs: number[] = []
  let faults = 0
  const begun = performance.now()
  const end = begun + request.ms
  let isOver = false
  // A client that sleeps between replies has to be woken with each: that cost falls on the slower of two servers alone.
  const stayAwake = () => {
    if (!isOver) setImmediate(stayAwake)
  }
  if (request.everyMs === 0) stayAwake()
  const sockets = await Promise.all(
    Array.from({ length: request.connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  await Promise.all(
    sockets.map(async (socket, at) => {
      const replies = readReplies(socket)
      let dueAt = begun + (at * request.everyMs) / request.connections
      while (performance.now() < end) {
        const pause = dueAt - performance.now()
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
        dueAt += request.everyMs
        const sentAt = performance.now()
        socket.write(bytes)
        const status = await replies.next()
        latenciesMs.push(performance.now() - sentAt)
        if (status !== 200) faults += 1
      }
      socket.destroy()
    }),
  )
  isOver = true
  return { perSecond: (latenciesMs.length / (performance.now() - begun)) * 1000, latenciesMs, faults }
}

/** One reply after the other: each has a Content-Length, as all of the replies that are measured have. */
function readReplies(socket: Socket): { next(): Promise<number> } {
  let received = ''
  let settle: ((status: number) => void) | null = null
  let fail: ((error: Error) => void) | null = null
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
    const body = received.indexOf('\r\n\r\n') + 4
    if (body < 4) return
    const status = Number(received.slice(9, 12))
    // What is not modified has no body.
    const length = status === 304 ? '0' : /\r\ncontent-length: *(\d+)/i.exec(received)?.[1]
    if (length === undefined) fail?.(new Error('A reply has no length.'))
    if (received.length < body + Number(length)) return
    received = ''
    settle?.(status)
  })
  socket.on('close', () => fail?.(new Error('The connection was closed.')))
  return {
    next: () =>
      new Promise((resolve, reject) => {
        settle = resolve
        fail = reject
      }),
  }
}
