/** Bearer keys over HTTP. */
import { expect } from 'chai'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'

describe('A Bearer key', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  const outcome = async (authorization: string | null) => {
    const headers: Record<string, string> = authorization === null ? {} : { authorization }
    const { status, body } = await test.json('/v1/renders', { key: null, headers })
    return [status, body.error?.code]
  }

  it('that is good lets its request through, whatever the case of the scheme', async () => {
    expect(await outcome(`Bearer ${test.team.key}`)).to.deep.equal([200, undefined])
    expect(await outcome(`bearer  ${test.team.key}`)).to.deep.equal([200, undefined])
  })

  it('that is missing, malformed or unknown answers invalid_api_key', async () => {
    const flipped = test.team.key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const given of [
      null,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${test.team.key}`,
      `Bearer ${flipped}`,
      `Bearer ${test.team.key} x`,
      test.team.key,
    ])
      expect(await outcome(given), String(given)).to.deep.equal([401, 'invalid_api_key'])
  })

  it('is not read from the query', async () => {
    const { status } = await test.send(`/v1/renders?api_key=${test.team.key}`, { key: null })
    expect(status).to.equal(401)
  })

  it('that is revoked ends at once', async () => {
    const key = await test.makeKey(test.team.id, 'secret')
    expect(await outcome(`Bearer ${key}`)).to.deep.equal([200, undefined])
    const { keys } = test.server.ports.store
    const [newest] = [...(await keys.list(test.team.id))].sort((a, b) => (a.id < b.id ? 1 : -1))
    await keys.revoke(test.team.id, newest?.id ?? '', test.clock.now())
    expect(await outcome(`Bearer ${key}`)).to.deep.equal([401, 'invalid_api_key'])
  })

  it('that is restricted may read what it may write, and nothing else', async () => {
    const key = await test.makeKey(test.team.id, 'restricted', ['renders:write'])
    expect(await outcome(`Bearer ${key}`)).to.deep.equal([200, undefined])
    expect((await test.send('/v1/templates', { key })).status).to.equal(403)
  })
})
