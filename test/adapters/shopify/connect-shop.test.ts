/** Connecting a shop: its embed application, its publishable key and its origins. */
import { expect } from 'chai'
import { SHOPIFY } from '../../../adapters/shopify/shopify.ts'
import { type AdapterShop, openAdapterShop } from '../../support/shops/adapter-shop.ts'
import { SHOP, sessionToken } from '../../support/shops/mock-shopify.ts'
import {
  connectShop,
  openShopifyPlatform,
  type ShopifyPlatform,
} from '../../support/shops/shopify-platform.ts'

describe('Connecting a shop to the Shopify app', () => {
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

  const desk = (path: string, token = sessionToken()) => {
    const headers = { authorization: `Bearer ${token}` }
    return shop.test.json(`/adapters/shopify/desk/${path}`, { key: null, headers })
  }

  it('A visit alone connects the shop: its key stands where the theme reads it, and its origins are allowed', async () => {
    const first = await desk('state')
    expect(first.status).to.equal(200)
    expect(first.body).to.include({ shop: SHOP, name: 'Cards', service_url: shop.test.url })
    const key = platform.mock.metafields.get('gid://shopify/AppInstallation/1 publishable_key')?.value
    expect(key)
      .to.match(/^platen_pk_/)
      .and.to.equal(first.body.publishable_key)
    const { body } = await shop.test.json('/v1/embed/applications')
    expect(body.data).to.have.length(1)
    expect(body.data[0].allowed_origins).to.have.members([`https://${SHOP}`, 'https://cards.example'])

    expect((await desk('state')).body.publishable_key).to.equal(key)
    expect(platform.mock.tokenRequests).to.have.length(1)
    expect((await shop.test.json('/v1/embed/applications')).body.data).to.have.length(1)
  })

  it('The audit log names the adapter as the actor that connected the shop', async () => {
    await connectShop(shop)
    const { body } = await shop.test.json('/v1/audit_events?action=application.created')
    expect(body.data.map(({ actor }: { actor: string }) => actor)).to.deep.equal(['adapter:shopify'])
  })

  it('A shop with a new domain has its origins allowed at the next visit', async () => {
    await connectShop(shop)
    platform.mock.domain = 'https://paper.example'
    await connectShop(shop)
    const { body } = await shop.test.json('/v1/embed/applications')
    expect(body.data).to.have.length(1)
    expect(body.data[0].allowed_origins).to.have.members([`https://${SHOP}`, 'https://paper.example'])
  })

  it('A shop whose embed application was archived gets another one once its domain changes', async () => {
    await connectShop(shop)
    const applications = async () => (await shop.test.json('/v1/embed/applications')).body.data
    const [{ id }] = await applications()
    await shop.test.json(`/v1/embed/applications/${id}`, { method: 'DELETE' })
    platform.mock.domain = 'https://paper.example'
    await connectShop(shop)
    const made = (await applications()).filter(({ status }: { status: string }) => status === 'active')
    expect(made).to.have.length(1)
    expect(made[0].id).not.to.equal(id)
  })

  it('A token that is forged, expired or of another app connects no shop', async () => {
    for (const token of [
      sessionToken({}, 'wrong'),
      sessionToken({ exp: 1 }),
      sessionToken({ aud: 'x' }),
      sessionToken({ iss: 'https://other.myshopify.com/admin' }),
      'x.y.z',
    ]) {
      const { status, body } = await desk('state', token)
      expect([status, body.error.code]).to.deep.equal([401, 'invalid_session_token'])
    }
    expect((await shop.test.json('/adapters/shopify/desk/state', { key: null })).status).to.equal(401)
    expect(platform.mock.tokenRequests).to.deep.equal([])
  })

  it('The page answers with nothing but its state before the shop is connected', async () => {
    const { status, body } = await desk('orders')
    expect([status, body.error.code]).to.deep.equal([409, 'not_connected'])
  })
})
