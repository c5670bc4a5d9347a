/** Webhook endpoints, deliveries and events over HTTP. */
import { expect } from 'chai'
import type { Address } from '../../../../server/jobs/public-lookup.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

const PATH = '/v1/webhook_endpoints'
const PUBLIC: readonly Address[] = [{ address: '93.184.215.14', family: 4 }]
const PRIVATE: readonly Address[] = [{ address: '10.0.0.7', family: 4 }]

describe('Webhook endpoints', () => {
  let test: TestServer
  beforeEach(async () => {
    test = await openTestServer({
      // Nothing is to leave this machine.
      env: { ROLES: 'api' },
      resolve: async (host) => (host.startsWith('inside.') ? PRIVATE : PUBLIC),
    })
  })
  afterEach(() => test.close())

  const create = (body: Record<string, unknown> = {}) =>
    test.json(PATH, { body: { url: 'https://shop.example/hooks', ...body } })
  const change = (id: string, body: Record<string, unknown>) =>
    test.json(`${PATH}/${id}`, { method: 'PATCH', body })
  async function created(body: Record<string, unknown> = {}) {
    const made = await create(body)
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    return made.body.webhook_endpoint
  }

  it('are created with their secret, which is shown then alone and kept encrypted', async () => {
    const { status, body } = await create({ description: 'Orders', metadata: { shop: '1' } })
    expect(status).to.equal(201)
    const { webhook_endpoint: endpoint, signing_secret: secret } = body
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(endpoint).to.deep.include({
      object: 'webhook_endpoint',
      url: 'https://shop.example/hooks',
      description: 'Orders',
      enabled_events: ['*'],
      payload_style: 'full',
      include_pii: false,
      status: 'enabled',
      disabled_reason: null,
      secret_prefix: secret.slice(0, 10),
      failing_since: null,
      metadata: { shop: '1' },
    })
    const read = await test.json(`${PATH}/${endpoint.id}`)
    expect(read.body).to.deep.equal({ webhook_endpoint: endpoint })
    const row = await test.server.ports.store.endpoints.find(test.team.id, endpoint.id)
    expect(JSON.stringify(row)).not.to.include(secret.slice(10))
  })

  for (const url of ['http://shop.example/', 'https://127.0.0.1/', 'https://inside.example/', 'nothing'])
    it(`are not created for ${url}, nor moved there`, async () => {
      const refused = await create({ url })
      expect([refused.status, refused.body.error.code]).to.deep.equal([400, 'unsafe_url'])
      expect(refused.body.error.param).to.equal('url')
      const { id } = await created()
      const moved = await change(id, { url })
      expect([moved.status, moved.body.error.code]).to.deep.equal([400, 'unsafe_url'])
      expect((await test.json(`${PATH}/${id}`)).body.webhook_endpoint.url).to.equal(
        'https://shop.example/hooks',
      )
    })

  for (const types of [['render.done'], ['*', 'fill.updated'], ['Render.succeeded']])
    it(`are not created for ${types}`, async () => {
      const { status, body } = await create({ enabled_events: types })
      expect([status, body.error.code, body.error.param]).to.deep.equal([
        400,
        'invalid_event_type',
        'enabled_events',
      ])
    })

  it('refuse what they do not know and what is out of range', async () => {
    const { id } = await created()
    for (const body of [
      { secret: 'whsec_AAAA' },
      { team_id: 'team_x' },
      { status: 'gone' },
      { enabled_events: [] },
      { payload_style: 'fat' },
      { rotate_secret: true, rotate_overlap_seconds: 604_801 },
      { rotate_overlap_seconds: 60 },
      { force: true },
    ])
      expect((await change(id, body)).status, JSON.stringify(body)).to.equal(400)
    const [endpoint] = (await test.json(PATH)).body.data
    expect(endpoint).to.deep.include({ id, status: 'enabled', enabled_events: ['*'] })
  })

  it('change what is named and nothing else, without a new secret', async () => {
    const before = await created({ metadata: { a: '1' } })
    test.clock.advance(1000)
    const { status, body } = await change(before.id, {
      enabled_events: ['fill.updated', 'batch.completed', 'fill.updated'],
      payload_style: 'thin',
      include_pii: true,
    })
    expect(status).to.equal(200)
    expect(body.signing_secret).to.equal(null)
    expect(body.webhook_endpoint).to.deep.equal({
      ...before,
      enabled_events: ['batch.completed', 'fill.updated'],
      payload_style: 'thin',
      include_pii: true,
      updated_at: '2026-07-15T12:00:01.000Z',
    })
  })

  it('are disabled by DELETE, stay in the list, and can be enabled again', async () => {
    const { id } = await created()
    const gone = await test.json(`${PATH}/${id}`, { method: 'DELETE' })
    expect(gone.status).to.equal(200)
    expect(gone.body.webhook_endpoint).to.include({ id, status: 'disabled', disabled_reason: 'manual' })
    expect((await test.json(`${PATH}/${id}`, { method: 'DELETE' })).body).to.deep.equal(gone.body)
    expect((await test.json(PATH)).body.data).to.have.lengthOf(1)
    const back = await change(id, { status: 'enabled' })
    expect(back.body.webhook_endpoint).to.include({ status: 'enabled', disabled_reason: null })
  })

  it('write to the audit log who changed them', async () => {
    const { id } = await created()
    await change(id, { rotate_secret: true })
    await test.json(`${PATH}/${id}`, { method: 'DELETE' })
    const page = { limit: 10, startingAfter: null }
    const { items } = await test.server.ports.store.audit.list(test.team.id, { objectId: id }, page)
    expect(items.map(({ action }) => action)).to.deep.equal([
      'webhook_endpoint.disabled',
      'webhook_endpoint.changed',
      'webhook_endpoint.created',
    ])
    expect(items[1]?.details).to.deep.equal({ changed: [], rotated: true })
    for (const { actor } of items) expect(actor).to.match(/^key_/)
  })

  it('go on in pages', async () => {
    const ids = []
    for (let count = 0; count < 3; count++) ids.unshift((await created()).id)
    const first = (await test.json(`${PATH}?limit=2`)).body
    expect(first.data.map((one: { id: string }) => one.id)).to.deep.equal(ids.slice(0, 2))
    expect(first).to.include({ has_more: true, next_starting_after: ids[1] })
    const second = (await test.json(`${PATH}?limit=2&starting_after=${ids[1]}`)).body
    expect(second.data.map((one: { id: string }) => one.id)).to.deep.equal(ids.slice(2))
    const wrong = await test.json(`${PATH}?starting_after=we_none`)
    expect(wrong.body.error.code).to.equal('invalid_cursor')
  })

  it('show a ping as a delivery that waits, and as an event', async () => {
    const { id } = await created({ enabled_events: ['render.failed'] })
    await created()
    const { status, body } = await test.json(`${PATH}/${id}/test`, { method: 'POST' })
    expect(status).to.equal(200)
    expect(body.event).to.include({ type: 'ping', object_id: id })
    expect(body.delivery).to.include({ outcome: 'pending', attempt_number: 1, attempted_at: null })
    expect(body.delivery.payload_json).to.deep.equal(JSON.parse(body.delivery.payload))
    expect(body.delivery.payload_json).to.deep.include({ id: body.event.id, type: 'ping' })
    const listed = (await test.json(`${PATH}/${id}/deliveries`)).body
    expect(listed).to.deep.equal({ data: [body.delivery], has_more: false, next_starting_after: null })
    const retried = await test.json(`${PATH}/${id}/deliveries/${body.delivery.id}/retry`, { method: 'POST' })
    expect([retried.status, retried.body.error.code]).to.deep.equal([409, 'delivery_in_progress'])
  })

  it('that are not there are told in words, with the kind for machines', async () => {
    for (const [path, words, resource] of [
      [`${PATH}/we_0`, 'No such webhook endpoint.', 'webhook_endpoint'],
      ['/v1/embed/sessions/esn_0', 'No such embed session.', 'embed_session'],
      ['/v1/fills/fill_0', 'No such fill.', 'fill'],
    ] as const) {
      const { status, body } = await test.json(path)
      expect([status, body.error.code]).to.deep.equal([404, 'not_found'])
      expect(body.error).to.include({ message: words, resource })
    }
  })

  it('show deliveries under their own endpoint alone', async () => {
    const [one, two] = [await created(), await created()]
    const { delivery } = (await test.json(`${PATH}/${one.id}/test`, { method: 'POST' })).body
    for (const [method, path] of [
      ['GET', `${PATH}/${two.id}/deliveries/${delivery.id}`],
      ['POST', `${PATH}/${two.id}/deliveries/${delivery.id}/retry`],
    ] as const)
      expect((await test.json(path, { method })).status).to.equal(404)
    const wrong = await test.json(`${PATH}/${two.id}/deliveries?starting_after=${delivery.id}`)
    expect(wrong.body.error.code).to.equal('invalid_cursor')
  })

  it('are out of reach for other teams, with their deliveries and events', async () => {
    const { id } = await created()
    const { delivery, event } = (await test.json(`${PATH}/${id}/test`, { method: 'POST' })).body
    const { key } = await test.makeTeam('Another team')
    for (const [method, path] of [
      ['GET', `${PATH}/${id}`],
      ['PATCH', `${PATH}/${id}`],
      ['DELETE', `${PATH}/${id}`],
      ['POST', `${PATH}/${id}/test`],
      ['GET', `${PATH}/${id}/deliveries`],
      ['GET', `${PATH}/${id}/deliveries/${delivery.id}`],
      ['POST', `${PATH}/${id}/deliveries/${delivery.id}/retry`],
      ['GET', `/v1/events/${event.id}`],
    ] as const) {
      const body = method === 'PATCH' ? { body: { description: 'mine' } } : {}
      const { status } = await test.json(path, { method, key, ...body })
      expect(status, `${method} ${path}`).to.equal(404)
    }
    for (const path of [PATH, '/v1/events'])
      expect((await test.json(path, { key })).body.data, path).to.deep.equal([])
  })
})

describe('Events', () => {
  let test: TestServer
  let endpointId: string
  beforeEach(async () => {
    test = await openTestServer({ env: { ROLES: 'api' }, resolve: async () => PUBLIC })
    const { body } = await test.json(PATH, { body: { url: 'https://shop.example/' } })
    endpointId = body.webhook_endpoint.id
  })
  afterEach(() => test.close())

  const ping = async () => (await test.json(`${PATH}/${endpointId}/test`, { method: 'POST' })).body.event
  const list = async (query = '') => (await test.json(`/v1/events${query}`)).body

  it('are listed newest first, by type, object and time, and go on in pages', async () => {
    const first = await ping()
    test.clock.advance(60_000)
    const second = await ping()
    expect((await list()).data).to.deep.equal([second, first])
    expect((await list(`?since=${second.created_at}`)).data).to.deep.equal([second])
    expect((await list(`?since=${encodeURIComponent('2026-07-15T14:01:00+02:00')}`)).data).to.deep.equal([
      second,
    ])
    expect((await list(`?type=ping&object_id=${endpointId}`)).data).to.have.lengthOf(2)
    expect((await list('?type=render.failed')).data).to.deep.equal([])
    expect((await list('?object_id=rnd_1')).data).to.deep.equal([])
    const page = await list('?limit=1')
    expect(page).to.include({ has_more: true, next_starting_after: second.id })
    expect((await list(`?limit=1&starting_after=${second.id}`)).data).to.deep.equal([first])
    expect((await list('?type=no.such')).error.code).to.equal('invalid_parameter')
    expect((await list('?since=yesterday')).error.code).to.equal('invalid_parameter')
  })

  it('are shown for thirty days', async () => {
    const { id } = await ping()
    test.clock.advance(30 * 86_400_000)
    expect((await test.json(`/v1/events/${id}`)).body.event.id).to.equal(id)
    test.clock.advance(1)
    expect((await test.json(`/v1/events/${id}`)).status).to.equal(404)
    expect((await list()).data).to.deep.equal([])
    expect((await list('?since=2020-01-01T00:00:00Z')).data).to.deep.equal([])
  })

  it('name no customer, for the scope that reads them is not that of customers', async () => {
    const { store, makeId, clock } = test.server.ports
    const id = makeId('event')
    await store.events.insert({
      id,
      teamId: test.team.id,
      type: 'fill.finalized',
      objectId: 'fill_1',
      object: { id: 'fill_1', object: 'fill', customer_email: 'ada@example.com', customer_name: 'Ada' },
      previous: { customer_email: 'old@example.com' },
      createdAt: clock.now(),
    })
    const { event } = (await test.json(`/v1/events/${id}`)).body
    expect(event.data).to.deep.equal({ object: { id: 'fill_1', object: 'fill' }, previous: {} })
  })
})
