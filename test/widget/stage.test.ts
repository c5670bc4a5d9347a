/** The shopper's stage in a real browser: how large the card is, where it glides, typing on it, and no dead end. */
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { settled as atRest, axeFaults } from '../support/browser/axe.ts'
import { needsBrowser, openPage, type Watched } from '../support/browser/browser.ts'
import { drawn } from '../support/browser/console-site.ts'
import { editorFrame, editorReady } from '../support/browser/editor-page.ts'
import { type EditorSite, openEditorSite, settled } from '../support/browser/editor-site.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'

const touch = { hasTouch: true, isMobile: true } as const
const WINDOWS = {
  'a desktop of 1440 px': { viewport: { width: 1440, height: 900 } },
  'a desktop of 1024 px': { viewport: { width: 1024, height: 768 } },
  'a desktop at 200 %': { viewport: { width: 720, height: 450 } },
  'a phone of 390 px': { viewport: { width: 390, height: 664 }, ...touch },
  'a phone of 320 px': { viewport: { width: 320, height: 568 }, ...touch },
} as const

describe('stage', () => {
  let browser: Browser
  let shop: EditorSite
  let watched: Watched | undefined

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    shop = await openEditorSite()
    const { body } = await shop.site.test.json('/v1/team/branding', {
      method: 'PATCH',
      body: {
        display_name: 'Petra Press',
        contact: 'hello@petra.example',
        accent_color: '#1f4e79',
        closing: 'We check your card within one day.',
        terms_url: 'https://petra.example/terms',
        privacy_url: 'https://petra.example/privacy',
      },
    })
    expect(body.branding.display_name).to.equal('Petra Press')
  })
  after(async () => shop?.site.close())
  afterEach(async () => {
    await watched?.close()
    watched = undefined
  })

  const open = async (options: BrowserContextOptions, init?: string): Promise<Page> => {
    watched = await openPage(browser, options)
    const { page } = watched
    if (init !== undefined) await page.addInitScript(init)
    await page.goto(shop.hosted)
    await page.getByRole('textbox', { name: /^Name/ }).waitFor()
    await drawn(page)
    return page
  }
  const name = (page: Page) => page.getByRole('textbox', { name: /^Name/ }).first()
  const transform = (page: Page) => page.locator('.carrier').evaluate((element) => element.style.transform)
  const box = async (page: Page, selector: string) => {
    const found = await page.locator(selector).first().boundingBox()
    if (found === null) throw new Error(`${selector} is not there.`)
    return found
  }
  const review = async (page: Page) => {
    await settled(page)
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('heading', { name: 'Review your design' }).waitFor()
  }
  const ask = (hosted: object) =>
    shop.site.test.json(`/v1/templates/${shop.site.templateId}`, { method: 'PATCH', body: { hosted } })

  for (const [where, options] of Object.entries(WINDOWS))
    it(`is large on ${where}, with form and button in sight`, async () => {
      const page = await open(options)
      const { width, height } = options.viewport
      const stage = await box(page, '.stage')
      if (width >= 700) expect(stage.width / width).to.be.at.least(0.6)
      else expect(stage.height / height).to.be.at.least(0.38)
      for (const selector of ['.stage', '[data-field] input', '.foot .main', '.zoom']) {
        const part = await box(page, selector)
        expect(part.y + part.height, selector).to.be.at.most(height)
      }
      const zoom = await box(page, '.zoom')
      expect(zoom.y, 'the buttons lie over the stage').to.be.within(stage.y, stage.y + stage.height)
      expect(await page.evaluate('document.documentElement.scrollHeight')).to.be.at.most(height)
    })

  it('shows the card as it is cut, without its bleed', async () => {
    const page = await open(WINDOWS['a desktop of 1440 px'])
    const [sheet, whole] = [await box(page, '.sheet'), await box(page, '.sheet-page')]
    // 243 by 153 pt of a page of 260 by 170.
    expect(sheet.width / sheet.height).to.be.closeTo(243 / 153, 0.01)
    expect(whole.width / sheet.width).to.be.closeTo(260 / 243, 0.01)
    expect((sheet.x - whole.x) / whole.width).to.be.closeTo(8.5 / 260, 0.005)
  })

  it('glides to the field that is typed into, and shows the whole after a tap', async () => {
    const page = await open(WINDOWS['a phone of 390 px'])
    expect(await transform(page)).to.include('scale(1)')
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.waitForFunction(
      () => !document.querySelector<HTMLElement>('.carrier')?.style.transform.includes('scale(1)'),
    )
    const moves = await page
      .locator('.carrier')
      .evaluate((element) => getComputedStyle(element).transitionDuration)
    expect(moves).to.equal('0.2s')
    await atRest(page)
    const [stage, place] = [await box(page, '.stage'), await box(page, '.place[data-active="true"]')]
    expect(place.x).to.be.at.least(stage.x)
    expect(place.x + place.width).to.be.at.most(stage.x + stage.width)
    await page.touchscreen.tap(stage.x + 6, stage.y + 6)
    await page.waitForFunction(() =>
      document.querySelector<HTMLElement>('.carrier')?.style.transform.includes('scale(1)'),
    )
  })

  it('keeps the field and its place in sight above a keyboard on the screen', async () => {
    // A keyboard makes the visual viewport smaller and nothing else, which no emulation does by itself.
    const page = await open(
      WINDOWS['a phone of 390 px'],
      `const view = new EventTarget()
      Object.assign(view, { width: 390, height: 664, scale: 1, offsetTop: 0, offsetLeft: 0 })
      Object.defineProperty(window, 'visualViewport', { value: view })
      window.raiseKeyboard = (height) => { view.height = height; view.dispatchEvent(new Event('resize')) }`,
    )
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.evaluate('raiseKeyboard(344)')
    await page.locator('.editor[data-typing="true"]').waitFor()
    await atRest(page)
    const place = await box(page, '.place[data-active="true"]')
    const field = await page.getByRole('textbox', { name: 'Message' }).boundingBox()
    expect(place.y).to.be.at.least(0)
    expect(place.y + place.height).to.be.at.most(344)
    expect(field?.y).to.be.at.least(place.y + place.height)
    expect((field?.y ?? 0) + (field?.height ?? 0)).to.be.at.most(344)
    await page.evaluate('raiseKeyboard(664)')
    await page.locator('.editor[data-typing="false"]').waitFor()
    expect((await box(page, '.foot .main')).y).to.be.lessThan(664)
  })

  it('takes text on the card itself, by the rules of the field @long', async () => {
    const page = await open(WINDOWS['a desktop of 1440 px'])
    await page.locator(`[data-place="${shop.fields.Name}"]`).click()
    const entry = page.locator('.card-entry')
    await entry.locator('input:focus').waitFor()
    expect(await axeFaults(page)).to.deep.equal([])
    await page.keyboard.type('Grace')
    expect(await name(page).inputValue()).to.equal('Grace')
    await page.keyboard.type('x'.repeat(40))
    await entry.getByText(/^Too long/).waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Ada')
    await page.keyboard.press('Enter')
    await entry.waitFor({ state: 'detached' })
    expect(await name(page).inputValue()).to.equal('Ada')
    await settled(page)
  })

  it('says on approval that the name is missing, and leads there @long', async () => {
    await ask({ ask_name: 'required', ask_email: 'optional' })
    try {
      for (const options of Object.values(WINDOWS)) {
        const page = await open(options)
        await review(page)
        await page.getByRole('button', { name: 'Approve' }).click()
        const field = page.getByRole('textbox', { name: 'Your name' })
        await field.and(page.locator(':focus')).waitFor()
        await page.getByText('Please enter your name.').waitFor()
        const { y = -1, height = 0 } = (await field.boundingBox()) ?? {}
        expect(y).to.be.at.least(0)
        expect(y + height).to.be.at.most(options.viewport.height)
        const card = await box(page, '.review-sheet')
        expect(card.y, 'the card is in sight with the form').to.be.within(0, options.viewport.height)
        expect(await field.evaluate((element) => getComputedStyle(element).boxShadow)).to.not.equal('none')
        await watched?.close()
      }
    } finally {
      await ask({ ask_name: 'no', ask_email: 'no' })
    }
  })

  it('goes back from the review to the form by the browser’s own button @long', async () => {
    const page = await open(WINDOWS['a phone of 390 px'])
    await name(page).fill('Ada')
    await review(page)
    await page.goBack()
    await name(page).waitFor()
    expect(page.url()).to.equal(shop.hosted)
    expect(await name(page).inputValue()).to.equal('Ada')
    await review(page)
    await page.getByRole('button', { name: 'Back to editing' }).click()
    await name(page).waitFor()
    await page.waitForFunction(() => history.state === null)
  })

  it('goes back from review and dialog in the shop, and leaves the shop last @long', async () => {
    const { site } = shop
    const address = site.page('/steps', { body: site.button() })
    watched = await openPage(browser, WINDOWS['a phone of 390 px'])
    const { page } = watched
    await page.goto(address)
    await page.locator('[data-service-product]').click()
    const frame = editorFrame(page)
    await editorReady(frame)
    await frame.getByRole('textbox').first().fill('Ada')
    await frame.locator('.state[data-state="settled"]').waitFor()
    await frame.getByRole('button', { name: 'Review' }).click()
    await frame.getByRole('heading', { name: 'Review your design' }).waitFor()
    await page.evaluate('history.back()')
    await frame.getByRole('textbox').first().waitFor()
    await page.evaluate('history.back()')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(page.url()).to.equal(address)
  })

  it('ends with the card, a short reference, the shop’s words and a way to change it @long', async () => {
    const page = await open(WINDOWS['a phone of 390 px'])
    await page.locator('.shop').getByText('Petra Press').waitFor()
    await name(page).fill('Ada')
    await review(page)
    expect(await page.getByRole('link', { name: 'Terms and conditions' }).getAttribute('href')).to.equal(
      'https://petra.example/terms',
    )
    await page.getByRole('link', { name: 'Privacy policy' }).waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    await page.getByText('We check your card within one day.').waitFor()
    expect(await page.locator('.done code').innerText()).to.match(/^[0-9a-z]{8}$/)
    expect(await page.getByRole('link', { name: 'hello@petra.example' }).getAttribute('href')).to.equal(
      'mailto:hello@petra.example',
    )
    expect((await box(page, '.done .sheet')).height).to.be.greaterThan(150)
    expect(await axeFaults(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Change design' }).click()
    await name(page).waitFor()
    expect(await name(page).inputValue()).to.equal('Ada')
  })

  it('marks what is optional, counts near the end, drops what cannot be seen, and names scripts', async () => {
    const page = await open(WINDOWS['a desktop of 1440 px'])
    const message = page.getByRole('textbox', { name: 'Message' })
    expect(await page.locator('label', { hasText: 'Message' }).innerText()).to.match(/Optional/)
    expect(await page.locator('label', { hasText: 'Name' }).first().innerText()).to.not.match(
      /Optional|Required/,
    )
    await message.fill('a\u0000b\u202ec\u0007')
    expect(await message.inputValue()).to.equal('abc')
    // Signs that end a line in a word processor keep words apart, in one line and in several.
    await message.fill('12 High Street\u000bLondon\u2028UK')
    expect(await message.inputValue()).to.equal(
      (await message.evaluate((element) => element.tagName)) === 'TEXTAREA'
        ? '12 High Street\nLondon\nUK'
        : '12 High Street London UK',
    )
    await name(page).fill('Ann\u000bLee\u0085Ray\fKim')
    expect(await name(page).inputValue()).to.equal('Ann Lee Ray Kim')
    const counter = page.locator(`[data-field="${shop.fields.Message}"] .count`)
    expect(await counter.count()).to.equal(0)
    await message.fill('x'.repeat(100))
    await counter.waitFor()
    await name(page).fill('محمد')
    await page.getByText('This typeface has no characters for: Arabic').first().waitFor()
    expect(await page.locator('.trouble').first().innerText()).to.not.match(/U\+/)
  })
})
