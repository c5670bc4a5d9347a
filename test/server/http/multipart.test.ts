/** Uploads over HTTP: what is refused, and that no temporary file is left, whatever happens. */
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { expect } from 'chai'
import { eventually } from '../../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { openSamplePress, SAMPLE_PDF, uploadForm } from '../../support/service/sample-press.ts'

const MAX_BYTES = 100_000

describe('POST /templates', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer({
      press: openSamplePress(),
      env: { MAX_UPLOAD_BYTES: String(MAX_BYTES) },
    })
  })
  after(() => test.close())
  afterEach('no temporary file is left', async () => {
    expect(await test.temporaryFiles()).to.deep.equal([])
  })

  const outcome = async (body: FormData | string | Uint8Array, headers: Record<string, string> = {}) => {
    const { status, body: reply } = await test.json('/v1/templates', { method: 'POST', body, headers })
    return [status, reply.error?.code, reply.error?.param]
  }
  /** A body written out by hand. */
  const written = (text: string) => outcome(text, { 'content-type': 'multipart/form-data; boundary=b' })
  const part = (name: string, rest = '', content = 'x') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${content}\r\n`

  it('keeps the file under the hash of its bytes', async () => {
    const bytes = Buffer.concat([SAMPLE_PDF, Buffer.alloc(90_000, 7)])
    const { status, body } = await test.json('/v1/templates', { body: uploadForm(bytes, 'Grüße') })
    expect(status).to.equal(200)
    expect(body.template.title).to.equal('Grüße')
    expect(body.template.size_bytes).to.equal(bytes.length)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(body.template.source_sha256).to.equal(sha256)
    expect(await test.server.ports.files.has(sha256)).to.equal(true)
  })

  it('takes its title from the file where none is given, and keeps what was kept', async () => {
    const first = await test.json('/v1/templates', { body: uploadForm() })
    expect(first.body.template.title).to.equal('card')
    expect(first.body).not.to.have.property('deduplicated')
    const again = await test.json('/v1/templates', { body: uploadForm() })
    expect(again.body.deduplicated).to.equal(true)
    expect(again.body.template.id).to.equal(first.body.template.id)
  })

  it('takes a part without a content type, and a title with one', async () => {
    const file = part('pdf', '; filename="a.pdf"', SAMPLE_PDF.toString('latin1'))
    const titled = part('title', '\r\nContent-Type: text/plain', 'T')
    expect(await written(`${titled}${file}--b--\r\n`)).to.deep.equal([200, undefined, undefined])
  })

  it('refuses what is no PDF', async () => {
    expect(await outcome(uploadForm(Buffer.from('GIF89a')))).to.deep.equal([400, 'invalid_pdf', undefined])
  })

  it('refuses a missing and an empty file', async () => {
    const form = new FormData()
    form.set('title', 'Card')
    expect(await outcome(form)).to.deep.equal([400, 'missing_file', 'pdf'])
    expect(await outcome(uploadForm(Buffer.alloc(0)))).to.deep.equal([400, 'missing_file', 'pdf'])
  })

  it('refuses parts that it does not know and parts sent twice', async () => {
    const form = uploadForm()
    form.set('team_id', 'x')
    expect(await outcome(form)).to.deep.equal([400, 'unknown_parameter', 'team_id'])
    const twice = uploadForm()
    twice.append('pdf', new Blob(['%PDF-']), 'b.pdf')
    expect(await outcome(twice)).to.deep.equal([400, 'invalid_parameter', 'pdf'])
  })

  it('refuses a long title, one that is not UTF-8 and one with NUL', async () => {
    expect(await outcome(uploadForm(SAMPLE_PDF, 'a'.repeat(201)))).to.deep.equal([
      400,
      'invalid_parameter',
      'title',
    ])
    expect(await outcome(uploadForm(SAMPLE_PDF, 'a'.repeat(20_000)))).to.deep.equal([
      400,
      'invalid_parameter',
      'title',
    ])
    expect(await outcome(uploadForm(SAMPLE_PDF, 'a\0b'))).to.deep.equal([400, 'invalid_parameter', 'title'])
    const text = `${part('title', '', 'QQ')}${part('pdf', '; filename="a"')}--b--\r\n`
    const bytes = Buffer.from(text)
    bytes[bytes.indexOf('QQ')] = 0xff
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    expect(await outcome(new Uint8Array(bytes), headers)).to.deep.equal([400, 'invalid_parameter', 'title'])
  })

  it('refuses bodies of another kind, and broken ones', async () => {
    expect(await outcome('{}', { 'content-type': 'application/json' })).to.deep.equal([
      415,
      'unsupported_media_type',
      undefined,
    ])
    expect(await outcome('x', { 'content-type': 'multipart/form-data' })).to.deep.equal([
      415,
      'unsupported_media_type',
      undefined,
    ])
    for (const text of ['', 'nonsense', part('pdf', '; filename="a"'), `${part('pdf').slice(0, -2)}`])
      expect(await written(text), text).to.deep.equal([400, 'invalid_multipart', undefined])
  })

  it('survives a transfer encoding that no decoder knows', async () => {
    const text = `${part('title', '\r\nContent-Transfer-Encoding: 7bit', 'T')}--b--\r\n`
    expect(await written(text)).to.deep.equal([400, 'missing_file', 'pdf'])
    const odd = `${part('title', '\r\nContent-Transfer-Encoding: quoted-printable', 'T')}--b--\r\n`
    expect(await written(odd)).to.deep.equal([400, 'invalid_multipart', undefined])
  })

  it('refuses a thousand parts, a boundary that is not the declared one and a head without end', async () => {
    expect(await written(`${part('title').repeat(1000)}--b--\r\n`)).to.deep.equal([
      400,
      'invalid_parameter',
      'title',
    ])
    const file = part('pdf', '; filename="a"', SAMPLE_PDF.toString('latin1'))
    for (const text of [`${file}--b--\r\n`.replaceAll('--b', '--c'), `--b\r\nX: ${'x'.repeat(150_000)}`])
      expect(await written(text)).to.deep.equal([400, 'invalid_multipart', undefined])
  })

  it('answers payload_too_large for a file one byte above the limit, declared or not', async () => {
    const form = (size: number) =>
      uploadForm(Buffer.concat([SAMPLE_PDF, Buffer.alloc(size - SAMPLE_PDF.length)]))
    expect((await outcome(form(MAX_BYTES)))[0]).to.equal(200)
    expect(await outcome(form(MAX_BYTES + 1))).to.deep.equal([413, 'payload_too_large', 'pdf'])
    expect(await outcome(form(5_000_000))).to.deep.equal([413, 'payload_too_large', 'pdf'])
    const { head } = rawRequest(test, 'Transfer-Encoding: chunked')
    const file = Buffer.from(part('pdf', '; filename="a"', 'x'.repeat(200_000)))
    const chunk = Buffer.concat([Buffer.from(`${file.length.toString(16)}\r\n`), file, Buffer.from('\r\n')])
    expect(await rawReply(test, [head, chunk])).to.match(/^HTTP\/1.1 413 /)
  })

  it('answers a declared length above the limit before the body is sent', async () => {
    const { head } = rawRequest(test, 'Content-Length: 5000000', 'Expect: 100-continue')
    const reply = await rawReply(test, [head])
    expect(reply).to.match(/^HTTP\/1.1 413 /)
    expect(reply).not.to.include('100 Continue')
    const small = rawRequest(test, 'Content-Length: 1000', 'Expect: 100-continue')
    expect(await rawReply(test, [small.head])).to.match(/^HTTP\/1.1 100 Continue/)
  })

  it('leaves nothing behind when senders break off', async () => {
    const before = (await test.json('/v1/templates')).body.data.length
    const { head } = rawRequest(test, 'Content-Length: 90000')
    const begun = Buffer.from(part('pdf', '; filename="a"', `%PDF-${'x'.repeat(40_000)}`))
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = connect(Number(new URL(test.url).port), '127.0.0.1')
        socket.on('error', () => {})
        socket.write(head)
        socket.write(begun)
        await eventually(async () => (await test.temporaryFiles()).length > 0)
        socket.destroy()
      }),
    )
    await untilEmpty(test)
    expect((await test.json('/v1/templates')).body.data.length).to.equal(before)
  })

  const untilEmpty = (own: TestServer) =>
    eventually(() => own.temporaryFiles(), { until: ({ length }) => length === 0 })
  const expectOverload = ({ status, headers, body }: Awaited<ReturnType<TestServer['json']>>) => {
    expect([status, body.error.code]).to.deep.equal([503, 'overloaded'])
    expect(headers.get('retry-after')).to.equal('5')
  }
  /** Four uploads of the team that have begun, and get no further until their senders are gone. */
  const beginFour = async (own: TestServer) => {
    const { head } = rawRequest(own, 'Content-Length: 90000')
    const begun = Buffer.from(part('pdf', '; filename="a"', 'x'.repeat(1000)))
    const sockets = Array.from({ length: 4 }, () => sent(own, [head, begun]))
    await eventually(() => own.temporaryFiles(), { until: ({ length }) => length === 4 })
    return sockets
  }
  const sent = (own: TestServer, pieces: readonly (string | Buffer)[]) => {
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1')
    socket.on('error', () => {})
    for (const piece of pieces) socket.write(piece)
    return socket
  }
  const waitingIn = async (own: TestServer) =>
    Number(/^upload_waiting (\d+)$/m.exec(await (await own.send('/metrics')).text())?.[1])
  const untilWaiting = (own: TestServer, count: number) =>
    eventually(() => waitingIn(own), { until: (waiting) => waiting === count })

  it('takes four uploads of a team at once, lets others wait, and leaves room for other teams', async () => {
    const sockets = await beginFour(test)
    const waiting = [1, 2].map(() => test.json('/v1/templates', { body: uploadForm() }))
    await untilWaiting(test, 2)
    // What waits takes no space on disk.
    expect(await test.temporaryFiles()).to.have.length(4)
    const other = await test.makeTeam('Another team')
    const served = await test.json('/v1/templates', { body: uploadForm(), key: other.key })
    expect(served.status).to.equal(200)
    expect(await waitingIn(test)).to.equal(2)
    for (const socket of sockets) socket.destroy()
    for (const { status } of await Promise.all(waiting)) expect(status).to.equal(200)
    await untilEmpty(test)
  })

  it('asks an upload that finds the line full to come again, and keeps nothing of it', async () => {
    const own = await openTestServer({ press: openSamplePress(), env: { UPLOADS_WAITING: '1' } })
    try {
      const sockets = await beginFour(own)
      const waiting = own.json('/v1/templates', { body: uploadForm() })
      await untilWaiting(own, 1)
      expectOverload(await own.json('/v1/templates', { body: uploadForm() }))
      expect(await own.keptFiles()).to.deep.equal([])
      for (const socket of sockets) socket.destroy()
      expect((await waiting).status).to.equal(200)
      await untilEmpty(own)
    } finally {
      await own.close()
    }
  })

  it('asks an upload that has waited for UPLOAD_WAIT_SECONDS to come again, and keeps nothing of it', async () => {
    const own = await openTestServer({ press: openSamplePress(), env: { UPLOAD_WAIT_SECONDS: '1' } })
    try {
      const sockets = await beginFour(own)
      const begun = performance.now()
      expectOverload(await own.json('/v1/templates', { body: uploadForm() }))
      expect(performance.now() - begun).to.be.above(900)
      for (const socket of sockets) socket.destroy()
      await untilEmpty(own)
      expect(await own.keptFiles()).to.deep.equal([])
      expect((await own.json('/v1/templates', { body: uploadForm() })).status).to.equal(200)
    } finally {
      await own.close()
    }
  })

  it('takes whoever breaks off out of the line, and tells who waits that the server stops', async () => {
    const own = await openTestServer({ press: openSamplePress() })
    try {
      const sockets = await beginFour(own)
      const form = `${part('pdf', '; filename="a"', SAMPLE_PDF.toString('latin1'))}--b--\r\n`
      const leaving = sent(own, [rawRequest(own, `Content-Length: ${form.length}`).head, form])
      await untilWaiting(own, 1)
      leaving.destroy()
      await untilWaiting(own, 0)
      const waiting = own.json('/v1/templates', { body: uploadForm() })
      await untilWaiting(own, 1)
      const stopping = own.server.close()
      const { status, body } = await waiting
      expect([status, body.error.code]).to.deep.equal([503, 'shutting_down'])
      for (const socket of sockets) socket.destroy()
      await stopping
      await untilEmpty(own)
      expect(await own.keptFiles()).to.deep.equal([])
    } finally {
      await own.close()
    }
  })
})

function rawRequest(test: TestServer, ...headers: readonly string[]) {
  const lines = [
    'POST /v1/templates HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${test.team.key}`,
    'Content-Type: multipart/form-data; boundary=b',
    ...headers,
  ]
  return { head: `${lines.join('\r\n')}\r\n\r\n` }
}

/** What the server says first. */
function rawReply(test: TestServer, pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1')
    socket.once('error', reject)
    socket.once('data', (bytes) => {
      socket.destroy()
      resolve(bytes.toString('latin1'))
    })
    for (const piece of pieces) socket.write(piece)
  })
}
