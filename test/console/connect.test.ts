/** Connecting a shop in the console: keys that work are made at once, and the shop says whether it works. */
import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { makeArchive } from '../../adapters/woocommerce/plugin-archive.ts'
import de from '../../widget/console/words/de/storefronts.json' with { type: 'json' }
import { refusal } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { expectFaults } from '../support/run/page-faults.ts'
import { liveTemplate } from '../support/service/sample-fill.ts'

const CONNECT = '/console/storefronts/shops/connect'
const SHOP = 'https://cards.example'

describe('Connecting a shop in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
    // The press of these tests makes no page that could be drawn.
    expectFaults(this, /^GET 50[23] \S+\/page\.png/)
  })
  after(() => pages?.close())

  const connectWoo = async () => {
    const page = await pages.open(`${CONNECT}/woocommerce`)
    await page.fill('Shop address', 'Cards.example/shop/')
    await page.press('Create keys')
    return { page, key: await page.value('Secret key'), publishable: await page.value('Publishable key') }
  }
  /** A customer's visit to the product of the shop that was connected last. */
  const visit = async ({ key, publishable }: { readonly key: string; readonly publishable: string }) => {
    const template = await liveTemplate(pages.test)
    const mapped = { external_product_id: template.id, template_id: template.id }
    const mapping = await pages.test.json('/v1/product_mappings', { key, body: mapped })
    expect(mapping.status, JSON.stringify(mapping.body)).to.equal(201)
    const visited = await pages.test.json('/v1/embed/sessions/guest', {
      key: null,
      headers: { origin: SHOP, 'x-service-publishable-key': publishable },
      body: { external_product_id: template.id, parent_origin: SHOP },
    })
    expect(visited.status, JSON.stringify(visited.body)).to.equal(201)
    return { template, session: visited.body.embed_session.id, secret: visited.body.client_secret }
  }

  it('leads from the list of shops to each way of connecting one', async () => {
    const page = await pages.open('/console/storefronts/shops')
    const [connect] = await page.findAllByRole('link', { name: 'Connect shop' })
    await page.click(connect as HTMLElement)
    await page.findByRole('heading', { name: 'WooCommerce' })
    await page.click(await page.findByRole('link', { name: 'Connect WooCommerce' }))
    await page.field('Shop address')
    expect(page.path).to.equal(`${CONNECT}/woocommerce`)
  })

  it('names each permission in words and as the API calls it before keys are made', async () => {
    const page = await pages.open(`${CONNECT}/woocommerce`)
    await page.until(() =>
      page
        .getAllByRole('listitem')
        .some(({ textContent }) => /^Jobs: Read and write\s*fills:write$/.test(textContent)),
    )
  })

  it('says that an address is none, and makes no keys', async () => {
    const page = await pages.open(`${CONNECT}/own`)
    await page.fill('Shop address', 'shop')
    await page.press('Create keys')
    await page.see(/^Enter a web address/)
    expect(page.requests.filter(({ method }) => method === 'POST')).to.deep.equal([])
  })

  it('gives WooCommerce one code with the URL and both keys', async () => {
    const { page, key, publishable } = await connectWoo()
    const [prefix, payload = '', checksum] = (await page.value('Connection code')).split('.')
    expect(prefix).to.equal('platen_connect_1')
    expect(checksum).to.match(/^[0-9a-f]{8}$/)
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).to.deep.equal({
      service_url: page.window.location.origin,
      secret_key: key,
      publishable_key: publishable,
    })
  })

  it('says that https:// is added to an address without it, and how to keep http', async () => {
    const page = await pages.open(`${CONNECT}/woocommerce`)
    await page.fill('Shop address', '127.0.0.1:18180')
    await page.see(/^Platen adds https:\/\/ and uses https:\/\/127\.0\.0\.1:18180\./)
    await page.fill('Shop address', 'http://127.0.0.1:18180')
    await page.see(/^The address that customers see/)
  })

  it('gives WooCommerce each value by itself, in the order of its plugin', async () => {
    const { page, key, publishable } = await connectWoo()
    expect(key).to.match(/^platen_rk_/)
    expect(publishable).to.match(/^platen_pk_/)
    expect(await page.value('Service URL')).to.equal(page.window.location.origin)
    await page.see(/^https:\/\/cards\.example\/wp-admin\//)
    const labels = [...page.document.querySelectorAll('details label')].map(({ textContent }) => textContent)
    expect(labels).to.deep.equal(['Service URL', 'Secret key', 'Publishable key'])
  })

  it('downloads the plugin for WordPress', async () => {
    const { page } = await connectWoo()
    await page.press('Download the plugin')
    await page.until(() => page.downloads.length === 1)
    const [file] = page.downloads
    expect(file?.name).to.equal('platen-for-woocommerce.zip')
    const bytes = Buffer.from((await file?.blob?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(bytes.equals(await makeArchive())).to.equal(true)
  })

  it('shows why the plugin could not be downloaded', async () => {
    const { page } = await connectWoo()
    page.answer('GET /v1/console/woocommerce_plugin', refusal('internal_error'))
    await page.press('Download the plugin')
    await page.findByRole('alert')
    expect(page.downloads).to.deep.equal([])
  })

  it('makes an application for the origin of the shop', async () => {
    await connectWoo()
    const [application] = (await pages.test.json('/v1/embed/applications')).body.data
    expect(application).to.include({ name: 'cards.example' })
    expect(application.allowed_origins).to.deep.equal([SHOP])
  })

  it('makes a key that may do what the plugin does and no more', async () => {
    const { key } = await connectWoo()
    const template = await liveTemplate(pages.test)
    const body = { external_product_id: template.id, template_id: template.id }
    expect((await pages.test.json('/v1/templates', { key })).status).to.equal(200)
    expect((await pages.test.json('/v1/product_mappings', { key, body })).status).to.equal(201)
    expect((await pages.test.json('/v1/webhook_endpoints', { key })).status).to.equal(403)
  })

  it('shows the secret key on no page of the shop', async () => {
    const { page, key } = await connectWoo()
    await page.click(await page.findByRole('link', { name: 'View shop' }))
    await page.see('Waiting for the first visit')
    expect(page.document.body.innerHTML).not.to.contain(key)
  })

  it('goes on with the application of the first try when the key could not be made', async () => {
    const page = await pages.open(`${CONNECT}/woocommerce`)
    await page.fill('Shop address', 'https://second.example')
    page.answer('POST /v1/api_keys', refusal('database_unavailable'))
    await page.press('Create keys')
    await page.findByRole('alert')
    page.answer('POST /v1/api_keys', null)
    await page.press('Create keys')
    await page.field('Secret key')
    const made = page.requests.filter(
      ({ method, path }) => `${method} ${path}` === 'POST /v1/embed/applications',
    )
    expect(made).to.have.length(1)
  })

  it('says that a shop waits, is seen and works, as customers visit it and order', async () => {
    const made = await connectWoo()
    const { page } = made
    await page.click(await page.findByRole('link', { name: 'View shop' }))
    const card = within(await page.findByRole('region', { name: 'Connection' }))
    await card.findByText('Waiting for the first visit')
    card.getByText('WooCommerce')
    const { template, session, secret } = await visit(made)
    const seen = await pages.open(page.path)
    await seen.see('Editor opens, no order yet')
    const saved = await pages.test.json('/v1/embed/fills', {
      key: null,
      headers: { origin: SHOP, 'x-service-client-secret': secret },
      body: { embed_session: session, values: { [template.name]: 'Ada' } },
    })
    expect(saved.status, JSON.stringify(saved.body)).to.be.oneOf([200, 201])
    const order = { key: made.key, body: { external_order_id: 'ORDER-1' } }
    const ordered = await pages.test.json(`/v1/fills/${saved.body.fill.id}/finalize`, order)
    expect(ordered.status, JSON.stringify(ordered.body)).to.equal(200)
    const works = await pages.open(page.path)
    await works.see('Works')
  })

  it('fills in what Shopify asks for, from the client ID', async () => {
    const page = await pages.open(`${CONNECT}/shopify`)
    await page.fill('Client ID', 'abc123')
    const { origin } = page.window.location
    const toml = await page.value(/shopify\.app\.toml$/)
    expect(toml).to.contain('client_id = "abc123"')
    expect(toml).to.contain(`application_url = "${origin}/adapters/shopify/"`)
    expect(await page.value('Environment of Platen')).to.contain('SHOPIFY_CLIENT_ID=abc123')
    expect(await page.value('Command')).to.match(/npm install && shopify app deploy$/)
  })

  it('gives a shop of its own its settings and its snippets, in German', async () => {
    const words = de.connect
    const page = await pages.open(`${CONNECT}/own`, { language: 'de' })
    await page.fill(words.address, 'https://eigener.example')
    await page.press(words.create)
    const settings = await page.value(words.ownSettings)
    expect(settings).to.match(
      /^PLATEN_URL=http.*\nPLATEN_API_KEY=platen_rk_\w+\nPLATEN_PUBLISHABLE_KEY=platen_pk_\w+$/,
    )
    const button = await page.value(de.app.snippetHtml)
    expect(button).to.contain(/platen_pk_\w+/.exec(settings)?.[0] ?? 'no key')
  })

  for (const role of ['editor', 'viewer'] as const)
    it(`says to each ${role} that owners make keys`, async () => {
      const page = await pages.open(`${CONNECT}/own`, { person: await pages.join(role) })
      await page.see(/^Only owners can create API keys\./)
      expect(page.queryByRole('button', { name: 'Create keys' })).to.equal(null)
    })
})

describe('Connecting WooCommerce where the widget has an origin of its own', () => {
  const WIDGET = 'https://widget.example'
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this, { server: { env: { WIDGET_URL: WIDGET } } })
  })
  after(() => pages?.close())

  it('names the widget in the code and beside the keys', async () => {
    const page = await pages.open(`${CONNECT}/woocommerce`)
    await page.fill('Shop address', SHOP)
    await page.press('Create keys')
    const [, payload = ''] = (await page.value('Connection code')).split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).to.include({ widget_url: WIDGET })
    expect(await page.value('Widget URL')).to.equal(WIDGET)
  })
})
