/** A shop and its product in a real browser: axe and screenshots, and an editor that is tried on the console's page. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { eventually } from '../../support/run/eventually.ts'
import { openCardShop } from '../../support/service/printing-shop.ts'

const SHOPS = '/console/storefronts/shops'

describe('A shop in a browser', () => {
  let site: ConsoleSite
  let page: Page
  let templateId: string
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    page = site.page
    templateId = await openCardShop(site.test)
  })
  after(() => site?.close())

  const clean = async () => expect(await site.axe()).to.deep.equal([])
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  /** Its id, and its key. */
  const makeShop = async (product: string) => {
    const { test } = site
    const body = { name: 'Paper & Foil', allowed_origins: ['https://shop.example'] }
    const made = await test.json('/v1/embed/applications', {
      body: { ...body, create_publishable_key: true },
    })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const { id } = made.body.embed_application
    const mapped = { external_product_id: product, template_id: templateId, embed_application_id: id }
    await test.json('/v1/product_mappings', { body: mapped })
    return { id, key: made.body.publishable_key }
  }
  /** A value that is refused is noted by the browser. */
  const noFaults = () =>
    expect(site.faults.filter((fault) => !/status of (?:400|422)/.test(fault))).to.deep.equal([])

  it('is set up with its first product without faults of axe @long', async () => {
    await site.open(SHOPS)
    await page.getByText('No shops yet').waitFor()
    await clean()
    await site.open(`${SHOPS}/connect/own`)
    await page.getByRole('textbox', { name: 'Shop address' }).fill('shop')
    await press('Create keys')
    await page.getByText('Enter a web address').waitFor()
    await clean()
    await page.getByRole('textbox', { name: 'Shop address' }).fill('https://shop.example')
    await press('Create keys')
    await page.getByRole('textbox', { name: 'Environment of your server' }).waitFor()
    await page.getByRole('combobox', { name: 'Template' }).selectOption(templateId)
    await page.getByRole('textbox', { name: 'Product' }).fill('cards')
    await press('Map product')
    await page.getByRole('combobox', { name: 'Product' }).waitFor()
    const button = page.getByRole('textbox', { name: 'Button' })
    await eventually(async () => (await button.inputValue()).includes('data-service-product="cards"'))
    await clean()
    await site.shots('storefronts-connected', ['phone', 'desk', 'wide'])
    noFaults()
  })

  it('has a product with default values without faults of axe @long', async () => {
    await site.open('/console/storefronts/products/new')
    await page.getByRole('textbox', { name: 'Product' }).fill('4711"><script>alert(1)</script>')
    await page.getByRole('combobox', { name: 'Template' }).selectOption(templateId)
    await page.getByRole('textbox', { name: 'First name' }).fill('Grace')
    await page.getByRole('group').getByLabel('Locked for customers').first().check()
    await site.shots('storefronts-mapping')
    await clean()
    await press('Map product')
    await page.getByRole('row').filter({ hasText: '4711' }).waitFor()
    await site.shots('storefronts-products')
    await clean()
    noFaults()
  })

  it('that fails its checks shows them without faults of axe @long', async () => {
    const { test } = site
    const { id, key } = await makeShop('checked')
    await test.server.ports.store.applications.update(test.team.id, id, { keyCiphertext: null })
    await site.open(`${SHOPS}/${id}`)
    await page.getByText('Platen cannot show this key again.').waitFor()
    await page.getByRole('combobox', { name: 'Product' }).waitFor()
    await clean()
    await page.getByRole('textbox', { name: 'Your publishable key' }).fill(`${key}x`)
    await test.json(`/v1/templates/${templateId}/pause`, { method: 'POST' })
    await test.json('/v1/webhook_endpoints', { body: { url: 'https://gone.invalid/hook' } })
    try {
      await press('Check shop')
      await page.getByText('3 checks failed.').waitFor()
      await clean()
      await site.shots('storefronts-check', ['phone', 'desk', 'wide'])
    } finally {
      await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
    }
    noFaults()
  })

  it('has an editor that saves a design as a customer does @long', async () => {
    const { test } = site
    const { data: fields } = (await test.json(`/v1/templates/${templateId}/fields`)).body
    const name: string = fields.find(({ label }: { label: string }) => label === 'First name').id
    const { id } = await makeShop('tried')
    await site.open(`${SHOPS}/${id}`)
    await press('Add web address')
    await page.getByRole('combobox', { name: 'Template' }).selectOption(templateId)
    await press('Open editor')
    const editor = page.frameLocator('iframe')
    await editor.getByRole('textbox').first().fill('Rosalind')
    await editor.locator('img').first().waitFor()
    await site.shots('storefronts-shop', ['phone', 'desk', 'wide'])
    await clean()
    await editor.getByRole('button', { name: 'Review' }).click()
    await editor.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('link', { name: 'View job' }).waitFor()
    const fills = (await test.json('/v1/fills')).body.data
    expect(fills[0].values[name]).to.equal('Rosalind')
    noFaults()
  })
})
