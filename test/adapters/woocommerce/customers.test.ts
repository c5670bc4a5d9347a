/** What customers do in the plugin's shop beside the straight way: options, themes, changed designs and repeated orders. */
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { needsBrowser, openPage, screenshotFolder, type Watched } from '../../support/browser/browser.ts'
import {
  changeApproved,
  editorFrame,
  editorReady,
  saveEditor,
  typeName,
} from '../../support/browser/editor-page.ts'
import { needsPhp } from '../../support/programs/php.ts'
import { expectFaults, NO_PICTURES } from '../../support/run/page-faults.ts'
import { CARD, openWooShop, PAPERS, SET, type WooShop } from './woo-shop.ts'
import {
  anotherTemplate,
  fillInForm,
  lineInState,
  lineOf,
  mapVariation,
  orderNumber,
  personalize,
  readFill,
  setUpShop,
} from './woo-visit.ts'

describe('customers of the WooCommerce plugin', () => {
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
    if (folder !== null)
      await page.screenshot({ path: `${folder}/woo-customers-${name}.png`, fullPage: true })
    await watched.close()
    const { faults } = await shop.state()
    expect(faults).to.deep.equal([])
  })

  it('follows the choice of variations @long', async () => {
    await page.goto(`${shop.url}/product/${SET}`)
    await page.locator('.platen-personalize__button').click()
    await page.getByText('Choose the product options first.').waitFor()
    await page.getByLabel('Paper').selectOption({ label: 'matt' })
    await personalize(page, 'Grace')
    const fill = await fillInForm(page)
    // Another paper of the same template keeps the design.
    await page.getByLabel('Paper').selectOption({ label: 'gloss' })
    expect(await fillInForm(page)).to.equal(fill)
    expect(await page.locator('.platen-personalize__button').getAttribute('data-service-variant')).to.equal(
      String(PAPERS.gloss),
    )
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const order = await orderNumber(page)
    await lineInState(shop, order, 'finalized')
    expect((await readFill(shop, fill)).status).to.equal('finalized')
  })

  it('says beside the button why a product cannot be ordered while the editor is away @long', async () => {
    await page.route('**/widget/v1.js*', (route) => route.abort())
    await page.goto(`${shop.url}/product/${CARD}`)
    await page.locator('.platen-personalize__button').click()
    await page.getByText('The editor could not be opened.').waitFor()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Personalizing is not possible right now').waitFor()
    await page.unroute('**/widget/v1.js*')
    await personalize(page, 'Grace')
    await fillInForm(page)
  })

  it('keeps the design of each template while options are switched back and forth @long', async () => {
    await mapVariation(browser, shop, PAPERS.foil, await anotherTemplate(shop))
    await page.goto(`${shop.url}/product/${SET}`)
    await page.getByLabel('Paper').selectOption({ label: 'matt' })
    await personalize(page, 'Grace')
    const matt = await fillInForm(page)
    await page.getByLabel('Paper').selectOption({ label: 'foil' })
    await page.getByText('please personalize it again').waitFor()
    expect(await fillInForm(page)).to.equal('')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Please personalize this product').waitFor()
    await personalize(page, 'Foil')
    const foil = await fillInForm(page)
    await page.getByLabel('Paper').selectOption({ label: 'matt' })
    expect(await fillInForm(page)).to.equal(matt)
    await page.getByRole('button', { name: 'Change your design' }).waitFor()
    await page.getByLabel('Paper').selectOption({ label: 'foil' })
    expect(await fillInForm(page)).to.equal(foil)
    expect(foil).not.to.equal(matt)
  })

  it('follows variations in blocks, which tell of them by no event @long', async () => {
    await page.goto(`${shop.url}/product/${SET}?block=1`)
    await page.locator('.platen-personalize__button').click()
    await page.getByText('Choose the product options first.').waitFor()
    await page.getByLabel('Paper').selectOption({ label: 'foil' })
    expect(await page.locator('.platen-personalize__button').getAttribute('data-service-variant')).to.equal(
      String(PAPERS.foil),
    )
    await personalize(page, 'Ada')
    const fill = await fillInForm(page)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const order = await orderNumber(page)
    await lineInState(shop, order, 'finalized')
    expect((await readFill(shop, fill)).external_variant_id).to.equal(String(PAPERS.foil))
  })

  it('leaves a variation alone that is sold as it is under a mapped product @long', async () => {
    await mapVariation(browser, shop, PAPERS.gloss, 'none')
    await page.goto(`${shop.url}/product/${SET}`)
    await page.getByLabel('Paper').selectOption({ label: 'gloss' })
    await page.locator('.platen-personalize').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    expect(await page.locator('tr').getAttribute('data-fill')).to.equal('')
    await mapVariation(browser, shop, PAPERS.gloss, '')
  })

  for (const [name, width] of [
    ['wide', 1440],
    ['phone', 390],
  ] as const) {
    it(`stands in its own rows beside WooCommerce's styles, ${name}`, async () => {
      await page.setViewportSize({ width, height: 900 })
      // As wide as the service draws it, and higher than wide.
      const body = await sharp({ create: { width: 880, height: 1232, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
      await page.route('**/files/previews/**', (route) => route.fulfill({ contentType: 'image/png', body }))
      await page.goto(`${shop.url}/product/${CARD}?block=1`)
      await personalize(page, 'Ada')
      const box = async (selector: string) => {
        const found = await page.locator(selector).boundingBox()
        if (found === null) throw new Error(`${selector} is not to be seen.`)
        return { ...found, bottom: found.y + found.height }
      }
      const [button, shown, says] = [
        await box('.platen-personalize__button'),
        await box('.platen-personalize__preview'),
        await box('.platen-personalize__says'),
      ]
      const add = await box('.single_add_to_cart_button')
      expect([shown.width, shown.height]).to.deep.equal([160, 160])
      expect(shown.y).to.be.at.least(button.bottom)
      expect(says.y).to.be.at.least(shown.bottom)
      expect(add.y).to.be.at.least(says.bottom)
      expect(add.y - button.y).to.be.below(350)
      expect(button.height).to.be.at.least(44)
      const colors = (selector: string) =>
        page.locator(selector).evaluate('(element) => getComputedStyle(element).backgroundColor')
      expect(await colors('.platen-personalize__button')).to.equal(await colors('.single_add_to_cart_button'))
    })
  }

  // Some themes leave the action that filled the cart in the address; the way back must not repeat it.
  for (const cartPage of ['/cart', '/block-cart', '/block-mini-cart?p=7&add-to-cart=11', '/block-checkout']) {
    it(`opens the design of a line from ${cartPage}, and saving changes that line and leads back @long`, async () => {
      await page.goto(`${shop.url}/product/${CARD}`)
      await personalize(page, 'Mary')
      await page.getByLabel('Quantity').fill('4')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.waitForURL('**/cart')
      await page.goto(`${shop.url}${cartPage}`)
      if (cartPage !== '/cart') await page.locator('body[data-drawn="twice"]').waitFor()
      await page.getByRole('link', { name: 'Change design' }).waitFor()
      expect(await page.getByRole('link', { name: 'Change design' }).count()).to.equal(1)
      await page.getByRole('link', { name: 'Change design' }).click()
      await changeApproved(editorFrame(page))
      expect(await editorFrame(page).getByRole('textbox').first().inputValue()).to.equal('Mary')
      await typeName(editorFrame(page), 'Maria')
      await saveEditor(editorFrame(page))
      await page.waitForURL(`${shop.url}${cartPage.replace('&add-to-cart=11', '')}`)
      await page.goto(`${shop.url}/cart`)
      const rows = page.locator('tr')
      await rows.first().waitFor()
      expect(await rows.count()).to.equal(1)
      expect(await rows.locator('td').nth(1).innerText()).to.equal('4')
      const fill = (await rows.getAttribute('data-fill')) ?? ''
      expect(Object.values((await readFill(shop, fill)).values)).to.include('Maria')
    })
  }

  for (const who of ['customers', 'staff'] as const) {
    it(`lets ${who} add the design of a phone order by its link, and leads back @long`, async () => {
      const { order, link } = await shop.post('/stub-phone-order')
      if (who === 'customers')
        await page.context().addCookies([{ name: 'stub_guest', value: '1', url: shop.url }])
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(link)
      // The editor opens by itself.
      await editorReady(editorFrame(page))
      await typeName(editorFrame(page), 'Ada')
      await saveEditor(editorFrame(page))
      if (who === 'staff') await page.waitForURL('**/wp-admin/admin.php?page=wc-orders*')
      else await page.getByText('Your design is saved in the order. Thank you.').waitFor()
      const { _pp_fill_id: fill = '', _pp_cart: cart } = await lineOf(shop, order)
      const made = await readFill(shop, fill)
      expect(Object.values(made.values)).to.include('Ada')
      expect(made.external_cart_id).to.equal(cart)
      if (who === 'customers') await page.locator('.platen-design-page__picture').waitFor()
    })
  }

  it('repeats an order with a copy of its design, and opens another copy to be changed @long', async () => {
    await page.goto(`${shop.url}/product/${CARD}`)
    await personalize(page, 'Ines')
    const first = await fillInForm(page)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const order = await orderNumber(page)
    await page.getByText('Personalized').waitFor()
    await lineInState(shop, order, 'finalized')

    await page.goto(`${shop.url}/order-again/${order}`)
    expect(await page.getByRole('alert').count()).to.equal(0)
    const copy = (await page.locator('tr').getAttribute('data-fill')) ?? ''
    expect(copy)
      .to.match(/^fill_/)
      .and.not.to.equal(first)
    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const again = await orderNumber(page)
    await lineInState(shop, again, 'finalized')
    expect((await readFill(shop, copy)).values).to.deep.equal((await readFill(shop, first)).values)
    expect((await readFill(shop, copy)).last_render_id).not.to.equal(
      (await readFill(shop, first)).last_render_id,
    )

    await page.goto(`${shop.url}/order-received/${order}`)
    await page.getByRole('link', { name: 'Change design and order again' }).click()
    await editorReady(editorFrame(page))
    expect(await editorFrame(page).getByRole('textbox').first().inputValue()).to.equal('Ines')
    await typeName(editorFrame(page), 'Inez')
    await saveEditor(editorFrame(page))
    await page.getByText('Your design is saved').waitFor()
    const changed = await fillInForm(page)
    expect([first, copy]).not.to.include(changed)
    expect(Object.values((await readFill(shop, first)).values)).to.include('Ines')
  })

  it('changes the design that is in the cart already, and adds none @long', async () => {
    await page.goto(`${shop.url}/product/${CARD}?ajax=1`)
    await personalize(page, 'Mary')
    await page.getByLabel('Quantity').fill('4')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.locator('body[data-added="yes"]').waitFor()
    const first = await fillInForm(page)
    const kept = page.waitForResponse((response) => response.url().includes('platen_saved'))
    await page.locator('.platen-personalize__button').click()
    await changeApproved(editorFrame(page))
    await typeName(editorFrame(page), 'Maria')
    await saveEditor(editorFrame(page))
    await page.getByText('The design in your cart is changed').waitFor()
    expect((await kept).status()).to.equal(200)
    await page.goto(`${shop.url}/cart`)
    const rows = page.locator('tr')
    expect(await rows.count()).to.equal(1)
    expect(await rows.locator('td').nth(1).innerText()).to.equal('4')
    // The same fill where the browser lets the editor's frame remember it, else one that takes its place.
    const fill = (await rows.getAttribute('data-fill')) ?? ''
    expect(Object.values((await readFill(shop, fill)).values)).to.include('Maria')
    expect(fill).to.match(/^fill_/)
    if (fill !== first) expect((await readFill(shop, first)).status).to.equal('open')
  })
})
