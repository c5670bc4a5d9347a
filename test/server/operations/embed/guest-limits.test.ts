/** What guests may do without a key: so many sessions a day, and fills that go when they were left. */
import { expect } from 'chai'
import { expireSessions } from '../../../../core/service/embed/sessions.ts'
import { sweepFills } from '../../../../core/service/fill/sweep.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { TEST_TIME } from '../../../support/service/open-test-server.ts'
import { eventsOf } from '../../../support/service/sample-fill.ts'
import { openStorefront, type Storefront } from '../../../support/service/storefront.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

for (const database of DATABASES)
  describe(`The guests of a day, on ${longOn(database)}`, () => {
    let shop: Storefront
    before(async function () {
      needsDatabase(this, database)
      shop = await openStorefront({ database, env: { ROLES: 'api', GUEST_SESSIONS_PER_DAY: '5' } })
    })
    after(() => shop?.test.close())

    const guest = (more: object = {}, headers: Record<string, string> = {}) =>
      shop.page('/v1/embed/sessions/guest', { external_product_id: 'mug', ...more }, headers)
    const sessions = async () => (await shop.test.json('/v1/embed/sessions?limit=100')).body.data.length

    it('are bounded by application: a flood leaves so many rows, and is told when to come again', async () => {
      const { test, templateId } = shop
      test.clock.set(TEST_TIME)
      const replies = await Promise.all(Array.from({ length: 12 }, () => guest()))
      expect(replies.filter(({ status }) => status === 201)).to.have.lengthOf(5)
      const refused = replies.filter(({ status }) => status === 429)
      expect(refused).to.have.lengthOf(7)
      for (const { headers, body } of refused) {
        expect(body.error).to.include({ code: 'rate_limited', scope: 'application', limit: 5 })
        // From noon to midnight.
        expect(headers.get('retry-after')).to.equal(String(12 * 3600))
      }
      expect(await sessions()).to.equal(5)

      const own = await test.json('/v1/embed/sessions', { body: { template_id: templateId } })
      expect(own.status, "the shop's own server").to.equal(201)
      const other = await test.json('/v1/embed/applications', {
        body: { name: 'Other', allowed_origins: ['https://other.example'], create_publishable_key: true },
      })
      const elsewhere = {
        origin: 'https://other.example',
        'x-service-publishable-key': other.body.publishable_key,
      }
      expect((await guest({}, elsewhere)).status, 'other pages').to.equal(201)
    })

    it('begin anew at midnight, and one that is refused for another reason does not count', async () => {
      shop.test.clock.set(TEST_TIME + 12 * HOUR)
      for (let count = 0; count < 4; count++) expect((await guest()).status).to.equal(201)
      expect((await guest({ external_product_id: 'unknown' })).status).to.equal(404)
      expect((await guest()).status).to.equal(201)
      expect((await guest()).status).to.equal(429)
    })
  })

for (const database of DATABASES)
  describe(`The fill that a guest has left, on ${longOn(database)}`, () => {
    let shop: Storefront
    before(async function () {
      needsDatabase(this, database)
      shop = await openStorefront({ database, env: { ROLES: 'api' } })
    })
    after(() => shop?.test.close())
    beforeEach(() => shop.test.clock.set(TEST_TIME))

    const fillOf = async (id: string) => (await shop.test.json(`/v1/fills/${id}`)).body.fill
    const end = (id: string, status: string) =>
      shop.test.json(`/v1/embed/sessions/${id}`, { method: 'PATCH', body: { status } })
    const at = (ms: number) => new Date(ms).toISOString()
    const inCart = async () => {
      const opened = await shop.page('/v1/embed/sessions/guest', {
        external_product_id: 'mug',
        external_cart_id: 'cart 1',
      })
      const session = { id: opened.body.embed_session.id, secret: opened.body.client_secret }
      const { body } = await shop.shopper('/v1/embed/fills', session.secret, {
        body: { embed_session: session.id },
      })
      return { ...session, fillId: body.fill.id as string }
    }

    for (const status of ['canceled', 'expired'])
      it(`in a session that was ${status} expires a day later, with that reason`, async () => {
        const { id, fillId } = await shop.filling()
        await end(id, status)
        expect(await fillOf(fillId)).to.include({
          status: 'open',
          status_reason: null,
          expires_at: at(TEST_TIME + DAY),
        })
        shop.test.clock.advance(DAY - 1)
        expect((await fillOf(fillId)).status).to.equal('open')
        shop.test.clock.advance(1)
        const over = { status: 'expired', status_reason: 'session_expired', expired_at: at(TEST_TIME + DAY) }
        expect(await fillOf(fillId), 'before the sweep').to.include(over)
        await sweepFills(shop.test.server.ports, 100)
        expect(await fillOf(fillId), 'after the sweep').to.include(over)
        expect(await eventsOf(shop.test, fillId)).to.deep.equal(['fill.created', 'fill.expired'])
      })

    it('whose session ran out expires a day after that was seen', async () => {
      const { fillId } = await shop.filling()
      shop.test.clock.advance(DAY)
      await expireSessions(shop.test.server.ports, 100)
      expect((await fillOf(fillId)).expires_at).to.equal(at(TEST_TIME + 2 * DAY))
    })

    it('expires so when its application is archived, too', async () => {
      const made = await shop.test.json('/v1/embed/applications', {
        body: { name: 'Old', allowed_origins: ['https://old.example'], create_publishable_key: true },
      })
      const headers = {
        origin: 'https://old.example',
        'x-service-publishable-key': made.body.publishable_key,
      }
      const opened = await shop.page('/v1/embed/sessions/guest', { external_product_id: 'mug' }, headers)
      const { body } = await shop.shopper('/v1/embed/fills', opened.body.client_secret, {
        body: { embed_session: opened.body.embed_session.id },
        origin: 'https://old.example',
      })
      await shop.test.json(`/v1/embed/applications/${made.body.embed_application.id}`, { method: 'DELETE' })
      expect((await fillOf(body.fill.id)).expires_at).to.equal(at(TEST_TIME + DAY))
    })

    it('stays where it is in a cart, was completed, or belongs to a session of the shop', async () => {
      const left = [await inCart()]
      const completed = await shop.filling()
      await shop.shopper(`/v1/embed/fills/${completed.fillId}/complete`, completed.secret, { method: 'POST' })
      left.push(completed)
      const own = await shop.test.json('/v1/embed/sessions', { body: { template_id: shop.templateId } })
      const filled = await shop.shopper('/v1/embed/fills', own.body.client_secret, {
        body: { embed_session: own.body.embed_session.id },
        origin: null,
      })
      left.push({ id: own.body.embed_session.id, secret: '', fillId: filled.body.fill.id })
      for (const { id, fillId } of left) {
        await end(id, 'canceled')
        expect((await fillOf(fillId)).expires_at).to.equal(at(TEST_TIME + 30 * DAY))
      }
    })

    it('lives on when somebody goes on with it, and expires of age then', async () => {
      const { id, fillId } = await shop.filling()
      await end(id, 'canceled')
      shop.test.clock.advance(HOUR)
      const resumed = await shop.test.json('/v1/embed/sessions', { body: { fill_id: fillId } })
      expect(resumed.status).to.equal(201)
      expect((await fillOf(fillId)).expires_at).to.equal(at(TEST_TIME + HOUR + 30 * DAY))

      const other = await shop.filling()
      await end(other.id, 'expired')
      const path = `/v1/fills/${other.fillId}`
      await shop.test.json(path, { method: 'PATCH', body: { customer_name: 'Ada' } })
      shop.test.clock.advance(30 * DAY)
      expect(await fillOf(other.fillId)).to.include({ status: 'expired', status_reason: 'ttl' })
    })

    it('can be finalized meanwhile like any other', async () => {
      const { id, fillId } = await shop.filling()
      await end(id, 'canceled')
      await shop.test.json(`/v1/fills/${fillId}`, { method: 'PATCH', body: { values: { Name: 'Ada' } } })
      const { status, body } = await shop.test.json(`/v1/fills/${fillId}/finalize`, { method: 'POST' })
      expect([status, body.fill?.status, body.fill?.status_reason]).to.deep.equal([200, 'finalized', null])
    })
  })

for (const database of DATABASES)
  describe(`The guests of one address, on ${longOn(database)}`, () => {
    let shop: Storefront
    before(async function () {
      needsDatabase(this, database)
      const env = { ROLES: 'api', GUEST_SESSIONS_PER_ADDRESS: '3', TRUST_PROXY: '1' }
      shop = await openStorefront({ database, env })
    })
    after(() => shop?.test.close())

    const from = (address: string, body: object = { external_product_id: 'mug' }) =>
      shop.page('/v1/embed/sessions/guest', body, { 'x-forwarded-for': address })

    it('are so many in a day, and leave the rest to others', async () => {
      for (let count = 0; count < 3; count += 1) expect((await from('203.0.113.7')).status).to.equal(201)
      const { status, headers, body } = await from('203.0.113.7')
      expect([status, body.error.code, body.error.scope]).to.deep.equal([429, 'rate_limited', 'guest_ip'])
      expect(Number(headers.get('retry-after'))).to.be.within(86_000, 86_400)
      expect((await from('203.0.113.8')).status).to.equal(201)
      // A household has a /64.
      for (let count = 1; count <= 3; count += 1)
        expect((await from(`2001:db8:0:1::${count}`)).status).to.equal(201)
      expect((await from('2001:db8:0:1::9')).status).to.equal(429)
    })
  })
