/** The table of operations against the specification, and each row against the promises that all rows make. */
import { expect } from 'chai'
import { CATALOGUE } from '../core/errors.ts'
import { type AnyOperation, errorsOf, fullPath, isFileReply } from '../server/http/operation.ts'
import { OPERATIONS } from '../server/operations/index.ts'
import { openTestServer, type TestServer } from './support/open-test-server.ts'
import { openSamplePress, SAMPLE_PDF } from './support/sample-press.ts'
import { insertRender, uploadSample } from './support/sample-render.ts'

/** Method, path and stability of the specification's rows that are built so far. */
const SPECIFIED = [
  ['get', '/templates', 'stable'],
  ['post', '/templates', 'beta'],
  ['get', '/templates/{id}', 'stable'],
  ['get', '/templates/{id}/fields', 'beta'],
  ['post', '/templates/{id}/publish', 'beta'],
  ['get', '/renders', 'beta'],
  ['post', '/renders', 'beta'],
  ['get', '/renders/{id}', 'stable'],
  ['get', '/renders/{id}/download', 'beta'],
  ['post', '/renders/{id}/retry', 'beta'],
] as const

const SECRET = OPERATIONS.filter((operation) => operation.auth === 'secret')

function find(method: string, path: string): AnyOperation | undefined {
  return OPERATIONS.find((operation) => operation.method === method && operation.path === path)
}

/** A request that is well-formed for the operation, as far as its way to the record goes. */
function requestTo(operation: AnyOperation, ids: { template: string; render: string }) {
  const id = operation.tag === 'Renders' ? ids.render : ids.template
  const path = fullPath(operation).replace('{id}', id)
  return { path, method: operation.method.toUpperCase() }
}

describe('The table of operations', () => {
  for (const [method, path, stability] of SPECIFIED)
    it(`has ${method.toUpperCase()} ${path}, ${stability}`, () => {
      expect(find(method, path)?.stability).to.equal(stability)
    })

  it('keeps the order of the specification', () => {
    const positions = SPECIFIED.map(([method, path]) =>
      OPERATIONS.findIndex((operation) => operation.method === method && operation.path === path),
    )
    expect(positions).to.deep.equal([...positions].sort((a, b) => a - b))
  })

  it('has each id and each route once', () => {
    const ids = OPERATIONS.map((operation) => operation.id)
    const routes = OPERATIONS.map((operation) => `${operation.method} ${fullPath(operation)}`)
    expect(new Set(ids).size).to.equal(ids.length)
    expect(new Set(routes).size).to.equal(routes.length)
  })

  it('asks for a scope wherever it asks for a key', () => {
    for (const operation of SECRET) expect(operation.scope, operation.id).to.be.a('string')
  })

  it('gives reading scopes to GET and writing ones to the rest', () => {
    for (const { id, method, scope } of SECRET)
      expect(scope, id).to.match(method === 'get' ? /:read$/ : /:write$/)
  })

  it('closes every body, query and set of parameters', () => {
    for (const { id, body, query, params } of OPERATIONS)
      for (const schema of [body, query, params])
        if (schema !== undefined) expect(schema.additionalProperties, id).to.equal(false)
  })
})

describe('Every operation with a key', () => {
  let test: TestServer
  let other: { id: string; key: string }
  let ids: { template: string; render: string }

  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    other = await test.makeTeam('Another team')
    const template = await uploadSample(test, SAMPLE_PDF, other.key)
    const { render } = await insertRender(test, template.id, { teamId: other.id })
    ids = { template: template.id, render: render.id }
  })
  after(() => test.close())

  for (const operation of SECRET) {
    const name = `${operation.method.toUpperCase()} ${fullPath(operation)}`

    it(`${name} answers 401 without a key`, async () => {
      const { path, method } = requestTo(operation, ids)
      const { status, body, headers } = await test.json(path, { method, key: null })
      expect([status, body.error.code]).to.deep.equal([401, 'invalid_api_key'])
      expect(headers.get('www-authenticate')).to.equal('Bearer')
    })

    it(`${name} answers 403 to a restricted key without ${operation.scope}`, async () => {
      const wrong = operation.scope === 'usage:read' ? 'assets:read' : 'usage:read'
      const key = await test.makeKey(test.team.id, 'restricted', [wrong])
      const { path, method } = requestTo(operation, ids)
      const { status, body } = await test.json(path, { method, key })
      expect([status, body.error.code]).to.deep.equal([403, 'insufficient_scope'])
      expect(body.error.required_scope).to.equal(operation.scope)
    })

    it(`${name} refuses a publishable key`, async () => {
      const key = await test.makeKey(test.team.id, 'publishable')
      const { path, method } = requestTo(operation, ids)
      const { status, body } = await test.json(path, { method, key })
      expect([status, body.error.code]).to.deep.equal([403, 'key_type_not_allowed'])
    })

    if (operation.path.includes('{id}'))
      it(`${name} answers the same 404 for another team's record and for none`, async () => {
        const { path, method } = requestTo(operation, ids)
        const body = operation.id === 'saveScene' ? await sceneOfOther() : operation.body ? {} : undefined
        const foreign = await test.json(path, { method, body })
        const absent = await test.json(path.replace(/(tpl|rnd)_\w+/, '$1_00000000000000000000000000'), {
          method,
          body,
        })
        expect([foreign.status, foreign.body.error.code]).to.deep.equal([404, 'not_found'])
        expect({ ...foreign.body.error, request_id: '' }).to.deep.equal({
          ...absent.body.error,
          request_id: '',
        })
      })
  }

  it('lists hold nothing of another team', async () => {
    for (const path of ['/v1/templates', '/v1/renders']) {
      const { body } = await test.json(path)
      expect(body, path).to.deep.equal({ data: [], has_more: false, next_starting_after: null })
    }
  })

  it("a render of another team's template is a 404", async () => {
    const { status, body } = await test.json('/v1/renders', { body: { template_id: ids.template } })
    expect([status, body.error.resource]).to.deep.equal([404, 'template'])
  })

  it("another team's id is no cursor", async () => {
    for (const [path, id] of [
      ['/v1/templates', ids.template],
      ['/v1/renders', ids.render],
    ]) {
      const { status, body } = await test.json(`${path}?starting_after=${id}`)
      expect([status, body.error.code]).to.deep.equal([400, 'invalid_cursor'])
    }
  })

  async function sceneOfOther() {
    const { body } = await test.json(`/v1/templates/${ids.template}/scene`, { key: other.key })
    return body.scene
  }
})

describe('The description at /v1/openapi.json', () => {
  let test: TestServer
  // biome-ignore lint/suspicious/noExplicitAny: the document is walked as the JSON it is.
  let document: any

  before(async () => {
    test = await openTestServer()
    const { status, body } = await test.json('/v1/openapi.json', { key: null })
    expect(status).to.equal(200)
    document = body
  })
  after(() => test.close())

  it('is OpenAPI 3.1 of the version 2026-07-15', () => {
    expect(document.openapi).to.equal('3.1.0')
    expect(document.info.version).to.equal('2026-07-15')
  })

  for (const operation of OPERATIONS)
    it(`describes ${operation.id} with its replies, codes, scope and stability`, () => {
      const described = document.paths[operation.path][operation.method]
      expect(described.operationId).to.equal(operation.id)
      expect(described['x-stability']).to.equal(operation.stability)
      expect(described['x-required-scope']).to.equal(operation.scope ?? undefined)
      expect(described.security).to.have.lengthOf(operation.auth === 'none' ? 0 : 1)
      for (const [status, reply] of Object.entries(operation.replies)) {
        const type = isFileReply(reply) ? reply.file : 'application/json'
        expect(described.responses[status].content).to.have.property(type)
      }
      for (const code of errorsOf(operation)) {
        const said = described.responses[CATALOGUE[code].status].content['application/json'].schema
        expect(said.allOf[1].properties.error.properties.code.enum).to.include(code)
      }
      const inPath = described.parameters.filter((one: { in: string }) => one.in === 'path')
      expect(inPath.map((one: { name: string }) => one.name)).to.deep.equal(
        [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
      )
    })

  it('names its schemas once and refers to each', () => {
    const text = JSON.stringify(document)
    expect(Object.keys(document.components.schemas)).to.include.members([
      'Template',
      'Render',
      'Field',
      'Scene',
    ])
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      expect(document.components.schemas).to.have.property(name as string)
  })
})
