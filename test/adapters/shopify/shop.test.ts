/** A shop's life with the app: connected, ordered from, refreshed, asked for people's data, taken out and put in again. */
import { expect } from 'chai'
import { SCOPES } from '../../../adapters/shopify/app.ts'
import { SHOPIFY } from '../../../adapters/shopify/shopify.ts'
import { createShelf } from '../../../server/adapters/shelf.ts'
import { eventually } from '../../support/run/eventually.ts'
import { type AdapterShop, openAdapterShop, orderOf } from '../../support/shops/adapter-shop.ts'
import { CLIENT_SECRET, SHOP, sessionToken, webhookHeaders } from '../../support/shops/mock-shopify.ts'
import {
  connectShop,
  openShopifyPlatform,
  type ShopifyPlatform,
} from '../../support/shops/shopify-platform.ts'

const HOME = '/adapters/shopify/'

describe('A shop with the Shopify app', () => {
  let platform: ShopifyPlatform
  let shop: AdapterShop
  beforeEach(async () => {
    platform = await openShopifyPlatform()
    shop = await openAdapterShop(SHOPIFY, platform.env)
  })
  afterEach(async () => {
    await shop.close()
    await platform.close()
  })

  const desk = (path: string, body?: unknown, token = sessionToken()) =>
    shop.test.json(`/adapters/shopify/desk/${path}`, {
      ...{ key: null, headers: { authorization: `Bearer ${token}` } },
      ...(body === undefined ? {} : { body }),
    })
  const send = (topic: string, body: object, changes: Record<string, string> = {}) => {
    const text = JSON.stringify(body)
    return shop.send({
      path: '/webhooks',
      headers: webhookHeaders(topic, text, changes),
      body: Buffer.from(text),
    })
  }
  const paid = async (changes: Parameters<typeof orderOf>[1] = {}, fills = 1) => {
    const lines = []
    for (let count = 1; count <= fills; count++)
      lines.push({ id: String(count), fill: await shop.fill(), product: 'mug', variant: null, quantity: 1 })
    const order = orderOf(null, { lines, ...changes })
    await shop.send(await platform.hook(order, shop.test.clock.now()))
    await shop.settled(order.id, Object.fromEntries(lines.map(({ id }) => [id, 'finalized'])))
    await shop.idle()
    return order
  }

  describe('has a page', () => {
    const ancestors = async (query: string) => {
      const answer = await shop.test.send(`${HOME}${query}`, { key: null })
      expect(answer.status).to.equal(200)
      return /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
    }
    it('framed by the shop and Shopify’s admin alone, and by nobody where the shop is not known', async () => {
      expect(await ancestors(`?shop=${SHOP}`)).to.equal("'none'")
      const framed = `https://${SHOP} https://admin.shopify.com`
      expect(await ancestors(`?shop=${SHOP}&id_token=${sessionToken()}`)).to.equal(framed)
      expect(await ancestors(`?shop=${SHOP}&id_token=${sessionToken({}, 'wrong')}`)).to.equal("'none'")
      await connectShop(shop)
      expect(await ancestors(`?shop=${SHOP}`)).to.equal(framed)
      for (const hostile of ['evil.example', `${SHOP}.evil.example`, `evil.example/${SHOP}`, "x' *;", ''])
        expect(await ancestors(`?shop=${encodeURIComponent(hostile)}`)).to.equal("'none'")
      expect(await ancestors('')).to.equal("'none'")
    })

    it('with its script and its style, which hold no key', async () => {
      const page = await (await shop.test.send(HOME, { key: null })).text()
      for (const [, file = ''] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
        const answer = await shop.test.send(file, { key: null })
        expect(answer.status).to.equal(200)
        expect(await answer.text()).not.to.contain(CLIENT_SECRET)
      }
      expect(page).not.to.contain(CLIENT_SECRET)
    })

    it('that maps products to live templates, finds both by their words, and takes mappings back', async () => {
      await connectShop(shop)
      platform.mock.products.add('632910392')
      expect((await desk('products?q=card')).body.data[0]).to.include({ id: '632910392', title: 'Card' })
      const [template] = (await desk('templates')).body.data
      expect((await desk('templates?q=nothing-like-it')).body.data).to.deep.equal([])
      const made = await desk('mappings', { product: '632910392', variant: null, template: template.id })
      expect(made.status).to.equal(200)
      const listed = (await desk('mappings')).body.data
      expect(listed[0]).to.include({ product: '632910392', productTitle: 'Card', variantTitle: null })
      expect(listed[0].template).to.include({ id: template.id, status: 'live' })
      const again = await desk('mappings', { product: '632910392', template: template.id })
      expect([again.status, again.body.error.code]).to.deep.equal([409, 'mapping_exists'])
      expect((await desk('mappings/remove', { mapping: listed[0].id })).status).to.equal(200)
    })

    it('that maps no product or template of another form of id', async () => {
      await connectShop(shop)
      const [template] = (await desk('templates')).body.data
      for (const [param, body] of [
        ['product', { product: '', template: template.id }],
        ['variant', { product: '1', variant: 'x', template: template.id }],
        ['template', { product: '1', template: '../1' }],
      ] as const) {
        const { status, body: answer } = await desk('mappings', body)
        expect([status, answer.error.code]).to.deep.equal([400, 'invalid_parameter'])
        expect(answer.error.message).to.match(new RegExp(`^${param} `))
      }
    })

    it('that lists all mapped products, however many there are', async () => {
      await connectShop(shop)
      const [template] = (await desk('templates')).body.data
      const { mappings } = shop.test.server.service
      const request = { externalVariantId: null, templateId: template.id, embedApplicationId: null }
      for (let product = 1; product <= 101; product++)
        await mappings.create({
          teamId: shop.test.team.id,
          request: { ...request, externalProductId: String(product), options: {}, metadata: {} },
        })
      const { data } = (await desk('mappings')).body
      expect(data.filter((one: { product: string }) => /^\d+$/.test(one.product))).to.have.length(101)
    })

    it('that calls products and variants as the shop does, and by number what it has no longer', async () => {
      await connectShop(shop)
      platform.mock.products.add('632910392')
      const [template] = (await desk('templates')).body.data
      for (const [product, variant] of [
        ['632910392', '39072856'],
        ['111', null],
      ])
        await desk('mappings', { product, variant, template: template.id })
      const titles = async () =>
        (await desk('mappings')).body.data
          .filter(({ product }: { product: string }) => /^\d+$/.test(product))
          .map((one: Record<string, unknown>) => [one.productTitle, one.variantTitle])
      expect(await titles()).to.deep.equal([
        [null, null],
        ['Card', 'Variant 39072856'],
      ])
      platform.mock.refusing = true
      expect(await titles()).to.deep.equal([
        [null, null],
        [null, null],
      ])
    })

    it('that shows orders, opens their press PDF, and lets nobody open that of another shop', async () => {
      await connectShop(shop)
      const order = await paid()
      const [shown] = (await desk('orders')).body.data
      expect(shown).to.include({ order: order.id })
      const [line] = shown.lines
      expect(line).to.include({ state: 'finalized', renderStatus: 'succeeded', paper: null })
      expect(line.inks).to.deep.equal([{ name: 'Black', hex: '#2c2e35' }])
      const opened = await desk('orders/pdf', { order: order.id, render: line.render })
      expect(opened.status).to.equal(200)
      const pdf = await fetch(opened.body.url)
      expect(
        Buffer.from(await pdf.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).to.equal('%PDF-')
      expect((await desk('orders/pdf', { order: '1', render: line.render })).status).to.equal(404)

      const other = sessionToken({}, CLIENT_SECRET, 'other.myshopify.com')
      await desk('state', undefined, other)
      expect((await desk('orders', undefined, other)).body.data).to.deep.equal([])
      expect((await desk('orders/pdf', { order: order.id, render: line.render }, other)).status).to.equal(404)
      expect((await desk('orders/retry', { line: line.id }, other)).status).to.equal(409)
    })
  })

  describe('has personalized products', () => {
    const published = (owner: string, key: string) =>
      JSON.parse(platen(owner, key) ?? 'null') as Record<string, unknown> | string | null
    const platen = (owner: string, key: string) =>
      platform.mock.metafields.get(`gid://shopify/${owner} ${key}`)?.value
    const map = async (product: string, variant: string | null = null) => {
      const [template] = (await desk('templates')).body.data
      expect((await desk('mappings', { product, variant, template: template.id })).status).to.equal(200)
    }

    it('that the block and the checkout rule know as soon as one is mapped, and no longer once it is not', async () => {
      await connectShop(shop)
      platform.mock.products.add('632910392').add('632910393')
      await map('632910392')
      await map('632910393', '39072856')
      // The products of the team's other shops are none of this one.
      const all = { 632910392: 'all', 632910393: ['39072856'] }
      expect(published('AppInstallation/1', 'products')).to.deep.equal(all)
      expect(published('Product/632910392', 'design')).to.equal('all')
      expect(published('Product/632910393', 'design')).to.deep.equal(['39072856'])
      const asked = platform.mock.asked.length
      await desk('state')
      expect(platform.mock.asked.slice(asked)).not.to.include('SetMetafields')

      const mapping = (await desk('mappings')).body.data.find(
        (one: { product: string }) => one.product === '632910392',
      )
      await desk('mappings/remove', { mapping: mapping.id })
      expect(published('AppInstallation/1', 'products')).to.deep.equal({ 632910393: ['39072856'] })
      expect(platen('Product/632910392', 'design')).to.equal(undefined)
    })

    it('mapped elsewhere, that both know within ten minutes', async () => {
      await connectShop(shop)
      platform.mock.products.add('632910392')
      const [template] = (await desk('templates')).body.data
      const body = { external_product_id: '632910392', template_id: template.id }
      await shop.test.json('/v1/product_mappings', { body })
      shop.test.clock.advance(11 * 60_000)
      await eventually(() => platen('AppInstallation/1', 'products') !== undefined)
      expect(published('AppInstallation/1', 'products')).to.deep.equal({ 632910392: 'all' })
    })

    it('of which an order line without a design is held, until the design comes', async () => {
      await connectShop(shop)
      platform.mock.products.add('632910392')
      await map('632910392')
      const line = { id: '1', product: '632910392', variant: null, quantity: 1 }
      const plain = { id: '2', fill: null, product: '777', variant: null, quantity: 1 }
      const order = orderOf(null, { id: '5001', lines: [{ ...line, fill: null }, plain] })
      await shop.send(await platform.hook(order, 0))
      const held = await shop.settled('5001', { 1: 'held' })
      expect(Object.keys(held)).to.deep.equal(['1'])
      expect(held[1]).to.include({ reason: 'design_missing', fill_id: null })
      const released = await desk('orders/release', { line: held[1].id })
      expect(released.status).to.equal(409)

      const fill = await shop.fill({ external_product_id: '632910392' })
      const changedAt = order.changedAt + 1000
      await shop.send(await platform.hook({ ...order, changedAt, lines: [{ ...line, fill }] }, 0))
      await shop.settled('5001', { 1: 'finalized' })
    })
  })

  it('keeps what others write onto an order at the same time, and the lines beside its own', async () => {
    await connectShop(shop)
    const owner = 'gid://shopify/Order/820982911946154508 renders'
    let disturbed = 0
    platform.mock.beforeWrite = () => {
      if (disturbed++ > 0) return
      const value = JSON.stringify({ 99: { render_id: 'rnd_of_somebody' } })
      platform.mock.metafields.set(owner, { value, digest: 'newer' })
    }
    await paid({}, 2)
    const written = JSON.parse(platform.mock.metafields.get(owner)?.value ?? '{}')
    expect(Object.keys(written)).to.have.members(['1', '2', '99'])
    expect(written[1]).to.include({ status: 'succeeded' })
    expect(JSON.stringify(written)).not.to.contain('signed_url').and.not.to.contain('http')
  })

  it('prints orders that come before the app was opened, and while the merchant has to connect it again', async () => {
    const order = await paid()
    expect(platform.written?.(order.id)).to.equal(null)
    await connectShop(shop)
    shop.test.clock.advance(2 * 3_600_000)
    await shop.idle()
    expect(platform.written?.(order.id)?.[1]?.render).to.match(/^rnd_/)
  })

  it('withdraws what an edit took off the order', async () => {
    await connectShop(shop)
    const order = await paid({}, 2)
    const node = platform.mock.orders.get(`gid://shopify/Order/${order.id}`) as {
      updatedAt: string
      lineItems: { nodes: { currentQuantity: number }[] }
    }
    const [first] = node.lineItems.nodes
    if (first !== undefined) first.currentQuantity = 0
    node.updatedAt = new Date(order.changedAt + 5000).toISOString()
    const text = `{"order_edit":{"id":1,"order_id":${order.id},"line_items":{"removals":[{"id":1,"delta":1}]}}}`
    await shop.send({
      path: '/webhooks',
      headers: webhookHeaders('orders/edited', text),
      body: Buffer.from(text),
    })
    await shop.settled(order.id, { 1: 'withdrawn', 2: 'finalized' })
  })

  it('is told what is kept of a customer, until it says that it has answered', async () => {
    await connectShop(shop)
    const order = await paid()
    const text = `{"shop_domain":"${SHOP}","orders_requested":[${order.id}],"customer":{"id":1,"email":"ada@example.com"},"data_request":{"id":9999}}`
    const headers = webhookHeaders('customers/data_request', text)
    expect((await shop.send({ path: '/webhooks', headers, body: Buffer.from(text) })).status).to.equal(200)
    await shop.idle()
    expect((await desk('state')).body.data_requests).to.equal(1)
    const [asked] = (await desk('data-requests')).body.data
    expect(asked.report).to.include({ email: 'ada@example.com' })
    expect(JSON.stringify(asked.report.fills)).to.contain('ada@example.com')
    await desk('data-requests/remove', { request: asked.id })
    expect((await desk('data-requests')).body.data).to.deep.equal([])
  })

  it('erases a customer by the orders alone, by the address alone, and a shop as a whole', async () => {
    await connectShop(shop)
    const words = async () => JSON.stringify((await shop.test.json('/v1/fills?limit=100')).body)
    const first = await paid({ id: '1001', email: 'eve@example.com' })
    const text = `{"shop_domain":"${SHOP}","customer":{},"orders_to_redact":[${first.id}]}`
    await shop.send({
      path: '/webhooks',
      headers: webhookHeaders('customers/redact', text),
      body: Buffer.from(text),
    })
    await shop.idle()
    expect(await words()).not.to.contain('eve@example.com')

    await paid({ id: '1002', email: 'bob@example.com' })
    await send('customers/redact', {
      shop_domain: SHOP,
      customer: { email: 'bob@example.com' },
      orders_to_redact: [],
    })
    await shop.idle()
    expect(await words()).not.to.contain('bob@example.com')

    await paid({ id: '1003', email: 'kim@example.com' })
    await send('app/uninstalled', { domain: SHOP })
    await send('shop/redact', { shop_domain: SHOP })
    await shop.idle()
    expect(await words()).not.to.contain('kim@example.com')
    const { data: erasures } = (await shop.test.json('/v1/audit_events?action=fill.erased&limit=100')).body
    expect(erasures.length).to.be.at.least(3)
    const { storefront } = shop.test.server.ports.store
    expect(await storefront.shelf.keys(shop.test.team.id, 'shopify', '')).to.deep.equal([])
  })

  it('goes on as before when the scopes of the app have changed', async () => {
    await connectShop(shop)
    const answer = await send('app/scopes_update', { previous: ['read_orders'], current: [...SCOPES] })
    expect(answer.status).to.equal(200)
    await shop.idle()
    const hooks = (await shop.test.json('/v1/storefront/hooks')).body.data
    expect(hooks).to.have.length(1)
    expect(hooks[0]).to.include({ topic: 'app/scopes_update', state: 'done' })
    const order = await paid({ id: '3001' })
    const line = (await shop.lines(order.id))['1']
    expect(platform.written?.(order.id)).to.deep.equal({ 1: { render: line.render_id } })
    expect(platform.mock.tokenRequests).to.have.length(1)
  })

  it('is not listened to once it took the app out, and is again when it puts it in again', async () => {
    await connectShop(shop)
    await send('app/uninstalled', { domain: SHOP })
    await shop.idle()
    const { ports, adapters } = shop.test.server
    const shelf = createShelf(
      { ...ports, key: adapters.host.shelfKey, teamId: adapters.host.teamId },
      'shopify',
    )
    const kept = JSON.parse((await shelf.get(`connection:${SHOP}`))?.value ?? '{}')
    expect(kept).to.include({ state: 'gone', tokens: null })
    const fill = await shop.fill()
    const order = orderOf(fill, { id: '2001' })
    expect((await shop.send(await platform.hook(order, 0))).status).to.equal(200)
    await shop.idle()
    expect(await shop.lines('2001')).to.deep.equal({})
    expect(platform.mock.asked).to.not.include('Orders')
    await connectShop(shop)
    const again = orderOf(fill, { id: '2002' })
    const hook = await platform.hook(again, 0)
    const later = new Date(shop.test.clock.now() + 1000).toISOString()
    await shop.send({ ...hook, headers: { ...hook.headers, 'x-shopify-triggered-at': later } })
    await shop.settled('2002', { 1: 'finalized' })
  })
})
