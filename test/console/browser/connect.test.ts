/** Connecting a shop, and its held orders, in a real browser: axe and screenshots at each width. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import de from '../../../widget/console/words/de/storefronts.json' with { type: 'json' }
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { eventually } from '../../support/run/eventually.ts'
import { expectFaults } from '../../support/run/page-faults.ts'
import { liveTemplate, makeFill } from '../../support/service/sample-fill.ts'
import { openRestPlatform } from '../../support/shops/rest-platform.ts'

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const CONNECT = '/console/storefronts/shops/connect'

describe('Shops and their orders in a browser', () => {
  let site: ConsoleSite
  let platform: Awaited<ReturnType<typeof openRestPlatform>>
  before(async function () {
    platform = await openRestPlatform({ REST_ORDERS_URL: '' })
    site = await openConsole(this, { server: { env: platform.env } })
    // The press of these tests makes no page that could be drawn.
    expectFaults(this, /^GET 50[23] \S+\/page\.png/)
  })
  after(async () => {
    await site?.close()
    await platform?.close()
  })

  /** Nothing is cut off, and nothing is wrong to axe, at each width. */
  const fits = async (page: Page, name: string) => {
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      // The navigation leaves its side a moment after the window has become narrow.
      const over = () =>
        page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      await eventually(over, { until: (pixels) => pixels <= 0 })
      expect(await site.axe(page), `${name} at ${size.width}`).to.deep.equal([])
    }
    await site.shotsOf(page, name, ['phone', 'desk'])
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  it('fits each width and has no faults of axe, from the ways to a shop that was seen @long', async () => {
    const { page, test } = site
    await site.open(CONNECT)
    await page.getByRole('heading', { name: 'WooCommerce' }).waitFor()
    await fits(page, 'connect-ways')
    await page.getByRole('link', { name: 'Connect WooCommerce' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Jobs: Read and write fills:write' }).waitFor()
    await fits(page, 'connect-woocommerce')
    await page.getByRole('textbox', { name: 'Shop address' }).fill('Cards.example/shop/')
    await page.getByRole('button', { name: 'Create keys' }).click()
    await page.getByRole('textbox', { name: 'Connection code' }).waitFor()
    await fits(page, 'connect-woocommerce-paste')
    await page.getByText('Copy URL and keys separately').click()
    const publishable = await page.getByRole('textbox', { name: 'Publishable key' }).inputValue()
    await fits(page, 'connect-woocommerce-fields')
    await page.getByRole('link', { name: 'View shop' }).click()
    const card = page.getByRole('region', { name: 'Connection' })
    await card.getByText('Waiting for the first visit').waitFor()
    await fits(page, 'connect-shop-waiting')
    const template = await liveTemplate(test)
    const mapped = { external_product_id: '11', template_id: template.id }
    expect((await test.json('/v1/product_mappings', { body: mapped })).status).to.equal(201)
    const visit = await test.json('/v1/embed/sessions/guest', {
      key: null,
      headers: { origin: 'https://cards.example', 'x-service-publishable-key': publishable },
      body: { external_product_id: '11', parent_origin: 'https://cards.example' },
    })
    expect(visit.status, JSON.stringify(visit.body)).to.equal(201)
    await page.reload()
    await card.getByText('Editor opens, no order yet').waitFor()
    await fits(page, 'connect-shop-seen')
    await site.open(`${CONNECT}/shopify`)
    await page.getByRole('textbox', { name: 'Client ID' }).fill('abc123')
    await fits(page, 'connect-shopify')
  })

  it('shows held lines of orders without faults of axe', async () => {
    const { page, test } = site
    const template = await liveTemplate(test)
    const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
    const order = {
      ...{ id: '1002', changedAt: test.clock.now(), cart: null, email: 'ada@example.com', name: 'Ada' },
      ...{ status: 'paid' as const, dueAt: null, copiedFrom: null },
      lines: [{ id: 'line-1002', fill: fill.id, product: '4711', variant: null, quantity: 2 }],
    }
    const hook = await platform.hook(order, test.clock.now())
    const { headers } = hook
    const body = Buffer.from(hook.body)
    const sent = await test.send(`/adapters/rest${hook.path}`, { method: 'POST', key: null, headers, body })
    expect(sent.status, await sent.text()).to.be.lessThan(300)
    const held = async () => (await test.json('/v1/storefront/orders?state=held')).body.data.length === 1
    await eventually(held)
    await site.open('/console/storefronts/orders?state=held')
    await page.getByRole('link', { name: '#1002' }).waitFor()
    await site.shots('storefronts-orders')
    expect(await site.axe()).to.deep.equal([])
    await page.getByRole('link', { name: '#1002' }).click()
    await page.getByRole('button', { name: 'Print anyway' }).waitFor()
    await site.shots('storefronts-order')
    expect(await site.axe()).to.deep.equal([])
  })

  it('fits each width in German, for a shop of its own @long', async () => {
    const { page } = await site.another(site.person, { language: 'de' })
    await page.goto(`${site.service}${CONNECT}/own`)
    await page.getByRole('textbox', { name: de.connect.address }).fill('https://eigener.example')
    await fits(page, 'connect-own-de')
    await page.getByRole('button', { name: de.connect.create }).click()
    await page.getByRole('textbox', { name: de.connect.ownSettings }).waitFor()
    await fits(page, 'connect-own-paste-de')
  })
})
