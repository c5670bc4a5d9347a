/** The shop's settings in the console, in a real browser: what an owner sets there is what customers see. */
import { expect } from 'chai'
import { type ConsoleSite, openConsole, SIZES } from '../support/browser/console-site.ts'
import { noSideways } from '../support/browser/no-sideways.ts'

describe('The settings of the shop in the console', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

  it('keeps name, contact, colour, words and links, and says which of them cannot be used @long', async () => {
    const { page, close } = await site.another(await site.join('owner'))
    await page.goto(`${site.service}/console/shop`)
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
    await page.getByLabel('Shop name').fill('Petra Press')
    await page.getByLabel('Accent colour').fill('blue')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter a colour such as #1f4e79.').waitFor()
    expect(await site.axe(page)).to.deep.equal([])
    await page.getByLabel('Accent colour').fill('#1f4e79')
    await page.getByLabel('Link to the terms').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter a full web address, such as https://shop.example/terms.').waitFor()
    await page.getByLabel('Link to the terms').fill('https://petra.example/terms')
    await page.getByLabel('Contact').fill('hello@petra.example')
    await page.getByLabel('Text after approval').fill('We check your card\nwithin one day.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Shop settings saved.').waitFor()
    await site.shotsOf(page, 'shop')
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await noSideways(page)
    }
    await page.reload()
    await page.getByLabel('Shop name').waitFor()
    expect(await page.getByLabel('Shop name').inputValue()).to.equal('Petra Press')
    expect(await page.getByLabel('Text after approval').inputValue()).to.equal(
      'We check your card\nwithin one day.',
    )
    expect(await site.axe(page)).to.deep.equal([])
    await close()
  })

  it('gives order numbers, narrows the languages and sets the output of new templates @long', async () => {
    const { page, close } = await site.another(await site.join('owner'))
    await page.goto(`${site.service}/console/shop`)
    await page.getByLabel('Give order numbers').check()
    await page.getByLabel('Prefix').fill('No 1')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Use letters, digits, full stops').waitFor()
    await page.getByLabel('Prefix').fill('R-')
    await page.getByLabel('Next number').fill('2001')
    await page.getByText('The next order is R-2001.').waitFor()
    await page.getByLabel('German').check()
    await page.getByLabel('English').check()
    await page.getByLabel('Default language').selectOption('English')
    const output = page.getByLabel('Print files of new templates')
    const [, first] = await output.locator('option').all()
    const profile = (await first?.getAttribute('value')) ?? ''
    await output.selectOption(profile)
    expect(await site.axe(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Settings saved.', { exact: true }).waitFor()
    await site.shotsOf(page, 'shop-defaults', ['phone', 'desk', 'wide'])
    const { settings } = (await site.test.json('/v1/team/settings')).body
    expect(settings).to.deep.include({
      ...{ order_prefix: 'R-', next_order_number: 2001, default_output_profile: profile },
      customer_languages: ['en', 'de'],
    })
    await page.reload()
    expect(await page.getByLabel('Next number').inputValue()).to.equal('2001')
    await page.getByLabel('Next number').fill('5')
    await page.getByLabel('Prefix').focus()
    expect(await page.getByLabel('Next number').inputValue(), 'it never goes back').to.equal('2001')
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await noSideways(page)
    }
    const german = await site.another(await site.join('owner'), { language: 'de' })
    await german.page.goto(`${site.service}/console/shop`)
    await german.page.getByLabel('Bestellnummern vergeben').waitFor()
    await site.shotsOf(german.page, 'shop-defaults-de', ['phone', 'desk', 'wide'])
    await german.close()
    await close()
  })

  it('is for owners alone', async () => {
    const { page, close } = await site.another(await site.join('editor'))
    await page.goto(`${site.service}/console/shop`)
    await page.getByText('Only owners can change these settings.').waitFor()
    expect(await site.axe(page)).to.deep.equal([])
    await close()
  })
})
