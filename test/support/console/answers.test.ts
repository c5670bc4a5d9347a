/** The answers of tests in the place of the service: what the API would not say is named. */
import { expect } from 'chai'
import { type Answer, departure, operationOf, type Route, refusal, reply, routeOf } from './answers.ts'

const KEYS: Route = 'GET /v1/api_keys'
const CREATE: Route = 'POST /v1/api_keys'
const REQUEST = { method: 'POST', path: '/v1/api_keys', body: { type: 'secret' }, headers: {} }

/** How this answer to a request departs from the declaration. */
async function faultOf(route: Route, answer: Answer, body: unknown = REQUEST.body): Promise<string | null> {
  const request = { ...REQUEST, body }
  const response = await answer(request, () => Promise.reject(new Error('There is no service.')))
  return departure(operationOf(route), request, response)
}

describe('An answer of a test', () => {
  it('may be a declared body or a declared error', async () => {
    const none = { data: [], has_more: false, next_starting_after: null }
    expect(await faultOf(KEYS, reply(200, none))).to.equal(null)
    expect(await faultOf(CREATE, refusal('invalid_scope'))).to.equal(null)
  })

  it('is refused with a member that the schema does not have', async () => {
    const answer = reply(200, { data: [], has_more: false, next_starting_after: null, more: 1 })
    expect(await faultOf(KEYS, answer)).to.match(/^was answered 200 with a body that fails its schema/)
  })

  it('is refused with a status or an error that the operation does not declare', async () => {
    expect(await faultOf(KEYS, reply(202, {}))).to.match(/^was answered 202, which it does not declare/)
    expect(await faultOf(KEYS, refusal('invalid_pdf'))).to.match(/^was answered invalid_pdf/)
  })

  it('is refused to a request that the service would refuse', async () => {
    const made = reply(201, {})
    expect(await faultOf(CREATE, made, { kind: 'secret' })).to.match(
      /^was sent a body that the service refuses/,
    )
  })

  it('needs a route that the API has', () => {
    expect(() => operationOf('GET /v1/nothing')).to.throw('The API has no GET /v1/nothing.')
    expect(routeOf({ method: 'DELETE', path: '/v1/api_keys/key_1?now=true' })).to.equal(
      'DELETE /v1/api_keys/{id}',
    )
    expect(routeOf({ method: 'GET', path: '/v1/nothing' })).to.equal(null)
  })
})
