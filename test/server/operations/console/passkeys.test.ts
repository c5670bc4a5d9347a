/** Passkeys over HTTP: what is kept of a browser's reply, and how owners and one-time links remove them. */
import { expect } from 'chai'
import {
  joinAs,
  joinFirst,
  jsonAs,
  PASSPHRASE,
  type Person,
} from '../../../support/service/console-people.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { registrationReply } from './software-authenticator.ts'

const NEW_PASSPHRASE = 'nine brown hens on the roof'

describe('Passkeys', () => {
  let test: TestServer
  let owner: Person
  let count = 0
  before(async () => {
    test = await openTestServer({ env: { ROLES: 'api', SIGN_IN_ATTEMPTS: '1000' } })
    owner = await joinFirst(test)
  })
  after(() => test.close())

  const somebody = () => {
    count += 1
    return joinAs(test, 'editor', `editor${count}@printshop.example`)
  }
  const options = async (person: Person) => {
    const body = { current_passphrase: PASSPHRASE }
    return (await jsonAs(test, person, '/v1/console/passkeys/options', { body })).body.options
  }
  const register = async (person: Person, transports: unknown, idBytes?: number) => {
    const { challenge } = await options(person)
    const { origin, hostname: rpId } = new URL(test.server.baseUrl)
    const credential = registrationReply({
      ...{ challenge, origin, rpId, transports },
      ...(idBytes === undefined ? {} : { idBytes }),
    })
    return jsonAs(test, person, '/v1/console/passkeys', { body: { name: 'Laptop', credential } })
  }
  const usersOf = async () => {
    const { body } = await jsonAs(test, owner, '/v1/console/users?limit=100')
    return new Map<string, number>(
      body.data.map((user: { id: string; passkeys: number }) => [user.id, user.passkeys]),
    )
  }
  const actions = async (id: string) => {
    const { body } = await test.json(`/v1/audit_events?object_id=${id}&limit=100`)
    return body.data.map((one: { action: string; details: object }) => [one.action, one.details])
  }

  it('keep only known transports of what a browser sends, each once', async () => {
    const person = await somebody()
    const many = Array.from({ length: 20_000 }, (_, at) => `transport-${at}`)
    for (const [transports, kept] of [
      [
        [...many, 'usb', 'internal', 'usb'],
        ['internal', 'usb'],
      ],
      [['smart-card'], ['smart-card']],
      ['usb', []],
      [{ length: 2 }, []],
      [[null, 7, ['usb']], []],
      [undefined, []],
    ] as const) {
      const other = await somebody()
      const { status, body } = await register(other, transports)
      expect(status, JSON.stringify(body).slice(0, 300)).to.equal(201)
      const [excluded] = (await options(other)).excludeCredentials
      expect(excluded.transports).to.deep.equal(kept)
    }
    expect(JSON.stringify(await options(person)).length).to.be.below(1000)
  })

  it('of an earlier version that stored more are read safely', async () => {
    const person = await somebody()
    await register(person, ['usb'])
    const { passkeys } = test.server.ports.store
    const page = { limit: 1, startingAfter: null }
    const [stored] = (await passkeys.list(test.team.id, person.id, page)).items
    if (stored === undefined) throw new Error('There is no passkey.')
    await passkeys.remove(test.team.id, stored.id)
    const transports = [...Array.from({ length: 20_000 }, (_, at) => `transport-${at}`), 'nfc']
    await passkeys.insert({ ...stored, transports })
    const [excluded] = (await options(person)).excludeCredentials
    expect(excluded.transports).to.deep.equal(['nfc'])
  })

  it('refuse an id that is longer than authenticators have', async () => {
    const person = await somebody()
    expect((await register(person, ['usb'], 1023)).status).to.equal(201)
    const { status, body } = await register(person, ['usb'], 1024)
    expect([status, body.error.code]).to.deep.equal([401, 'invalid_passkey'])
  })

  it('are counted for owners, who remove all of a user, which is audited', async () => {
    const person = await somebody()
    await register(person, ['internal'])
    await register(person, ['usb'])
    expect((await usersOf()).get(person.id)).to.equal(2)
    expect((await usersOf()).get(owner.id)).to.equal(0)
    const path = `/v1/console/users/${person.id}/passkeys`
    const refused = await jsonAs(test, person, path, { method: 'DELETE' })
    expect([refused.status, refused.body.error.code]).to.deep.equal([403, 'key_type_not_allowed'])
    const removed = await jsonAs(test, owner, path, { method: 'DELETE' })
    expect(removed.body).to.deep.equal({ object: 'passkey', removed_passkeys: 2 })
    expect((await usersOf()).get(person.id)).to.equal(0)
    expect(await actions(person.id)).to.deep.include(['user.passkeys_removed', { passkeys: 2 }])
    expect((await jsonAs(test, owner, path, { method: 'DELETE' })).body.removed_passkeys).to.equal(0)
    const unknown = await jsonAs(test, owner, '/v1/console/users/usr_none/passkeys', { method: 'DELETE' })
    expect(unknown.status).to.equal(404)
  })

  for (const removes of [true, false])
    it(`are ${removes ? 'removed' : 'kept'} with a new passphrase by a link that ${removes ? 'says so' : 'does not say so'}`, async () => {
      const person = await somebody()
      await register(person, ['internal'])
      const linked = await jsonAs(test, owner, `/v1/console/users/${person.id}/link`, { method: 'POST' })
      const token = new URL(linked.body.link).hash.slice(1)
      const seen = await jsonAs(test, null, '/v1/console/join/check', { body: { token } })
      expect(seen.body).to.include({ purpose: 'passphrase', passkeys: 1 })
      const body = { token, passphrase: NEW_PASSPHRASE, ...(removes ? { remove_passkeys: true } : {}) }
      expect((await jsonAs(test, null, '/v1/console/join', { body })).status).to.equal(201)
      expect((await usersOf()).get(person.id)).to.equal(removes ? 0 : 1)
      const said = (await actions(person.id)).map(([action]: [string]) => action)
      expect(said.includes('user.passkeys_removed')).to.equal(removes)
      // Sessions of before end either way.
      expect((await jsonAs(test, person, '/v1/console/session')).status).to.equal(401)
    })
})
