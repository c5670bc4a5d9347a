/** Product mappings: one for each product and variant, the variant's first, and what a page learns of them. */
import { expect } from 'chai'
import { openStorefront, type Storefront } from '../../../support/service/storefront.ts'

const PATH = '/v1/product_mappings'

describe('Product mappings', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  const map = (body: Record<string, unknown>) =>
    shop.test.json(PATH, { body: { template_id: shop.templateId, ...body } })
  const resolve = (product: string, variant: string | null = null) =>
    shop.page(`${PATH}/resolve`, { external_product_id: product, external_variant_id: variant })

  it('are one for a product and one for each variant, until they are archived', async () => {
    const product = await map({ external_product_id: 'cup' })
    expect(product.status).to.equal(201)
    const variant = await map({ external_product_id: 'cup', external_variant_id: 'blue' })
    expect(variant.status).to.equal(201)
    for (const twin of [{}, { external_variant_id: null }, { external_variant_id: 'blue' }]) {
      const { status, body } = await map({ external_product_id: 'cup', ...twin })
      expect([status, body.error.code]).to.deep.equal([409, 'mapping_exists'])
    }
    const { id } = variant.body.product_mapping
    expect((await resolve('cup', 'blue')).body.product_mapping.id).to.equal(id)
    expect((await resolve('cup', 'red')).body.product_mapping.id).to.equal(product.body.product_mapping.id)

    const archived = await shop.test.json(`${PATH}/${id}`, { method: 'DELETE' })
    expect([archived.status, archived.body]).to.deep.equal([200, { ok: true }])
    expect((await shop.test.json(`${PATH}/${id}`, { method: 'DELETE' })).status).to.equal(200)
    expect((await resolve('cup', 'blue')).body.product_mapping.external_variant_id).to.equal(null)
    const read = await shop.test.json(`${PATH}/${id}`)
    expect(read.body.product_mapping).to.include({ status: 'archived', external_variant_id: 'blue' })
    const changed = await shop.test.json(`${PATH}/${id}`, { method: 'PATCH', body: { metadata: { a: 'b' } } })
    expect(changed.status).to.equal(404)
    const listed = await shop.test.json(`${PATH}?external_product_id=cup`)
    expect(listed.body.data.map((one: { id: string }) => one.id)).to.deep.equal([
      product.body.product_mapping.id,
    ])
    expect((await map({ external_product_id: 'cup', external_variant_id: 'blue' })).status).to.equal(201)
  })

  it('tell a page only what a button needs', async () => {
    await map({ external_product_id: 'tray', metadata: { secret: 'margin 40 %' } })
    const { body } = await resolve('tray')
    expect(body).to.have.all.keys('resolved', 'product_mapping', 'template', 'personalizable')
    expect(body.product_mapping).to.have.all.keys('id', 'external_product_id', 'external_variant_id')
    expect(JSON.stringify(body)).to.not.include('margin')
  })

  it('resolve for live templates alone, and for the application that they name', async () => {
    const missing = await resolve('nothing')
    expect([missing.status, missing.body.error.code]).to.deep.equal([404, 'mapping_not_found'])
    const other = await shop.test.json('/v1/embed/applications', {
      body: { name: 'Other', allowed_origins: ['https://other.example'] },
    })
    const { id } = other.body.embed_application
    await map({ external_product_id: 'bowl', embed_application_id: id })
    expect((await resolve('bowl')).body.error.code).to.equal('mapping_not_found')
    const server = await shop.test.json('/v1/embed/sessions', { body: { external_product_id: 'bowl' } })
    expect(server.body.embed_session.embed_application_id).to.equal(id)

    await shop.test.json(`/v1/templates/${shop.templateId}/pause`, { method: 'POST' })
    const paused = await resolve('mug')
    expect([paused.status, paused.body.error.code]).to.deep.equal([404, 'template_not_live'])
    await shop.test.json(`/v1/templates/${shop.templateId}/publish`, { method: 'POST' })
  })

  it('refuse options that the template does not have', async () => {
    for (const [options, status, code] of [
      [{ default_values: { Shoe: 'x' } }, 400, 'unknown_field'],
      [{ default_values: { Size: 'xxl' } }, 400, 'invalid_option'],
      [{ locked_field_ids: ['fld_x'] }, 400, 'unknown_field'],
      [{ colors: [{ index: 1, key: 'a', name: 'All', hex: '#000000' }] }, 422, 'invalid_colors'],
      [{ margin: 1 }, 400, 'unknown_parameter'],
    ] as const) {
      const { status: got, body } = await map({ external_product_id: 'plate', options })
      expect([got, body.error.code]).to.deep.equal([status, code])
    }
    expect((await resolve('plate')).status).to.equal(404)
  })

  it('change by what is given, and nothing of another team can be named in them', async () => {
    const made = await map({ external_product_id: 'jug', options: { default_values: { Name: 'You' } } })
    const path = `${PATH}/${made.body.product_mapping.id}`
    const body = { options: { locked_field_ids: [] }, metadata: { shelf: '3' } }
    const changed = await shop.test.json(path, { method: 'PATCH', body })
    const { options, metadata } = changed.body.product_mapping
    expect(Object.values(options.default_values)).to.deep.equal(['You'])
    expect(metadata).to.deep.equal({ shelf: '3' })
    const product = await shop.test.json(path, { method: 'PATCH', body: { external_product_id: 'x' } })
    expect(product.status).to.equal(400)

    const stranger = await shop.test.makeTeam('Strangers')
    for (const [foreign, resource] of [
      [{ template_id: shop.templateId }, 'template'],
      [{ embed_application_id: shop.applicationId }, 'template'],
    ] as const) {
      const { status, body: said } = await shop.test.json(PATH, {
        key: stranger.key,
        body: { external_product_id: 'mug', template_id: shop.templateId, ...foreign },
      })
      expect([status, said.error.resource]).to.deep.equal([404, resource])
    }
  })
})

describe('Embed applications', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  it('show their key once, and afterwards its last characters', async () => {
    const path = `/v1/embed/applications/${shop.applicationId}`
    const { body } = await shop.test.json(path)
    expect(body.embed_application.publishable_key_last4).to.equal(shop.publishableKey.slice(-4))
    expect(JSON.stringify(body)).to.not.include(shop.publishableKey)
    const without = await shop.test.json('/v1/embed/applications', {
      body: { name: 'Plain', allowed_origins: ['https://a.example'] },
    })
    expect(without.body).to.have.all.keys('embed_application')
    expect(without.body.embed_application).to.include({
      publishable_key_last4: null,
      session_ttl_seconds: 86_400,
    })
    const listed = await shop.test.json('/v1/embed/applications')
    expect(listed.body.data.map((one: { name: string }) => one.name)).to.deep.equal(['Plain', 'Shop'])
  })

  it('refuse origins that are none, and are not archived twice nor changed afterwards', async () => {
    const create = (allowed_origins: string[]) =>
      shop.test.json('/v1/embed/applications', { body: { name: 'X', allowed_origins } })
    for (const wrong of ['*', 'https://*.example', 'http://shop.example', 'https://a.example/x', 'null']) {
      const { status, body } = await create([wrong])
      expect([status, body.error.code], wrong).to.deep.equal([400, 'invalid_origin'])
    }
    expect((await create([])).status).to.equal(400)
    const { body } = await create(['https://x.example'])
    const path = `/v1/embed/applications/${body.embed_application.id}`
    for (let turn = 0; turn < 2; turn += 1)
      expect((await shop.test.json(path, { method: 'DELETE' })).status).to.equal(200)
    expect((await shop.test.json(path)).body.embed_application.status).to.equal('archived')
    expect((await shop.test.json(path, { method: 'PATCH', body: { name: 'Y' } })).status).to.equal(404)
  })
})

describe('POST /v1/previews', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  it('says that it has no renderer, after all that is wrong with the question', async () => {
    const ask = async (body: Record<string, unknown>) => {
      const reply = await shop.test.json('/v1/previews', { body: { template_id: shop.templateId, ...body } })
      return [reply.status, reply.body.error.code]
    }
    expect(await ask({ template_id: 'tpl_x' })).to.deep.equal([404, 'not_found'])
    expect(await ask({ page: 1 })).to.deep.equal([422, 'invalid_page'])
    expect(await ask({ page: -1 })).to.deep.equal([400, 'invalid_parameter'])
    for (const dpi of [71, 301]) expect(await ask({ dpi })).to.deep.equal([400, 'invalid_parameter'])
    expect(await ask({ colors: [] })).to.deep.equal([422, 'invalid_colors'])
    expect(await ask({ assignments: { Name: 4 } })).to.deep.equal([422, 'invalid_assignments'])
    expect(await ask({ substrate: { key: '', name: '', hex: 'x' } })).to.deep.equal([
      422,
      'invalid_substrate',
    ])
    expect(await ask({ dpi: 300 })).to.deep.equal([503, 'renderer_not_configured'])
  })
})
