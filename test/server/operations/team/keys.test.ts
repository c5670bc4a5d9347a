/** API keys, usage and the audit log over HTTP. */
import { expect } from 'chai'
import { createTeam } from '../../../../core/service/access/teams.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { liveTemplate } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'
import { insertRender, QUEUED, uploadSample } from '../../../support/service/sample-render.ts'

describe('API keys over HTTP', () => {
  let test: TestServer
  beforeEach(async () => {
    test = await openTestServer({ press: openSamplePress() })
  })
  afterEach(() => test.close())

  const create = (body: object) => test.json('/v1/api_keys', { body })
  const worksFor = async (key: string) => (await test.send('/v1/usage', { key })).status

  it('are made with scopes and an end, shown once, and known by their first and last signs afterwards', async () => {
    const { status, body } = await create({
      type: 'restricted',
      name: ' Storefront ',
      scopes: ['usage:read', 'renders:write'],
      expires_in: 3600,
    })
    expect(status).to.equal(201)
    expect(body.key).to.match(/^platen_rk_\w{36}$/)
    expect(body.api_key).to.deep.include({
      object: 'api_key',
      type: 'restricted',
      name: 'Storefront',
      scopes: ['renders:write', 'usage:read'],
      prefix: 'platen_rk_',
      last4: body.key.slice(-4),
      status: 'active',
      created_at: '2026-07-15T12:00:00.000Z',
      expires_at: '2026-07-15T13:00:00.000Z',
      revoked_at: null,
      last_used_at: null,
    })
    expect(await worksFor(body.key)).to.equal(200)
    const { body: again } = await test.json(`/v1/api_keys/${body.api_key.id}`)
    expect(JSON.stringify(again)).not.to.include(body.key.slice(10, 30))
    expect(again.api_key.last_used_at).to.equal('2026-07-15T12:00:00.000Z')
    test.clock.advance(3_600_000)
    expect(await worksFor(body.key)).to.equal(401)
    expect((await test.json(`/v1/api_keys/${body.api_key.id}`)).body.api_key.status).to.equal('expired')
  })

  it('are refused without scopes where they are restricted, with scopes where they are not, and as publishable', async () => {
    for (const [body, code] of [
      [{ type: 'restricted' }, 'missing_parameter'],
      [{ type: 'restricted', scopes: ['everything'] }, 'invalid_scope'],
      [{ type: 'secret', scopes: ['usage:read'] }, 'invalid_parameter'],
      [{ type: 'publishable' }, 'invalid_parameter'],
      [{ type: 'secret', team_id: test.team.id }, 'unknown_parameter'],
      [{ type: 'secret', expires_in: 1 }, 'invalid_parameter'],
    ] as const) {
      const reply = await create(body)
      expect([reply.status, reply.body.error.code], JSON.stringify(body)).to.deep.equal([400, code])
    }
  })

  it('are for full secret keys alone', async () => {
    const restricted = await test.makeKey(test.team.id, 'restricted', ['usage:read'])
    for (const path of ['/v1/api_keys', '/v1/audit_events']) {
      const { status, body } = await test.json(path, { key: restricted })
      expect([status, body.error.code]).to.deep.equal([403, 'key_type_not_allowed'])
    }
  })

  it('are listed in pages, newest first', async () => {
    for (const name of ['one', 'two', 'three']) await create({ type: 'secret', name })
    const first = await test.json('/v1/api_keys?limit=2')
    expect(first.body.data.map((key: { name: string }) => key.name)).to.deep.equal(['three', 'two'])
    expect(first.body.has_more).to.equal(true)
    const rest = await test.json(`/v1/api_keys?starting_after=${first.body.next_starting_after}`)
    expect(rest.body.data.map((key: { name: string }) => key.name)).to.deep.equal(['one', 'test'])
  })

  it('are rotated with an overlap in which both work', async () => {
    const { body } = await create({ type: 'secret', name: 'shop' })
    const path = `/v1/api_keys/${body.api_key.id}/rotate`
    const rotated = await test.json(path, { body: { overlap_seconds: 60 } })
    expect(rotated.status).to.equal(200)
    expect(rotated.body.api_key).to.include({ name: 'shop', type: 'secret', expires_at: null })
    expect(rotated.body.replaced.expires_at).to.equal('2026-07-15T12:01:00.000Z')
    expect([await worksFor(body.key), await worksFor(rotated.body.key)]).to.deep.equal([200, 200])
    test.clock.advance(60_000)
    expect([await worksFor(body.key), await worksFor(rotated.body.key)]).to.deep.equal([401, 200])
    const again = await test.json(path, { body: {} })
    expect([again.status, again.body.error.code]).to.deep.equal([409, 'key_not_active'])
    expect((await test.json(path, { body: { overlap_seconds: 604_801 } })).status).to.equal(400)
  })

  it('are revoked at once, and again without a change; the key in use only with force', async () => {
    const { body } = await create({ type: 'secret' })
    const path = `/v1/api_keys/${body.api_key.id}`
    const own = await test.json(path, { method: 'DELETE', key: body.key })
    expect([own.status, own.body.error.code]).to.deep.equal([409, 'key_in_use'])
    test.clock.advance(1000)
    const forced = await test.json(`${path}?force=true`, { method: 'DELETE', key: body.key })
    expect(forced.body.api_key).to.include({ status: 'revoked', revoked_at: '2026-07-15T12:00:01.000Z' })
    expect(await worksFor(body.key)).to.equal(401)
    test.clock.advance(1000)
    const again = await test.json(path, { method: 'DELETE' })
    expect(again.body).to.deep.equal(forced.body)
  })

  it('say how much of the allowance is used', async () => {
    const { body } = await test.json('/v1/usage')
    expect(body).to.deep.equal({
      month: '2026-07',
      used: 0,
      limit: null,
      resets_at: '2026-08-01T00:00:00.000Z',
      in_review: 0,
      pictures: { original_bytes: 0, working_bytes: 0, preview_bytes: 0 },
    })
    test.clock.set(Date.UTC(2026, 11, 31, 23, 59))
    expect((await test.json('/v1/usage')).body).to.include({
      month: '2026-12',
      resets_at: '2027-01-01T00:00:00.000Z',
    })
  })

  it('tell with each render how much of the allowance is left, where there is a limit', async () => {
    const limited = await createTeam(test.server.ports, { name: 'Small', renderLimitMonthly: 1 })
    const key = await test.makeKey(limited.id, 'secret')
    const { id } = await liveTemplate(test, key)
    const render = () => test.json('/v1/renders', { body: { template_id: id }, key })
    expect((await render()).headers.get('x-render-limit-remaining')).to.equal('0')
    expect((await test.json('/v1/usage', { key })).body).to.include({ used: 1, limit: 1 })
    expect((await render()).status).to.equal(402)
    const free = await liveTemplate(test)
    const unlimited = await test.json('/v1/renders', { body: { template_id: free.id } })
    expect(unlimited.status).to.equal(200)
    expect(unlimited.headers.get('x-render-limit-remaining')).to.equal(null)
  })

  it('leave every change in the audit log, with who made it and in which request, and no secret', async () => {
    const { body: made, headers } = await create({ type: 'secret', name: 'shop' })
    const { id } = made.api_key
    await test.json(`/v1/api_keys/${id}/rotate`, { body: { overlap_seconds: 60 } })
    await test.json(`/v1/api_keys/${id}`, { method: 'DELETE' })
    await test.json(`/v1/api_keys/${id}`, { method: 'DELETE' })
    const { body } = await test.json(`/v1/audit_events?object_id=${id}`)
    const actions = body.data.map((entry: { action: string }) => entry.action)
    expect(actions).to.deep.equal(['key.revoked', 'key.rotated', 'key.created'])
    expect(body.data[2]).to.deep.include({ object: 'audit_event', request_id: headers.get('x-request-id') })
    expect(body.data[2].actor).to.match(/^key_/)
    expect(body.data[1].details.overlap_seconds).to.equal(60)
    expect(JSON.stringify(body)).not.to.include(made.key)
  })
})

describe('The audit log', () => {
  let test: TestServer
  let templateId: string
  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    templateId = (await uploadSample(test)).id
  })
  after(() => test.close())

  const log = async (query = '') => (await test.json(`/v1/audit_events${query}`)).body.data
  const actions = async (query = '') => (await log(query)).map((entry: { action: string }) => entry.action)
  const post = (path: string, body?: object) => test.json(path, { method: 'POST', body })

  it("tells of a template's moves and changes, and not of what changed nothing", async () => {
    const path = `/v1/templates/${templateId}`
    await post(`${path}/publish`)
    await post(`${path}/publish`)
    await post(`${path}/pause`)
    await post(`${path}/pause`)
    await test.json(path, { method: 'PATCH', body: { title: 'A secret title', metadata: { a: 'b' } } })
    const { body } = await test.json(`${path}/scene`)
    await test.json(`${path}/scene`, { method: 'PUT', body: body.scene })
    await post(`${path}/archive`)
    await post(`${path}/restore`)
    expect(await actions(`?object_id=${templateId}`)).to.deep.equal([
      'template.restored',
      'template.archived',
      'scene.saved',
      'template.changed',
      'template.paused',
      'template.published',
    ])
    const [changed] = await log('?action=template.changed')
    expect(changed.details).to.deep.equal({ changed: ['title', 'metadata'] })
    expect(JSON.stringify(await log())).not.to.include('secret title')
  })

  it('tells which fields a retry corrected, and not to what', async () => {
    const { body } = await test.json(`/v1/templates/${templateId}/fields`)
    const [field] = body.data
    const { render } = await insertRender(test, templateId, { ...QUEUED, values: { [field.id]: 'Ada' } })
    const retried = await post(`/v1/renders/${render.id}/retry`, { values: { [field.id]: 'Adaline' } })
    expect(retried.status, JSON.stringify(retried.body)).to.equal(200)
    const [entry] = await log('?action=render.retried')
    expect(entry.object_id).to.equal(render.id)
    expect(entry.details).to.deep.equal({ attempt: 2, corrected: [field.id] })
    const quiet = await insertRender(test, templateId, { ...QUEUED, values: { [field.id]: 'Ada' } })
    await post(`/v1/renders/${quiet.render.id}/retry`)
    expect(await log('?action=render.retried')).to.have.lengthOf(1)
  })

  it('is of one team, in pages, and refuses what it does not know', async () => {
    const other = await test.makeTeam('Another team')
    const { body } = await test.json('/v1/audit_events', { key: other.key })
    expect(body.data.map((entry: { action: string }) => entry.action)).to.deep.equal(['key.created'])
    const first = await test.json('/v1/audit_events?limit=1')
    expect(first.body.has_more).to.equal(true)
    const foreign = await test.json(`/v1/audit_events?starting_after=${body.data[0].id}`)
    expect([foreign.status, foreign.body.error.code]).to.deep.equal([400, 'invalid_cursor'])
    expect((await test.json('/v1/audit_events?action=tea.made')).status).to.equal(400)
    expect(await actions('?actor=system&action=key.created')).to.have.lengthOf(1)
  })

  it('keeps nothing of a change that was rolled back', async () => {
    const { ports, service } = test.server
    const before = (await log()).length
    const failing = ports.store.transaction(async (store) => {
      const inside = { ...ports, store }
      const { createKey } = await import('../../../../core/service/access/keys.ts')
      await createKey(inside, {
        request: { teamId: test.team.id, type: 'secret', name: '', scopes: [], lifetimeMs: null },
      })
      throw new Error('rolled back')
    })
    expect(await failing.catch((error: Error) => error.message)).to.equal('rolled back')
    expect(await log()).to.have.lengthOf(before)
    expect((await service.keys.list(test.team.id, { limit: 9, startingAfter: null })).items).to.have.lengthOf(
      1,
    )
  })
})
