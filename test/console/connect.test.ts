/** Connecting a shop in the console, in a real browser: keys that work are made at once, and the shop says whether it works. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import de from '../../widget/console/words/de/storefronts.json' with { type: 'json' }
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { expectFaults } from '../support/run/page-faults.ts'
import { liveTemplate } from '../support/service/sample-fill.ts'

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

describe('Connecting a shop in the console', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
    // The press of these tests makes no page that could be drawn.
    expectFaults(this, /^GET 50[23] \S+\/page\.png/)
  })
  after(() => site?.close())

  /** Nothing is cut off, and nothing is wrong to axe, at each width. */
  const fits = async (page: Page, name: string) => {
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      const over = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(over, `${name} at ${size.width}`).to.be.at.most(0)
      expect(await site.axe(page), `${name} at ${size.width}`).to.deep.equal([])
    }
    await site.shotsOf(page, name, ['phone', 'desk'])
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  it('makes application, origin and keys for WooCommerce, which may do what the plugin does and no more @long', async () => {
    const { page, test, service } = site
    await site.open('/console/storefronts/shops')
    await page.getByRole('link', { name: 'Connect shop' }).first().click()
    await page.getByRole('heading', { name: 'WooCommerce' }).waitFor()
    await fits(page, 'connect-ways')
    await page.getByRole('link', { name: 'Connect WooCommerce' }).click()
    // Scopes stand beside their words.
    await page.getByRole('listitem').filter({ hasText: 'Jobs: Read and write fills:write' }).waitFor()
    await fits(page, 'connect-woocommerce')
    await page.getByRole('textbox', { name: 'Shop address' }).fill('Cards.example/shop/')
    await page.getByRole('button', { name: 'Create keys' }).click()
    const key = await page.getByRole('textbox', { name: 'Secret key' }).inputValue()
    const publishable = await page.getByRole('textbox', { name: 'Publishable key' }).inputValue()
    expect(await page.getByRole('textbox', { name: 'Service URL' }).inputValue()).to.equal(service)
    await page.getByText('https://cards.example/wp-admin/').waitFor()
    await fits(page, 'connect-woocommerce-paste')

    const template = await liveTemplate(test)
    expect((await test.json('/v1/templates', { key })).status).to.equal(200)
    const body = { external_product_id: '11', template_id: template.id }
    expect((await test.json('/v1/product_mappings', { key, body })).status).to.equal(201)
    expect((await test.json('/v1/webhook_endpoints', { key })).status).to.equal(403)
    const [application] = (await test.json('/v1/embed/applications')).body.data
    expect(application).to.include({ name: 'cards.example' })
    expect(application.allowed_origins).to.deep.equal(['https://cards.example'])

    await page.getByRole('link', { name: 'View shop' }).click()
    const card = page.getByRole('region', { name: 'Connection' })
    await card.getByText('Waiting for the first visit').waitFor()
    await card.getByText('WooCommerce').waitFor()
    expect(await page.content()).not.to.contain(key)
    await fits(page, 'connect-shop-waiting')

    const visit = await test.json('/v1/embed/sessions/guest', {
      key: null,
      headers: { origin: 'https://cards.example', 'x-service-publishable-key': publishable },
      body: { external_product_id: '11', parent_origin: 'https://cards.example' },
    })
    expect(visit.status, JSON.stringify(visit.body)).to.equal(201)
    await page.reload()
    await card.getByText('Editor opens, no order yet').waitFor()
    await fits(page, 'connect-shop-seen')

    const browser = {
      key: null,
      headers: { origin: 'https://cards.example', 'x-service-client-secret': visit.body.client_secret },
    }
    const saved = await test.json('/v1/embed/fills', {
      ...browser,
      body: { embed_session: visit.body.embed_session.id, values: { [template.name]: 'Ada' } },
    })
    expect(saved.status, JSON.stringify(saved.body)).to.be.oneOf([200, 201])
    const path = `/v1/fills/${saved.body.fill.id}/finalize`
    const ordered = await test.json(path, { key, body: { external_order_id: 'ORDER-1' } })
    expect(ordered.status, JSON.stringify(ordered.body)).to.equal(200)
    await page.reload()
    await card.getByText('Works').waitFor()
  })

  it('fills in what Shopify asks for, from the client id @long', async () => {
    const { page, service } = site
    await site.open('/console/storefronts/shops/connect/shopify')
    await page.getByRole('textbox', { name: 'Client ID' }).fill('abc123')
    const toml = page.getByRole('textbox', { name: 'shopify.app.toml' })
    expect(await toml.inputValue())
      .to.contain('client_id = "abc123"')
      .and.to.contain(`application_url = "${service}/adapters/shopify/"`)
    expect(await page.getByRole('textbox', { name: 'Environment of Platen' }).inputValue()).to.contain(
      'SHOPIFY_CLIENT_ID=abc123',
    )
    await fits(page, 'connect-shopify')
  })

  it('gives a shop of its own its settings, its snippets, and German words @long', async () => {
    const { page } = await site.another(site.person, { language: 'de' })
    await page.goto(`${site.service}/console/storefronts/shops/connect/own`)
    const words = de.connect
    await page.getByRole('textbox', { name: words.address }).fill('https://eigener.example')
    await fits(page, 'connect-own-de')
    await page.getByRole('button', { name: words.create }).click()
    const settings = await page.getByRole('textbox', { name: words.ownSettings }).inputValue()
    expect(settings).to.match(
      /^PLATEN_URL=http.*\nPLATEN_API_KEY=platen_rk_\w+\nPLATEN_PUBLISHABLE_KEY=platen_pk_\w+$/,
    )
    const button = await page.getByRole('textbox', { name: de.app.snippetHtml, exact: true }).inputValue()
    expect(button).to.contain(/platen_pk_\w+/.exec(settings)?.[0] ?? 'no key')
    await fits(page, 'connect-own-paste-de')
  })

  it('says that keys are an owner’s to make, to an editor', async () => {
    const editor = await site.join('editor')
    const { page } = await site.another(editor)
    await page.goto(`${site.service}/console/storefronts/shops/connect/own`)
    await page.getByText('Only owners can create API keys.').waitFor()
    expect(await page.getByRole('button', { name: 'Create keys' }).count()).to.equal(0)
  })
})
