/** The theme block: free of what Shopify's own check finds fault with, light, and right in a real browser. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { themeCheckRun } from '@shopify/theme-check-node'
import { expect } from 'chai'
import { Liquid } from 'liquidjs'
import type { Browser, Page } from 'playwright-core'
import { needsBrowser, openPage, type Watched } from '../../support/browser/browser.ts'
import { openShopSite, type ShopSite, STRICT_POLICY } from '../../support/browser/shop-site.ts'

const EXTENSION = join(import.meta.dirname, '../../../adapters/shopify/deploy/extensions/platen-block')
const file = (path: string) => readFileSync(join(EXTENSION, path), 'utf8')

describe('The theme extension for Shopify', () => {
  it('passes Shopify’s theme check without an offence', async () => {
    const { offenses } = await themeCheckRun(EXTENSION, 'theme-check:theme-app-extension')
    expect(offenses.map(({ check, message, uri }) => `${check}: ${message} (${uri})`)).to.deep.equal([])
  })

  it('is at most 10 kB of script, and says the same in each language', () => {
    expect(gzipSync(file('assets/personalize.js')).length).to.be.at.most(10_000)
    for (const kind of ['', '.schema']) {
      const [english, german] = ['en.default', 'de'].map((name) =>
        JSON.parse(file(`locales/${name}${kind}.json`)),
      )
      const keys = (value: object): string[] =>
        Object.entries(value).flatMap(([key, inner]) =>
          typeof inner === 'string' ? [key] : keys(inner).map((deeper) => `${key}.${deeper}`),
        )
      expect(keys(german)).to.deep.equal(keys(english))
    }
  })

  describe('in a shop’s page', () => {
    let browser: Browser
    let site: ShopSite
    let watched: Watched
    before(async function () {
      browser = await needsBrowser(this)
      site = await openShopSite()
    })
    after(async () => site?.close())
    afterEach(async () => watched?.close())

    /** As Shopify renders it: the block beside a product form, its script deferred. */
    const render = async (name: string, context: object): Promise<string> => {
      const liquid = new Liquid()
      liquid.registerFilter('t', (key: string) => {
        const [group = '', word = ''] = key.split('.')
        return JSON.parse(file('locales/en.default.json'))[group][word]
      })
      const [template = ''] = file(`blocks/${name}.liquid`).split('{% schema %}')
      const products = { value: { mug: 'all', cup: ['15'] } }
      const platen = { service_url: site.service, publishable_key: site.publishableKey, products }
      return liquid.parseAndRender(template, { app: { metafields: { platen } }, ...context })
    }
    const open = async (settings: object = {}): Promise<Page> => {
      const block = await render('personalize', {
        block: {
          settings: {
            product: { id: 'mug', selected_or_first_available_variant: { id: 11 } },
            required: true,
            ...settings,
          },
        },
      })
      const form = `<form action="/cart/add" method="post"><select name="id"><option value="11">11 oz</option><option value="15">15 oz</option></select>
        <input name="quantity" value="3"><button name="add">Add to cart</button><div class="shopify-payment-button">Buy it now</div></form>`
      site.page('/personalize.js', { body: file('assets/personalize.js') })
      site.page('/style.js', { body: styleScript(file('assets/personalize.css')) })
      const url = site.page('/products/mug', {
        head: '<script src="/style.js"></script><script src="/personalize.js" defer></script>',
        policy: STRICT_POLICY(`${site.service} ${site.other}`),
        body: `<main><section><h1>Mug</h1>${form}${block}</section></main>`,
      })
      site.page('/cart', { head: '', body: '<h1>Cart</h1>' })
      watched = await openPage(browser)
      await watched.page.goto(url, { waitUntil: 'load' })
      return watched.page
    }
    /** What the shop's cart is asked, answered with this. */
    const cart = async (page: Page, status = 200, body: object = { items: [] }) => {
      const asked: { items: { id: number; quantity: number; properties: Record<string, string> }[] }[] = []
      await page.route('**/cart/add.js', async (route) => {
        asked.push(route.request().postDataJSON())
        await route.fulfill({ status, json: body })
      })
      return asked
    }
    /** As the widget tells it, on the button that it was opened from. Scripts for the page are text: no DOM is known here. */
    const saved = (page: Page, fill: unknown, preview: string | null = null, materials: object = {}) => {
      const detail = {
        type: 'service:saved',
        embed_session: 'esn_1',
        fill: { id: fill, preview_url: preview, ...materials },
      }
      return page.evaluate(
        `document.querySelector('[data-platen]').dispatchEvent(
          new CustomEvent('service:saved', { bubbles: true, detail: ${JSON.stringify(detail)} }))`,
      )
    }
    const statusOf = (page: Page) => page.locator('.platen-status')

    it('asks the service for nothing before the click, then opens the editor of the variant that is chosen', async () => {
      const page = await open()
      const ofService = () => watched.requests.filter((url) => url.startsWith(site.service))
      await page.hover('[data-platen]')
      expect(ofService()).to.deep.equal([])
      // Nothing of the page has moved for the block or its script.
      const shift = await page.evaluate(
        () =>
          new Promise((resolve) => {
            let sum = 0
            const add = (entries: readonly unknown[]) => {
              for (const entry of entries) sum += (entry as { value: number }).value
            }
            const observer = new PerformanceObserver((list) => add(list.getEntries()))
            observer.observe({ type: 'layout-shift', buffered: true })
            // A mark of the page's own comes after the shifts that were noted before it.
            new PerformanceObserver(() => {
              add(observer.takeRecords())
              resolve(sum)
            }).observe({ type: 'mark' })
            requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('drawn')))
          }),
      )
      expect(shift).to.equal(0)
      await page.selectOption('[name=id]', '15')
      await page.click('[data-platen]')
      await page.locator('iframe').waitFor({ state: 'attached' })
      expect(ofService()[0]).to.equal(`${site.service}/widget/v1.js`)
      expect(await page.getAttribute('[data-platen]', 'data-service-variant')).to.equal('15')
    })

    it('puts what was saved into the cart once, with variant and quantity of the form, and shows the cart', async () => {
      const page = await open()
      const asked = await cart(page)
      await page.selectOption('[name=id]', '15')
      await page.evaluate("document.addEventListener('platen:cart', (event) => event.preventDefault())")
      await saved(page, 'fill_A')
      await saved(page, 'fill_A')
      await statusOf(page).filter({ hasText: 'Your design is in the cart.' }).waitFor()
      const properties = { _fill_id: 'fill_A', _fill_session: 'esn_1' }
      expect(asked).to.deep.equal([{ items: [{ id: 15, quantity: 3, properties }] }])
    })

    it('goes to the cart where the theme does not show it itself', async () => {
      const page = await open()
      await cart(page)
      await saved(page, 'fill_B')
      await page.waitForURL('**/cart')
    })

    it('takes nothing from messages of other frames and origins, and nothing that is no fill', async () => {
      const page = await open()
      const asked = await cart(page)
      const message = { type: 'service:saved', embed_session: 'esn_1', fill: { id: 'fill_FORGED' } }
      site.page('/evil.js', { body: `parent.postMessage(${JSON.stringify(message)}, '*')` })
      site.page('/evil', { head: '<script src="/evil.js"></script>', body: '' })
      await page.evaluate(`
        window.heard = []
        addEventListener('message', ({ data }) => window.heard.push(data))
        window.postMessage(${JSON.stringify(message)}, '*')
        document.body.appendChild(document.createElement('iframe')).src = '${site.other}/evil'`)
      await page.frameLocator('iframe').locator('body').waitFor({ state: 'attached' })
      await page.waitForFunction('window.heard.length === 2')
      for (const fill of ['<img src=x>', '', 7, null, 'fil_A', 'fill_'.padEnd(200, 'x')])
        await saved(page, fill)
      // What is taken comes in order: this is the first.
      await saved(page, 'fill_LAST')
      await page.waitForURL('**/cart')
      expect(asked.map(({ items }) => items.map(({ properties }) => properties._fill_id))).to.deep.equal([
        ['fill_LAST'],
      ])
    })

    const cup = (id: number) => ({
      product: { id: 'cup', selected_or_first_available_variant: { id } },
    })
    const express = (page: Page) => page.locator('.shopify-payment-button')

    it('renders nothing for a product that no template is mapped to, which is sold as ever', async () => {
      const page = await open({ product: { id: 'tea', selected_or_first_available_variant: { id: 11 } } })
      expect(await page.locator('[data-platen]').count()).to.equal(0)
      expect(await express(page).isVisible()).to.equal(true)
    })

    it('hides express checkout while a design is required, and follows the mapped variants @long', async () => {
      const page = await open()
      expect(await express(page).isVisible()).to.equal(false)
      await watched.close()
      const optional = await open({ required: false })
      expect(await express(optional).isVisible()).to.equal(true)
      await watched.close()
      const variants = await open(cup(11))
      expect(await variants.locator('[data-platen]').isVisible()).to.equal(false)
      expect(await express(variants).isVisible()).to.equal(true)
      await variants.selectOption('[name=id]', '15')
      await variants.locator('[data-platen]').waitFor({ state: 'visible' })
      expect(await express(variants).isVisible()).to.equal(false)
    })

    /** A cart as Shopify's own addresses show and change it. */
    const keptCart = async (page: Page) => {
      const items: { key: string; quantity: number; properties: Record<string, string> }[] = []
      await page.route('**/cart.js', (route) => route.fulfill({ json: { items } }))
      await page.route('**/cart/add.js', async (route) => {
        const [item] = route.request().postDataJSON().items
        items.push({ key: `${item.id}:abc`, quantity: item.quantity, properties: item.properties })
        await route.fulfill({ json: { items } })
      })
      await page.route('**/cart/change.js', async (route) => {
        const { id, quantity, properties } = route.request().postDataJSON()
        const at = items.findIndex(({ key }) => key === id)
        items[at] = { key: id, quantity, properties }
        await route.fulfill({ json: { items } })
      })
      return items
    }
    const stay = "document.addEventListener('platen:cart', (event) => event.preventDefault())"

    it('says ink and paper on the line, those of the last save, and no word of what has no name', async () => {
      const page = await open()
      const items = await keptCart(page)
      await page.evaluate(stay)
      const indigo = { name: 'Letterpress Indigo', hex: '#2f3e6e' }
      const gold = { name: 'Gold Foil', hex: '#b08d57' }
      const blush = { name: 'Blush', hex: '#f4dcd6' }
      await saved(page, 'fill_A', 'https://print.example/a?rev=1', { inks: [indigo, gold], paper: blush })
      await statusOf(page).filter({ hasText: 'Your design is in the cart.' }).waitFor()
      expect(items[0]?.properties).to.include({ Ink: 'Letterpress Indigo, Gold Foil', Paper: 'Blush' })
      if (items[0] !== undefined) items[0].properties.Engraving = 'of another app'
      await saved(page, 'fill_A', 'https://print.example/a?rev=2', { inks: [gold], paper: null })
      await statusOf(page).filter({ hasText: 'Your design is updated in the cart.' }).waitFor()
      expect(items[0]?.properties).to.include({ Ink: 'Gold Foil', Engraving: 'of another app' })
      expect(items[0]?.properties).not.to.have.property('Paper')
    })

    it('sends a design again that was changed on the same page, into the line that it has, with a word', async () => {
      const page = await open()
      const items = await keptCart(page)
      await page.evaluate(stay)
      await saved(page, 'fill_A', 'https://print.example/a?rev=1')
      await statusOf(page).filter({ hasText: 'Your design is in the cart.' }).waitFor()
      await saved(page, 'fill_A', 'https://print.example/a?rev=2')
      await statusOf(page).filter({ hasText: 'Your design is updated in the cart.' }).waitFor()
      expect(items).to.have.length(1)
      expect(items[0]).to.deep.include({ quantity: 3 })
      expect(items[0]?.properties._fill_preview).to.equal('https://print.example/a?rev=2')
    })

    it('shows designs in the cart with their preview, and replaces the design of the line that is edited', async () => {
      const properties = { _fill_id: 'fill_A', _fill_preview: `${site.shop}/a.png`, Gift: 'Yes' }
      const plain = { key: '12:x', quantity: 1, properties: {}, product: { title: 'Tea' } }
      const item = { key: '11:abc', quantity: 2, properties, product_id: 'mug', variant_id: 11 }
      const block = await render('cart-designs', {
        cart: { items: [plain, { ...item, product: { title: 'Mug & <b>more</b>' } }] },
      })
      site.page('/personalize.js', { body: file('assets/personalize.js') })
      const url = site.page('/basket', {
        head: '<script src="/personalize.js" defer></script>',
        policy: STRICT_POLICY(`${site.service} ${site.other}`),
        body: `<main><h1>Cart</h1>${block}</main>`,
      })
      site.page('/cart', { head: '', body: '<h1>Cart</h1>' })
      watched = await openPage(browser)
      const { page } = watched
      await page.route('**/a.png', (route) => route.fulfill({ status: 204 }))
      await page.goto(url, { waitUntil: 'load' })
      const items = await keptCart(page)
      items.push({ key: '11:abc', quantity: 2, properties })
      const button = page.getByRole('button', { name: 'Edit design: Mug & <b>more</b>' })
      expect(await page.getByRole('img', { name: 'Preview of your design' }).count()).to.equal(1)
      expect(await button.getAttribute('data-service-fill')).to.equal('fill_A')
      await page.evaluate(stay)
      await saved(page, 'fill_B', `${site.shop}/b.png`)
      await statusOf(page).filter({ hasText: 'Your design is updated in the cart.' }).waitFor()
      expect(items).to.have.length(1)
      expect(items[0]).to.deep.include({ key: '11:abc', quantity: 2 })
      expect(items[0]?.properties).to.include({ _fill_id: 'fill_B', _fill_session: 'esn_1', Gift: 'Yes' })
    })

    it('says what the shop says where the product is sold out, and can be tried again', async () => {
      const page = await open()
      await cart(page, 422, {
        status: 422,
        message: 'Cart Error',
        description: 'All 11 oz mugs are sold out.',
      })
      await saved(page, 'fill_C')
      await statusOf(page).filter({ hasText: 'All 11 oz mugs are sold out.' }).waitFor()
      await page.unroute('**/cart/add.js')
      const asked = await cart(page)
      await saved(page, 'fill_C')
      await page.waitForURL('**/cart')
      expect(asked).to.have.length(1)
    })

    it('stops the product from being sold without a design, with a word, unless the shop allows it @long', async () => {
      const page = await open()
      await page.click('[name=add]')
      await statusOf(page)
        .filter({ hasText: 'Personalize this product before you add it to the cart.' })
        .waitFor()
      expect(new URL(page.url()).pathname).to.equal('/products/mug')
      await watched.close()
      const free = await open({ required: false })
      // Heard after everybody else: whether the form goes on. It goes nowhere, for the page's policy allows no form.
      const stopped = await free.evaluate(`new Promise((resolve) => {
        addEventListener('submit', (event) => resolve(event.defaultPrevented))
        document.querySelector('form').requestSubmit()
      })`)
      expect(stopped).to.equal(false)
      expect(await statusOf(free).textContent()).to.equal('')
    })
  })
})

/** The page's policy allows no inline style; a sheet of its own script is none. */
function styleScript(css: string): string {
  return `const sheet = new CSSStyleSheet()
sheet.replaceSync(${JSON.stringify(css)})
document.adoptedStyleSheets.push(sheet)`
}
