/** *Add to cart* while the shop's server is still being told of the design, in a browser. */
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { needsBrowser, openPage, type Watched } from '../../support/browser/browser.ts'
import { editorFrame, editorReady, saveEditor, typeName } from '../../support/browser/editor-page.ts'
import { needsPhp } from '../../support/programs/php.ts'
import { expectFaults, NO_PICTURES } from '../../support/run/page-faults.ts'
import { CARD, openWooShop, type WooShop } from './woo-shop.ts'
import { fillInForm, setUpShop } from './woo-visit.ts'

const SAVED = /wc-ajax=platen_saved/

describe('Adding a saved design to the WooCommerce cart', () => {
  let browser: Browser
  let shop: WooShop
  let watched: Watched
  let page: Page
  /** Lets the shop's server hear of the design. */
  let letThrough: () => void

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
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route(SAVED, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${shop.url}/product/${CARD}`)
    // Time passes where the test says so.
    await page.evaluate(`(() => {
      const { setTimeout } = window
      window.setTimeout = (call, ms) => (ms === 30_000 ? (window.after30Seconds = call) : setTimeout(call, ms))
    })()`)
    await page.locator('.platen-personalize__button').click()
    await editorReady(editorFrame(page))
    await typeName(editorFrame(page), 'Anna')
    await saveEditor(editorFrame(page))
    await page.getByText('Your design is saved').waitFor()
    await addButton().click()
    await page.locator('.single_add_to_cart_button.loading').waitFor()
  })
  afterEach(async () => {
    letThrough()
    await watched.close()
    const { faults } = await shop.state()
    expect(faults).to.deep.equal([])
  })

  const addButton = () => page.getByRole('button', { name: 'Add to cart' })

  it('waits until the shop has kept the design, and adds it once however often it is pressed', async () => {
    await addButton().click()
    const added: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(`/product/${CARD}`)) added.push(request.url())
    })
    const kept = page.waitForResponse(SAVED)
    letThrough()
    expect((await kept).status()).to.equal(200)
    await page.waitForURL('**/cart')
    expect(added).to.have.length(1)
    expect(await page.locator('tr td').nth(1).innerText()).to.equal('1')
    expect(await page.locator('tr').innerText()).to.contain(': Anna')
  })

  it('waits no longer than 30 seconds', async () => {
    const fill = await fillInForm(page)
    await page.evaluate('after30Seconds()')
    await page.waitForURL('**/cart')
    expect(await page.locator('tr').getAttribute('data-fill')).to.equal(fill)
  })
})
