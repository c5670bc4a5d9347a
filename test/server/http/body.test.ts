/** JSON bodies and queries over HTTP: what is refused, with which code, naming which parameter. */
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { readQuery, refuseHarm } from '../../../server/http/body.ts'
import { openTestServer, type SendOptions, type TestServer } from '../../support/service/open-test-server.ts'

describe('JSON bodies', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  /** A PATCH of a template that does not exist: what gets past the body is a 404. */
  const patch = async (body: SendOptions['body'], headers: Record<string, string> = {}) => {
    const type = { 'content-type': 'application/json', ...headers }
    const reply = await test.json('/v1/templates/tpl_0', { method: 'PATCH', body, headers: type })
    const { code, param, details } = reply.body.error
    return { status: reply.status, code, param, details }
  }
  const outcome = async (body: SendOptions['body'], headers?: Record<string, string>) => {
    const { status, code, param } = await patch(body, headers)
    return [status, code, param]
  }

  it('reach the handler when they are well-formed', async () => {
    expect(await outcome('{"title":"Card"}')).to.deep.equal([404, 'not_found', undefined])
    expect(await outcome('{"title":"Grüße 👋"}')).to.deep.equal([404, 'not_found', undefined])
    expect(await outcome('')).to.deep.equal([404, 'not_found', undefined])
  })

  it('that are malformed answer invalid_json', async () => {
    for (const text of ['{', '{"title":}', 'title', '{"title":"a"}x', '\u0000'])
      expect(await outcome(text), text).to.deep.equal([400, 'invalid_json', undefined])
  })

  it('that are not UTF-8 answer invalid_json', async () => {
    const bytes = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    expect(await outcome(new Uint8Array(bytes))).to.deep.equal([400, 'invalid_json', undefined])
  })

  it('that reach for prototypes are refused', async () => {
    expect((await outcome('{"metadata":{"__proto__":"x"}}')).slice(0, 2)).to.deep.equal([400, 'invalid_json'])
    for (const name of ['constructor', 'prototype'])
      expect(await outcome(`{"metadata":{"${name}":"x"}}`)).to.deep.equal([
        400,
        'invalid_parameter',
        `metadata.${name}`,
      ])
    expect(Object.hasOwn(Object.prototype, 'polluted')).to.equal(false)
  })

  it('that hold NUL or half a surrogate pair are refused by parameter', async () => {
    expect(await outcome('{"title":"a\\u0000b"}')).to.deep.equal([400, 'invalid_parameter', 'title'])
    expect(await outcome('{"title":"a\\ud83d"}')).to.deep.equal([400, 'invalid_parameter', 'title'])
    expect(await outcome('{"metadata":{"a\\u0000":"b"}}')).to.deep.equal([
      400,
      'invalid_parameter',
      'metadata',
    ])
  })

  it('deeper than 20 levels answer invalid_json, however deep', async () => {
    for (const depth of [21, 200_000])
      expect(await outcome(`{"title":${'['.repeat(depth)}${']'.repeat(depth)}}`)).to.deep.equal([
        400,
        'invalid_json',
        undefined,
      ])
    expect(() => refuseHarm(JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`))).not.to.throw()
  })

  it('above 1 MB answer payload_too_large, also when they are packed', async () => {
    const large = JSON.stringify({ title: 'a'.repeat(1024 * 1024) })
    expect(await outcome(large)).to.deep.equal([413, 'payload_too_large', undefined])
    const packed = new Uint8Array(gzipSync(large))
    expect(await outcome(packed, { 'content-encoding': 'gzip' })).to.deep.equal([
      413,
      'payload_too_large',
      undefined,
    ])
  })

  it('of another type or charset answer unsupported_media_type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
    ])
      expect(await outcome('{}', { 'content-type': type }), type).to.deep.equal([
        415,
        'unsupported_media_type',
        undefined,
      ])
    expect(await outcome('{}', { 'content-encoding': 'rot13' })).to.deep.equal([
      415,
      'unsupported_media_type',
      undefined,
    ])
  })

  it('name the parameter that is missing, unknown or wrong', async () => {
    const render = async (body: unknown) => {
      const { status, body: reply } = await test.json('/v1/renders', { body })
      return [status, reply.error.code, reply.error.param]
    }
    expect(await render({})).to.deep.equal([400, 'missing_parameter', 'template_id'])
    expect(await render({ template_id: 'tpl_0', team_id: 'x' })).to.deep.equal([
      400,
      'unknown_parameter',
      'team_id',
    ])
    expect(await render({ template_id: 7 })).to.deep.equal([400, 'invalid_parameter', 'template_id'])
    expect(await render({ template_id: 'tpl_0', values: { fld_1: 5 } })).to.deep.equal([
      400,
      'invalid_parameter',
      'values.fld_1',
    ])
    expect(await render({ template_id: 'tpl_0', values: { 'a\nb': {} } })).to.deep.equal([
      400,
      'invalid_parameter',
      'values.a\nb',
    ])
    expect(await render({ template_id: 'tpl_0', metadata: { ['m'.repeat(41)]: 'x' } })).to.deep.equal([
      400,
      'invalid_parameter',
      `metadata.${'m'.repeat(41)}`,
    ])
    expect(await render({ template_id: 'tpl_0', kind: 'preview' })).to.deep.equal([
      400,
      'invalid_parameter',
      'kind',
    ])
    expect(await render({ template_id: 'tpl_0', customer_email: 'nobody' })).to.deep.equal([
      400,
      'invalid_parameter',
      'customer_email',
    ])
  })

  it('with several faults name each in details', async () => {
    const { details, code } = await patch({ title: 5, metadata: { a: 1 }, nope: true })
    expect(code).to.equal('unknown_parameter')
    expect(details.map((one: { param: string }) => one.param).sort()).to.deep.equal([
      'metadata.a',
      'nope',
      'title',
    ])
    for (const one of details) expect(one.message).to.be.a('string').and.match(/\.$/)
  })

  it('are not coerced', async () => {
    expect(await outcome({ title: true })).to.deep.equal([400, 'invalid_parameter', 'title'])
  })
})

describe('Queries', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  const outcome = async (query: string, path = '/v1/renders') => {
    const { status, body } = await test.json(`${path}?${query}`)
    return [status, body.error?.code, body.error?.param]
  }

  it('are read as numbers where numbers are asked for', async () => {
    expect(await outcome('limit=7')).to.deep.equal([200, undefined, undefined])
  })

  it('out of bounds are refused, not clamped', async () => {
    for (const limit of ['0', '101', '7.5', 'ten', ''])
      expect(await outcome(`limit=${limit}`), limit).to.deep.equal([400, 'invalid_parameter', 'limit'])
  })

  it('that give a name twice are refused', async () => {
    expect(await outcome('limit=1&limit=2')).to.deep.equal([400, 'invalid_parameter', 'limit'])
  })

  it('with unknown names are refused, also where no query is known at all', async () => {
    expect(await outcome('nope=1')).to.deep.equal([400, 'unknown_parameter', 'nope'])
    expect(await outcome('__proto__=1')).to.deep.equal([400, 'unknown_parameter', '__proto__'])
    expect(await outcome('a=1', '/v1/renders/rnd_0')).to.deep.equal([400, 'unknown_parameter', 'a'])
  })

  it('with NUL are refused', async () => {
    expect(await outcome('external_order_id=a%00b')).to.deep.equal([
      400,
      'invalid_parameter',
      'external_order_id',
    ])
  })

  it('keep text that looks like SQL as text', async () => {
    expect(await outcome(`external_order_id=${encodeURIComponent("' OR 1=1 --")}`)).to.deep.equal([
      200,
      undefined,
      undefined,
    ])
  })

  it('are read by name', () => {
    expect(readQuery('a=1&b=x%20y')).to.deep.equal({ a: '1', b: 'x y' })
  })
})
