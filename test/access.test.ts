/** Who may do what, for every operation of the table: without a key, with the wrong one, for another team's records. */
import type { TSchema } from '@sinclair/typebox'
import { expect } from 'chai'
import { SCOPES, type Scope } from '../core/service/access/scope.ts'
import { exampleOf } from '../server/http/openapi-example.ts'
import { type AnyOperation, fullPath } from '../server/http/operation.ts'
import { OPERATIONS } from '../server/operations/index.ts'
import { openTestServer, type SendOptions, type TestServer } from './support/service/open-test-server.ts'
import { ABSENT, kindOf, type OtherTeam, pathWith, stockOtherTeam } from './support/service/other-team.ts'
import { liveTemplate } from './support/service/sample-fill.ts'
import { openSamplePress } from './support/service/sample-press.ts'

const SECRET = OPERATIONS.filter((operation) => operation.auth === 'secret')
/** Members of bodies that name a record, and the kind of it. */
const REFERENCES: Readonly<Record<string, string>> = {
  template_id: '/templates',
  fill_id: '/fills',
  embed_application_id: '/embed/applications',
}

const nameOf = (operation: AnyOperation) => `${operation.method.toUpperCase()} ${fullPath(operation)}`
const methodOf = (operation: AnyOperation) => operation.method.toUpperCase()

/** A body that the schema accepts, where the operation takes one. */
function bodyFor(operation: AnyOperation): { body?: unknown } {
  if (operation.multipart !== undefined) return { body: new FormData() }
  return operation.body === undefined ? {} : { body: exampleOf(operation.body) }
}

/** A form with these texts and something for its file. */
function formOf(file: string, texts: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, String(text))
  form.set(file, new Blob(['x']))
  return form
}

/** The texts that the form of this operation must have. */
function textsOf({ body }: AnyOperation): Readonly<Record<string, unknown>> {
  const required: readonly string[] = body?.required ?? []
  if (required.length === 0) return {}
  const example = exampleOf(body as TSchema) as Record<string, unknown>
  return Object.fromEntries(required.map((name) => [name, example[name]]))
}

/** A whole form, where the operation takes a file: it is received before its record is looked for. */
function wholeForm(operation: AnyOperation): { body?: FormData } {
  if (operation.multipart === undefined) return {}
  return { body: formOf(operation.multipart.file, textsOf(operation)) }
}

/** Every scope but those that give this one: a key that lacks exactly it. */
function allBut(scope: Scope): readonly Scope[] {
  return SCOPES.filter((one) => one !== scope && one !== scope.replace(/:read$/, ':write'))
}

describe('Access', () => {
  let test: TestServer
  let other: OtherTeam
  before(async () => {
    test = await openTestServer({ press: openSamplePress(), env: { ROLES: 'api' } })
    other = await stockOtherTeam(test)
  })
  after(() => test.close())

  const send = (operation: AnyOperation, id: string, more: SendOptions = {}) =>
    test.send(pathWith(operation, id), { method: methodOf(operation), ...bodyFor(operation), ...more })
  // biome-ignore lint/suspicious/noExplicitAny: replies are read freely; what is expected of them is the check.
  const jsonOf = async (response: Response): Promise<any> => response.json()
  const codeOf = async (response: Response) => [response.status, (await jsonOf(response)).error.code]
  const foreign = (operation: AnyOperation): string => {
    const id = other.records[kindOf(operation)]
    if (id === undefined && operation.path.includes('{'))
      throw new Error(`Say in test/support/other-team.ts how to make what ${operation.path} names.`)
    return id ?? ''
  }

  for (const operation of SECRET) {
    const { scope, anyScope } = operation

    it(`${nameOf(operation)} answers 401 without a key`, async () => {
      const response = await send(operation, foreign(operation), { key: null })
      expect(response.headers.get('www-authenticate')).to.equal('Bearer')
      expect(await codeOf(response)).to.deep.equal([401, 'invalid_api_key'])
    })

    it(`${nameOf(operation)} refuses a publishable key`, async () => {
      const key = await test.makeKey(test.team.id, 'publishable')
      const response = await send(operation, foreign(operation), { key })
      expect(await codeOf(response)).to.deep.equal([403, 'key_type_not_allowed'])
    })

    if (scope === null && anyScope)
      it(`${nameOf(operation)} is open to a restricted key, whatever its scope`, async () => {
        const key = await test.makeKey(test.team.id, 'restricted', ['usage:read'])
        expect((await send(operation, foreign(operation), { key })).status).not.to.be.oneOf([401, 403])
      })
    else if (scope === null)
      it(`${nameOf(operation)} refuses a restricted key with every scope`, async () => {
        const key = await test.makeKey(test.team.id, 'restricted', SCOPES)
        const response = await send(operation, foreign(operation), { key })
        expect(await codeOf(response)).to.deep.equal([403, 'key_type_not_allowed'])
      })
    else
      it(`${nameOf(operation)} asks for ${scope} and for nothing else`, async () => {
        const lacking = await test.makeKey(test.team.id, 'restricted', allBut(scope))
        const refused = await send(operation, foreign(operation), { key: lacking })
        const { error } = await jsonOf(refused)
        expect([refused.status, error.code]).to.deep.equal([403, 'insufficient_scope'])
        expect(error.required_scope).to.equal(scope)
        const key = await test.makeKey(test.team.id, 'restricted', [scope])
        const allowed = await send(operation, foreign(operation), { key })
        expect(allowed.status, await allowed.text()).not.to.be.oneOf([401, 403])
      })

    if (operation.path.includes('{'))
      it(`${nameOf(operation)} answers the same 404 for another team's record and for none`, async () => {
        const id = foreign(operation)
        const absent = id.replace(/_\w+$/, `_${ABSENT}`)
        const more = wholeForm(operation)
        const replies = await Promise.all([id, absent].map((one) => send(operation, one, more)))
        const [theirs, none] = await Promise.all(replies.map(jsonOf))
        expect(replies.map(({ status }) => status)).to.deep.equal([404, 404])
        expect(theirs.error.code).to.equal('not_found')
        expect({ ...theirs.error, request_id: '' }).to.deep.equal({ ...none.error, request_id: '' })
      })

    for (const [member, kind] of Object.entries(REFERENCES))
      if (operation.body?.properties?.[member] !== undefined && !operation.path.includes('{'))
        it(`${nameOf(operation)} answers 404 for another team's ${member}`, async () => {
          const named = { ...textsOf(operation), [member]: other.records[kind] }
          const body = operation.multipart === undefined ? named : formOf(operation.multipart.file, named)
          const response = await send(operation, '', { body })
          expect(await codeOf(response)).to.deep.equal([404, 'not_found'])
        })

    if (operation.query?.properties?.starting_after !== undefined && !operation.path.includes('{')) {
      it(`${nameOf(operation)} lists nothing of another team`, async () => {
        const response = await send(operation, '')
        const text = await response.text()
        expect(response.status).to.equal(200)
        for (const id of Object.values(other.records)) expect(text).not.to.include(id)
      })

      it(`${nameOf(operation)} takes no id of another team for a cursor`, async () => {
        const id = other.records[kindOf(operation)]
        const { status, body } = await test.json(`${pathWith(operation, '')}?starting_after=${id}`)
        expect([status, body.error.code]).to.deep.equal([400, 'invalid_cursor'])
      })
    }
  }

  for (const operation of OPERATIONS.filter(({ auth }) => auth === 'session')) {
    it(`${nameOf(operation)} takes no key for a client secret`, async () => {
      for (const key of [null, test.team.key]) {
        const response = await send(operation, foreign(operation), { key })
        expect(await codeOf(response)).to.deep.equal([401, 'invalid_client_secret'])
      }
    })

    if (operation.path.includes('{'))
      it(`${nameOf(operation)} answers 404 for the fill of another session`, async () => {
        const { id: templateId } = await liveTemplate(test)
        const { body } = await test.json('/v1/embed/sessions', { body: { template_id: templateId } })
        const headers = { 'x-service-client-secret': body.client_secret }
        const more = { key: null, headers, ...wholeForm(operation) }
        const response = await send(operation, foreign(operation), more)
        expect(await codeOf(response)).to.deep.equal([404, 'not_found'])
      })
  }

  it('covers operations on records of every kind', () => {
    const kinds = SECRET.filter(({ path }) => path.includes('{')).map(kindOf)
    expect(Object.keys(other.records)).to.include.members(kinds)
  })
})
