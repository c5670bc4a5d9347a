/** What the roles of the console may do, for every operation of the table that takes a key or a session of it. */
import type { TSchema } from '@sinclair/typebox'
import { expect } from 'chai'
import { ROLES, type Role } from '../core/service/access/role.ts'
import { SCOPES, type Scope } from '../core/service/access/scope.ts'
import { exampleOf } from '../server/http/openapi-example.ts'
import { type AnyOperation, fullPath } from '../server/http/operation.ts'
import { OPERATIONS } from '../server/operations/index.ts'
import {
  joinAs,
  joinFirst,
  jsonAs,
  ownHeaders,
  type Person,
  sendAs,
} from './support/service/console-people.ts'
import { openTestServer, type TestServer } from './support/service/open-test-server.ts'
import { ABSENT, kindOf, type OtherTeam, pathWith, stockOtherTeam } from './support/service/other-team.ts'
import { openSamplePress } from './support/service/sample-press.ts'

const KEYED = OPERATIONS.filter(({ auth }) => auth === 'secret')
const WITHIN = OPERATIONS.filter(({ auth }) => auth === 'console')
const BEFORE = OPERATIONS.filter(({ auth }) => auth === 'sign_in')

/** Written down a second time: who may do what is to change by intent alone. */
const OWNERS_SCOPES: readonly Scope[] = ['embed_applications:write', 'webhook_endpoints:write']
const OWNERS_OPERATIONS = ['eraseFill', 'eraseCustomer']
function isAllowed(role: Role, { id, scope }: AnyOperation): boolean {
  if (role === 'owner') return true
  if (scope === null || OWNERS_OPERATIONS.includes(id)) return false
  if (role === 'editor') return !OWNERS_SCOPES.includes(scope)
  return scope.endsWith(':read') || scope === 'previews:write'
}

const nameOf = (operation: AnyOperation) => `${operation.method.toUpperCase()} ${fullPath(operation)}`
const methodOf = (operation: AnyOperation) => operation.method.toUpperCase()

function bodyFor(operation: AnyOperation): { body?: unknown } {
  if (operation.multipart !== undefined) return { body: new FormData() }
  return operation.body === undefined ? {} : { body: exampleOf(operation.body) }
}

function formOf({ multipart, body }: AnyOperation): FormData {
  const form = new FormData()
  const required: readonly string[] = body?.required ?? []
  const example = required.length === 0 ? {} : (exampleOf(body as TSchema) as Record<string, unknown>)
  for (const name of required) form.set(name, String(example[name]))
  form.set(multipart?.file ?? 'file', new Blob(['x']))
  return form
}

describe('Access from the console', () => {
  let test: TestServer
  let other: OtherTeam
  const people = new Map<Role, Person>()
  before(async () => {
    const env = {
      ROLES: 'api',
      SIGN_IN_ATTEMPTS: '100000',
      RATE_LIMIT_CONSOLE_PER_MINUTE: '100000',
    }
    test = await openTestServer({ press: openSamplePress(), env })
    other = await stockOtherTeam(test)
    people.set('owner', await joinFirst(test))
    for (const role of ['editor', 'viewer'] as const)
      people.set(role, await joinAs(test, role, `${role}@printshop.example`))
  })
  after(() => test.close())

  const personOf = (role: Role): Person => {
    const person = people.get(role)
    if (person === undefined) throw new Error(`Nobody is ${role}.`)
    return person
  }
  const foreign = (operation: AnyOperation) => other.records[kindOf(operation)] ?? ''
  const errorOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: { code: string } & Record<string, unknown> }
    return { status: response.status, ...error }
  }

  for (const operation of KEYED) {
    const path = () => pathWith(operation, foreign(operation))
    const request = () => ({ method: methodOf(operation), ...bodyFor(operation) })
    // A file is received before its record is looked for.
    const whole = () => ({
      ...request(),
      ...(operation.multipart ? { body: formOf(operation) } : {}),
    })

    for (const role of ROLES) {
      const allowed = isAllowed(role, operation)
      it(`${nameOf(operation)} is ${allowed ? 'open' : 'closed'} to the role ${role}`, async () => {
        const response = await sendAs(test, personOf(role), path(), request())
        if (allowed) {
          expect(response.status, await response.text()).not.to.be.oneOf([401, 403])
          return
        }
        const error = await errorOf(response)
        if (operation.scope === null || OWNERS_OPERATIONS.includes(operation.id))
          expect(error).to.include({ status: 403, code: 'key_type_not_allowed', required_role: 'owner' })
        else
          expect(error).to.include({
            status: 403,
            code: 'insufficient_scope',
            required_scope: operation.scope,
          })
      })
    }

    it(`${nameOf(operation)} takes no cookie without the console's header`, async () => {
      const { cookie = '' } = ownHeaders(test, personOf('owner'))
      const response = await test.send(path(), { ...request(), key: null, headers: { cookie } })
      expect(await errorOf(response)).to.include({ status: 401, code: 'invalid_console_session' })
    })

    if (operation.method !== 'get')
      it(`${nameOf(operation)} takes no cookie from the page of another origin, or of none`, async () => {
        const { origin: _own, ...headers } = ownHeaders(test, personOf('owner'))
        for (const origin of ['https://evil.example', 'null', undefined]) {
          const said = origin === undefined ? headers : { ...headers, origin }
          const response = await test.send(path(), { ...request(), key: null, headers: said })
          expect(await errorOf(response)).to.include({ status: 403, code: 'origin_not_allowed' })
        }
      })

    if (operation.path.includes('{'))
      it(`${nameOf(operation)} shows an owner nothing of another team`, async () => {
        const id = foreign(operation)
        const absent = id.replace(/_\w+$/, `_${ABSENT}`)
        for (const one of [id, absent]) {
          const response = await sendAs(test, personOf('owner'), pathWith(operation, one), whole())
          expect(await errorOf(response)).to.include({ status: 404, code: 'not_found' })
        }
      })
  }

  for (const operation of WITHIN) {
    it(`${nameOf(operation)} is for a session of the console alone`, async () => {
      const request = { method: methodOf(operation), ...bodyFor(operation) }
      const path = fullPath(operation)
      const keys = [null, test.team.key, await test.makeKey(test.team.id, 'restricted', SCOPES)]
      for (const key of keys)
        expect(await errorOf(await test.send(path, { ...request, key }))).to.include({
          status: 401,
          code: 'invalid_console_session',
        })
      const mistyped = { token: `${personOf('owner').token.slice(0, -1)}?` }
      expect(await errorOf(await sendAs(test, mistyped, path, request))).to.include({ status: 401 })
    })
  }

  for (const operation of BEFORE)
    it(`${nameOf(operation)} is called by the service's own page alone`, async () => {
      const request = { method: 'POST', ...bodyFor(operation), key: null }
      const own = ownHeaders(test, null)
      const strangers = [
        {},
        { origin: own.origin ?? '' },
        { 'x-service-console': '1' },
        { ...own, origin: 'https://evil.example' },
      ]
      for (const headers of strangers)
        expect(await errorOf(await test.send(fullPath(operation), { ...request, headers }))).to.include({
          status: 403,
          code: 'origin_not_allowed',
        })
    })

  it('lets a key win over a cookie that comes along', async () => {
    const key = await test.makeKey(test.team.id, 'restricted', ['usage:read'])
    const { status, body } = await jsonAs(test, personOf('owner'), '/v1/templates', { key })
    expect([status, body.error.code]).to.deep.equal([403, 'insufficient_scope'])
  })

  it('gives a new role its rights with the next request, and takes all of them from who is disabled', async () => {
    const person = await joinAs(test, 'viewer', 'changing@printshop.example')
    const mapping = { body: { external_product_id: 'mug', template_id: `tpl_${ABSENT}` } }
    const attempt = async () => (await sendAs(test, person, '/v1/product_mappings', mapping)).status
    expect(await attempt()).to.equal(403)
    await test.json(`/v1/console/users/${person.id}`, { method: 'PATCH', body: { role: 'editor' } })
    expect(await attempt()).to.equal(404)
    await test.json(`/v1/console/users/${person.id}`, { method: 'PATCH', body: { disabled: true } })
    expect(await attempt()).to.equal(401)
    await test.json(`/v1/console/users/${person.id}`, { method: 'PATCH', body: { disabled: false } })
    // Enabled again, they have to sign in.
    expect(await attempt()).to.equal(401)
  })

  it('names the user in the audit log', async () => {
    const editor = personOf('editor')
    const made = await jsonAs(test, editor, '/v1/selection_sets', {
      body: { name: 'Sizes', options: [{ value: 's', label: 'Small' }] },
    })
    expect(made.status).to.equal(201)
    const { body } = await test.json(`/v1/audit_events?object_id=${made.body.selection_set.id}`)
    expect(body.data).to.have.length(1)
    expect(body.data[0]).to.include({
      actor: editor.id,
      actor_name: 'Grace Hopper',
      action: 'selection_set.created',
    })
  })
})
