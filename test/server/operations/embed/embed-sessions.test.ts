/** Embed sessions: opened by servers and guests, walked through all their states, and never longer than a day. */
import { expect } from 'chai'
import { SESSION_MOVES, SESSION_STATUSES } from '../../../../core/service/embed/session.ts'
import { openStorefront, SHOP, type Storefront } from '../../../support/service/storefront.ts'

const HOUR_MS = 3_600_000

describe('Embed sessions', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  const open = (body: Record<string, unknown>) => shop.test.json('/v1/embed/sessions', { body })
  const statusOf = async (id: string) =>
    (await shop.test.json(`/v1/embed/sessions/${id}`)).body.embed_session.status

  /** A session with a fill, brought to the status. */
  const sessionAt = async (status: string) => {
    const session = await shop.filling()
    const path = `/v1/embed/sessions/${session.id}`
    if (status === 'completed')
      await shop.shopper(`/v1/embed/fills/${session.fillId}/complete`, session.secret, { method: 'POST' })
    if (status === 'canceled' || status === 'expired')
      await shop.test.json(path, { method: 'PATCH', body: { status } })
    expect(await statusOf(session.id)).to.equal(status)
    return session
  }

  for (const from of SESSION_STATUSES)
    for (const move of ['cancel', 'expire'] as const)
      it(`that are ${from} become ${SESSION_MOVES[from][move]} by ${move}, with the fill untouched`, async () => {
        const { id, fillId } = await sessionAt(from)
        const before = (await shop.test.json(`/v1/embed/sessions/${id}`)).body.embed_session
        const status = move === 'cancel' ? 'canceled' : 'expired'
        const { status: code, body } = await shop.test.json(`/v1/embed/sessions/${id}`, {
          method: 'PATCH',
          body: { status },
        })
        expect([code, body.embed_session.status]).to.deep.equal([200, status])
        expect(body.embed_session.completed_at).to.equal(before.completed_at)
        const fill = await shop.test.json(`/v1/fills/${fillId}`)
        expect(fill.body.fill.status).to.equal('open')
      })

  for (const from of SESSION_STATUSES)
    it(`that are ${from} are canceled by DELETE`, async () => {
      const { id } = await sessionAt(from)
      const { status, body } = await shop.test.json(`/v1/embed/sessions/${id}`, { method: 'DELETE' })
      expect([status, body.embed_session.status]).to.deep.equal([200, 'canceled'])
      expect(body.embed_session.canceled_at).to.be.a('string')
    })

  for (const status of ['completed', 'canceled', 'expired'])
    it(`that are ${status} answer 410 with that state to their secret, in every operation`, async () => {
      const { id, secret, fillId } = await sessionAt(status)
      const fill = `/v1/embed/fills/${fillId}`
      const replies = await Promise.all([
        shop.shopper('/v1/embed/fills', secret, { body: { embed_session: id } }),
        shop.shopper(fill, secret, { method: 'PATCH', body: {} }),
        shop.shopper(`${fill}/complete`, secret, { method: 'POST' }),
        shop.shopper(`${fill}/preview`, secret),
      ])
      for (const reply of replies)
        expect([reply.status, reply.body.error.code]).to.deep.equal([410, `embed_session_${status}`])
    })

  it('cannot be completed by the shop', async () => {
    const { id } = await shop.guest()
    const { status } = await shop.test.json(`/v1/embed/sessions/${id}`, {
      method: 'PATCH',
      body: { status: 'completed' },
    })
    expect(status).to.equal(400)
  })

  it('end by themselves after a day at most, and tell so when that is written down', async () => {
    const start = shop.test.clock.now()
    const { id, secret, fillId } = await shop.filling()
    shop.test.clock.advance(24 * HOUR_MS - 1)
    const last = await shop.shopper(`/v1/embed/fills/${fillId}`, secret, { method: 'PATCH', body: {} })
    expect(last.status).to.equal(200)
    expect(Date.parse(last.body.embed_session.expires_at)).to.equal(start + 24 * HOUR_MS)
    shop.test.clock.advance(1)
    const late = await shop.shopper(`/v1/embed/fills/${fillId}`, secret, { method: 'PATCH', body: {} })
    expect(late.body.error.code).to.equal('embed_session_expired')
    expect(await statusOf(id)).to.equal('expired')
    const listed = await shop.test.json('/v1/embed/sessions?limit=1')
    expect(listed.body.data[0]).to.include({ id, status: 'expired' })

    // The service's own sweep may have come first; it is told of once all the same.
    await shop.test.server.service.sessions.expire(100)
    expect(await shop.test.server.service.sessions.expire(100)).to.equal(0)
    const { events } = shop.test.server.ports.store
    const page = { limit: 100, startingAfter: null }
    const told = await events.list(shop.test.team.id, { type: 'embed_session.expired', objectId: id }, page)
    expect(told.items).to.have.lengthOf(1)
    shop.test.clock.set(start)
  })

  it('last as long as was asked for, and longer by every change', async () => {
    const start = shop.test.clock.now()
    const { status, body } = await open({ template_id: shop.templateId, expires_in: 600 })
    expect(status).to.equal(201)
    expect(Date.parse(body.expires_at)).to.equal(start + 600_000)
    shop.test.clock.advance(500_000)
    const made = await shop.shopper('/v1/embed/fills', body.client_secret, {
      body: { embed_session: body.embed_session.id },
    })
    expect(Date.parse(made.body.embed_session.expires_at)).to.equal(start + 1_100_000)
    shop.test.clock.set(start)
    for (const expires_in of [299, 86_401])
      expect((await open({ template_id: shop.templateId, expires_in })).status).to.equal(400)
  })

  it('of a server need a live template, a mapped product or an open fill', async () => {
    const refused = async (body: Record<string, unknown>) => {
      const reply = await open(body)
      return [reply.status, reply.body.error.code]
    }
    expect(await refused({})).to.deep.equal([400, 'missing_parameter'])
    expect(await refused({ template_id: 'tpl_x' })).to.deep.equal([404, 'not_found'])
    expect(await refused({ external_product_id: 'hat' })).to.deep.equal([404, 'mapping_not_found'])
    expect(await refused({ fill_id: 'fill_x' })).to.deep.equal([404, 'not_found'])
    expect(await refused({ template_id: shop.templateId, values: { Shoe: 'x' } })).to.deep.equal([
      400,
      'unknown_field',
    ])
    await shop.test.json(`/v1/templates/${shop.templateId}/pause`, { method: 'POST' })
    expect(await refused({ template_id: shop.templateId })).to.deep.equal([404, 'template_not_live'])
    expect(await refused({ external_product_id: 'mug' })).to.deep.equal([404, 'template_not_live'])
    await shop.test.json(`/v1/templates/${shop.templateId}/publish`, { method: 'POST' })
  })

  it('take a fill up again, which ends the session before', async () => {
    const first = await shop.filling()
    const again = await open({ fill_id: first.fillId, customer_email: 'a@example.com' })
    expect([again.status, again.body.embed_session.fill_id]).to.deep.equal([201, first.fillId])
    expect(await statusOf(first.id)).to.equal('canceled')
    const path = `/v1/embed/fills/${first.fillId}`
    const patched = await shop.shopper(path, again.body.client_secret, { method: 'PATCH', body: {} })
    expect(patched.status).to.equal(200)
    await shop.test.json(`/v1/fills/${first.fillId}/status`, {
      method: 'PATCH',
      body: { status: 'canceled' },
    })
    const closed = await open({ fill_id: first.fillId })
    expect([closed.status, closed.body.error.code]).to.deep.equal([409, 'fill_expired'])
  })

  it('are bound to an origin that their application allows', async () => {
    const bound = { template_id: shop.templateId, embed_application_id: shop.applicationId, origin: SHOP }
    const { body } = await open(bound)
    expect(body.embed_session.origin).to.equal(SHOP)
    for (const wrong of [{ origin: 'https://evil.example' }, { embed_application_id: undefined }]) {
      const reply = await open({ ...bound, ...wrong })
      expect([reply.status, reply.body.error.code]).to.deep.equal([400, 'invalid_origin'])
    }
    const ask = async (origin: string | null) => {
      const reply = await shop.shopper('/v1/embed/fills/fill_x', body.client_secret, {
        method: 'PATCH',
        body: {},
        origin,
      })
      return reply.body.error.code
    }
    expect(await ask(SHOP)).to.equal('not_found')
    expect(await ask(null)).to.equal('not_found')
    expect(await ask(shop.test.url)).to.equal('not_found')
    for (const origin of ['null', 'https://evil.example', 'http://shop.example'])
      expect(await ask(origin), origin).to.equal('origin_not_allowed')
  })

  it('show their secret once, and keep a hash of it alone', async () => {
    const { body } = await open({ template_id: shop.templateId })
    const secret: string = body.client_secret
    expect(secret).to.match(/^es_[0-9A-Za-z]{36}$/)
    const read = await shop.test.json(`/v1/embed/sessions/${body.embed_session.id}`)
    expect(JSON.stringify(read.body)).to.not.include(secret)
    const stored = await shop.test.server.ports.store.sessions.find(shop.test.team.id, body.embed_session.id)
    expect(JSON.stringify(stored)).to.not.include(secret)
    expect(JSON.stringify(read.body)).to.not.include(stored?.secretHash)
  })

  describe('on a copy of a fill', () => {
    const filled = async (name = 'Eleanor') => {
      const first = await shop.filling()
      const reply = await shop.shopper(`/v1/embed/fills/${first.fillId}`, first.secret, {
        method: 'PATCH',
        body: { values: { Name: name } },
      })
      expect(reply.status).to.equal(200)
      return first
    }
    const read = async (id: string) => (await shop.test.json(`/v1/fills/${id}`)).body.fill

    it('begin a new fill with what an ordered one holds, and leave that as it is', async () => {
      const { fillId } = await filled()
      await shop.test.json(`/v1/fills/${fillId}/finalize`, { body: { external_order_id: 'order 1' } })
      const printed = await read(fillId)
      expect((await open({ fill_id: fillId })).body.error.code).to.equal('fill_not_open')
      const { status, body } = await open({ fill_id: fillId, copy: true, external_cart_id: 'cart_2' })
      expect(status, JSON.stringify(body)).to.equal(201)
      const { fill_id: copyId } = body.embed_session
      expect(copyId).to.be.a('string').and.not.to.equal(fillId)
      expect(await read(copyId)).to.deep.include({
        ...{ status: 'open', values: printed.values, external_cart_id: 'cart_2', external_order_id: null },
        external_product_id: printed.external_product_id,
      })
      const done = await shop.shopper(`/v1/embed/fills/${copyId}/complete`, body.client_secret, {
        method: 'POST',
      })
      expect(done.status).to.equal(200)
      expect(await read(fillId)).to.deep.equal(printed)
    })

    it('copy an open fill too, whose own session goes on', async () => {
      const { fillId, secret } = await filled('Ida')
      const { body } = await open({ fill_id: fillId, copy: true })
      expect(body.embed_session.fill_id).not.to.equal(fillId)
      const path = `/v1/embed/fills/${fillId}`
      const own = await shop.shopper(path, secret, { method: 'PATCH', body: { values: { Name: 'Eve' } } })
      expect(own.status).to.equal(200)
      expect(Object.values((await read(body.embed_session.fill_id)).values)).to.include('Ida')
    })

    it('are refused for a fill that is erased or not there', async () => {
      const { fillId } = await filled()
      await shop.test.json(`/v1/fills/${fillId}/erase`, { method: 'POST' })
      for (const id of [fillId, 'fill_x'])
        expect((await open({ fill_id: id, copy: true })).body.error.code).to.equal('not_found')
    })
  })
})
