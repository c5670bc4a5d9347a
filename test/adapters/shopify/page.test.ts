/** The app's page in a real browser: connected by the visit, with products, orders and their print files. */
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { SHOPIFY } from '../../../adapters/shopify/shopify.ts'
import { needsBrowser, openPage, screenshotFolder } from '../../support/browser/browser.ts'
import { type AdapterShop, openAdapterShop, orderOf } from '../../support/shops/adapter-shop.ts'
import { SHOP, sessionToken } from '../../support/shops/mock-shopify.ts'
import { openShopifyPlatform, type ShopifyPlatform } from '../../support/shops/shopify-platform.ts'

describe('The page of the Shopify app', () => {
  let browser: Browser
  let platform: ShopifyPlatform
  let shop: AdapterShop
  before(async function () {
    browser = await needsBrowser(this)
    platform = await openShopifyPlatform()
    shop = await openAdapterShop(SHOPIFY, platform.env)
  })
  after(async () => {
    await shop?.close()
    await platform?.close()
  })

  it('connects the shop by being opened, maps a product, and shows an order with its print file', async () => {
    platform.mock.products.add('632910392')
    const order = orderOf(await shop.fill(), { id: '4001' })
    await shop.send(await platform.hook('paid', order, 0))
    await shop.settled('4001', { 1: 'finalized' })
    const { page, faults, close } = await openPage(browser)
    try {
      // App Bridge comes from Shopify's own host, and gives a token for each question.
      const bridge = `window.shopify = { idToken: async () => ${JSON.stringify(sessionToken())} }`
      await page.route('https://cdn.shopify.com/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: bridge }),
      )
      await page.goto(`${shop.test.url}/adapters/shopify/?shop=${SHOP}`)
      await page.getByText('Cards is connected.').waitFor()
      await page.getByText('Ready for print').waitFor()
      await page.getByRole('button', { name: 'Search products' }).click()
      await page.getByRole('button', { name: 'Card', exact: true }).click()
      await page.getByRole('button', { name: 'Search templates' }).click()
      await page.locator('.results button').first().click()
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      const names = page.locator('.rows li > span:first-child')
      await names.filter({ hasText: /^Card$/ }).waitFor()
      expect(await names.allInnerTexts()).to.include('Product mug')
      const folder = await screenshotFolder()
      if (folder !== null) await page.screenshot({ path: `${folder}/shopify-page.png`, fullPage: true })
      const [link] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/desk/orders/pdf')),
        page.getByRole('button', { name: 'Print file' }).click(),
      ])
      expect((await link.json()).url).to.match(/\/files\/renders\/rnd_\w+\.pdf\?/)
      expect(faults).to.deep.equal([])
    } finally {
      await close()
    }
  })
})
