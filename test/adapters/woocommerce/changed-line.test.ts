/** *Change design* on a line of the plugin's cart, in a browser: the line changes, and its quantity never does. */
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { needsBrowser, openPage, screenshotFolder, type Watched } from '../../support/browser/browser.ts'
import { changeApproved, editorFrame, saveEditor, typeName } from '../../support/browser/editor-page.ts'
import { needsPhp } from '../../support/programs/php.ts'
import { expectFaults, NO_PICTURES } from '../../support/run/page-faults.ts'
import { CARD, openWooShop, type WooShop } from './woo-shop.ts'
import { fillInForm, personalize, readFill, setUpShop } from './woo-visit.ts'

const SAVED = /wc-ajax=platen_saved/

describe('Changing a line of the WooCommerce cart', () => {
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
    await page.goto(`${shop.url}/product/${CARD}`)
    await personalize(page, 'Anna')
    await page.getByLabel('Quantity').fill('2')
    await addButton().click()
    await page.waitForURL('**/cart')
    await page.getByRole('link', { name: 'Change design' }).click()
  })
  afterEach(async function () {
    const folder = await screenshotFolder()
    const name = this.currentTest?.title.replaceAll(/\W+/g, '-').slice(0, 60)
    if (folder !== null) await page.screenshot({ path: `${folder}/woo-line-${name}.png`, fullPage: true })
    await watched.close()
    const { faults } = await shop.state()
    expect(faults).to.deep.equal([])
  })

  const addButton = () => page.getByRole('button', { name: 'Add to cart' })

  async function change(name: string): Promise<void> {
    await changeApproved(editorFrame(page))
    await typeName(editorFrame(page), name)
    await saveEditor(editorFrame(page))
  }

  /** Quantity and name of each line. */
  async function cart(): Promise<readonly unknown[]> {
    const rows = await page.locator('tr').all()
    return Promise.all(
      rows.map(async (row) => {
        const fill = await readFill(shop, (await row.getAttribute('data-fill')) ?? '')
        return [await row.locator('td').nth(1).innerText(), Object.values(fill.values)[0]]
      }),
    )
  }

  /** Whatever a shopper presses, by pointer, by keyboard or through a script of the theme. */
  async function expectNothingToAdd(): Promise<void> {
    expect(await addButton().isDisabled()).to.equal(true)
    expect(await page.getByLabel('Quantity').isDisabled()).to.equal(true)
    expect(await fillInForm(page)).to.equal('')
    const submits =
      "document.querySelector('form.cart').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))"
    expect(await page.evaluate(submits)).to.equal(false)
  }

  it('says that the change is being saved until the server answers, and then shows the cart', async () => {
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route(SAVED, async (route) => {
      await held
      await route.continue()
    })
    await change('Annabel')
    await page.getByText('Your change is being saved').waitFor()
    await expectNothingToAdd()
    letThrough()
    await page.waitForURL('**/cart')
    expect(await cart()).to.deep.equal([['2', 'Annabel']])
    expect(await page.locator('tr').innerText()).to.contain(': Annabel')
  })

  it('leaves a product page behind the cart that adds nothing without a new design', async () => {
    await change('Annabel')
    await page.waitForURL('**/cart')
    for (const go of [() => page.goBack(), () => page.reload()]) {
      await go()
      await page.locator('.platen-personalize__button').waitFor()
      expect(new URL(page.url()).search).to.equal('')
      await addButton().click()
      await page.getByText('Please personalize this product').waitFor()
    }
    // A block's button has no form: it takes the design that the shop has kept for this browser.
    await page.locator('#block-add').click()
    await page.locator('body[data-block="400"]').waitFor()
    await page.goto(`${shop.url}/cart`)
    expect(await cart()).to.deep.equal([['2', 'Annabel']])
  })

  it('keeps the form locked after the editor is closed, and after a reload', async () => {
    await editorFrame(page).getByRole('button', { name: 'Change design' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('You are changing a design in your cart.').waitFor()
    await expectNothingToAdd()
    await page.reload()
    await expectNothingToAdd()
    await editorFrame(page).getByRole('button', { name: 'Change design' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Back to cart' }).click()
    await page.waitForURL('**/cart')
    expect(await cart()).to.deep.equal([['2', 'Anna']])
  })

  it('offers to try again after an error of the server, and does so by keyboard', async function () {
    expectFaults(this, /^POST 500 \S+platen_saved/)
    await page.route(SAVED, (route) => route.fulfill({ status: 500, body: 'fatal error' }), { times: 1 })
    await change('Annabel')
    await page.getByText('Your change could not be saved in the cart.').waitFor()
    await expectNothingToAdd()
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.waitForURL('**/cart')
    expect(await cart()).to.deep.equal([['2', 'Annabel']])
  })

  it('offers to try again after 30 seconds of silence, and changes the line once though both tries arrive', async () => {
    // The first try reaches the shop, and its answer is lost.
    await page.evaluate(`(() => {
      const { setTimeout, fetch: send } = window
      window.setTimeout = (call, ms) => (ms === 30_000 ? (window.after30Seconds = call) : setTimeout(call, ms))
      window.fetch = (url, options) => {
        if (!String(url).includes('platen_saved')) return send(url, options)
        window.fetch = send
        const { signal, ...rest } = options
        const silence = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        // The abort may come before anything waits for it.
        silence.catch(() => {})
        return send(url, rest).then((answer) => answer.text()).then(() => silence)
      }
    })()`)
    const arrived = page.waitForResponse(SAVED)
    await change('Annabel')
    expect((await arrived).status()).to.equal(200)
    await page.getByText('Your change is being saved').waitFor()
    await page.evaluate('after30Seconds()')
    await page.getByText('Your change could not be saved in the cart.').waitFor()
    await expectNothingToAdd()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL('**/cart')
    expect(await cart()).to.deep.equal([['2', 'Annabel']])
  })

  it('can add the design where the line has left the cart meanwhile', async () => {
    const body = JSON.stringify({ kept: true, changed: false })
    await page.route(SAVED, (route) => route.fulfill({ contentType: 'application/json', body }))
    await change('Annabel')
    await page.getByText('This product is no longer in your cart.').waitFor()
    expect(new URL(page.url()).search).to.equal('')
    expect(await fillInForm(page)).to.match(/^fill_/)
    expect(await addButton().isDisabled()).to.equal(false)
  })
})
