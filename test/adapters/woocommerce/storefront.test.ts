/** The plugin in a real browser: a shop served by PHP, a real service, and the whole way from settings to the PDF. */
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { needsBrowser, openPage, screenshotFolder, type Watched } from '../../support/browser/browser.ts'
import { heardAll } from '../../support/browser/editor-page.ts'
import { needsPhp } from '../../support/programs/php.ts'
import { expectFaults, NO_PICTURES } from '../../support/run/page-faults.ts'
import { CARD, openWooShop, type WooShop } from './woo-shop.ts'
import {
  configure,
  fillInForm,
  lineInState,
  lineOf,
  orderNumber,
  personalize,
  readFill,
  setUpShop,
} from './woo-visit.ts'

describe('the WooCommerce plugin in a browser', () => {
  let browser: Browser
  let shop: WooShop
  let watched: Watched
  let page: Page

  before(async function () {
    needsPhp(this, 'php')
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    shop = await openWooShop({ env: { ROLES: 'api,press,jobs' } })
    await setUpShop(browser, shop)
  })
  after(async () => shop?.close())
  beforeEach(async () => {
    watched = await openPage(browser)
    page = watched.page
  })
  afterEach(async function () {
    const folder = await screenshotFolder()
    const name = this.currentTest?.title.replaceAll(/\W+/g, '-').slice(0, 60)
    if (folder !== null) await page.screenshot({ path: `${folder}/woo-${name}.png`, fullPage: true })
    await watched.close()
    const { faults } = await shop.state()
    expect(faults).to.deep.equal([])
  })

  it('takes a card from the button through the cart to the PDF in the order @long', async () => {
    const before = watched.requests.length
    await page.goto(`${shop.url}/product/${CARD}`)
    expect(watched.requests.slice(before).filter((url) => url.startsWith(shop.site.service))).to.deep.equal(
      [],
    )
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Please personalize this product').waitFor()
    await personalize(page, 'Ada')
    const fill = await fillInForm(page)
    expect(fill).to.match(/^fill_[0-9a-z]{26}$/)
    expect(await page.getByRole('button', { name: 'Change your design' }).count()).to.equal(1)
    await page.getByLabel('Quantity').fill('3')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    expect(await page.locator(`tr[data-fill=${fill}]`).innerText()).to.match(/Personalized: Yes.*: Ada/s)
    const picture = await page.locator('.platen-cart-preview').getAttribute('src')
    expect(picture).to.match(new RegExp(`^${shop.site.service}/files/previews/${fill}\\.png\\?`))

    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const order = await orderNumber(page)
    expect(await lineOf(shop, order)).not.to.have.property('_pp_core')
    expect((await readFill(shop, fill)).status).to.equal('open')
    const line = await lineInState(shop, order, 'finalized')
    const printed = await readFill(shop, fill)
    expect([printed.status, printed.quantity, printed.customer_email]).to.deep.equal([
      'finalized',
      3,
      'ann@example.test',
    ])
    const host = shop.url.replace('http://', '').replace(':', '.')
    expect(printed.external_order_id).to.equal(`woocommerce:${host}:${order}`)
    const found = await shop.site.test.json(
      `/v1/renders?external_order_id=${encodeURIComponent(printed.external_order_id)}`,
    )
    expect(found.body.data[0].id).to.equal(line.render_id)

    await page.goto(`${shop.url}/wp-admin/order/${order}`)
    await page.getByText('Print file ready').waitFor()
    const href = await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href')
    const redirected = await fetch(
      (href ?? '').replace(/\/\/[^/]+/, `//127.0.0.1:${new URL(shop.url).port}`),
      {
        redirect: 'manual',
      },
    )
    expect(redirected.status).to.equal(302)
    const signed = new URL(redirected.headers.get('location') ?? '')
    expect(signed.origin).to.equal(shop.site.service)
    const pdf = await shop.site.test.send(`${signed.pathname}${signed.search}`, { key: null })
    expect([pdf.status, pdf.headers.get('content-type')]).to.deep.equal([200, 'application/pdf'])
  })

  it('puts the design into AJAX carts and into carts of blocks, which know no form', async () => {
    await page.goto(`${shop.url}/product/${CARD}?ajax=1`)
    await page.locator('#block-add').click()
    await page.locator('body[data-block="400"]').waitFor()
    expect(await page.locator('body').getAttribute('data-said')).to.contain('Please personalize')
    await personalize(page, 'Joan')
    const fill = await fillInForm(page)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.locator('body[data-added="yes"]').waitFor()
    await page.locator('#block-add').click()
    await page.locator('body[data-block="201"]').waitFor()
    await page.goto(`${shop.url}/cart`)
    const rows = page.locator('tr')
    expect(await rows.count()).to.equal(1)
    expect(await rows.getAttribute('data-fill')).to.equal(fill)
    expect(await rows.locator('td').nth(1).innerText()).to.equal('2')
  })

  it('holds the design of another shopper, whose id somebody has typed @long', async () => {
    await page.goto(`${shop.url}/product/${CARD}`)
    await personalize(page, 'Victim')
    const fill = await fillInForm(page)
    const { page: thief, close } = await openPage(browser)
    await thief.goto(`${shop.url}/product/${CARD}`)
    await thief.evaluate(`document.querySelector('[name=pp_fill_id]').value = '${fill}'`)
    await thief.getByRole('button', { name: 'Add to cart' }).click()
    await thief.waitForURL('**/cart')
    await thief.getByRole('button', { name: 'Pay on delivery' }).click()
    await thief.locator('#order').waitFor()
    const order = (await thief.locator('#order').textContent()) ?? ''
    await close()
    expect((await lineInState(shop, order, 'held')).reason).to.equal('cart_mismatch')
    await shop.post(`/stub-order/${order}?status=cancelled`)
    await lineInState(shop, order, 'withdrawn')
    expect((await readFill(shop, fill)).status).to.equal('open')
  })

  it('hears of designs from the widget alone', async () => {
    await page.goto(`${shop.url}/product/${CARD}`)
    const forged = `{ type: 'service:saved', fill: { id: 'fill_forged', preview_url: 'https://evil.example/x.png' } }`
    await page.evaluate(`window.postMessage(${forged}, '*')`)
    await page.evaluate(`(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      frame.contentWindow.parent.postMessage(${forged}, '*')
    })()`)
    await heardAll(page)
    expect(await fillInForm(page)).to.equal('')
  })

  it('checks out while the service is away, prints afterwards, and withdraws what is refunded @long', async () => {
    await page.goto(`${shop.url}/product/${CARD}`)
    await personalize(page, 'Lise')
    const fill = await fillInForm(page)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    await configure(browser, shop, { service_url: 'http://platen.localhost:9' })
    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const order = await orderNumber(page)
    await shop.run()
    expect(await lineOf(shop, order)).not.to.have.property('_pp_core')
    await configure(browser, shop, { service_url: shop.site.service })
    await lineInState(shop, order, 'finalized')
    const item = Object.keys((await shop.state()).orders[order].lines)[0] ?? ''
    await shop.post(`/stub-order/${order}?refund=${encodeURIComponent(JSON.stringify({ [item]: 1 }))}`)
    await lineInState(shop, order, 'withdrawn')
    expect((await readFill(shop, fill)).status).to.equal('expired')
  })
})
