/** What every request goes through: ids, headers, unknown routes and methods, health, and no leaks. */
import { Writable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import { expect } from 'chai'
import { pino } from 'pino'
import { ServiceError } from '../../../core/errors.ts'
import { type AnyOperation, operation } from '../../../server/http/operation.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'

const SHARED = { tag: 'Probe', stability: 'beta', auth: 'none', scope: null, limit: 'none' } as const
const ANY = Type.Object({ ok: Type.Boolean() }, { additionalProperties: false })

const ID = Type.Object({ id: Type.String() }, { additionalProperties: false })

/** Operations that go wrong in each way, and one that answers its parameter. */
const PROBES: readonly AnyOperation[] = [
  operation({
    ...SHARED,
    id: 'probeParameter',
    method: 'post',
    path: '/probe/records/{id}/read',
    summary: 'Answers the parameter.',
    params: ID,
    replies: { 200: ID },
    errors: [],
    handle: async (_core, _caller, { params }, reply) => reply(200, params),
  }),
  operation({
    ...SHARED,
    id: 'probeCrash',
    method: 'get',
    path: '/probe/crash',
    summary: 'Crashes.',
    replies: { 200: ANY },
    errors: [],
    handle: () => Promise.reject(new Error('the password is hunter2')),
  }),
  operation({
    ...SHARED,
    id: 'probeStatus',
    method: 'get',
    path: '/probe/status',
    summary: 'Answers a status that it does not declare.',
    replies: { 200: ANY },
    errors: [],
    handle: async (_core, _caller, _input, reply) => reply(201 as 200, { ok: true }),
  }),
  operation({
    ...SHARED,
    id: 'probeBody',
    method: 'get',
    path: '/probe/body',
    summary: 'Answers a body that fails its schema.',
    replies: { 200: ANY },
    errors: [],
    handle: async (_core, _caller, _input, reply) => reply(200, { ok: true, secret: 1 } as { ok: boolean }),
  }),
  operation({
    ...SHARED,
    id: 'probeCode',
    method: 'get',
    path: '/probe/code',
    summary: 'Answers a code that it does not declare.',
    replies: { 200: ANY },
    errors: [],
    handle: () => Promise.reject(new ServiceError('render_not_ready')),
  }),
  operation({
    ...SHARED,
    id: 'probeBusy',
    method: 'get',
    path: '/probe/busy',
    summary: 'Is overloaded.',
    replies: { 200: ANY },
    errors: ['overloaded', 'render_failed'],
    handle: () =>
      Promise.reject(new ServiceError('overloaded', { retryAfterSeconds: 1.2, message: 'inner' })),
  }),
]

describe('Every reply', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer({ operations: PROBES })
  })
  after(() => test.close())

  it('carries a request id of its own, the version and the security headers', async () => {
    for (const path of ['/healthz', '/v1/nope', '/v1/probe/busy']) {
      const { headers } = await test.send(path, { headers: { 'x-request-id': 'mine-12345678' } })
      expect(headers.get('x-request-id'), path).to.match(/^req_[0-9a-hjkmnp-tv-z]{26}$/)
      expect(headers.get('x-service-version')).to.equal('2026-07-15')
      expect(headers.get('x-content-type-options')).to.equal('nosniff')
      expect(headers.get('referrer-policy')).to.equal('no-referrer')
      expect(headers.get('cache-control')).to.equal('no-store')
      expect(headers.get('x-powered-by')).to.equal(null)
      expect(headers.get('access-control-allow-origin')).to.equal(null)
    }
  })

  it('of an error has the body of errors, with the id of its request', async () => {
    const { status, headers, body } = await test.json('/v1/nope')
    expect(status).to.equal(404)
    expect(headers.get('content-type')).to.equal('application/json; charset=utf-8')
    expect(body).to.deep.equal({
      error: {
        type: 'not_found_error',
        code: 'route_not_found',
        message: 'This URL does not exist.',
        request_id: headers.get('x-request-id'),
        doc_url: `${test.url}/docs/api/errors#route_not_found`,
      },
    })
  })

  it('to a wrong method is 405 with the methods that are allowed', async () => {
    const { status, headers, body } = await test.json('/v1/probe/busy', { method: 'DELETE' })
    expect([status, body.error.code]).to.deep.equal([405, 'method_not_allowed'])
    expect(headers.get('allow')).to.equal('GET, HEAD')
    const read = await test.send('/v1/probe/records/a/read')
    expect([read.status, read.headers.get('allow')]).to.deep.equal([405, 'POST'])
  })

  it('to a path in another spelling is 404', async () => {
    const get = ['/V1/probe/busy', '/v1/Probe/busy', '/v1/probe/busy/', '//v1/probe/busy', '/v1/%zz']
    const post = ['/v1/probe/records//read', '/v1/probe/records/%/read', '/v1/probe/records/a/b/read']
    for (const [method, paths] of Object.entries({ GET: get, POST: post }))
      for (const path of paths) {
        const { status, body } = await test.json(path, { method })
        expect([status, body.error.code], path).to.deep.equal([404, 'route_not_found'])
      }
  })

  it('has the parameter of its path, decoded', async () => {
    for (const id of ['tpl_x', '__proto__', 'a/b', 'ä ö', 'a;b', '100%', 'x'.repeat(8_000)]) {
      const path = `/v1/probe/records/${encodeURIComponent(id)}/read`
      const { status, body } = await test.json(path, { method: 'POST' })
      expect([status, body], id.slice(0, 20)).to.deep.equal([200, { id }])
    }
  })

  it('to HEAD has headers and no body', async () => {
    const response = await test.send('/readyz', { method: 'HEAD' })
    expect([response.status, await response.text()]).to.deep.equal([200, ''])
    const refused = await test.send('/v1/probe/busy', { method: 'HEAD' })
    expect([refused.status, await refused.text()]).to.deep.equal([503, ''])
  })

  it('of 503 says in whole seconds when to come back, and nothing of the inside', async () => {
    const { status, headers, body } = await test.json('/v1/probe/busy')
    expect([status, headers.get('retry-after')]).to.deep.equal([503, '2'])
    expect(body.error.message).to.equal('The service is overloaded. Try again shortly.')
  })

  it('to an unknown version is unsupported_version', async () => {
    const { status, body } = await test.json('/v1/probe/busy', {
      headers: { 'x-service-version': '2020-01-01' },
    })
    expect([status, body.error.code]).to.deep.equal([400, 'unsupported_version'])
    const same = await test.json('/v1/probe/busy', { headers: { 'x-service-version': '2026-07-15' } })
    expect(same.status).to.equal(503)
  })

  it('to a crash is a 500 that tells nothing', async () => {
    const { status, body } = await test.json('/v1/probe/crash')
    expect(status).to.equal(500)
    expect(Object.keys(body.error).sort()).to.deep.equal(['code', 'doc_url', 'message', 'request_id', 'type'])
    expect(JSON.stringify(body)).not.to.include('hunter2')
    expect(test.takeUndeclared().join()).to.include('hunter2')
  })

  it('beside its declaration is noticed', async () => {
    for (const [path, said] of [
      ['status', 'answered 201, which it does not declare'],
      ['body', 'must NOT have additional properties'],
      ['code', '409 render_not_ready'],
    ]) {
      expect((await test.send(`/v1/probe/${path}`)).status).to.equal(500)
      expect(test.takeUndeclared().join(), path).to.include(said)
    }
  })

  it('says that the process is up and that it is ready', async () => {
    expect((await test.json('/healthz', { key: null })).body).to.deep.equal({ status: 'ok' })
    expect((await test.json('/readyz', { key: null })).body).to.deep.equal({ status: 'ready' })
  })
})

describe('The log', () => {
  it('holds no key, address, query or body, and names the operation and the request', async () => {
    const lines: string[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const test = await openTestServer({ log: pino({ level: 'info' }, sink) })
    try {
      const headers = { 'x-request-id': 'shop-request-1' }
      await test.send('/v1/renders?external_order_id=order-4711', { headers })
      await test.send('/v1/renders', { body: { template_id: 'tpl_0', customer_email: 'ada@shop.example' } })
      await test.send('/v1/renders', { key: `${test.team.key}x` })
    } finally {
      await test.close()
    }
    const text = lines.join('')
    for (const secret of [test.team.key, 'order-4711', 'ada@shop.example'])
      expect(text).not.to.include(secret)
    const first = JSON.parse(lines[0] as string)
    expect(first).to.include({ operation: 'listRenders', status: 200, client_request_id: 'shop-request-1' })
    expect(first.request_id).to.match(/^req_/)
    expect(first.key).to.match(/^key_/)
  })
})
