/** The plugin in a real browser: a shop served by PHP, a real service, and the whole way from settings to the PDF. */
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { needsBrowser, openPage, screenshotFolder, type Watched } from '../../support/browser/browser.ts'
import { expectFaults, NO_PICTURES } from '../../support/browser/browser-faults.ts'
import { editorFrame, editorReady, saveEditor, typeName } from '../../support/browser/editor-page.ts'
import { needsPhp } from '../../support/programs/php.ts'
import { CARD, openWooShop, PAPERS, SET, type WooShop } from './woo-shop.ts'

describe('the WooCommerce plugin in a browser', function () {
  this.timeout(60_000)
  let browser: Browser
  let shop: WooShop
  let watched: Watched
  let page: Page

  before(async function () {
    needsPhp(this, 'php')
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    shop = await openWooShop({ env: { ROLES: 'api,press,jobs' } })
    await setUp()
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

  /** As a merchant does it, by the plugin's own screens. */
  async function setUp(): Promise<void> {
    const { page: admin, close } = await openPage(browser)
    await admin.goto(`${shop.url}/wp-admin/admin.php?page=platen`)
    await admin.getByLabel('Service URL').fill(shop.site.service)
    await admin.getByLabel('Publishable key').fill(shop.publishableKey)
    await admin.getByLabel('Secret key').fill(shop.secretKey)
    await admin.getByRole('button', { name: 'Save and test the connection' }).click()
    await admin.getByText('Connected: 1 live template.').waitFor()
    expect(await admin.content()).not.to.contain(shop.secretKey)
    for (const id of [CARD, SET]) {
      await admin.goto(`${shop.url}/wp-admin/edit-product/${id}`)
      await admin.locator('#platen_template').selectOption({ label: 'Card' })
      await update(admin)
      expect(await admin.locator('#platen_template').inputValue()).to.equal(shop.site.templateId)
    }
    await close()
  }

  const personalize = async (name: string): Promise<void> => {
    await page.locator('.platen-personalize__button').click()
    await editorReady(editorFrame(page))
    await typeName(editorFrame(page), name)
    await saveEditor(editorFrame(page))
    await page.getByText('Your design is saved').waitFor()
  }
  const fillInForm = () => page.locator('[name=pp_fill_id]').inputValue()
  const orderNumber = async () => {
    await page.locator('#order').waitFor()
    return (await page.locator('#order').textContent()) ?? ''
  }
  const lineOf = async (order: string) =>
    Object.values((await shop.state()).orders[order].lines)[0] as Record<string, string>

  it('takes a card from the button through the cart to the PDF in the order', async () => {
    const before = watched.requests.length
    await page.goto(`${shop.url}/product/${CARD}`)
    expect(watched.requests.slice(before).filter((url) => url.startsWith(shop.site.service))).to.deep.equal(
      [],
    )
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Please personalize this product').waitFor()
    await personalize('Ada')
    const fill = await fillInForm()
    expect(fill).to.match(/^fill_[0-9a-z]{26}$/)
    expect(await page.getByRole('button', { name: 'Change your design' }).count()).to.equal(1)
    await page.getByLabel('Quantity').fill('3')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    expect(await page.locator(`tr[data-fill=${fill}]`).innerText()).to.contain('Personalized: Yes')
    const picture = await page.locator('.platen-cart-preview').getAttribute('src')
    expect(picture).to.match(new RegExp(`^${shop.site.service}/files/previews/${fill}\\.png\\?`))

    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const order = await orderNumber()
    expect((await lineOf(order))._pp_state).to.equal('waiting')
    expect((await read(fill)).status).to.equal('open')
    await shop.run()
    const printed = await read(fill)
    const line = await lineOf(order)
    expect([printed.status, printed.quantity, printed.customer_email]).to.deep.equal([
      'finalized',
      3,
      'ann@example.test',
    ])
    const host = shop.url.replace('http://', '').replace(':', '.')
    expect(printed.external_order_id).to.equal(`woocommerce:${host}:${order}`)
    expect([line._pp_state, line._pp_render_status]).to.deep.equal(['finalized', 'succeeded'])
    const found = await shop.site.test.json(
      `/v1/renders?external_order_id=${encodeURIComponent(printed.external_order_id)}`,
    )
    expect(found.body.data[0].id).to.equal(line._pp_render_id)

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

  it('follows the choice of variations', async () => {
    await page.goto(`${shop.url}/product/${SET}`)
    await page.locator('.platen-personalize__button').click()
    await page.getByText('Choose the product options first.').waitFor()
    await page.getByLabel('Paper').selectOption({ label: 'matt' })
    await personalize('Grace')
    const fill = await fillInForm()
    // Another paper of the same template keeps the design.
    await page.getByLabel('Paper').selectOption({ label: 'gloss' })
    expect(await fillInForm()).to.equal(fill)
    expect(await page.locator('.platen-personalize__button').getAttribute('data-service-variant')).to.equal(
      String(PAPERS.gloss),
    )
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const order = await orderNumber()
    await shop.run()
    expect((await lineOf(order))._pp_state).to.equal('finalized')
    expect((await read(fill)).status).to.equal('finalized')
  })

  it('keeps the design of each template while options are switched back and forth', async () => {
    await map(SET, PAPERS.foil, await anotherTemplate())
    await page.goto(`${shop.url}/product/${SET}`)
    await page.getByLabel('Paper').selectOption({ label: 'matt' })
    await personalize('Grace')
    const matt = await fillInForm()
    await page.getByLabel('Paper').selectOption({ label: 'foil' })
    await page.getByText('please personalize it again').waitFor()
    expect(await fillInForm()).to.equal('')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Please personalize this product').waitFor()
    await personalize('Foil')
    const foil = await fillInForm()
    await page.getByLabel('Paper').selectOption({ label: 'matt' })
    expect(await fillInForm()).to.equal(matt)
    await page.getByRole('button', { name: 'Change your design' }).waitFor()
    await page.getByLabel('Paper').selectOption({ label: 'foil' })
    expect(await fillInForm()).to.equal(foil)
    expect(foil).not.to.equal(matt)
  })

  it('follows variations in blocks, which tell of them by no event', async () => {
    await page.goto(`${shop.url}/product/${SET}?block=1`)
    await page.locator('.platen-personalize__button').click()
    await page.getByText('Choose the product options first.').waitFor()
    await page.getByLabel('Paper').selectOption({ label: 'foil' })
    expect(await page.locator('.platen-personalize__button').getAttribute('data-service-variant')).to.equal(
      String(PAPERS.foil),
    )
    await personalize('Ada')
    const fill = await fillInForm()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const order = await orderNumber()
    await shop.run()
    expect((await lineOf(order))._pp_state).to.equal('finalized')
    expect((await read(fill)).external_variant_id).to.equal(String(PAPERS.foil))
  })

  it('leaves a variation alone that is sold as it is under a mapped product', async () => {
    await map(SET, PAPERS.gloss, 'none')
    await page.goto(`${shop.url}/product/${SET}`)
    await page.getByLabel('Paper').selectOption({ label: 'gloss' })
    await page.locator('.platen-personalize').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    expect(await page.locator('tr').getAttribute('data-fill')).to.equal('')
    await map(SET, PAPERS.gloss, '')
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
      await personalize('Ada')
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

  for (const cartPage of ['/cart', '/block-cart']) {
    it(`opens the design of a line from ${cartPage}, and saving changes that line`, async () => {
      await page.goto(`${shop.url}/product/${CARD}`)
      await personalize('Mary')
      await page.getByLabel('Quantity').fill('4')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.waitForURL('**/cart')
      await page.goto(`${shop.url}${cartPage}`)
      // The block draws its rows a second time meanwhile.
      await page.waitForTimeout(cartPage === '/cart' ? 0 : 500)
      expect(await page.getByRole('link', { name: 'Change design' }).count()).to.equal(1)
      await page.getByRole('link', { name: 'Change design' }).click()
      await editorReady(editorFrame(page))
      expect(await editorFrame(page).getByRole('textbox').first().inputValue()).to.equal('Mary')
      await typeName(editorFrame(page), 'Maria')
      await saveEditor(editorFrame(page))
      await page.getByText('The design in your cart is changed.').waitFor()
      // Loaded again, the page is a product page like any other: the line has another key by now.
      expect(new URL(page.url()).search).to.equal('')
      await page.getByRole('link', { name: 'View cart' }).click()
      const rows = page.locator('tr')
      expect(await rows.count()).to.equal(1)
      expect(await rows.locator('td').nth(1).innerText()).to.equal('4')
      const fill = (await rows.getAttribute('data-fill')) ?? ''
      expect(Object.values((await read(fill)).values)).to.include('Maria')
    })
  }

  it('repeats an order with a copy of its design, and opens another copy to be changed', async () => {
    await page.goto(`${shop.url}/product/${CARD}`)
    await personalize('Ines')
    const first = await fillInForm()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const order = await orderNumber()
    await page.getByText('Personalized').waitFor()
    await shop.run()

    await page.goto(`${shop.url}/order-again/${order}`)
    expect(await page.getByRole('alert').count()).to.equal(0)
    const copy = (await page.locator('tr').getAttribute('data-fill')) ?? ''
    expect(copy)
      .to.match(/^fill_/)
      .and.not.to.equal(first)
    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const again = await orderNumber()
    await shop.run()
    expect((await lineOf(again))._pp_state).to.equal('finalized')
    expect((await read(copy)).values).to.deep.equal((await read(first)).values)
    expect((await read(copy)).last_render_id).not.to.equal((await read(first)).last_render_id)

    await page.goto(`${shop.url}/order-received/${order}`)
    await page.getByRole('link', { name: 'Change design and order again' }).click()
    await editorReady(editorFrame(page))
    expect(await editorFrame(page).getByRole('textbox').first().inputValue()).to.equal('Ines')
    await typeName(editorFrame(page), 'Inez')
    await saveEditor(editorFrame(page))
    await page.getByText('Your design is saved').waitFor()
    const changed = await fillInForm()
    expect([first, copy]).not.to.include(changed)
    expect(Object.values((await read(first)).values)).to.include('Ines')
  })

  it('puts the design into AJAX carts and into carts of blocks, which know no form', async () => {
    await page.goto(`${shop.url}/product/${CARD}?ajax=1`)
    await page.locator('#block-add').click()
    await page.locator('body[data-block="400"]').waitFor()
    expect(await page.locator('body').getAttribute('data-said')).to.contain('Please personalize')
    await personalize('Joan')
    const fill = await fillInForm()
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

  it('changes the design that is in the cart already, and adds none', async () => {
    await page.goto(`${shop.url}/product/${CARD}?ajax=1`)
    await personalize('Mary')
    await page.getByLabel('Quantity').fill('4')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.locator('body[data-added="yes"]').waitFor()
    const first = await fillInForm()
    const kept = page.waitForResponse((response) => response.url().includes('platen_saved'))
    await personalize('Maria')
    expect((await kept).status()).to.equal(200)
    await page.goto(`${shop.url}/cart`)
    const rows = page.locator('tr')
    expect(await rows.count()).to.equal(1)
    expect(await rows.locator('td').nth(1).innerText()).to.equal('4')
    // The same fill where the browser lets the editor's frame remember it, else one that takes its place.
    const fill = (await rows.getAttribute('data-fill')) ?? ''
    expect(Object.values((await read(fill)).values)).to.include('Maria')
    expect(fill).to.match(/^fill_/)
    if (fill !== first) expect((await read(first)).status).to.equal('open')
  })

  it('holds the design of another shopper, whose id somebody has typed', async () => {
    await page.goto(`${shop.url}/product/${CARD}`)
    await personalize('Victim')
    const fill = await fillInForm()
    const { page: thief, close } = await openPage(browser)
    await thief.goto(`${shop.url}/product/${CARD}`)
    await thief.evaluate(`document.querySelector('[name=pp_fill_id]').value = '${fill}'`)
    await thief.getByRole('button', { name: 'Add to cart' }).click()
    await thief.waitForURL('**/cart')
    await thief.getByRole('button', { name: 'Pay on delivery' }).click()
    await thief.locator('#order').waitFor()
    const order = (await thief.locator('#order').textContent()) ?? ''
    await close()
    await shop.run()
    expect(await lineOf(order)).to.include({ _pp_state: 'held', _pp_reason: 'cart_mismatch' })
    await shop.post(`/stub-order/${order}?status=cancelled`)
    await shop.run(3600)
    expect((await read(fill)).status).to.equal('open')
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
    await page.waitForTimeout(200)
    expect(await fillInForm()).to.equal('')
  })

  it('checks out while the service is away, prints afterwards, and withdraws what is refunded', async () => {
    await page.goto(`${shop.url}/product/${CARD}`)
    await personalize('Lise')
    const fill = await fillInForm()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    await configure({ service_url: 'http://platen.localhost:9' })
    await page.getByRole('button', { name: 'Pay on delivery' }).click()
    const order = await orderNumber()
    await shop.run()
    expect((await lineOf(order))._pp_state).to.equal('waiting')
    await configure({ service_url: shop.site.service })
    await shop.run(3600)
    expect((await lineOf(order))._pp_state).to.equal('finalized')
    const item = Object.keys((await shop.state()).orders[order].lines)[0] ?? ''
    await shop.post(`/stub-order/${order}?refund=${encodeURIComponent(JSON.stringify({ [item]: 1 }))}`)
    await shop.run(3600)
    const ended = await read(fill)
    expect([ended.status, ended.status_reason]).to.deep.equal(['expired', 'refunded'])
    expect((await lineOf(order))._pp_state).to.equal('withdrawn')
  })

  async function read(fill: string) {
    return (await shop.site.test.json(`/v1/fills/${fill}`)).body.fill
  }

  /** The same page comes anew, with what was kept. */
  async function update(admin: Page): Promise<void> {
    const anew = admin.waitForEvent('load')
    await admin.getByRole('button', { name: 'Update' }).click()
    await anew
  }

  async function configure(changes: Record<string, string>): Promise<void> {
    const { page: admin, close } = await openPage(browser)
    await admin.goto(`${shop.url}/wp-admin/admin.php?page=platen`)
    for (const [name, value] of Object.entries(changes)) await admin.locator(`#platen-${name}`).fill(value)
    await admin.getByRole('button', { name: 'Save', exact: true }).click()
    await admin.getByText('Saved.').waitFor()
    await close()
  }

  async function anotherTemplate(): Promise<string> {
    const { uploadSample } = await import('../../support/service/sample-render.ts')
    const { SAMPLE_PDF } = await import('../../support/service/sample-press.ts')
    const { id } = await uploadSample(shop.site.test, Buffer.concat([SAMPLE_PDF, Buffer.from('% foil\n')]))
    await shop.site.test.json(`/v1/templates/${id}/publish`, { method: 'POST' })
    return id
  }

  async function map(product: number, variation: number, template: string): Promise<void> {
    await configure({})
    const { page: admin, close } = await openPage(browser)
    await admin.goto(`${shop.url}/wp-admin/edit-product/${product}`)
    const at = Object.values(PAPERS).indexOf(variation as 21)
    await admin.locator(`#platen_variation_template_${at}`).selectOption(template)
    await update(admin)
    expect(await admin.locator(`#platen_variation_template_${at}`).inputValue()).to.equal(template)
    await close()
  }
})
