/** A shop asks what its keys can be used for: scopes, the publishable key, its application and origins. */
import { expect } from 'chai'
import { createTeam } from '../../../../core/service/access/teams.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

const SHOP = 'https://shop.example'

for (const database of DATABASES)
  describe(`The connection of a shop on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ env: { ROLES: 'api' }, database })
    })
    after(() => test?.close())

    const check = async (query: Record<string, string>, key = test.team.key) => {
      const { status, body } = await test.json(`/v1/connection?${new URLSearchParams(query)}`, { key })
      expect(status, JSON.stringify(body)).to.equal(200)
      return body.connection
    }
    const makeApplication = async (origins: string[]) => {
      const body = { name: 'Shop', allowed_origins: origins, create_publishable_key: true }
      return (await test.json('/v1/embed/applications', { body })).body
    }

    it('tells a restricted key its scopes, those that they imply included', async () => {
      const key = await test.makeKey(test.team.id, 'restricted', ['templates:read', 'fills:write'])
      const found = await check({}, key)
      expect(found).to.deep.equal({
        object: 'connection',
        key_type: 'restricted',
        scopes: ['templates:read', 'fills:read', 'fills:write'],
        publishable_key: null,
      })
    })

    it('tells a secret key that it may do everything', async () => {
      const found = await check({})
      expect(found.key_type).to.equal('secret')
      expect(found.scopes).to.include.members(['product_mappings:write', 'previews:write', 'renders:write'])
    })

    it('finds the application of a publishable key, and whether the page is among its origins', async () => {
      const made = await makeApplication([SHOP])
      const query = { publishable_key: made.publishable_key, origin: SHOP }
      const { id, name } = made.embed_application
      expect((await check(query)).publishable_key).to.deep.equal({
        status: 'valid',
        application: { id, name },
        origin_allowed: true,
        allowed_origins: [SHOP],
      })
      for (const origin of ['https://www.shop.example', 'http://shop.example', 'not an origin']) {
        const found = (await check({ ...query, origin })).publishable_key
        expect([found.status, found.origin_allowed, found.allowed_origins]).to.deep.equal([
          'valid',
          false,
          [SHOP],
        ])
      }
      expect(
        (await check({ publishable_key: made.publishable_key })).publishable_key.origin_allowed,
      ).to.equal(null)
    })

    it('says of a key that is none, of another team or of an archived application what it is', async () => {
      const other = await createTeam(test.server.ports, { name: 'Other' })
      const theirs = await test.makeKey(other.id, 'publishable')
      const made = await makeApplication(['https://old.example'])
      await test.json(`/v1/embed/applications/${made.embed_application.id}`, { method: 'DELETE' })
      const statusOf = async (key: string) =>
        (await check({ publishable_key: key, origin: SHOP })).publishable_key
      expect((await statusOf('platen_pk_nothing')).status).to.equal('invalid')
      expect((await statusOf(test.team.key)).status).to.equal('invalid')
      expect((await statusOf(theirs)).status).to.equal('other_team')
      expect(await statusOf(made.publishable_key)).to.include({ origin_allowed: false, application: null })
    })

    it('finds the pages of a key of the whole team', async () => {
      await makeApplication(['https://team.example'])
      const key = await test.makeKey(test.team.id, 'publishable')
      const ask = async (origin: string) => (await check({ publishable_key: key, origin })).publishable_key
      expect((await ask('https://team.example')).origin_allowed).to.equal(true)
      expect(await ask('https://elsewhere.example')).to.include({ status: 'valid', origin_allowed: false })
    })
  })
