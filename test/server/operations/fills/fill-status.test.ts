/** The fill-status endpoint: every transition, by its three routes, and what a fill's end brings with it. */
import { expect } from 'chai'
import { sweepFills } from '../../../../core/service/fill/sweep.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import {
  eventsOf,
  finalize,
  type LiveTemplate,
  liveTemplate,
  makeFill,
} from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

const DAY = 86_400_000
const CONFLICT = [409, 'fill_status_conflict']

describe('The status of a fill', () => {
  let test: TestServer
  let template: LiveTemplate
  before(async () => {
    // Without the jobs, so that only the test itself sweeps.
    test = await openTestServer({ press: openSamplePress(), env: { ROLES: 'api' } })
    template = await liveTemplate(test)
  })
  after(() => test.close())

  const make = (body: Record<string, unknown> = {}) => makeFill(test, { template_id: template.id, ...body })
  const finalized = async (body: Record<string, unknown> = {}) => {
    const { id } = await make()
    return (await finalize(test, id, body)).body.fill
  }
  const move = async (id: string, body: Record<string, unknown>) => {
    const reply = await test.json(`/v1/fills/${id}/status`, { body })
    return reply.status === 200
      ? [reply.body.fill.status, reply.body.fill.status_reason]
      : [reply.status, reply.body.error.code]
  }
  const retrieve = async (id: string) => (await test.json(`/v1/fills/${id}`)).body.fill

  it('is set by PATCH and POST of /status, and by PATCH of the fill', async () => {
    for (const [path, method] of [
      ['/status', 'PATCH'],
      ['/status', 'POST'],
      ['', 'PATCH'],
    ] as const) {
      const { id } = await make()
      const body = { status: 'expired', reason: 'canceled', external_order_id: 'order 1' }
      const reply = await test.json(`/v1/fills/${id}${path}`, { method, body })
      expect(reply.status).to.equal(200)
      expect(reply.body.fill).to.include({
        status: 'expired',
        status_reason: 'canceled',
        external_order_id: 'order 1',
        expired_at: '2026-07-15T12:00:00.000Z',
      })
      expect(await eventsOf(test, id)).to.deep.equal(['fill.created', 'fill.expired'])
    }
  })

  it('is audited with who moved it, and so is finalizing, without a word of the person', async () => {
    const { id } = await make({ customer_email: 'ada@example.com', values: { Name: 'Annabel' } })
    await finalize(test, id, { customer_name: 'Ada', external_order_id: 'order 7' })
    await finalize(test, id)
    const { headers } = await test.json(`/v1/fills/${id}/status`, { body: { status: 'refunded' } })
    await move(id, { status: 'refunded' })
    const { body } = await test.json(`/v1/audit_events?object_id=${id}`)
    const [moved, finalized, ...others] = body.data
    expect(others).to.deep.equal([])
    const { last_render_id } = await retrieve(id)
    expect(finalized).to.deep.include({
      action: 'fill.finalized',
      details: { render_id: last_render_id, render_status: 'succeeded' },
    })
    expect(moved).to.deep.include({
      action: 'fill.status',
      details: { from: 'finalized', to: 'expired', reason: 'refunded' },
      request_id: headers.get('x-request-id'),
    })
    for (const { actor } of body.data) expect(actor).to.match(/^key_/)
    // Without ids, which may hold three letters of a name by chance.
    const words = JSON.stringify(body).replaceAll(/\b[a-z]+_[0-9a-z]{26}\b/g, '')
    expect(words)
      .to.include('fill.finalized')
      .and.not.match(/ada|annabel|order 7/i)
  })

  it('of an open fill becomes expired for every reason', async () => {
    for (const reason of ['refunded', 'canceled', 'ttl', 'session_expired', 'manual'])
      expect(await move((await make()).id, { status: 'expired', reason })).to.deep.equal(['expired', reason])
    expect(await move((await make()).id, { status: 'expired' })).to.deep.equal(['expired', 'manual'])
    expect(await move((await make()).id, { status: 'canceled' })).to.deep.equal(['expired', 'canceled'])
    expect(await move((await make()).id, { status: 'refunded' })).to.deep.equal(['expired', 'refunded'])
  })

  it('of a finalized fill becomes expired only by a refund or a cancellation', async () => {
    for (const status of ['refunded', 'canceled']) {
      const fill = await finalized()
      expect(await move(fill.id, { status })).to.deep.equal(['expired', status])
      const { last_render: render } = (await test.json(`/v1/fills/${fill.id}`)).body
      expect(render.status).to.equal('succeeded')
      expect((await test.send(`/v1/renders/${render.id}/download`)).status).to.equal(200)
      const again = await finalize(test, fill.id)
      expect([again.status, again.body.error.code]).to.deep.equal([409, 'fill_expired'])
      expect(await move(fill.id, { status: 'open' })).to.deep.equal(CONFLICT)
    }
    const fill = await finalized()
    for (const reason of ['ttl', 'session_expired', 'manual', undefined])
      expect(await move(fill.id, { status: 'expired', ...(reason ? { reason } : {}) })).to.deep.equal(
        CONFLICT,
      )
    expect(await move(fill.id, { status: 'open' })).to.deep.equal(CONFLICT)
    expect(await retrieve(fill.id)).to.deep.equal(fill)
  })

  it('is told of its order by the list of renders', async () => {
    const kept = await finalized({ external_order_id: 'order 5' })
    const refunded = await finalized({ external_order_id: 'order 5' })
    await move(refunded.id, { status: 'refunded' })
    const { data } = (await test.json('/v1/renders?external_order_id=order%205')).body
    expect(
      data.map((render: Record<string, unknown>) => [render.fill_id, render.order_status]),
    ).to.deep.equal([
      [refunded.id, 'canceled'],
      [kept.id, 'active'],
    ])
  })

  it('becomes finalized by finalizing alone', async () => {
    const fill = await make()
    expect(await move(fill.id, { status: 'finalized' })).to.deep.equal(CONFLICT)
    await move(fill.id, { status: 'canceled' })
    expect(await move(fill.id, { status: 'finalized' })).to.deep.equal(CONFLICT)
  })

  it('that it has already is no change and no event', async () => {
    const open = await make()
    expect(await move(open.id, { status: 'open' })).to.deep.equal(['open', null])
    const done = await finalized({ external_order_id: 'order 2' })
    expect(await move(done.id, { status: 'finalized', external_order_id: 'other' })).to.deep.equal([
      'finalized',
      null,
    ])
    await move(open.id, { status: 'canceled' })
    const before = await retrieve(open.id)
    expect(await move(open.id, { status: 'refunded' })).to.deep.equal(['expired', 'canceled'])
    expect(await retrieve(open.id)).to.deep.equal(before)
    expect(await eventsOf(test, open.id)).to.deep.equal(['fill.created', 'fill.expired'])
    expect(await eventsOf(test, done.id)).to.deep.equal(['fill.created', 'fill.finalized'])
  })

  it('of an expired fill becomes open again, for another thirty days, unless it was refunded', async () => {
    for (const reason of ['ttl', 'session_expired', 'manual', 'canceled']) {
      const { id } = await make()
      await move(id, { status: 'expired', reason })
      test.clock.advance(DAY)
      expect(await move(id, { status: 'open' })).to.deep.equal(['open', null])
      const fill = await retrieve(id)
      expect(Date.parse(fill.expires_at)).to.equal(test.clock.now() + 30 * DAY)
      expect(fill.expired_at).to.equal(null)
      expect((await finalize(test, id)).status).to.equal(200)
    }
    const { id } = await make()
    await move(id, { status: 'refunded' })
    expect(await move(id, { status: 'open' })).to.deep.equal(CONFLICT)
  })

  it('is not taken from one order by another', async () => {
    const fill = await finalized({ external_order_id: 'order 3' })
    expect(await move(fill.id, { status: 'refunded', external_order_id: 'order 4' })).to.deep.equal(CONFLICT)
    expect(await retrieve(fill.id)).to.deep.equal(fill)
    const same = { status: 'refunded', external_order_id: 'order 3' }
    expect(await move(fill.id, same)).to.deep.equal(['expired', 'refunded'])
  })

  it('takes no reason that does not go with it, and no word that there is not', async () => {
    const { id } = await make()
    for (const body of [
      { status: 'open', reason: 'manual' },
      { status: 'canceled', reason: 'refunded' },
      { status: 'done' },
      { status: 'expired', reason: 'because' },
    ])
      expect(await move(id, body), JSON.stringify(body)).to.deep.equal([400, 'invalid_parameter'])
    expect(await move(id, {})).to.deep.equal([400, 'missing_parameter'])
  })

  it('is expired at the read when its time is over, and told once by the sweep', async () => {
    const { ports } = test.server
    const late = await make()
    const edited = await make()
    test.clock.advance(30 * DAY - 1)
    await test.json(`/v1/fills/${edited.id}`, { method: 'PATCH', body: { quantity: 2 } })
    expect(await retrieve(late.id)).to.include({ status: 'open' })
    test.clock.advance(1)
    const shown = await retrieve(late.id)
    expect(shown).to.include({ status: 'expired', status_reason: 'ttl', expired_at: late.expires_at })
    const listed = async (status: string) =>
      (await test.json(`/v1/fills?status=${status}`)).body.data.map((fill: { id: string }) => fill.id)
    expect(await listed('expired')).to.include(late.id)
    expect(await listed('open'))
      .to.include(edited.id)
      .and.not.to.include(late.id)
    expect(await eventsOf(test, late.id)).to.deep.equal(['fill.created'])

    test.clock.advance(DAY)
    while ((await sweepFills(ports, 3)) > 0);
    expect(await eventsOf(test, late.id)).to.deep.equal(['fill.created', 'fill.expired'])
    expect(await retrieve(late.id)).to.deep.include({
      ...shown,
      updated_at: (await retrieve(late.id)).updated_at,
    })
    expect(await retrieve(edited.id)).to.include({ status: 'open' })
    expect(await sweepFills(ports, 100)).to.equal(0)
  })

  it('ends a queued render and the active session with the fill', async () => {
    const { ports } = test.server
    const fill = await finalized()
    const render = await ports.store.renders.find(test.team.id, fill.last_render_id)
    await ports.store.renders.update(test.team.id, render?.id ?? '', render?.attempt ?? 0, {
      status: 'queued',
    })
    const now = test.clock.now()
    const session = {
      id: ports.makeId('session'),
      teamId: test.team.id,
      status: 'active',
      source: 'server',
      secretHash: 'ab'.repeat(32),
      embedApplicationId: null,
      templateId: template.id,
      productMappingId: null,
      fillId: fill.id,
      origin: null,
      externalProductId: null,
      externalVariantId: null,
      externalCartId: null,
      customerEmail: null,
      customerName: null,
      values: {},
      metadata: {},
      lifetimeSeconds: 3600,
      expiresAt: now + DAY,
      createdAt: now,
      updatedAt: now,
      completedAt: null,
      canceledAt: null,
    } as const
    await ports.store.sessions.insert(session)
    await move(fill.id, { status: 'canceled' })
    const { last_render: after } = (await test.json(`/v1/fills/${fill.id}`)).body
    expect(after.status).to.equal('canceled')
    expect(await eventsOf(test, after.id)).to.deep.equal(['render.succeeded', 'render.canceled'])
    const closed = await ports.store.sessions.find(test.team.id, session.id)
    expect(closed).to.include({ status: 'canceled', canceledAt: now })
    const retried = await test.json(`/v1/renders/${after.id}/retry`, { method: 'POST' })
    expect([retried.status, retried.body.error.code]).to.deep.equal([409, 'render_canceled'])
  })
})
