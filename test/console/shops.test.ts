/** A shop and a product in the console, in a real browser: set up, copied into a page and tried. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { eventually } from '../support/run/eventually.ts'
import { openCardShop } from '../support/service/printing-shop.ts'

describe('Shops in the console', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
  })
  after(() => site?.close())

  const clean = async (page: Page = site.page) => expect(await site.axe(page)).to.deep.equal([])

  it('sets up a shop and a product, gives the HTML, and tries the editor @long', async () => {
    const { page, test, service } = site
    const templateId = await openCardShop(test)
    const { data: fields } = (await test.json(`/v1/templates/${templateId}/fields`)).body
    const name: string = fields.find(({ label }: { label: string }) => label === 'First name').id
    await site.open('/console/storefronts/shops')
    await page.getByText('No shops yet').waitFor()
    await clean()
    await page.getByRole('link', { name: 'Connect shop' }).first().click()
    await page.getByRole('link', { name: 'Connect your own shop' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Paper & Foil')
    await page.getByRole('textbox', { name: 'Shop address' }).fill('shop')
    await page.getByRole('button', { name: 'Create keys' }).click()
    await page.getByText('Enter a web address').waitFor()
    await clean()
    await page.getByRole('textbox', { name: 'Shop address' }).fill('https://shop.example')
    await page.getByRole('button', { name: 'Create keys' }).click()
    const settings = await page.getByRole('textbox', { name: 'Environment of your server' }).inputValue()
    const key = /platen_pk_\w+/.exec(settings)?.[0] ?? ''
    expect(key).not.to.equal('')
    // The button is ready to copy: with the key, and with a product made of a template on the spot.
    await page.getByRole('combobox', { name: 'Template' }).selectOption(templateId)
    await page.getByRole('textbox', { name: 'Product' }).fill('cards')
    await page.getByRole('button', { name: 'Map product' }).click()
    await page.getByRole('combobox', { name: 'Product' }).waitFor()
    const ready = await page.getByRole('textbox', { name: 'Button' }).inputValue()
    expect(ready).to.include(`data-service-key="${key}"`).and.include('data-service-product="cards"')
    await clean()
    await site.shots('storefronts-connected', ['phone', 'desk', 'wide'])

    await site.open('/console/storefronts')
    await page.getByRole('link', { name: 'Map product' }).first().click()
    await page.getByRole('textbox', { name: 'Product' }).fill('4711"><script>alert(1)</script>')
    await page.getByRole('combobox', { name: 'Template' }).selectOption(templateId)
    await page.getByRole('textbox', { name: 'First name' }).fill('Grace')
    await page.getByRole('group').getByLabel('Locked for customers').first().check()
    await site.shots('storefronts-mapping')
    await clean()
    await page.getByRole('button', { name: 'Map product' }).click()
    await page.getByRole('row').filter({ hasText: '4711' }).waitFor()
    await site.shots('storefronts-products')
    await clean()
    const { data } = (await test.json('/v1/product_mappings')).body
    expect(data[0].options).to.deep.equal({
      default_values: { [name]: 'Grace' },
      locked_field_ids: [name],
      colors: null,
    })

    await site.open('/console/storefronts/shops')
    await page.getByRole('link', { name: 'Paper & Foil' }).click()
    const html = page.getByRole('textbox', { name: 'Button' })
    await page.locator('textarea').nth(2).waitFor()
    await eventually(async () => (await html.inputValue()).includes('4711'))
    const snippet = await html.inputValue()
    expect(snippet)
      .to.include('data-service-product="4711&#34;&#62;&#60;script&#62;')
      .and.include(`data-service-key="${key}"`)
    expect(await page.getByRole('textbox', { name: 'Publishable key' }).inputValue()).to.equal(key)
    const checks = page.getByRole('region', { name: 'Does it work?' })
    await page.getByRole('button', { name: 'Check shop' }).click()
    await checks.getByText('Everything that was checked works.').waitFor()
    await checks.getByText('The editor opens.').waitFor()
    await checks.getByText('No webhook is set up.').waitFor()
    // A key from before they were stored is pasted, or rotated.
    const shopId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await test.server.ports.store.applications.update(test.team.id, shopId, { keyCiphertext: null })
    await page.reload()
    await page.getByText('Platen cannot show this key again.').waitFor()
    await clean()
    await page.getByRole('textbox', { name: 'Your publishable key' }).fill(`${key}x`)
    expect(await html.inputValue()).to.include(`data-service-key="${key}x"`)
    await test.json(`/v1/templates/${templateId}/pause`, { method: 'POST' })
    await test.json('/v1/webhook_endpoints', { body: { url: 'https://gone.invalid/hook' } })
    await page.getByRole('button', { name: 'Check shop' }).click()
    await checks.getByText('3 checks failed.').waitFor()
    await checks.getByText('The key is misspelled or was revoked.').waitFor()
    await checks.getByText('The endpoint does not respond.').waitFor()
    await checks.getByRole('link', { name: 'View template' }).waitFor()
    await clean()
    await site.shots('storefronts-check', ['phone', 'desk', 'wide'])
    await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
    await page.getByRole('button', { name: 'Add web address' }).click()
    await page.getByRole('combobox', { name: 'Template' }).selectOption(templateId)
    await page.getByRole('button', { name: 'Open editor' }).click()
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
    expect(service).to.match(/^http:/)
    // A value that is refused is noted by the browser.
    expect(site.faults.filter((fault) => !/status of (?:400|422)/.test(fault))).to.deep.equal([])
  })
})
