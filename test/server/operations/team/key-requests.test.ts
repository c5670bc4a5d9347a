/** The last requests of API keys over HTTP: what is kept of each, for how long, and of which teams. */
import { expect } from 'chai'
import { REQUEST_LIFE_MS, REQUESTS_KEPT } from '../../../../core/service/access/api-request.ts'
import { sweep } from '../../../../server/jobs/sweep.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

for (const database of DATABASES)
  describe(`The request log of a key, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ database })
    })
    after(() => test?.close())

    const keyOf = async (body: object) => {
      const made = (await test.json('/v1/api_keys', { body })).body
      return { id: made.api_key.id as string, key: made.key as string }
    }
    const log = (id: string, query = '', key = test.team.key) =>
      test.json(`/v1/api_keys/${id}/requests${query}`, { key })

    it('has method, path, status, code and id of each request, newest first, without its query', async () => {
      const { id, key } = await keyOf({ type: 'restricted', scopes: ['fills:read'] })
      const fine = await test.json('/v1/fills?external_order_id=Ada+Lovelace', { key })
      const missing = await test.json('/v1/fills/fill_01kq3f8w2bx6mt4v9y0hzd5s7e', { key })
      await test.json('/v1/fills/ada@example.com', { key })
      const refused = await test.json('/v1/renders', { body: { values: { name: 'Ada' } }, key })
      const { status, body } = await log(id)
      expect(status).to.equal(200)
      expect(body.data.map((one: { path: string }) => one.path)).to.deep.equal([
        '/v1/renders',
        '/v1/fills/{id}',
        '/v1/fills/fill_01kq3f8w2bx6mt4v9y0hzd5s7e',
        '/v1/fills',
      ])
      expect(body.data[0]).to.deep.include({
        id: refused.headers.get('x-request-id'),
        object: 'api_request',
        method: 'POST',
        status: 403,
        error_code: 'insufficient_scope',
        created_at: '2026-07-15T12:00:00.000Z',
      })
      expect(body.data[2]).to.include({
        id: missing.headers.get('x-request-id'),
        status: 404,
        error_code: 'not_found',
      })
      expect(body.data[3]).to.include({
        id: fine.headers.get('x-request-id'),
        status: 200,
        error_code: null,
      })
      expect(body.data[3].duration_ms).to.be.a('number').that.is.at.least(0)
      expect(JSON.stringify(body)).not.to.match(/Ada|Lovelace|ada@/)
    })

    it('lists the failed ones alone, and goes on page by page', async () => {
      const { id, key } = await keyOf({ type: 'secret' })
      for (const path of ['/v1/fills', '/v1/fills/none', '/v1/usage', '/v1/events/none'])
        await test.send(path, { key })
      const failed = (await log(id, '?failed=true')).body
      expect(failed.data.map((one: { status: number }) => one.status)).to.deep.equal([404, 404])
      const first = (await log(id, '?limit=3')).body
      expect([first.data.length, first.has_more]).to.deep.equal([3, true])
      const rest = (await log(id, `?starting_after=${first.next_starting_after}`)).body
      expect(rest.data.map((one: { path: string }) => one.path)).to.deep.equal(['/v1/fills'])
      const wrong = await log(id, '?starting_after=req_1')
      expect([wrong.status, wrong.body.error.code]).to.deep.equal([400, 'invalid_cursor'])
    })

    it('shows a publishable key the pages that were turned away', async () => {
      const made = await test.json('/v1/embed/applications', {
        body: { name: 'Shop', allowed_origins: ['https://shop.example'], create_publishable_key: true },
      })
      const headers = {
        'X-Service-Publishable-Key': made.body.publishable_key,
        Origin: 'https://other.example',
      }
      await test.json('/v1/embed/sessions/guest', {
        ...{ key: null, headers },
        body: { external_product_id: 'card' },
      })
      const { data } = (await test.json('/v1/api_keys?limit=1')).body
      expect((await log(data[0].id)).body.data).to.have.lengthOf(1)
      expect((await log(data[0].id)).body.data[0]).to.include({
        path: '/v1/embed/sessions/guest',
        status: 403,
        error_code: 'origin_not_allowed',
      })
    })

    it('is of its own team, and for full keys alone', async () => {
      const { id, key } = await keyOf({ type: 'restricted', scopes: ['fills:read'] })
      const other = await test.makeTeam(`Another on ${database}`)
      expect((await log(id, '', other.key)).status).to.equal(404)
      expect((await log(id, '', key)).body.error.code).to.equal('key_type_not_allowed')
    })

    it('keeps the newest of many, and none that is older than a week', async () => {
      const { ports, service } = test.server
      const { id: keyId } = await keyOf({ type: 'secret' })
      const request = {
        ...{ teamId: test.team.id, keyId, method: 'GET', path: '/v1/fills', status: 200 },
        ...{ errorCode: null, durationMs: 1, createdAt: ports.clock.now() },
      }
      // More at once than fit, and more later on.
      for (let count = 0; count < REQUESTS_KEPT + 5; count += 1)
        service.apiRequests.note({ ...request, id: ports.makeId('request') })
      await service.apiRequests.flush()
      const newest = ports.makeId('request')
      service.apiRequests.note({ ...request, id: newest })
      const page = { limit: 1000, startingAfter: null }
      const list = () => service.apiRequests.list(test.team.id, keyId, { failed: false }, page)
      const { items } = await list()
      expect([items.length, items[0]?.id]).to.deep.equal([REQUESTS_KEPT, newest])
      test.clock.advance(REQUEST_LIFE_MS + 1000)
      await sweep(ports)
      expect((await list()).items).to.deep.equal([])
    })
  })
