/** A guest on a storefront's page: from the button of a product to the print file, with only browser credentials. */
import { expect } from 'chai'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { openSamplePress } from '../support/service/sample-press.ts'
import { uploadSample } from '../support/service/sample-render.ts'

const SHOP = 'https://shop.example'

describe('a guest shopper', () => {
  let test: TestServer
  let templateId: string
  let pk: string
  before(async () => {
    test = await openTestServer({
      press: openSamplePress(),
      env: { RATE_LIMIT_BROWSER_PER_MINUTE: '1000' },
    })
    templateId = (await uploadSample(test)).id
    await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
    const { body } = await test.json('/v1/embed/applications', {
      body: { name: 'Shop', allowed_origins: [SHOP], create_publishable_key: true },
    })
    pk = body.publishable_key
    const mapped = await test.json('/v1/product_mappings', {
      body: {
        external_product_id: 'mug',
        template_id: templateId,
        options: { default_values: { Name: 'You' } },
      },
    })
    expect(mapped.status, JSON.stringify(mapped.body)).to.equal(201)
  })
  after(() => test.close())

  const page = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    test.json(path, {
      key: null,
      body,
      headers: { origin: SHOP, 'x-service-publishable-key': pk, ...headers },
    })
  /** As the widget's frame sends it, which lives on the service's own origin. */
  const frame = (method: string, path: string, secret: string, body?: unknown) =>
    test.json(path, {
      method,
      key: null,
      ...(body === undefined ? {} : { body }),
      headers: { origin: test.url, 'x-service-client-secret': secret },
    })

  it('resolves, opens a session, fills, completes, comes back, and the shop finalizes', async () => {
    const resolved = await page('/v1/product_mappings/resolve', { external_product_id: 'mug' })
    expect(resolved.status, JSON.stringify(resolved.body)).to.equal(200)
    expect(resolved.body).to.include({ resolved: true, personalizable: true })
    expect(Object.keys(resolved.body.template)).to.have.members([
      'id',
      'title',
      'status',
      'slug',
      'page_count',
      'preview_url',
    ])

    const opened = await page('/v1/embed/sessions/guest', {
      external_product_id: 'mug',
      external_variant_id: 'blue',
      external_cart_id: 'cart-7',
    })
    expect(opened.status, JSON.stringify(opened.body)).to.equal(201)
    const { embed_session: session, client_secret: secret, template } = opened.body
    expect(session).to.include({
      status: 'active',
      source: 'guest',
      origin: SHOP,
      external_cart_id: 'cart-7',
    })
    expect(secret).to.match(/^es_[0-9A-Za-z]{36}$/)
    const [nameField, sizeField] = template.fields
    expect(opened.body.values).to.deep.equal({ [nameField.id]: 'You' })

    const made = await frame('POST', '/v1/embed/fills', secret, {
      embed_session: session.id,
      values: { [sizeField.id]: 's' },
    })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const { fill } = made.body
    expect(fill).to.include({ source: 'embed', status: 'open', external_variant_id: 'blue', printable: true })
    expect(fill.values).to.deep.equal({ [nameField.id]: 'You', [sizeField.id]: 's' })
    expect(fill.preview_url).to.match(/\/files\/previews\/fill_\w+\.png\?rev=\w+&w=880&sig=[\w-]+$/)

    const again = await frame('POST', '/v1/embed/fills', secret, { embed_session: session.id })
    expect([again.status, again.body.fill.id]).to.deep.equal([200, fill.id])

    const path = `/v1/embed/fills/${fill.id}`
    const changed = await frame('PATCH', path, secret, {
      values: { Name: 'Ada' },
      colors: [{ index: 1, key: 'gold', name: 'Gold Foil', hex: '#b08d57' }],
    })
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
    expect(changed.body.fill.values).to.deep.equal({ [nameField.id]: 'Ada', [sizeField.id]: 's' })
    expect(changed.body.fill.preview_url).to.not.equal(fill.preview_url)

    const completed = await frame('POST', `${path}/complete`, secret)
    expect(completed.status, JSON.stringify(completed.body)).to.equal(200)
    expect(completed.body.embed_session.status).to.equal('completed')
    const { resume_token: token } = completed.body
    const late = await frame('PATCH', path, secret, { values: { Name: 'Eve' } })
    expect([late.status, late.body.error.code]).to.deep.equal([410, 'embed_session_completed'])

    const resumed = await page('/v1/embed/sessions/guest', {
      external_product_id: 'mug',
      resume_token: token,
    })
    expect(resumed.status, JSON.stringify(resumed.body)).to.equal(201)
    expect(resumed.body.embed_session.fill_id).to.equal(fill.id)
    const secondSecret = resumed.body.client_secret
    const old = await frame('PATCH', path, secret, { values: { Name: 'Eve' } })
    expect(old.status).to.equal(410)
    expect((await frame('PATCH', path, secondSecret, { values: { Name: 'Ada L.' } })).status).to.equal(200)
    const second = await frame('POST', `${path}/complete`, secondSecret)
    expect(second.status).to.equal(200)

    const finalized = await test.json(`/v1/fills/${fill.id}/finalize`, {
      body: { external_order_id: 'order-1' },
    })
    expect(finalized.status, JSON.stringify(finalized.body)).to.equal(200)
    expect(finalized.body.render).to.include({
      fill_id: fill.id,
      external_order_id: 'order-1',
      status: 'succeeded',
    })
    // The second complete has given another token, and the first one is worth nothing any more.
    const stale = await page('/v1/embed/sessions/guest', { external_product_id: 'mug', resume_token: token })
    expect(stale.status).to.equal(404)
    const closed = await page('/v1/embed/sessions/guest', {
      external_product_id: 'mug',
      resume_token: second.body.resume_token,
    })
    expect([closed.status, closed.body.error.code]).to.deep.equal([409, 'fill_not_open'])
  })
})
