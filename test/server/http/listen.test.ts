/** How the server stops, and the time limits of its connections. */

import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Type } from '@sinclair/typebox'
import { expect } from 'chai'
import { listen } from '../../../server/http/listen.ts'
import { operation } from '../../../server/http/operation.ts'
import { openTestServer } from '../../support/service/open-test-server.ts'

/** An operation that answers when it is told to. */
function slowOperation() {
  let finish: () => void = () => {}
  let begun: () => void = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const started = new Promise<void>((resolve) => {
    begun = resolve
  })
  const slow = operation({
    id: 'slow',
    method: 'get',
    path: '/slow',
    tag: 'Probe',
    summary: 'Answers late.',
    stability: 'beta',
    auth: 'none',
    scope: null,
    limit: 'none',
    replies: { 200: Type.Object({ ok: Type.Boolean() }) },
    errors: [],
    async handle(_core, _caller, _input, reply) {
      begun()
      await finished
      return reply(200, { ok: true })
    },
  })
  return { slow, finish, started }
}

describe('A stop', () => {
  it('lets requests end, closes their connections and takes no new ones', async () => {
    const { slow, finish, started } = slowOperation()
    const test = await openTestServer({ operations: [slow] })
    const underWay = test.send('/v1/slow')
    await started
    const idle = connect(Number(new URL(test.url).port), '127.0.0.1')
    await new Promise((resolve) => idle.once('connect', resolve))
    const closed = new Promise((resolve) => idle.once('close', resolve))

    const stopping = test.server.close()
    await closed
    const refused = await test.send('/healthz').catch(() => 'refused')
    expect(refused).to.equal('refused')
    const order: string[] = []
    const stopped = stopping.then(() => order.push('stopped'))
    order.push('the request may end')
    finish()
    const reply = await underWay
    expect([reply.status, reply.headers.get('connection')]).to.deep.equal([200, 'close'])
    await stopped
    expect(order).to.deep.equal(['the request may end', 'stopped'])
    await test.close()
  })

  it('says on /readyz that it has begun', async () => {
    const { slow, finish, started } = slowOperation()
    const test = await openTestServer({ operations: [slow] })
    const underWay = test.send('/v1/slow')
    await started
    const busy: Socket = connect(Number(new URL(test.url).port), '127.0.0.1')
    await new Promise((resolve) => busy.once('connect', resolve))
    const said = () => new Promise<string>((resolve) => busy.once('data', (bytes) => resolve(String(bytes))))
    // The reply to a whole request says that the half of one behind it has come in, which keeps the connection busy.
    const first = said()
    busy.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /readyz HTTP/1.1\r\nHost: a\r\n')
    expect(await first).to.match(/^HTTP\/1.1 200 /)
    const stopping = test.server.close()
    const last = said()
    busy.write('\r\n')
    expect(await last)
      .to.match(/^HTTP\/1.1 503 /)
      .and.include('shutting_down')
    finish()
    await (await underWay).arrayBuffer()
    await stopping
    await test.close()
  })

  it('closes the connection of a response that was half sent when it began', async () => {
    const listening = await listen(0, '127.0.0.1')
    let end: () => void = () => {}
    listening.serve({
      handle(_request, response) {
        response.writeHead(200, { 'content-length': 4 }).write('done')
        end = () => response.end()
      },
      refusesEarly: () => false,
    })
    // A client that keeps its connection has the whole body before the server has ended the response.
    const agent = new Agent({ keepAlive: true })
    const reply = await new Promise<IncomingMessage>((resolve) =>
      get(listening.url, { agent }, resolve).on('error', () => {}),
    )
    for await (const bytes of reply) expect(String(bytes)).to.equal('done')
    // Far longer than a test may take.
    const stopped = listening.close(600_000)
    end()
    await stopped
    agent.destroy()
  })

  it('cuts what is not done when its time is over', async () => {
    const listening = await listen(0, '127.0.0.1')
    let asked: () => void = () => {}
    const begun = new Promise<void>((resolve) => {
      asked = resolve
    })
    listening.serve({ handle: () => asked(), refusesEarly: () => false })
    const reply = fetch(listening.url).catch(() => 'cut')
    await begun
    await listening.close(30)
    expect(await reply).to.equal('cut')
  })
})

describe('listen', () => {
  it('rejects where the port is taken', async () => {
    const first = await listen(0, '127.0.0.1')
    const port = Number(new URL(first.url).port)
    const second = await listen(port, '127.0.0.1').catch((error: NodeJS.ErrnoException) => error.code)
    expect(second).to.equal('EADDRINUSE')
    await first.close(0)
  })

  it('refuses heads above 16 kB', async () => {
    const test = await openTestServer()
    try {
      const { status } = await test.send('/healthz', { headers: { 'x-long': 'a'.repeat(17_000) } })
      expect(status).to.equal(431)
    } finally {
      await test.close()
    }
  })
})

describe('Connections beyond the most', () => {
  const opened = async (url: string): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    await new Promise((resolve) => socket.once('connect', resolve))
    return socket
  }

  it('take the place of those that have been without a request for longest, and of no other', async () => {
    const listening = await listen(0, '127.0.0.1', { mostConnections: 10 })
    let finish: () => void = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    let begun: () => void = () => {}
    const started = new Promise<void>((resolve) => {
      begun = resolve
    })
    listening.serve({
      async handle(request, response) {
        if (request.url === '/slow') {
          begun()
          await finished
        }
        response.end('answered')
      },
      refusesEarly: () => false,
    })
    const busy = await opened(listening.url)
    const heard: string[] = []
    busy.on('data', (bytes) => heard.push(String(bytes)))
    busy.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await started
    const silent: Socket[] = []
    for (let count = 0; count < 30; count += 1) {
      const socket = await opened(listening.url)
      if (count % 2 === 0) socket.write('GET / HTTP/1.1\r\nX-Half: ')
      silent.push(socket)
    }
    for (let count = 0; count < 5; count += 1) {
      const asking = await opened(listening.url)
      const answer = new Promise((resolve) => asking.once('data', (bytes) => resolve(String(bytes))))
      asking.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      expect(await answer).to.match(/^HTTP\/1\.1 200/)
    }
    const ended = new Promise((resolve) => silent[19]?.once('close', resolve))
    if (!silent[19]?.destroyed) await ended
    expect(silent.slice(0, 20).every((socket) => socket.destroyed)).to.equal(true)
    expect(busy.destroyed).to.equal(false)
    finish()
    if (heard.length === 0) await new Promise((resolve) => busy.once('data', resolve))
    expect(heard.join('')).to.match(/^HTTP\/1\.1 200[\s\S]*answered/)
    for (const socket of silent) socket.destroy()
    await listening.close(0)
  })
})
