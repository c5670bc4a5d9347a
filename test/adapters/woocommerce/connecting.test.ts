/** Connecting a store by wc-auth, keeping its webhooks alive, and putting pictures behind a merchant's own. */
import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { readSettings, shopName } from '../../../adapters/woocommerce/settings.ts'
import { WOOCOMMERCE } from '../../../adapters/woocommerce/woocommerce.ts'
import type { PlainRequest } from '../../../core/service/storefront/adapter-context.ts'
import { type LoneAdapter, openLoneAdapter } from '../../support/shops/open-adapter.ts'
import { deliveryOf, KEYS, openWooStore, type WooStore } from '../../support/shops/woo-store.ts'

const openStage = (settings: Readonly<Record<string, string>>, url?: string): LoneAdapter =>
  openLoneAdapter(WOOCOMMERCE, settings, url)

const request = (method: string, path: string, changes: Partial<PlainRequest> = {}): PlainRequest => ({
  ...{ method, path, query: {}, headers: {}, body: Buffer.alloc(0) },
  ...changes,
})

describe('connecting a WooCommerce store', () => {
  let store: WooStore
  let stage: LoneAdapter
  beforeEach(async () => {
    store = await openWooStore()
    stage = openStage({ WOOCOMMERCE_STORES: store.url })
  })
  afterEach(() => store.close())

  const begin = async () => {
    const answer = await stage.adapter.answer?.(request('GET', '/connect', { query: { store: store.url } }))
    const target = new URL(answer?.headers?.location ?? '')
    return { answer, target, state: target.searchParams.get('user_id') ?? '' }
  }
  const bring = (state: string, changes = {}) => {
    const keys = {
      key_id: 1,
      user_id: state,
      consumer_key: KEYS.key,
      consumer_secret: KEYS.secret,
      key_permissions: 'read_write',
      ...changes,
    }
    return stage.adapter.answer?.(request('POST', '/keys', { body: Buffer.from(JSON.stringify(keys)) }))
  }

  it('leads its administrator to the store, asks for keys, tries them and keeps them', async () => {
    expect(await stage.adapter.shops()).to.deep.equal([])
    const { answer, target, state } = await begin()
    expect(answer?.status).to.equal(302)
    expect(`${target.origin}${target.pathname}`).to.equal(`${store.url}/wc-auth/v1/authorize`)
    expect(Object.fromEntries(target.searchParams)).to.deep.equal({
      app_name: 'Platen',
      scope: 'read_write',
      user_id: state,
      return_url: 'https://print.example/adapters/woocommerce/connected',
      callback_url: 'https://print.example/adapters/woocommerce/keys',
    })
    expect(state).to.match(/^[0-9a-f]{64}$/)
    expect((await bring(state))?.status).to.equal(200)
    expect(await stage.adapter.shops()).to.deep.equal([store.shop])
    expect(store.webhooks.map(({ topic }) => topic)).to.include.members(['order.created', 'order.updated'])
    const cookie = (answer?.headers?.['set-cookie'] ?? '').split(';')[0] ?? ''
    const back = await stage.adapter.answer?.(
      request('GET', '/connected', { query: { success: '1', user_id: state }, headers: { cookie } }),
    )
    expect(back?.body).to.contain('is connected')
    expect(stage.logged.join()).not.to.match(/c[ks]_/)
  })

  it('is refused up front where the service has no https address', async () => {
    stage = openStage({ WOOCOMMERCE_STORES: store.url }, 'http://print.example/adapters/woocommerce')
    const answer = await stage.adapter.answer?.(request('GET', '/connect', { query: { store: store.url } }))
    expect(answer?.status).to.equal(400)
    expect(answer?.body).to.contain('https')
    expect(stage.kept.size).to.equal(0)
  })

  it('is for stores of the settings alone', async () => {
    for (const named of ['https://evil.example', 'http://169.254.169.254', '', 'x', '//']) {
      const answer = await stage.adapter.answer?.(request('GET', '/connect', { query: { store: named } }))
      expect(answer?.status).to.equal(404)
    }
  })

  it('takes a state once, not after an hour, and none that it has not made', async () => {
    const { state } = await begin()
    expect((await bring('f'.repeat(64)))?.status).to.equal(403)
    expect((await bring(''))?.status).to.equal(403)
    expect((await bring(state))?.status).to.equal(200)
    expect((await bring(state))?.status).to.equal(403)
    const second = (await begin()).state
    stage.now += 3_600_001
    expect((await bring(second))?.status).to.equal(403)
  })

  it('keeps no keys that the store does not take, or that cannot write', async () => {
    expect((await bring((await begin()).state, { consumer_secret: 'cs_wrong' }))?.status).to.equal(400)
    expect((await bring((await begin()).state, { key_permissions: 'read' }))?.status).to.equal(400)
    expect((await bring((await begin()).state, { consumer_key: 'https://evil' }))?.status).to.equal(400)
    expect(await stage.adapter.shops()).to.deep.equal([])
  })

  it('shows its end only to the browser in which it began', async () => {
    const { state } = await begin()
    const query = { success: '1', user_id: state }
    for (const headers of [{}, { cookie: `platen_woocommerce=${'0'.repeat(64)}` }]) {
      const back = await stage.adapter.answer?.(request('GET', '/connected', { query, headers }))
      expect(back?.status).to.equal(403)
    }
  })

  it('finds webhooks that the store has switched off, and makes missing ones', async () => {
    await bring((await begin()).state)
    const made = store.webhooks.length
    const look = async () => {
      for await (const _ of stage.adapter.listOrders?.(store.shop, 0) ?? [])
        expect.fail('There are no orders.')
    }
    const [first, second] = store.webhooks
    first.status = 'disabled'
    first.secret = 'lost'
    store.webhooks.splice(store.webhooks.indexOf(second), 1)
    const foreign = {
      id: 77,
      topic: 'order.updated',
      status: 'disabled',
      delivery_url: 'https://other.example/',
    }
    store.webhooks.push(foreign)
    await look()
    expect(first.status).to.equal('active')
    expect(store.webhooks.length).to.equal(made + 1)
    expect(foreign.status).to.equal('disabled')
    const body = Buffer.from('{"id":21}')
    const hook = deliveryOf('https://www.other-name.example', 'order.updated', body, first.secret)
    const query = Object.fromEntries(new URL(first.delivery_url).searchParams)
    expect(await stage.adapter.prove({ ...hook, query })).to.deep.equal({
      ...{ shop: store.shop, id: null, topic: 'order.updated' },
    })
    const asked = store.asked.length
    await look()
    expect(store.asked.slice(asked).filter(({ method }) => method !== 'GET')).to.deep.equal([])
  })

  it('reads settings with keys, and refuses what it cannot use without repeating it', () => {
    const settings = readSettings({
      WOOCOMMERCE_STORES: 'https://ck_a:cs_b@Shop.Example/de/ https://two.example:8443',
    })
    expect(settings?.stores).to.deep.equal([
      { shop: 'shop.example/de', url: 'https://shop.example/de', keys: { key: 'ck_a', secret: 'cs_b' } },
      { shop: 'two.example.8443', url: 'https://two.example:8443', keys: null },
    ])
    expect(readSettings({})).to.equal(null)
    expect(shopName(new URL('https://Shop.Example/'))).to.equal('shop.example')
    for (const wrong of [
      'ftp://shop.example',
      'shop.example',
      'https://cs_secret@shop.example',
      'https://a.b https://a.b/',
    ])
      expect(() => readSettings({ WOOCOMMERCE_STORES: wrong }), wrong).to.throw(
        /^(?!.*cs_secret).*WOOCOMMERCE_STORES/,
      )
  })
})

describe('pictures of WooCommerce products by keys', () => {
  let store: WooStore
  let stage: LoneAdapter
  const png = (text: string) => {
    const bytes = Buffer.from(`\x89PNG ${text}`, 'latin1')
    return { png: bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  const show = (text: string, product = '11', variant: string | null = null) =>
    stage.adapter.showListing?.({ shop: store.shop, product, variant, template: 'tpl_a', ...png(text) })
  const images = () => store.products.get('11').images.map((one: { id: unknown }) => String(one.id))

  beforeEach(async () => {
    store = await openWooStore()
    store.products.set('11', { id: 11, name: 'Card', images: [{ id: 17 }, { id: 18 }] })
    const settings = { WOOCOMMERCE_STORES: store.setting, WOOCOMMERCE_PICTURES: 'on' }
    stage = openStage(settings, `${store.url.replace('127.0.0.1', 'localhost')}/pictures-of-platen`)
    // The store fetches pictures from the service; here it is asked in the service's place.
    const real = store.before
    store.before = (asked) => {
      if (!asked.path.startsWith('/pictures-of-platen')) return real?.(asked) ?? null
      const kept = stage.kept.get(`picture:${/([0-9a-f]{64})\.png$/.exec(asked.path)?.[1]}`)
      return kept === undefined ? { status: 404, body: '' } : { status: 200, body: 'png' }
    }
  })
  afterEach(() => store.close())

  it("stand behind the merchant's, and take their own place when they change", async () => {
    await show('one')
    expect(images()).to.deep.equal(['17', '18', '900'])
    store.products.get('11').images = [17, 900, 18].map((id) => ({ id }))
    await show('two')
    expect(images()).to.deep.equal(['17', '901', '18'])
    expect([...stage.kept.keys()].filter((key) => key.startsWith('picture:'))).to.deep.equal([])
  })

  it('that the merchant took out stay out', async () => {
    await show('one')
    store.products.get('11').images = [{ id: 17 }]
    await show('two')
    expect(images()).to.deep.equal(['17'])
  })

  it('are kept from products that the store does not have, and from variations', async () => {
    await show('one', '99')
    await show('one', 'mug')
    await show('one', '11', '57')
    expect(images()).to.deep.equal(['17', '18'])
  })

  it('are served for as long as the store fetches them', async () => {
    const { sha256 } = png('one')
    expect(await stage.adapter.answer?.(request('GET', `/pictures/${sha256}.png`))).to.equal(null)
    stage.kept.set(`picture:${sha256}`, { value: Buffer.from('x').toString('base64'), version: 1 })
    const answer = await stage.adapter.answer?.(request('GET', `/pictures/${sha256}.png`))
    expect([answer?.status, answer?.headers?.['content-type']]).to.deep.equal([200, 'image/png'])
  })
})
