/** Who is believed to be Shopify. */
import { expect } from 'chai'
import { proveWebhook } from '../../../adapters/shopify/webhook.ts'
import { CLIENT_SECRET, orderJson, SHOP, webhookHeaders } from '../../support/shops/mock-shopify.ts'

const OLD = 'shpss_00000000000000000000000000000000'
const BODY = orderJson('820982911946154508', { note: 'Grüße — 名刺 \u00a0 ' }).replace(/,/g, ' ,\n\t')

const prove = (state: number | 'never' | 'gone' = 'never', secrets = [CLIENT_SECRET, OLD]) =>
  proveWebhook({ secrets }, { wasConnectedAt: async () => state })
const hook = (body: string | Uint8Array, headers: Record<string, string>) => ({
  ...{ path: '/webhooks', query: {}, headers },
  body: typeof body === 'string' ? Buffer.from(body) : body,
})

describe('A webhook of Shopify', () => {
  it('is believed over its raw bytes, whatever letters and spaces stand in them', async () => {
    const proof = await prove()(
      hook(BODY, webhookHeaders('orders/paid', BODY, { 'x-shopify-webhook-id': 'w' })),
    )
    expect(proof).to.deep.equal({ shop: SHOP, id: 'w', topic: 'orders/paid' })
  })

  it('is forged with one byte changed, without a signature, with an empty one, or under another secret', async () => {
    const headers = webhookHeaders('orders/paid', BODY)
    const { 'x-shopify-hmac-sha256': _, ...unsigned } = headers
    for (const one of [
      hook(BODY.replace('paid', 'void'), headers),
      hook(BODY, unsigned),
      hook(BODY, { ...headers, 'x-shopify-hmac-sha256': '' }),
      hook(BODY.slice(0, -1), headers),
      hook(BODY, webhookHeaders('orders/paid', BODY, {}, 'shpss_another')),
    ])
      expect(await prove()(one)).to.include({ refused: 'forged' })
  })

  it('is believed under the secret before a rotation, as long as that is set', async () => {
    const one = hook(BODY, webhookHeaders('orders/paid', BODY, {}, OLD))
    expect(await prove()(one)).to.include({ topic: 'orders/paid' })
    expect(await prove('never', [CLIENT_SECRET])(one)).to.include({ refused: 'forged' })
  })

  it('is believed with the newer names of its headers', async () => {
    const headers = Object.fromEntries(
      Object.entries(webhookHeaders('orders/paid', BODY)).map(([name, value]) => [
        name.replace(/^x-/, ''),
        value,
      ]),
    )
    expect(await prove()(hook(BODY, headers))).to.include({ shop: SHOP, topic: 'orders/paid' })
  })

  it('of a topic that is not listened to, or that is no object, asks for nothing', async () => {
    expect(await prove()(hook(BODY, webhookHeaders('products/update', BODY)))).to.include({ topic: null })
    for (const body of ['', '[]'.slice(0, 1), 'null', '7'])
      expect(await prove()(hook(body, webhookHeaders('orders/paid', body)))).to.include({ topic: null })
  })

  it('of a host that is no shop is not read', async () => {
    for (const shop of ['evil.example', 'a.myshopify.com.evil.example', 'evil.example/a.myshopify.com', '']) {
      const headers = webhookHeaders('orders/paid', BODY, { 'x-shopify-shop-domain': shop })
      expect(await prove()(hook(BODY, headers))).to.include({ refused: 'unreadable' })
    }
  })

  it('is not listened to once the app was taken out, nor from before it was put in again; privacy is', async () => {
    const connectedAt = Date.parse('2026-11-02T00:00:00Z')
    const at = (time: string) => webhookHeaders('orders/paid', BODY, { 'x-shopify-triggered-at': time })
    expect(await prove('gone')(hook(BODY, at('2026-11-03T00:00:00Z')))).to.include({ topic: null })
    expect(await prove(connectedAt)(hook(BODY, at('2026-11-01T00:00:00Z')))).to.include({ topic: null })
    expect(await prove(connectedAt)(hook(BODY, at('2026-11-03T00:00:00Z')))).to.include({
      topic: 'orders/paid',
    })
    const redact = hook('{}', webhookHeaders('shop/redact', '{}'))
    expect(await prove('gone')(redact)).to.include({ topic: 'shop/redact' })
  })
})
