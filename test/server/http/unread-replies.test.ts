/** Clients that ask and do not read: their replies end, and what these hold is free again. */
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { createArchives } from '../../../server/files/archive.ts'
import { type Listening, listen } from '../../../server/http/listen.ts'

const PORTIONS = 6
const CHUNK = Buffer.alloc(64 * 1024, 7)
/** More than the system takes for a client that reads nothing. */
const LONG_BYTES = 48 << 20
const UNREAD_MS = 300
/** Longer, so that a busy machine does not take it for a client that reads nothing. */
const PATIENT_MS = 2_000

describe('A reply', () => {
  let listening: Listening
  let ended: Promise<void>
  let answer: (response: ServerResponse) => void

  const serve = async (unreadMs = UNREAD_MS) => {
    listening = await listen(0, '127.0.0.1', { unreadMs })
    ended = new Promise((resolve) => {
      listening.serve({
        handle(_request, response) {
          response.once('close', resolve)
          answer(response)
        },
        refusesEarly: () => false,
      })
    })
  }
  afterEach(() => listening.close(0))

  /** Asks once, and reads nothing unless it is resumed. */
  const ask = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1').pause()
    socket.on('error', () => {})
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return socket
  }
  async function* chunks() {
    for (let sent = 0; sent < LONG_BYTES; sent += CHUNK.length) yield CHUNK
  }

  it('ends with its connection when the client reads nothing, streamed or from one buffer', async () => {
    let source: Readable | null = null
    const replies: ((response: ServerResponse) => void)[] = [
      (response) => {
        source = Readable.from(chunks(), { objectMode: false })
        pipeline(source, response, () => {})
      },
      (response) => response.end(Buffer.alloc(LONG_BYTES)),
    ]
    for (const reply of replies) {
      answer = reply
      await serve()
      const socket = await ask()
      await ended
      socket.destroy()
      await listening.close(0)
    }
    expect((source as Readable | null)?.destroyed).to.equal(true)
  })

  it('gives the place of its archive back when the client reads nothing', async () => {
    const archives = createArchives(1)
    const entry = { name: 'a.pdf', isText: false, madeAt: 0, read: chunks }
    let closed: Promise<void> | null = null
    answer = (response) => {
      const stream = archives.open('team', [entry])
      closed = new Promise((resolve) => stream.once('close', resolve))
      pipeline(stream, response, () => {})
    }
    await serve()
    const socket = await ask()
    await ended
    await closed
    archives.open('team', []).destroy()
    socket.destroy()
  })

  it('is whole for a client that takes a little of it every half second, for longer than a reply may stand still @long', async () => {
    answer = (response) => response.end(Buffer.alloc(LONG_BYTES))
    await serve(PATIENT_MS)
    const socket = await ask()
    const begun = performance.now()
    let read = 0
    let wanted = 0
    let enough = () => {}
    socket.on('data', (bytes) => {
      read += bytes.length
      if (read >= wanted) enough()
    })
    socket.on('close', () => enough())
    for (let portion = 1; portion <= PORTIONS && !socket.destroyed; portion++) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wanted = Math.min(LONG_BYTES, (portion * LONG_BYTES) / PORTIONS)
      enough = resolve
      if (read < wanted) {
        socket.resume()
        await promise
        socket.pause()
      }
      // Time passes: the client is slow.
      await wait(PATIENT_MS / 4)
    }
    expect(read).to.be.at.least(LONG_BYTES)
    expect(performance.now() - begun).to.be.greaterThan(PATIENT_MS)
    socket.destroy()
  })

  it('waits for its content for three times as long as it may be left unread', async () => {
    let finish: () => void = () => {}
    answer = (response) => {
      finish = () => response.end('done')
    }
    await serve(100)
    const socket = await ask()
    // Time passes: the reply is being made.
    await wait(300)
    finish()
    const text = await new Promise<string>((resolve) => {
      socket.once('data', (bytes) => resolve(String(bytes)))
      socket.resume()
    })
    expect(text).to.match(/done$/)
    socket.destroy()
  })
})
