/** The settings of the shop in a real browser: axe and screenshots, at each size of window. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../../support/browser/console-site.ts'
import { noSideways } from '../../support/browser/no-sideways.ts'

describe('The settings of the shop in a browser', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

  const clean = async (page: Page = site.page) => expect(await site.axe(page)).to.deep.equal([])

  it('have no faults of axe and fit each size of window, in German too @long', async () => {
    const { page } = site
    await site.open('/console/shop')
    await page.getByLabel('Accent colour').fill('blue')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter a colour such as #1f4e79.').waitFor()
    await clean()
    await page.getByLabel('Accent colour').fill('#1f4e79')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Shop settings saved.').waitFor()
    await site.shots('shop')
    await page.getByLabel('Give order numbers').check()
    await page.getByLabel('German').check()
    await page.getByLabel('English').check()
    await clean()
    await site.shots('shop-defaults', ['phone', 'desk', 'wide'])
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await noSideways(page)
    }
    const german = await site.another(await site.join('owner'), { language: 'de' })
    await german.page.goto(`${site.service}/console/shop`)
    await german.page.getByLabel('Bestellnummern vergeben').waitFor()
    await site.shotsOf(german.page, 'shop-defaults-de', ['phone', 'desk', 'wide'])
    await german.close()
    const editor = await site.another(await site.join('editor'))
    await editor.page.goto(`${site.service}/console/shop`)
    await editor.page.getByText('Only owners can change these settings.').waitFor()
    await clean(editor.page)
    await editor.close()
  })
})
