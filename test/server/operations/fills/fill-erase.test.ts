/** Erasing: what a person gave is in no row and in no file any more; the row, its usage and its hashes stay. */
import { expect } from 'chai'
import { placesOf } from '../../../support/database/dump.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import {
  eventsOf,
  finalize,
  type LiveTemplate,
  liveTemplate,
  makeFill,
} from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

/** Words that stand nowhere else, and that the font can set. */
const WORDS = ['Quibblethorne', 'quibble@thorne.example', 'Mister Thornequibb', 'Quibbleproject']
const [NAME, EMAIL, CUSTOMER, PROJECT] = WORDS as [string, string, string, string]

for (const database of DATABASES)
  describe(`Erasing a fill on ${longOn(database)}`, () => {
    let test: TestServer
    let template: LiveTemplate
    before(async function () {
      needsDatabase(this, database)
      // Nothing is sent: a delivery that waits is a payload that is stored.
      const resolve = () => Promise.reject(new Error('There is no network here.'))
      test = await openTestServer({ press: openSamplePress(), resolve, env: { ROLES: 'api' }, database })
      template = await liveTemplate(test)
      const endpoint = {
        url: 'https://hooks.example/x',
        enabled_events: ['fill.created', 'fill.updated', 'fill.finalized', 'render.succeeded'],
        include_pii: true,
      }
      const { status, body } = await test.json('/v1/webhook_endpoints', { body: endpoint })
      expect(status, JSON.stringify(body)).to.equal(201)
    })
    after(() => test?.close())

    const make = (body: Record<string, unknown> = {}) =>
      makeFill(test, {
        template_id: template.id,
        values: { Name: NAME },
        customer_email: EMAIL,
        customer_name: CUSTOMER,
        metadata: { project_name: PROJECT },
        ...body,
      })
    const erase = (id: string) => test.json(`/v1/fills/${id}/erase`, { method: 'POST' })

    const found = () => placesOf(test, WORDS)

    it('leaves none of its words in any table or file', async () => {
      const fill = await make()
      await test.json(`/v1/fills/${fill.id}`, { method: 'PATCH', body: { values: { Name: `${NAME} II` } } })
      const { render } = (await finalize(test, fill.id, { external_order_id: 'order 1' })).body
      expect(await found()).to.include.members([
        'events',
        'fills',
        ...(database === 'sqlite' ? ['platen.db-wal'] : []),
        'renders',
        'webhook_deliveries',
      ])
      const link = render.signed_url
      expect((await fetch(link)).status).to.equal(200)

      const { status, body } = await erase(fill.id)
      expect(status).to.equal(200)
      expect(await found()).to.deep.equal([])
      expect(body.fill).to.deep.include({
        id: fill.id,
        status: 'finalized',
        values: {},
        metadata: {},
        customer_email: null,
        customer_name: null,
        external_order_id: 'order 1',
        printable: false,
        erased_at: '2026-07-15T12:00:00.000Z',
      })
      const after = (await test.json(`/v1/renders/${render.id}`)).body.render
      expect(after).to.include({
        status: 'succeeded',
        content_sha256: render.content_sha256,
        size_bytes: render.size_bytes,
        signed_url: null,
        customer_email: null,
        project_name: 'Card',
      })
      expect(await test.server.ports.store.usage.read(test.team.id, '202607')).to.equal(1)
      expect(await eventsOf(test, fill.id)).to.deep.equal(['fill.created', 'fill.updated', 'fill.finalized'])
      expect((await fetch(link)).status).to.equal(403)
      expect((await test.json(`/v1/renders/${render.id}/download`)).body.error.code).to.equal(
        'render_not_ready',
      )
      const retried = await test.json(`/v1/renders/${render.id}/retry`, { body: { values: { Name: 'Ada' } } })
      expect([retried.status, retried.body.error.code]).to.deep.equal([409, 'render_canceled'])
      expect((await finalize(test, fill.id)).body).to.include({ idempotent_replay: true })
    })

    it('reaches every session that had to do with it, ended ones too', async () => {
      const fill = await make()
      const { body } = await test.json('/v1/embed/sessions', {
        body: { fill_id: fill.id, customer_name: CUSTOMER, metadata: { project: PROJECT } },
      })
      expect(body.embed_session?.fill_id, JSON.stringify(body)).to.equal(fill.id)
      await test.json(`/v1/embed/sessions/${body.embed_session.id}`, { method: 'DELETE' })
      expect(await found()).to.include('embed_sessions')
      await erase(fill.id)
      expect(await found()).to.deep.equal([])
    })

    it('again is no change', async () => {
      const fill = await make()
      const first = (await erase(fill.id)).body
      test.clock.advance(5000)
      expect((await erase(fill.id)).body).to.deep.equal(first)
    })

    it('ends an open one for good', async () => {
      const fill = await make()
      expect((await erase(fill.id)).body.fill).to.include({ status: 'expired', status_reason: 'manual' })
      expect(await eventsOf(test, fill.id)).to.deep.equal(['fill.created', 'fill.expired'])
      const reopened = await test.json(`/v1/fills/${fill.id}/status`, { body: { status: 'open' } })
      expect([reopened.status, reopened.body.error.code]).to.deep.equal([409, 'fill_status_conflict'])
      expect(await found()).to.deep.equal([])
    })

    it('by the customer takes all of a person, with renders that had no fill, and nobody else', async () => {
      const mine = [await make(), await make({ customer_email: EMAIL.toUpperCase() })]
      await finalize(test, mine[0].id)
      const order = { template_id: template.id, kind: 'final', values: { Name: NAME }, customer_email: EMAIL }
      const render = (await test.json('/v1/renders', { body: order })).body.render
      const other = await makeFill(test, { template_id: template.id, customer_email: 'other@example.com' })
      const path = `/v1/fills/erase?customer_email=${encodeURIComponent(EMAIL)}`
      const { status, body } = await test.json(path, { method: 'POST' })
      expect([status, body]).to.deep.equal([
        200,
        { erased_fills: 2, erased_renders: 1, erased_sessions: 0, erased_batch_items: 0 },
      ])
      expect(await found()).to.deep.equal([])
      expect((await test.json(`/v1/renders/${render.id}`)).body.render.signed_url).to.equal(null)
      expect((await test.json(`/v1/fills/${other.id}`)).body.fill).to.deep.equal(other)
      const again = await test.json(path, { method: 'POST' })
      expect(again.body).to.deep.equal({
        erased_fills: 0,
        erased_renders: 0,
        erased_sessions: 0,
        erased_batch_items: 0,
      })
      const nobody = await test.json('/v1/fills/erase', { method: 'POST' })
      expect([nobody.status, nobody.body.error.code]).to.deep.equal([400, 'missing_parameter'])
    })

    it('is written in the audit log', async () => {
      const fill = await make()
      await erase(fill.id)
      const page = { limit: 10, startingAfter: null }
      const { items } = await test.server.ports.store.audit.list(test.team.id, { objectId: fill.id }, page)
      expect(items.map((entry) => entry.action)).to.deep.equal(['fill.erased'])
    })
  })

for (const database of DATABASES)
  describe(`Erasing by e-mail address, on ${longOn(database)}`, () => {
    const [LOWER, UPPER] = ['zoë.jäger@müller.example', 'ZOË.JÄGER@MÜLLER.EXAMPLE'] as const
    /** The same letters, each mark apart from its letter. */
    const APART = LOWER.normalize('NFD')
    let test: TestServer
    let template: LiveTemplate
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ database, press: openSamplePress(), env: { ROLES: 'api' } })
      template = await liveTemplate(test)
    })
    after(() => test?.close())

    const addressed = async (email: string): Promise<string> =>
      (await makeFill(test, { template_id: template.id, customer_email: email })).id

    it('finds it in capitals, small letters and letters with marks apart', async () => {
      const mine = [await addressed(LOWER), await addressed(UPPER), await addressed(APART)]
      const other = await addressed('zoe.jager@muller.example')
      const order = { template_id: template.id, values: { Name: 'Ada' }, customer_email: LOWER }
      expect((await test.json('/v1/renders', { body: order })).status).to.equal(200)
      for (const email of [LOWER, UPPER, APART]) {
        const { body } = await test.json(`/v1/fills?customer_email=${encodeURIComponent(email)}`)
        const ids: string[] = body.data.map((fill: { id: string }) => fill.id)
        expect(ids.sort(), email).to.deep.equal([...mine].sort())
      }
      const path = `/v1/fills/erase?customer_email=${encodeURIComponent(UPPER)}`
      const erased = (await test.json(path, { method: 'POST' })).body
      expect(erased).to.deep.equal({
        erased_fills: 3,
        erased_renders: 1,
        erased_sessions: 0,
        erased_batch_items: 0,
      })
      expect(await placesOf(test, [LOWER, UPPER, APART])).to.deep.equal([])
      expect((await test.json(`/v1/fills/${other}`)).body.fill.customer_email).to.equal(
        'zoe.jager@muller.example',
      )
    })

    it('takes sessions that have no fill, and ends those that go on', async () => {
      const address = 'Quibble@Thorne.Example'
      const body = { template_id: template.id, customer_email: address, customer_name: CUSTOMER }
      const opened = [
        await test.json('/v1/embed/sessions', { body }),
        await test.json('/v1/embed/sessions', { body }),
      ]
      const [going, over] = opened.map((reply) => reply.body.embed_session.id)
      await test.json(`/v1/embed/sessions/${over}`, { method: 'DELETE' })
      const path = `/v1/fills/erase?customer_email=${encodeURIComponent(address.toLowerCase())}`
      const reply = await test.json(path, { method: 'POST' })
      expect(reply.body).to.deep.equal({
        erased_fills: 0,
        erased_renders: 0,
        erased_sessions: 2,
        erased_batch_items: 0,
      })
      expect(await placesOf(test, [address, CUSTOMER])).to.deep.equal([])
      for (const id of [going, over])
        expect((await test.json(`/v1/embed/sessions/${id}`)).body.embed_session.status).to.equal('canceled')
    })
  })
