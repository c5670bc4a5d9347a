/** The app's page in a real browser: connected by the visit, with products, orders and their print files. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { SHOPIFY } from '../../../adapters/shopify/shopify.ts'
import { axeFaults } from '../../support/browser/axe.ts'
import { needsBrowser, openPage, screenshotFolder } from '../../support/browser/browser.ts'
import { type AdapterShop, openAdapterShop, orderOf } from '../../support/shops/adapter-shop.ts'
import { CLIENT_ID, SHOP, sessionToken } from '../../support/shops/mock-shopify.ts'
import { openShopifyPlatform, type ShopifyPlatform } from '../../support/shops/shopify-platform.ts'

const PAGE = join(import.meta.dirname, '../../../adapters/shopify/page')
const POLARIS = join(import.meta.dirname, './polaris.js')

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

  /** Opened as Shopify's admin opens it: App Bridge and components come from Shopify's own host. */
  const open = async (locale: string, width = 1440) => {
    const opened = await openPage(browser)
    const { page } = opened
    await page.setViewportSize({ width, height: 900 })
    const bridge = `window.shopify = { idToken: async () => ${JSON.stringify(sessionToken())} }`
    const stand = { bridge, polaris: await readFile(POLARIS, 'utf8') }
    await page.route('https://cdn.shopify.com/**', (route) => {
      const body = route.request().url().endsWith('/polaris.js') ? stand.polaris : stand.bridge
      return route.fulfill({ contentType: 'text/javascript', body })
    })
    await page.goto(`${shop.test.url}/adapters/shopify/?shop=${SHOP}&locale=${locale}`)
    await page.locator('#app[aria-busy=false]').waitFor()
    return opened
  }

  it('connects the shop by being opened, maps a product, and shows an order with its print file @long', async () => {
    platform.mock.products.add('632910392')
    const order = orderOf(await shop.fill(), { id: '4001' })
    await shop.send(await platform.hook(order, 0))
    await shop.settled('4001', { 1: 'finalized' })
    const { page, faults, close } = await open('en')
    try {
      await page.getByText('Cards is connected.').waitFor()
      await page.getByText('Print file ready').waitFor()
      // Ink and paper by name; a template that names no paper has no such row.
      await page.locator('.materials', { hasText: 'Ink:' }).getByText('Black').waitFor()
      expect(await page.getByText('Paper:').count()).to.equal(0)
      const block = await page.getByRole('button', { name: 'Add block to theme' }).getAttribute('href')
      expect(block).to.contain(`addAppBlockId=${CLIENT_ID}/personalize`)
      await page.getByRole('button', { name: 'Search products' }).click()
      await page.getByRole('button', { name: 'Card', exact: true }).click()
      await page.getByRole('button', { name: 'Search templates' }).click()
      await page.locator('[variant=tertiary]').first().click()
      await page.getByRole('button', { name: 'Map product', exact: true }).click()
      const names = page.getByRole('cell')
      await names
        .filter({ hasText: /^Card$/ })
        .first()
        .waitFor()
      expect(await names.allInnerTexts()).to.include('Product mug')
      const folder = await screenshotFolder()
      if (folder !== null) await page.screenshot({ path: `${folder}/shopify-page.png`, fullPage: true })
      const [link] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/desk/orders/pdf')),
        page.getByRole('button', { name: 'Print file' }).click(),
      ])
      expect((await link.json()).url).to.match(/\/files\/renders\/rnd_\w+\.pdf\?/)
      expect(await axeFaults(page)).to.deep.equal([])
      expect(faults).to.deep.equal([])
    } finally {
      await close()
    }
  })

  it('speaks German where the admin does, on a phone too, and says why a line is held', async () => {
    const order = orderOf('no fill', { id: '4002' })
    await shop.send(await platform.hook(order, 0))
    await shop.settled('4002', { 1: 'held' })
    const { page, faults, close } = await open('de-AT', 390)
    try {
      await page.getByText('Cards ist verbunden.').waitFor()
      await page.getByText('Nicht gedruckt: Die Position hat keine gültige Gestaltung.').waitFor()
      expect(await page.getAttribute('html', 'lang')).to.equal('de')
      // Nothing can be printed of it, so nothing offers to.
      expect(await page.getByRole('button', { name: 'Trotzdem drucken' }).count()).to.equal(0)
      expect(await axeFaults(page)).to.deep.equal([])
      expect(faults).to.deep.equal([])
      const folder = await screenshotFolder()
      if (folder !== null) await page.screenshot({ path: `${folder}/shopify-page-de.png`, fullPage: true })
    } finally {
      await close()
    }
  })

  it('says the same in each language', async () => {
    const [en, de] = await Promise.all(
      ['en', 'de'].map(async (one) => JSON.parse(await readFile(join(PAGE, `words.${one}.json`), 'utf8'))),
    )
    const keysOf = (words: Record<string, object | string>) =>
      Object.entries(words).flatMap(([key, value]) =>
        typeof value === 'string' ? [key] : Object.keys(value).map((inner) => `${key}.${inner}`),
      )
    expect(keysOf(de)).to.deep.equal(keysOf(en))
  })

  it('lets App Bridge and its components work, and nobody else', async () => {
    const answer = await shop.test.send('/adapters/shopify/', { key: null })
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).to.contain("script-src 'self' https://cdn.shopify.com;")
    expect(policy).to.contain("style-src 'self' 'unsafe-inline' https://cdn.shopify.com;")
    expect(policy).to.match(/connect-src [^;]*https:\/\/monorail-edge\.shopifysvc\.com/)
    expect(policy).not.to.match(/script-src[^;]*unsafe/)
    const text = await answer.text()
    expect(text.indexOf('app-bridge.js')).to.be.below(text.indexOf('polaris.js'))
  })
})
