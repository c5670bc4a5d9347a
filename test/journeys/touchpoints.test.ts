/** The storefront contract, touchpoint by touchpoint, over HTTP with real workers: one order from button to press. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { needs, pdfText, qpdfCheck } from '../support/rips/oracles.ts'
import { openTestServer, type SendOptions, type TestServer } from '../support/service/open-test-server.ts'
import { openWebhookSink, type WebhookSink } from '../support/service/webhook-sink.ts'

const SHOP = 'https://shop.example'
const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const HOUR_MS = 3_600_000
const PRODUCT = { external_product_id: 'gid://shop/Product/7', external_variant_id: 'ivory' }
const CART = 'cart-5f2e'
const ORDER = '#1042 / line 1'
const COLORS = [{ index: 1, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' }]

for (const database of DATABASES)
  describe(`The storefront contract, on ${longOn(database)}`, () => {
    let test: TestServer
    let sink: WebhookSink
    let signingSecret: string
    let templateId: string
    let publishableKey: string
    /** What the touchpoints hand on to each other, as a storefront keeps it. */
    const line = { fillId: '', renderId: '', sessionId: '', secret: '' }

    before(async function () {
      needsDatabase(this, database)
      const env = { ALLOW_PRIVATE_WEBHOOKS: 'true', RATE_LIMIT_BROWSER_PER_MINUTE: '1000' }
      test = await openTestServer({ press: 'workers', database, env })
      // The verifying library reads the machine's clock.
      test.clock.set(Date.now())
      sink = await openWebhookSink()
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(await readFile(CARD))]), 'wedding-card.pdf')
      templateId = (await test.json('/v1/templates', { body: form })).body.template.id
      await publish()
      const application = { name: 'Shop', allowed_origins: [SHOP], create_publishable_key: true }
      publishableKey = (await test.json('/v1/embed/applications', { body: application })).body.publishable_key
      const mapped = await test.json('/v1/product_mappings', {
        body: { ...PRODUCT, template_id: templateId },
      })
      expect(mapped.status, JSON.stringify(mapped.body)).to.equal(201)
      const endpoint = { url: sink.url, enabled_events: ['render.succeeded', 'batch.completed'] }
      signingSecret = (await test.json('/v1/webhook_endpoints', { body: endpoint })).body.signing_secret
    })
    after(async () => {
      await test?.close()
      await sink?.close()
    })

    const publish = () => test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
    /** As the page of the shop sends it. */
    const page = (path: string, body: unknown) =>
      test.json(path, {
        ...{ key: null, body },
        headers: { origin: SHOP, 'x-service-publishable-key': publishableKey },
      })
    /** As the shopper's browser sends it, with nothing but the session's secret. */
    const browser = (path: string, options: SendOptions = {}, secret = line.secret) =>
      test.json(path, {
        ...options,
        key: null,
        headers: { origin: SHOP, 'x-service-client-secret': secret, ...options.headers },
      })
    /** The webhooks so far, each as the independent library read it. */
    const told = async (type: string, objectId: string) => {
      const events = sink.received.map(
        ({ body, headers }) =>
          new Webhook(signingSecret).verify(body, headers as Record<string, string>) as {
            type: string
            data: { object: Record<string, unknown> }
          },
      )
      return events.filter((event) => event.type === type && event.data.object.id === objectId)
    }
    const waitFor = async (type: string, objectId: string) => {
      for (let count = 1; ; count += 1) {
        const [event] = await told(type, objectId)
        if (event !== undefined) return event
        await sink.waitFor(count)
      }
    }

    describe('1 Personalize: the button opens the product with ids and a publishable key', () => {
      it('resolves to what a button needs, and to nothing else', async () => {
        const { status, body } = await page('/v1/product_mappings/resolve', PRODUCT)
        expect(status, JSON.stringify(body)).to.equal(200)
        expect(body).to.include({ resolved: true, personalizable: true })
        expect(body.product_mapping).to.include(PRODUCT)
        expect(body.template).to.include({ id: templateId, status: 'live', page_count: 1 })
        expect(JSON.stringify(body)).to.not.match(/metadata|email|secret/)
      })

      it('opens a session whose secret is shown once, with the fields to draw', async () => {
        const { status, body } = await page('/v1/embed/sessions/guest', {
          ...PRODUCT,
          external_cart_id: CART,
        })
        expect(status, JSON.stringify(body)).to.equal(201)
        Object.assign(line, { sessionId: body.embed_session.id, secret: body.client_secret })
        expect(body.embed_session).to.include({ status: 'active', origin: SHOP, external_cart_id: CART })
        expect(body.template.fields.map((field: { label: string }) => field.label)).to.include.members([
          'First name',
          'Second name',
        ])
        const shown = await test.json(`/v1/embed/sessions/${line.sessionId}`)
        expect(JSON.stringify(shown.body)).to.not.include(line.secret)
      })

      it('is closed to other pages, and to products that are not mapped', async () => {
        const headers = { origin: 'https://other.example', 'x-service-publishable-key': publishableKey }
        const path = '/v1/embed/sessions/guest'
        const elsewhere = await test.json(path, { key: null, body: PRODUCT, headers })
        expect([elsewhere.status, elsewhere.body.error.code]).to.deep.equal([403, 'origin_not_allowed'])
        const unknown = await page(path, { external_product_id: 'gid://shop/Product/8' })
        expect([unknown.status, unknown.body.error.code]).to.deep.equal([404, 'mapping_not_found'])
      })
    })

    describe('2 Attach to cart: the saved fill stands on the cart line', () => {
      it('makes the fill in the session, and completes it', async () => {
        const values = { 'First name': 'Annabel', 'Second name': 'Björn', Date: '14 June 2027' }
        const body = { embed_session: line.sessionId, values, colors: COLORS }
        const made = await browser('/v1/embed/fills', { body })
        expect(made.status, JSON.stringify(made.body)).to.equal(201)
        line.fillId = made.body.fill.id
        const done = await browser(`/v1/embed/fills/${line.fillId}/complete`, { method: 'POST' })
        expect(done.status, JSON.stringify(done.body)).to.equal(200)
        // What the widget's message service:saved carries.
        expect(done.body.embed_session).to.include({ id: line.sessionId, status: 'completed' })
        expect(done.body.fill).to.include({ id: line.fillId, status: 'open', external_cart_id: CART })
        expect(done.body.fill.preview_url).to.match(/^https?:\/\/.+\.png\?/)
      })

      it('is found again by the cart, and by the product it was made for', async () => {
        const { body } = await test.json(`/v1/fills?external_cart_id=${CART}`)
        expect(body.data).to.have.length(1)
        expect(body.data[0]).to.include({ id: line.fillId, source: 'embed', ...PRODUCT })
      })

      it('takes no more changes from the browser, for the cart shows what was saved', async () => {
        const late = await browser(`/v1/embed/fills/${line.fillId}`, {
          method: 'PATCH',
          body: { values: {} },
        })
        expect([late.status, late.body.error.code]).to.deep.equal([410, 'embed_session_completed'])
      })
    })

    describe("3 Finalize on order: the storefront's server hands over its order reference", () => {
      const finalize = (body: Record<string, unknown>, key?: string) =>
        test.json(`/v1/fills/${line.fillId}/finalize`, { body, ...(key === undefined ? {} : { key }) })

      it('prints, and gives the id of the render to keep', async () => {
        const { status, body } = await finalize({
          external_order_id: ORDER,
          customer_email: 'annabel@shopper.example',
          customer_name: 'Annabel B.',
        })
        expect(status, JSON.stringify(body)).to.equal(200)
        expect(body).to.not.have.property('idempotent_replay')
        expect(body.fill).to.include({
          status: 'finalized',
          external_order_id: ORDER,
          external_cart_id: CART,
        })
        expect(body.render).to.include({ kind: 'final', status: 'succeeded', fill_id: line.fillId })
        line.renderId = body.render.id
      })

      it('answers a repeat with the same render, whatever the repeat says', async () => {
        for (const order of [ORDER, 'another order']) {
          const { status, body } = await finalize({ external_order_id: order })
          expect([status, body.idempotent_replay]).to.deep.equal([200, true])
          expect(body.render.id).to.equal(line.renderId)
          expect(body.fill.external_order_id).to.equal(ORDER)
        }
        expect((await test.json('/v1/usage')).body.used).to.equal(1)
      })

      it('is for the secret key of the team alone', async () => {
        const restricted = await test.makeKey(test.team.id, 'restricted', ['fills:read'])
        expect((await finalize({}, restricted)).body.error.code).to.equal('insufficient_scope')
        const publishable = await finalize({}, publishableKey)
        expect(publishable.status).to.be.oneOf([401, 403])
        const other = await test.makeTeam('Another shop')
        expect((await finalize({}, other.key)).status).to.equal(404)
      })
    })

    describe('4 Fulfill: the print file is found by the order reference', () => {
      const listed = async () =>
        (await test.json(`/v1/renders?external_order_id=${encodeURIComponent(ORDER)}`)).body.data

      it('lists the render of the order, and no other', async () => {
        const data = await listed()
        expect(data.map((render: { id: string }) => render.id)).to.deep.equal([line.renderId])
        expect(data[0]).to.include({ external_order_id: ORDER, order_status: 'active', kind: 'final' })
        expect((await test.json('/v1/renders?external_order_id=none')).body.data).to.deep.equal([])
      })

      it('opens as a PDF with the words and no fault', async function () {
        needs(this, 'qpdf', 'pdftotext')
        const [render] = await listed()
        const bytes = new Uint8Array(await (await fetch(render.signed_url)).arrayBuffer())
        expect(createHash('sha256').update(bytes).digest('hex')).to.equal(render.content_sha256)
        expect(qpdfCheck(bytes)).to.include({ status: 0 })
        expect(pdfText(bytes)).to.include('Annabel').and.include('Björn')
      })

      it('carries a link that holds for one hour, needs no key, and is made anew whenever it is listed', async () => {
        const begun = test.clock.now()
        const link = (await listed())[0].signed_url
        const statusAt = async (ms: number) => {
          test.clock.set(ms)
          const response = await fetch(link, { headers: { range: 'bytes=0-7' } })
          await response.arrayBuffer()
          return response.status
        }
        const end = Math.floor(begun / 1000) * 1000 + HOUR_MS
        expect(await statusAt(end - 1)).to.equal(206)
        expect(await statusAt(end + 1_000)).to.equal(403)
        const renewed = await fetch((await listed())[0].signed_url)
        await renewed.arrayBuffer()
        expect(renewed.status).to.equal(200)
        test.clock.set(Date.now())
      })
    })

    describe('5 Live custom preview: a storefront with an editor of its own', () => {
      let fillId: string
      let secret: string

      it('creates the fill, goes on with it, and changes values and colours apart', async () => {
        const opened = await page('/v1/embed/sessions/guest', PRODUCT)
        secret = opened.body.client_secret
        const body = { embed_session: opened.body.embed_session.id, values: { 'First name': 'Ada' } }
        const made = await browser('/v1/embed/fills', { body }, secret)
        expect(made.status).to.equal(201)
        fillId = made.body.fill.id
        const resumed = await browser('/v1/embed/fills', { body }, secret)
        expect([resumed.status, resumed.body.fill.id]).to.deep.equal([200, fillId])
        const patch = (part: Record<string, unknown>) =>
          browser(`/v1/embed/fills/${fillId}`, { method: 'PATCH', body: part }, secret)
        const colored = await patch({ colors: COLORS })
        expect(colored.body.fill.values).to.deep.equal(made.body.fill.values)
        const renamed = await patch({ values: { 'First name': 'Grace' } })
        expect(renamed.body.fill.colors).to.deep.equal(COLORS)
        expect(renamed.body.fill.preview_url).to.not.equal(made.body.fill.preview_url)
      })

      it('refuses a preview that there cannot be, and says why', async () => {
        const refusals = [
          ['page=1', 422, 'invalid_page'],
          ['w=0', 422, 'invalid_width'],
          ['w=2561', 422, 'invalid_width'],
          ['dpr=0.4', 422, 'invalid_dpr'],
          ['format=jpeg', 422, 'invalid_format'],
        ] as const
        for (const [query, status, code] of refusals) {
          const refused = await browser(`/v1/embed/fills/${fillId}/preview?${query}`, {}, secret)
          expect([refused.status, refused.body.error.code], query).to.deep.equal([status, code])
        }
        const strangers = await browser(`/v1/embed/fills/${line.fillId}/preview`, {}, secret)
        expect([strangers.status, strangers.body.error.code]).to.deep.equal([404, 'not_found'])
      })

      it('draws a good one, and says when nothing has changed since', async () => {
        const look = (headers: Record<string, string> = {}) =>
          test.send(`/v1/embed/fills/${fillId}/preview?w=440`, {
            key: null,
            headers: { ...headers, 'x-service-client-secret': secret, origin: SHOP },
          })
        const first = await look()
        expect([first.status, first.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
        expect(first.headers.get('x-ratelimit-limit')).to.equal('120')
        expect(first.headers.get('x-service-preview-width')).to.equal('440')
        const etag = first.headers.get('etag') ?? ''
        expect(etag).to.equal(`"${first.headers.get('x-service-content-hash')}"`)
        expect((await look({ 'if-none-match': etag })).status).to.equal(304)
      })
    })

    describe('6 Listing imagery: pictures of products, and word of what changed them', () => {
      it('refuses a picture that there cannot be, and draws a good one', async () => {
        const ask = async (body: Record<string, unknown>) => {
          const reply = await test.json('/v1/previews', { body: { template_id: templateId, ...body } })
          return [reply.status, reply.body.error.code]
        }
        expect(await ask({ dpi: 71 })).to.deep.equal([400, 'invalid_parameter'])
        expect(await ask({ page: 1 })).to.deep.equal([422, 'invalid_page'])
        expect(await ask({ assignments: { Date: 9 } })).to.deep.equal([422, 'invalid_assignments'])
        expect(await ask({ template_id: 'tpl_none' })).to.deep.equal([404, 'not_found'])
        const drawn = await test.send('/v1/previews', { body: { template_id: templateId, dpi: 72 } })
        expect([drawn.status, drawn.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
      })

      it('tells of the finished render, without a link that would outlive its hour', async () => {
        const event = await waitFor('render.succeeded', line.renderId)
        expect(event.data.object).to.include({ fill_id: line.fillId, signed_url: null })
        expect(await told('render.succeeded', line.renderId)).to.have.length(1)
      })

      it('tells with batch.completed that a changed template has been gone through', async () => {
        const { scene } = (await test.json(`/v1/templates/${templateId}/scene`)).body
        const changed = { ...scene, text_output: 'outlines' }
        await test.json(`/v1/templates/${templateId}/scene`, { method: 'PUT', body: changed })
        expect((await publish()).body.revision).to.equal(2)
        const { data } = (await test.json('/v1/batches')).body
        expect(data[0]).to.include({ kind: 'preview_refresh', template_id: templateId, scene_revision: 2 })
        const event = await waitFor('batch.completed', data[0].id)
        expect(event.data.object).to.include({ template_id: templateId, status: 'completed' })
        expect(await told('batch.completed', data[0].id)).to.have.length(1)
      })
    })
  })
