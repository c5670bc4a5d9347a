/** Shops with a hook secret of their own: made, rotated and deleted over the API, and believed by the order hook. */
import { expect } from 'chai'
import { REST } from '../../../../adapters/rest/adapter.ts'
import { signWebhook } from '../../../../core/service/webhook/signer.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { storefrontShop } from '../../../support/database/storefront-records.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openShared } from '../../../support/service/shared-servers.ts'

const PATH = '/v1/storefront/shops'
const SET = `whsec_${Buffer.from('a secret of the setting, 32 bytes').toString('base64')}`
const DAY_MS = 86_400_000

let messages = 0

/** The status of a hook of this shop, signed with this secret; `shop` null names none. */
async function hook(test: TestServer, shop: string | null, secret: string): Promise<number> {
  messages += 1
  const order = { id: `o-${messages}`, status: 'open', updated_at: '2026-07-15T12:00:00Z', lines: [] }
  const body = JSON.stringify({ type: 'order.changed', ...(shop === null ? {} : { shop }), data: { order } })
  const stamp = { id: `msg_${messages}`, timestamp: Math.floor(test.clock.now() / 1000) }
  const headers = { 'content-type': 'application/json', ...signWebhook([secret], stamp, body) }
  return (await test.json('/adapters/rest/orders', { key: null, body, headers })).status
}
const make = async (test: TestServer, shop: string) => {
  const { status, body } = await test.json(PATH, { body: { shop } })
  expect(status, JSON.stringify(body)).to.equal(201)
  return { id: body.storefront_shop.id as string, secret: body.hook_secret as string, body }
}
const rotate = (test: TestServer, id: string) => test.json(`${PATH}/${id}/rotate_secret`, { method: 'POST' })

for (const database of DATABASES)
  describe(`A storefront shop, on ${longOn(database)}`, () => {
    let test: TestServer
    before(function () {
      needsDatabase(this, database)
    })
    beforeEach(async () => {
      test = await openTestServer({ database, adapters: [REST], env: { REST_HOOK_SECRETS: `set=${SET}` } })
    })
    afterEach(() => test?.close())

    it('is created with a secret that no later reply shows', async () => {
      const { id, secret, body } = await make(test, 'north')
      expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(body.storefront_shop).to.deep.include({
        ...{ object: 'storefront_shop', adapter: 'rest', shop: 'north', secret_prefix: secret.slice(0, 10) },
        ...{ rotated_at: null, previous_secret_expires_at: null },
      })
      const list = (await test.json(PATH)).body
      expect(list.data).to.deep.equal([body.storefront_shop])
      expect(id).to.match(/^ssh_/)
      expect(JSON.stringify(list)).not.to.include(secret)
    })

    it('lies in the database without its secret in plain text', async () => {
      const { id, secret } = await make(test, 'north')
      const kept = await test.server.ports.store.storefront.shops.find(test.team.id, id)
      expect(JSON.stringify(kept)).not.to.include(secret.slice(11))
    })

    it('is not created twice, and the error names the first', async () => {
      const { id } = await make(test, 'north')
      const again = await test.json(PATH, { body: { shop: 'north' } })
      expect(again.status).to.equal(409)
      expect(again.body.error).to.include({ code: 'storefront_shop_exists', storefront_shop_id: id })
    })

    it('is created once by two requests at the same time', async () => {
      const both = await Promise.all([1, 2].map(() => test.json(PATH, { body: { shop: 'north' } })))
      expect(both.map(({ status }) => status).sort()).to.deep.equal([201, 409])
    })

    it('needs a name', async () => {
      const refused = await test.json(PATH, { body: { shop: '' } })
      expect([refused.status, refused.body.error.param]).to.deep.equal([400, 'shop'])
    })

    it('has at most ninety-nine others beside it', async () => {
      const { shops } = test.server.ports.store.storefront
      for (let count = 0; count < 100; count += 1) await shops.insert(storefrontShop(test.team.id))
      const refused = await test.json(PATH, { body: { shop: 'one more' } })
      expect(refused.body.error.code).to.equal('storefront_shop_limit_exceeded')
    })

    it('sends hooks with its secret, beside the shops of REST_HOOK_SECRETS', async () => {
      const { secret } = await make(test, 'north')
      expect(await hook(test, 'north', secret)).to.equal(200)
      expect(await hook(test, 'set', SET)).to.equal(200)
    })

    it('sends hooks that name no shop when it is called shop', async () => {
      const { secret } = await make(test, 'shop')
      expect(await hook(test, null, secret)).to.equal(200)
    })

    it('speaks for no other shop, whether that is made here or set', async () => {
      const { secret } = await make(test, 'north')
      await make(test, 'south')
      expect(await hook(test, 'south', secret)).to.equal(401)
      expect(await hook(test, 'set', secret)).to.equal(401)
      expect(await hook(test, 'north', SET)).to.equal(401)
      expect(await hook(test, 'west', secret)).to.equal(404)
    })

    it('has two secrets for 24 hours after a rotation, and one after that', async () => {
      const { id, secret: old } = await make(test, 'north')
      const rotated = await rotate(test, id)
      expect(rotated.status).to.equal(200)
      const { storefront_shop: shop, hook_secret: secret } = rotated.body
      const now = test.clock.now()
      expect(Date.parse(shop.rotated_at)).to.equal(now)
      expect(Date.parse(shop.previous_secret_expires_at)).to.equal(now + DAY_MS)
      test.clock.set(now + DAY_MS - 1)
      expect([await hook(test, 'north', old), await hook(test, 'north', secret)]).to.deep.equal([200, 200])
      test.clock.set(now + DAY_MS)
      expect([await hook(test, 'north', old), await hook(test, 'north', secret)]).to.deep.equal([401, 200])
      const [later] = (await test.json(PATH)).body.data
      expect(later.previous_secret_expires_at).to.equal(null)
    })

    it('ends its oldest secret when it is rotated again within 24 hours', async () => {
      const { id, secret: first } = await make(test, 'north')
      const second = (await rotate(test, id)).body.hook_secret
      const third = (await rotate(test, id)).body.hook_secret
      const statuses = []
      for (const secret of [first, second, third]) statuses.push(await hook(test, 'north', secret))
      expect(statuses).to.deep.equal([401, 200, 200])
    })

    it('sends no hooks after it was deleted', async () => {
      const { id, secret } = await make(test, 'north')
      const { secret: other } = await make(test, 'south')
      const deleted = await test.json(`${PATH}/${id}`, { method: 'DELETE' })
      expect([deleted.status, deleted.body.storefront_shop.shop]).to.deep.equal([200, 'north'])
      expect(await hook(test, 'north', secret)).to.equal(401)
      expect(await hook(test, 'north', other)).to.equal(404)
      expect((await test.json(`${PATH}/${id}`, { method: 'DELETE' })).status).to.equal(404)
      expect((await rotate(test, id)).status).to.equal(404)
    })

    it('leaves entries in the audit log, without secrets', async () => {
      const { id, secret } = await make(test, 'north')
      const rotated = (await rotate(test, id)).body.hook_secret
      await test.json(`${PATH}/${id}`, { method: 'DELETE' })
      const { body } = await test.json(`/v1/audit_events?object_id=${id}`)
      expect(body.data.map(({ action }: { action: string }) => action)).to.deep.equal([
        ...['storefront_shop.deleted', 'storefront_shop.secret_rotated', 'storefront_shop.created'],
      ])
      expect(body.data[0].details).to.deep.equal({ adapter: 'rest', shop: 'north' })
      for (const one of [secret, rotated]) expect(JSON.stringify(body)).not.to.include(one)
    })

    it('is unknown to other teams, which can have one of the same name', async () => {
      const { id } = await make(test, 'north')
      const { key } = await test.makeTeam('Another team')
      expect((await test.json(PATH, { key })).body.data).to.deep.equal([])
      for (const [path, method] of [
        [`${PATH}/${id}/rotate_secret`, 'POST'],
        [`${PATH}/${id}`, 'DELETE'],
      ] as const)
        expect((await test.json(path, { key, method })).status).to.equal(404)
      expect((await test.json(PATH, { key, body: { shop: 'north' } })).status).to.equal(201)
    })

    it('is listed with storefront:read, and changed with storefront:write alone', async () => {
      const { id } = await make(test, 'north')
      const body = { type: 'restricted', name: 'Reader', scopes: ['storefront:read'] }
      const { key } = (await test.json('/v1/api_keys', { body })).body
      expect((await test.json(PATH, { key })).status).to.equal(200)
      for (const refused of [
        await test.json(PATH, { key, body: { shop: 'south' } }),
        await test.json(`${PATH}/${id}/rotate_secret`, { key, method: 'POST' }),
        await test.json(`${PATH}/${id}`, { key, method: 'DELETE' }),
      ])
        expect(refused.body.error.code).to.equal('insufficient_scope')
    })

    it('is among the shops of the adapter, each once', async () => {
      await make(test, 'north')
      await make(test, 'set')
      expect(await test.server.adapters.byName.get('rest')?.shops()).to.deep.equal(['set', 'north'])
    })
  })

describe('The order hook without REST_HOOK_SECRETS', () => {
  it('is open: it refuses strangers, and believes a shop from its creation on', async () => {
    const test = await openTestServer({ adapters: [REST] })
    try {
      expect(await hook(test, 'north', SET)).to.equal(401)
      const { secret } = await make(test, 'north')
      expect(await hook(test, 'north', secret)).to.equal(200)
    } finally {
      await test.close()
    }
  })

  it('believes a secret that another process has just made, and none that another has just ended', async function () {
    needsDatabase(this, 'postgres')
    const shared = await openShared('postgres')
    try {
      const one = await shared.open({ env: { ROLES: 'api' } })
      const env = { ROLES: 'api', STOREFRONT_TEAM: one.team.id }
      const two = await shared.open({ adapters: [REST], env })
      two.clock.set(one.clock.now())
      const { id, secret } = await make(one, 'north')
      expect(await hook(two, 'north', secret)).to.equal(200)
      await one.json(`${PATH}/${id}`, { method: 'DELETE' })
      expect(await hook(two, 'north', secret)).to.equal(401)
    } finally {
      await shared.close()
    }
  })
})
