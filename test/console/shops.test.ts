/** Shops and their products in the console: mapped to templates, copied into pages, checked and tried. */
import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { refusal, reply } from '../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { expectFaults } from '../support/run/page-faults.ts'
import { type LiveTemplate, liveTemplate } from '../support/service/sample-fill.ts'

const SHOPS = '/console/storefronts/shops'
const PRODUCTS = '/console/storefronts'
const ORIGIN = 'https://shop.example'
const NONE = reply(200, { data: [], has_more: false, next_starting_after: null })
const SCRIPT = '4711"><script>alert(1)</script>'

interface Shop {
  readonly id: string
  readonly key: string
  readonly template: LiveTemplate
}

describe('Shops in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
    // The press of these tests makes no page that could be drawn.
    expectFaults(this, /^GET 50[23] \S+\/page\.png/)
  })
  after(() => pages?.close())

  /** With a product of its own. */
  const makeShop = async (product = 'cards'): Promise<Shop> => {
    const { test } = pages
    const made = await test.json('/v1/embed/applications', {
      body: { name: 'Paper & Foil', allowed_origins: [ORIGIN], create_publishable_key: true },
    })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const { id } = made.body.embed_application
    const template = await liveTemplate(test)
    const body = { external_product_id: product, template_id: template.id, embed_application_id: id }
    const mapped = await test.json('/v1/product_mappings', { body })
    expect(mapped.status, JSON.stringify(mapped.body)).to.equal(201)
    return { id, key: made.body.publishable_key, template }
  }
  const open = ({ id }: Pick<Shop, 'id'>, options: Parameters<ConsolePages['open']>[1] = {}) =>
    pages.open(`${SHOPS}/${id}`, options)
  const check = async (page: ConsolePage) => {
    await page.findByRole('combobox', { name: 'Product' })
    await page.press('Check shop')
    return within(await page.findByRole('region', { name: 'Does it work?' }))
  }
  /** As one whose key was made before keys were stored. */
  const forgetKey = ({ id }: Shop) =>
    pages.test.server.ports.store.applications.update(pages.test.team.id, id, { keyCiphertext: null })

  describe('in their list', () => {
    it('are asked for where there are none yet', async () => {
      const page = await pages.open(SHOPS, { answers: { 'GET /v1/embed/applications': NONE } })
      await page.see('No shops yet')
    })

    it('are shown by name, with the addresses of their pages', async () => {
      await makeShop('listed')
      const page = await pages.open(SHOPS)
      await page.until(() => page.getAllByRole('row').some((row) => row.textContent.includes('Paper & Foil')))
      expect(page.getAllByText(ORIGIN)).not.to.deep.equal([])
    })

    it('offer another try when they do not arrive', async () => {
      const route = 'GET /v1/embed/applications'
      const page = await pages.open(SHOPS, { answers: { [route]: refusal('database_unavailable') } })
      const again = await page.findByRole('button', { name: /again/i })
      page.answer(route, NONE)
      await page.click(again)
      await page.see('No shops yet')
    })

    it('are asked for in German', async () => {
      const page = await pages.open(SHOPS, {
        language: 'de',
        answers: { 'GET /v1/embed/applications': NONE },
      })
      await page.see('Noch keine Shops')
    })
  })

  describe('when they are connected', () => {
    const connect = async () => {
      const page = await pages.open(`${SHOPS}/connect/own`)
      await page.fill('Name', 'Foil & Paper')
      await page.fill('Shop address', ORIGIN)
      await page.press('Create keys')
      const settings = await page.value('Environment of your server')
      return { page, key: /platen_pk_\w+/.exec(settings)?.[0] ?? 'no key' }
    }

    it('have the name that was entered', async () => {
      await connect()
      const { data } = (await pages.test.json('/v1/embed/applications')).body
      expect(data.map(({ name }: { name: string }) => name)).to.include('Foil & Paper')
    })

    it('give a button with their key and a product that is made of a template on the spot', async () => {
      const template = await liveTemplate(pages.test)
      const body = { external_product_id: 'of-any-shop', template_id: template.id }
      await pages.test.json('/v1/product_mappings', { body })
      const { page, key } = await connect()
      await page.select('Product', 'Another template …')
      await page.select('Template', template.id)
      await page.fill(await page.findByRole('textbox', { name: 'Product' }), 'on-the-spot')
      await page.press('Map product')
      await page.see('Product mapped.')
      const button = (await page.field('Button')) as HTMLTextAreaElement
      await page.until(() => button.value.includes('data-service-product="on-the-spot"'))
      expect(button.value).to.include(`data-service-key="${key}"`)
    })
  })

  describe('with their products', () => {
    it('have none yet, and are asked to map one', async () => {
      const page = await pages.open(PRODUCTS, { answers: { 'GET /v1/product_mappings': NONE } })
      await page.see('No products mapped yet')
      const [map] = page.getAllByRole('link', { name: 'Map product' })
      await page.click(map as HTMLElement)
      await page.findByRole('textbox', { name: 'Product' })
      expect(page.path).to.equal(`${PRODUCTS}/products/new`)
    })

    it('map one to a template, with default values and fields that are locked', async () => {
      const template = await liveTemplate(pages.test)
      const page = await pages.open(`${PRODUCTS}/products/new`)
      await page.fill('Product', SCRIPT)
      await page.select('Template', template.id)
      await page.fill('Name', 'Grace')
      const [locked] = page.getAllByLabelText('Locked for customers')
      await page.check(locked as HTMLElement)
      await page.press('Map product')
      await page.row('4711')
      const { data } = (await pages.test.json('/v1/product_mappings')).body
      const kept = data.find(({ template_id: id }: { template_id: string }) => id === template.id)
      expect(kept.external_product_id).to.equal(SCRIPT)
      expect(kept.options).to.deep.equal({
        default_values: { [template.name]: 'Grace' },
        locked_field_ids: [template.name],
        colors: null,
      })
    })

    it('keep what was entered when one cannot be mapped', async () => {
      const template = await liveTemplate(pages.test)
      const page = await pages.open(`${PRODUCTS}/products/new`)
      await page.fill('Product', 'kept')
      await page.select('Template', template.id)
      page.answer('POST /v1/product_mappings', refusal('database_unavailable'))
      await page.press('Map product')
      await page.findByRole('alert')
      expect(await page.value('Product')).to.equal('kept')
    })

    it('show them to viewers, who map none', async () => {
      await makeShop('seen')
      const page = await pages.open(PRODUCTS, { person: await pages.join('viewer') })
      await page.row('seen')
      expect(page.queryByRole('link', { name: 'Map product' })).to.equal(null)
    })
  })

  describe('on their page', () => {
    it('give their key, and a button from which no product breaks out', async () => {
      const shop = await makeShop(`<b>"${SCRIPT}`)
      const page = await open(shop)
      const key = await page.findByRole('textbox', { name: 'Publishable key' })
      expect((key as HTMLInputElement).value).to.equal(shop.key)
      const button = (await page.field('Button')) as HTMLTextAreaElement
      await page.until(() => button.value.includes('4711'))
      expect(button.value)
        .to.include('4711&#34;&#62;&#60;script&#62;')
        .and.include(`data-service-key="${shop.key}"`)
    })

    it('say that a key from before keys were stored cannot be shown', async () => {
      const shop = await makeShop('forgotten')
      await forgetKey(shop)
      const page = await open(shop)
      await page.see(/^Platen cannot show this key again\./)
      expect(page.queryByRole('textbox', { name: 'Publishable key' })).to.equal(null)
    })

    it('give a button with a key that is pasted', async () => {
      const shop = await makeShop('pasted')
      await forgetKey(shop)
      const page = await open(shop)
      await page.fill('Your publishable key', shop.key)
      expect(await page.value('Button')).to.include(`data-service-key="${shop.key}"`)
    })

    it('are waited for', async () => {
      await makeShop('late')
      const page = await pages.open(SHOPS)
      const held = page.hold('GET /v1/embed/applications/{id}')
      const [link] = await page.findAllByRole('link', { name: 'Paper & Foil' })
      await page.click(link as HTMLElement)
      await held.arrived
      expect(page.queryByRole('button', { name: 'Check shop' })).to.equal(null)
      held.release()
      await page.findByRole('button', { name: 'Check shop' })
    })

    it('can be looked at and not changed by viewers', async () => {
      const page = await open(await makeShop('viewed'), { person: await pages.join('viewer') })
      await page.findByRole('heading', { name: 'Paper & Foil' })
      for (const name of ['Remove shop', 'Rotate key', 'Check shop', 'Save'])
        expect(page.queryByRole('button', { name }), name).to.equal(null)
    })
  })

  describe('that are checked', () => {
    it('say that everything works, and that no webhook is set up', async () => {
      const checks = await check(await open(await makeShop('works')))
      await checks.findByText('Everything that was checked works.')
      await checks.findByText('The editor opens.')
      await checks.findByText(/^No webhook is set up\./)
    })

    it('say that their key is misspelled', async () => {
      const shop = await makeShop('misspelled')
      await forgetKey(shop)
      const page = await open(shop)
      await page.fill('Your publishable key', `${shop.key}x`)
      const checks = await check(page)
      await checks.findByText(/^The key is misspelled or was revoked\./)
    })

    it('say that their template is not live, and lead to it', async () => {
      const shop = await makeShop('paused')
      await pages.test.json(`/v1/templates/${shop.template.id}/pause`, { method: 'POST' })
      const checks = await check(await open(shop))
      await checks.findByText(/^The template is not live/)
      const link = (await checks.findByRole('link', { name: 'View template' })) as HTMLAnchorElement
      expect(link.pathname).to.equal(`/console/templates/${shop.template.id}`)
    })

    it('say that an endpoint of their webhooks does not respond', async () => {
      const body = { url: 'https://gone.invalid/hook' }
      const made = await pages.test.json('/v1/webhook_endpoints', { body })
      const { id } = made.body.webhook_endpoint
      try {
        const checks = await check(await open(await makeShop('unheard')))
        await checks.findByText('1 check failed.')
        await checks.findByText(/^The endpoint does not respond\./)
      } finally {
        await pages.test.json(`/v1/webhook_endpoints/${id}`, { method: 'DELETE' })
      }
    })

    it('count what failed', async () => {
      const shop = await makeShop('broken')
      await forgetKey(shop)
      await pages.test.json(`/v1/templates/${shop.template.id}/pause`, { method: 'POST' })
      const page = await open(shop)
      await page.fill('Your publishable key', `${shop.key}x`)
      await (await check(page)).findByText('2 checks failed.')
    })

    it('say why they could not be checked', async () => {
      const page = await open(await makeShop('unchecked'))
      page.answer('POST /v1/embed/applications/{id}/check', refusal('database_unavailable'))
      await (await check(page)).findByRole('alert')
    })
  })

  describe('whose editor is tried', () => {
    const allow = async (shop: Shop) => {
      const page = await open(shop)
      await page.press('Add web address')
      await page.until(() => page.queryByRole('button', { name: 'Open editor' }))
      await page.select('Template', shop.template.id)
      return page
    }

    it('let the console open it once its address is added', async () => {
      const shop = await makeShop('tried')
      const page = await allow(shop)
      await page.press('Open editor')
      const frame = (await page.findByTitle('Editor as customers see it')) as HTMLIFrameElement
      expect(new URL(frame.src).searchParams.get('application')).to.equal(shop.id)
      const { embed_application: kept } = (await pages.test.json(`/v1/embed/applications/${shop.id}`)).body
      expect(kept.allowed_origins).to.deep.equal([ORIGIN, page.window.location.origin])
    })

    it('say why it could not be opened', async () => {
      const page = await allow(await makeShop('untried'))
      page.answer('POST /v1/embed/sessions', refusal('database_unavailable'))
      await page.press('Open editor')
      await page.findByRole('alert')
      expect(page.queryByTitle('Editor as customers see it')).to.equal(null)
    })
  })
})
