/** Clients that ask and do not read: their replies end, and what these hold is free again. */
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { createArchives } from '../../../server/files/archive.ts'
import { type Listening, listen } from '../../../server/http/listen.ts'

const CHUNK = Buffer.alloc(64 * 1024, 7)
/** More than the system takes for a client that reads nothing. */
const LONG_BYTES = 48 << 20
const UNREAD_MS = 1_500

describe('A reply that its client does not read', () => {
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

  it('ends with its connection, be it streamed or one kept buffer', async () => {
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

  it('gives the place of its archive back', async () => {
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

  it('is whole for a client that is slow and takes a little of it now and then', async function () {
    // Takes twice as long as an unread reply may stand still.
    this.timeout(60_000)
    answer = (response) => response.end(Buffer.alloc(LONG_BYTES))
    await serve()
    const socket = await ask()
    const begun = performance.now()
    let read = 0
    socket.on('data', (bytes) => {
      read += bytes.length
    })
    for (let portion = 1; read < LONG_BYTES && !socket.destroyed; portion++) {
      socket.resume()
      // Each portion is taken well within the time; the last ones come when the client has waited long enough in all.
      while (read < Math.min(LONG_BYTES, portion * 4 * 1024 * 1024) && !socket.destroyed) await wait(1)
      socket.pause()
      await wait(UNREAD_MS / 5)
    }
    expect(read).to.be.at.least(LONG_BYTES)
    expect(performance.now() - begun).to.be.greaterThan(2 * UNREAD_MS)
    socket.destroy()
  })

  it('that is still being made has all the time that it needs', async () => {
    let finish: () => void = () => {}
    answer = (response) => {
      finish = () => response.end('done')
    }
    await serve(200)
    const socket = await ask()
    // Three times as long as a client may leave what is there unread.
    await wait(600)
    finish()
    const text = await new Promise<string>((resolve) => {
      socket.once('data', (bytes) => resolve(String(bytes)))
      socket.resume()
    })
    expect(text).to.match(/done$/)
    socket.destroy()
  })
})
