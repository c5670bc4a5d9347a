/** Heads of requests that never end are given up: their sockets are answered 408 and closed, by the hundred. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const SOCKETS = 500

describe(`${SOCKETS} heads without an end`, () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  it('are answered 408 and closed while others are served', async () => {
    const replies = Array.from({ length: SOCKETS }, async () => {
      const socket = connect(Number(new URL(test.url).port), '127.0.0.1')
      let said = ''
      socket
        .on('error', () => {})
        .on('data', (bytes) => {
          said += bytes
        })
      await once(socket, 'connect')
      socket.write('GET /v1/renders HTTP/1.1\r\nHost: x\r\nX-Slow: ')
      const drip = setInterval(() => socket.write('a'), 1_000)
      await once(socket, 'close')
      clearInterval(drip)
      return said.slice(0, 12)
    })
    let areClosed = false
    const closed = Promise.all(replies).finally(() => {
      areClosed = true
    })
    while (!areClosed) {
      expect((await test.json('/v1/renders')).status).to.equal(200)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    expect(new Set(await closed)).to.deep.equal(new Set(['HTTP/1.1 408']))
  })
})
