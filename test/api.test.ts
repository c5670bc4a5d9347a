/** The table of operations against the specification, and each row against the promises that all rows make. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { CATALOGUE } from '../core/errors.ts'
import { type AnyOperation, errorsOf, fullPath, isFileReply } from '../server/http/operation.ts'
import { OPERATIONS } from '../server/operations/index.ts'
import { SPECIFIED } from './specified-rows.ts'
import { openTestServer, type TestServer } from './support/service/open-test-server.ts'

const SECRET = OPERATIONS.filter((operation) => operation.auth === 'secret')

function find(method: string, path: string): AnyOperation | undefined {
  return OPERATIONS.find((operation) => operation.method === method && operation.path === path)
}

describe('The table of operations', () => {
  for (const [method, path, stability, auth, scope] of SPECIFIED)
    it(`has ${method.toUpperCase()} ${path}, ${stability}`, () => {
      expect(find(method, path)).to.include({ stability, auth, scope })
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

  it('asks for a scope wherever it asks for a key, but for what concerns the keys themselves and the audit log', () => {
    const open = SECRET.filter((operation) => operation.scope === null).map(({ path }) => path)
    expect(new Set(open)).to.deep.equal(
      new Set([
        ...['/api_keys', '/api_keys/{id}', '/api_keys/{id}/rotate', '/api_keys/{id}/requests'],
        '/audit_events',
        '/connection',
        '/team/branding',
        '/team/settings',
        ...['/console/users', '/console/users/{id}', '/console/users/{id}/link'],
        '/console/users/{id}/sessions',
        '/console/users/{id}/passkeys',
      ]),
    )
  })

  it('gives reading scopes to GET and writing ones to the rest', () => {
    for (const { id, method, scope } of SECRET)
      if (scope !== null) expect(scope, id).to.match(method === 'get' ? /:read$/ : /:write$/)
  })

  it('answers with no table, in which a spreadsheet would take what a shopper typed for a formula', () => {
    const files = OPERATIONS.flatMap(({ replies }) =>
      Object.values(replies).flatMap((reply) => (isFileReply(reply) ? [reply.file] : [])),
    )
    expect(files).to.include('application/pdf')
    for (const mediaType of files)
      expect(mediaType).to.match(/^(?:application\/(?:pdf|zip|yaml|json)|image\/(?:\w+|\*))$/)
  })

  it('states schemas that JSON Schema knows', () => {
    const ajv = new Ajv2020()
    for (const { id, body, query, params, replies } of OPERATIONS)
      for (const schema of [body, query, params, ...Object.values(replies)]) {
        if (schema === undefined || isFileReply(schema)) continue
        expect(ajv.validateSchema(schema), `${id}: ${ajv.errorsText()}`).to.equal(true)
      }
    expect(ajv.validateSchema({ type: 'text' }), 'others are told').to.equal(false)
  })

  it('closes every body, query and set of parameters', () => {
    for (const { id, body, query, params } of OPERATIONS)
      for (const schema of [body, query, params])
        if (schema !== undefined) expect(schema.additionalProperties, id).to.equal(false)
  })
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
      expect(described.security.length > 0).to.equal(!['none', 'sign_in'].includes(operation.auth))
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
