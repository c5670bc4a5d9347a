/** Sessions of hosted pages over HTTP, and what a copy of an ordered fill begins with, on both databases. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openStorefront, type Storefront } from '../../../support/service/storefront.ts'

for (const database of DATABASES)
  describe(`Hosted sessions on ${longOn(database)}`, () => {
    let shop: Storefront
    let slug: string
    let own: { readonly origin: string }

    before(async function () {
      needsDatabase(this, database)
      shop = await openStorefront({ database, env: { GUEST_SESSIONS_PER_DAY: '12' } })
      own = { origin: new URL(shop.test.url).origin }
      slug = (await change({ hosted: { ask_name: 'required', ask_email: 'optional' } })).slug
    })
    after(async () => shop?.test.close())

    const change = async (body: object) => {
      const reply = await shop.test.json(`/v1/templates/${shop.templateId}`, { method: 'PATCH', body })
      expect(reply.status).to.equal(200)
      return reply.body.template
    }
    const open = (body: object) =>
      shop.test.json('/v1/embed/sessions/hosted', { key: null, headers: own, body: { slug, ...body } })
    const fill = async (
      opened: { embed_session: { id: string }; client_secret: string },
      more: object = {},
    ) => {
      const headers = { ...own, 'x-service-client-secret': opened.client_secret }
      const { body } = await shop.test.json('/v1/embed/fills', {
        ...{ key: null, headers },
        body: { embed_session: opened.embed_session.id, ...more },
      })
      const complete = (said?: object) =>
        shop.test.json(`/v1/embed/fills/${body.fill.id}/complete`, {
          ...{ key: null, method: 'POST', headers },
          ...(said === undefined ? {} : { body: said }),
        })
      return { fill: body.fill, complete }
    }

    it('open by the slug, ask who orders, and end with a token of their own', async () => {
      const opened = await open({})
      expect(opened.status).to.equal(201)
      expect(opened.body.embed_session).to.include({
        source: 'hosted',
        embed_application_id: null,
        origin: null,
      })
      const { fill: made, complete } = await fill(opened.body, { values: { Name: 'Eve' } })
      expect(made.source).to.equal('hosted')
      const nobody = await complete()
      expect([nobody.status, nobody.body.error.code, nobody.body.error.param]).to.deep.equal([
        ...[400, 'missing_parameter', 'customer_name'],
      ])
      expect((await complete({ customer_name: '' })).status).to.equal(400)
      const done = await complete({ customer_name: 'Eve', customer_email: 'eve@example.com' })
      expect(done.status).to.equal(200)
      expect(done.body.fill).to.include({ customer_name: 'Eve', customer_email: 'eve@example.com' })

      const resumed = await open({ resume_token: done.body.resume_token })
      expect(resumed.body.embed_session.fill_id).to.equal(made.id)
      const again = await fill(resumed.body)
      // What was said once need not be said again.
      expect((await again.complete()).status).to.equal(200)
      expect((await open({ resume_token: 'platen_rt_unknown' })).status).to.equal(404)
    })

    it('begin a copy where the fill is ordered, with its values and without its order', async () => {
      const { fill: made, complete } = await fill((await open({})).body, { values: { Name: 'Copied' } })
      const done = (await complete({ customer_name: 'Eve' })).body
      const { resume_token } = done
      await shop.test.json(`/v1/fills/${made.id}/finalize`, { body: { external_order_id: 'o-1' } })
      const refused = await open({ resume_token })
      expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'fill_not_open'])
      const copy = await open({ resume_token, copy: true })
      expect(copy.status).to.equal(201)
      const { fill: copied } = await fill(copy.body)
      expect(copied.id).to.equal(copy.body.embed_session.fill_id).and.not.to.equal(made.id)
      expect(copied).to.deep.include({ values: done.fill.values, external_order_id: null, status: 'open' })
    })

    it('copy a guest’s ordered fill with its colours, for the same application and product alone', async () => {
      const product = { external_product_id: 'mug', parent_origin: 'https://shop.example' }
      const asFrame = (body: object) => shop.page('/v1/embed/sessions/guest', { ...product, ...body }, own)
      const first = (await asFrame({})).body
      const colors = [{ index: 1, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' }]
      const { fill: made, complete } = await fill(first, { values: { Name: 'Navy' }, colors })
      const done = (await complete()).body
      const { resume_token } = done
      expect(resume_token).to.be.a('string')
      await shop.test.json(`/v1/fills/${made.id}/finalize`, { method: 'POST' })
      expect((await open({ resume_token, copy: true })).status).to.equal(404)
      const copy = await asFrame({ resume_token, copy: true })
      const { fill: copied } = await fill(copy.body)
      expect(copied).to.deep.include({ values: done.fill.values, colors, external_product_id: 'mug' })
    })

    it('go on with an open fill where a copy is asked for', async () => {
      const { fill: made, complete } = await fill((await open({})).body)
      const { resume_token } = (await complete({ customer_name: 'Eve' })).body
      const { body } = await open({ resume_token, copy: true })
      expect(body.embed_session.fill_id).to.equal(made.id)
    })

    it('take what the settings of the page do not ask for from nobody', async () => {
      await change({ hosted: { ask_name: 'no', ask_email: 'no' } })
      const { complete } = await fill((await open({})).body)
      const { body } = await complete({ customer_name: 'Mallory', customer_email: 'm@example.com' })
      expect(body.fill).to.include({ customer_name: null, customer_email: null })
    })

    it('are refused over the guests of a day, and for a slug of nothing', async () => {
      expect((await open({ slug: 'nothing' })).status).to.equal(404)
      let last = await open({})
      for (let count = 0; last.status === 201 && count < 20; count += 1) last = await open({})
      expect([last.status, last.body.error.code]).to.deep.equal([429, 'rate_limited'])
      shop.test.clock.advance(86_400_000)
      expect((await open({})).status).to.equal(201)
    })
  })
