/** Sending one webhook: what is kept of answers, and how receivers that misbehave are survived. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { createPublicAgent, type PublicAgent } from '../../../server/jobs/public-agent.ts'
import { createOutside } from '../../../server/jobs/webhook-job.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { answering, openWebhookSink, type WebhookSink } from '../../support/service/webhook-sink.ts'

const NOW = Date.UTC(2026, 6, 15, 12)

/** Long enough for an answer that comes at once, on a busy machine too. */
const LIMIT_MS = 1_500

describe('A webhook', () => {
  const makeFolder = temporaryFolders()
  let sink: WebhookSink
  let out: PublicAgent
  beforeEach(async () => {
    sink = await openWebhookSink()
    out = createPublicAgent({ allowPrivate: true })
  })
  afterEach(async () => {
    await out.agent.destroy()
    await sink.close()
  })

  const send = (url = sink.url, totalMs = 15_000) =>
    createOutside({ now: () => NOW }, out, totalMs).send({
      url,
      headers: { 'webhook-id': 'evt_1' },
      body: '{"é":1}',
    })

  it('is a POST of exactly the given body and headers', async () => {
    sink.answer = answering(202, { 'x-request-id': 'r1', 'set-cookie': 'a=b' }, 'thanks')
    const answer = await send()
    expect(sink.received[0]).to.deep.include({ path: '/hooks', body: '{"é":1}' })
    expect(sink.received[0]?.headers['webhook-id']).to.equal('evt_1')
    expect(answer).to.include({ status: 202, body: 'thanks', error: null })
    expect(answer.headers['x-request-id']).to.equal('r1')
    expect(answer.headers).not.to.have.property('set-cookie')
    expect(answer.durationMs).to.be.at.least(0)
  })

  it('keeps two kilobytes of an answer as text that every database can hold', async () => {
    sink.answer = answering(200, {}, `a\0b${'x'.repeat(10_000)}`)
    const { body } = await send()
    expect(body).to.have.lengthOf(2048)
    expect(body?.slice(0, 4)).to.equal('a\ufffdbx')
  })

  it('stops reading an answer without an end, which counts all the same', async () => {
    let written = 0
    sink.answer = async (response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(16_384, 'y')
      while (!response.destroyed && written < 50_000_000) {
        written += chunk.length
        if (!response.write(chunk)) await nextTurn()
      }
    }
    const answer = await send()
    expect(answer).to.include({ status: 200, error: null })
    expect(written).to.be.below(20_000_000)
  })

  it('counts by its status where the rest of the answer only drips', async () => {
    sink.answer = (response) => {
      response.writeHead(200)
      response.write('so far')
    }
    const answer = await send(sink.url, LIMIT_MS)
    expect(answer).to.include({ status: 200, body: 'so far', error: null })
    expect(answer.durationMs).to.be.at.least(LIMIT_MS - 50)
  })

  it('fails by timeout where no answer comes in time', async () => {
    sink.answer = () => {}
    const answer = await send(sink.url, LIMIT_MS)
    expect(answer).to.include({ status: null, error: 'timeout' })
    expect(answer.durationMs).to.be.at.least(LIMIT_MS - 50)
  })

  it('fails where nobody listens, hangs up or speaks something else', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => {}).destroy())
    const strange = createTcpServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('SSH-2.0-OpenSSH\r\n'),
    )
    for (const server of [silent, strange]) {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    }
    const url = ({ port }: AddressInfo) => `http://127.0.0.1:${port}/`
    const silentUrl = url(silent.address() as AddressInfo)
    expect((await send(silentUrl)).error).to.equal('connection_failed')
    expect((await send(url(strange.address() as AddressInfo))).error).to.equal('invalid_response')
    silent.close()
    strange.close()
    await once(silent, 'close')
    expect((await send(silentUrl)).error).to.equal('connection_failed')
  })

  it('fails where the host has no address', async () => {
    const error = Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    const lost = createPublicAgent({ allowPrivate: true, resolve: () => Promise.reject(error) })
    const outside = createOutside({ now: () => NOW }, lost)
    const answer = await outside.send({ url: 'https://shop.example/', headers: {}, body: '' })
    expect(answer.error).to.equal('host_not_found')
    await lost.agent.destroy()
  })

  it('is not sent to a server whose certificate nobody vouches for', async function () {
    const folder = await makeFolder()
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
    const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
    try {
      await promisify(execFile)('openssl', [...made, '-keyout', files.key, '-out', files.cert])
    } catch {
      leavePending(this, 'OpenSSL (openssl)')
    }
    let hits = 0
    const server = createServer(
      { key: await readFile(files.key), cert: await readFile(files.cert) },
      (_, response) => {
        hits += 1
        response.end()
      },
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect((await send(`https://127.0.0.1:${port}/`)).error).to.equal('tls_failed')
    expect(hits).to.equal(0)
    server.close()
  })

  for (const [header, seconds] of [
    ['120', 120],
    ['0', 0],
    [new Date(NOW + 90_000).toUTCString(), 90],
    [new Date(NOW - 90_000).toUTCString(), 0],
    ['soon', null],
  ] as const)
    it(`reads Retry-After: ${header}`, async () => {
      sink.answer = answering(503, { 'retry-after': header })
      expect((await send()).retryAfterSeconds).to.equal(seconds)
    })
})
