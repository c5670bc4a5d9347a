/** Files over HTTP: ranges, conditions, HEAD and names, by key and by signed link. */
import { expect } from 'chai'
import { rangeOf } from '../../../server/http/reply.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'
import { insertRender, QUEUED, uploadSample } from '../../support/service/sample-render.ts'

describe('A download', () => {
  let test: TestServer
  let path: string
  let bytes: Buffer
  let etag: string
  let templateId: string

  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    templateId = (await uploadSample(test)).id
    const inserted = await insertRender(test, templateId)
    bytes = inserted.bytes
    etag = `"${inserted.render.contentSha256}"`
    path = `/v1/renders/${inserted.render.id}/download`
  })
  after(() => test.close())

  const read = async (headers: Record<string, string> = {}, method = 'GET') => {
    const response = await test.send(path, { headers, method })
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }

  it('is the body followed by the tail, with its length, type and validator', async () => {
    const reply = await read()
    expect(reply.status).to.equal(200)
    expect(reply.bytes.equals(bytes)).to.equal(true)
    expect(reply.headers.get('content-type')).to.equal('application/pdf')
    expect(reply.headers.get('content-length')).to.equal(String(bytes.length))
    expect(reply.headers.get('accept-ranges')).to.equal('bytes')
    expect(reply.headers.get('etag')).to.equal(etag)
    expect(reply.headers.get('cache-control')).to.equal('no-store')
    expect(reply.headers.get('content-disposition')).to.match(/^attachment; filename="?\w{8}_Card\.pdf"?$/)
  })

  it('to HEAD has the same headers and no bytes', async () => {
    const whole = await read()
    const head = await read({}, 'HEAD')
    expect(head.bytes.length).to.equal(0)
    for (const name of ['content-type', 'content-length', 'etag', 'content-disposition'])
      expect(head.headers.get(name), name).to.equal(whole.headers.get(name))
  })

  it('gives the range that is asked for, also across body and tail', async () => {
    const size = bytes.length
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=3-9', 3, 10],
      [`bytes=${size - 30}-`, size - 30, size],
      ['bytes=-10', size - 10, size],
      [`bytes=-${size + 5}`, 0, size],
      ['bytes=40-999999', 40, size],
    ] as const) {
      const reply = await read({ range })
      expect(reply.status, range).to.equal(206)
      expect(reply.headers.get('content-range')).to.equal(`bytes ${start}-${end - 1}/${size}`)
      expect(reply.headers.get('content-length')).to.equal(String(end - start))
      expect(reply.bytes.equals(bytes.subarray(start, end)), range).to.equal(true)
    }
  })

  it('gives the whole for several ranges, other units and malformed headers', async () => {
    for (const range of ['bytes=0-1,3-4', 'pages=1-2', 'bytes=5-2', 'bytes=a-b', 'bytes=-']) {
      const reply = await read({ range })
      expect([reply.status, reply.bytes.length], range).to.deep.equal([200, bytes.length])
    }
  })

  it('answers 416 with the size for a range outside of the file', async () => {
    for (const range of [`bytes=${bytes.length}-`, 'bytes=-0']) {
      const reply = await read({ range })
      expect(reply.status, range).to.equal(416)
      expect(reply.headers.get('content-range')).to.equal(`bytes */${bytes.length}`)
      expect(JSON.parse(reply.bytes.toString()).error.code).to.equal('range_not_satisfiable')
    }
  })

  it('gives the range only while If-Range names the file as it is', async () => {
    expect((await read({ range: 'bytes=0-3', 'if-range': etag })).status).to.equal(206)
    for (const other of ['"other"', `W/${etag}`, 'Wed, 15 Jul 2026 12:00:00 GMT'])
      expect((await read({ range: 'bytes=0-3', 'if-range': other })).status, other).to.equal(200)
  })

  it('answers 304 where the file is known', async () => {
    for (const known of [etag, `"x", W/${etag}`, '*']) {
      const reply = await read({ 'if-none-match': known })
      expect([reply.status, reply.bytes.length], known).to.deep.equal([304, 0])
      expect(reply.headers.get('etag')).to.equal(etag)
      expect(reply.headers.get('x-request-id')).to.match(/^req_/)
    }
    expect((await read({ 'if-none-match': '"x"' })).status).to.equal(200)
  })

  it('takes a name and a place, and nothing else', async () => {
    const named = await test.send(`${path}?filename=My%20card&inline=1`)
    expect(named.headers.get('content-disposition')).to.equal('inline; filename="My card.pdf"')
    await named.arrayBuffer()
    for (const query of ['inline=0', 'inline=true', `filename=${'a'.repeat(121)}`, 'name=x']) {
      const { status } = await test.send(`${path}?${query}`)
      expect(status, query).to.equal(400)
    }
    const longest = await test.send(`${path}?filename=${'a'.repeat(120)}`)
    expect(longest.status).to.equal(200)
    await longest.arrayBuffer()
  })

  it('is render_not_ready until the render has succeeded', async () => {
    const { render } = await insertRender(test, templateId, QUEUED)
    const { status, body } = await test.json(`/v1/renders/${render.id}/download`)
    expect([status, body.error.code]).to.deep.equal([409, 'render_not_ready'])
  })
})

describe('rangeOf', () => {
  it('counts the end of a range in, and its own out', () => {
    expect(rangeOf('bytes=0-9', 100, true)).to.deep.equal({ start: 0, end: 10 })
    expect(rangeOf('bytes=0-9', 100, false)).to.equal(null)
    expect(rangeOf('', 100, true)).to.equal(null)
    expect(rangeOf('bytes=-5', 0, true)).to.equal('unsatisfiable')
  })
})
