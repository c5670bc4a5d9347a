/** The editor as people use it: by mouse, finger, keys and ear, on a phone and on a desk, from the form to the saved fill. */
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { axeFaults } from '../support/browser/axe.ts'
import {
  DESKTOP,
  needsBrowser,
  openPage,
  PHONE,
  screenshotFolder,
  type Watched,
} from '../support/browser/browser.ts'
import { drawn } from '../support/browser/console-site.ts'
import { type EditorSite, openEditorSite, settled } from '../support/browser/editor-site.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'

const SIZES = { phone: PHONE, desktop: DESKTOP } as const

describe('editor', () => {
  let browser: Browser
  let shop: EditorSite
  let watched: Watched | undefined

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    shop = await openEditorSite()
  })
  after(async () => shop?.site.close())
  afterEach(async () => {
    await watched?.close()
    watched = undefined
  })

  const open = async (options: BrowserContextOptions): Promise<Page> => {
    watched = await openPage(browser, options)
    const { page } = watched
    await page.goto(shop.hosted)
    await page.getByRole('textbox', { name: /^Name/ }).waitFor()
    // Wheel, fingers and keys of the preview are heard only then.
    await drawn(page)
    return page
  }
  const hasFocus = (element: Locator) => element.and(element.page().locator(':focus')).waitFor()
  const faults = () => watched?.faults ?? []
  const shoot = async (page: Page, name: string) => {
    const folder = await screenshotFolder()
    if (folder !== null) await page.screenshot({ path: `${folder}/editor-${name}.png` })
  }
  const fillOf = async (page: Page) => {
    const reference = await page.locator('.done code').getAttribute('data-fill')
    return (await shop.site.test.json(`/v1/fills/${reference}`)).body.fill
  }

  for (const [size, options] of Object.entries(SIZES))
    describe(`on a ${size}`, () => {
      it('takes text, says how it fits, asks to look once more, and saves with a reference @long', async () => {
        const page = await open(options)
        const name = page.getByRole('textbox', { name: /^Name/ })
        const counter = page.locator('[data-field] .count').first()
        await name.fill('e\u0301🧑‍🎨 '.repeat(11))
        expect(await counter.locator('[aria-hidden]').innerText()).to.equal('33 of 40')
        await name.fill('e\u0301🧑‍🎨 Lovelace')
        await page.getByRole('textbox', { name: 'Message' }).fill('Happy birthday')
        await page.getByRole('radio', { name: 'Small' }).check()
        await page.getByRole('combobox', { name: 'Table' }).selectOption({ label: 'Table 7' })
        await page.getByRole('radio', { name: 'Rose', exact: true }).check()
        await page.getByRole('radio', { name: 'Gold Foil' }).check()
        await page.getByRole('radio', { name: 'Cream' }).check()
        await settled(page)
        // The typeface has no painter.
        const trouble = page.locator('.trouble')
        expect(await trouble.innerText()).to.match(/cannot be printed: .*🧑/u)
        await page.getByRole('button', { name: 'Review' }).click()
        await page.getByText('Please correct these entries first:').waitFor()
        await shoot(page, `${size}-trouble`)
        await page.getByRole('button', { name: /^Name: These characters/ }).click()
        await hasFocus(name)

        await name.fill('Ada Lovelace')
        await page.locator('.fit[data-fit="fits"]').first().waitFor()
        expect(await trouble.count()).to.equal(0)
        await shoot(page, `${size}-form`)
        await page.getByRole('button', { name: 'Review' }).click()
        await page.getByRole('heading', { name: 'Review your design' }).waitFor()
        const entries = await page.locator('.entries').innerText()
        for (const entry of [
          'Ada Lovelace',
          'Small',
          'Happy birthday',
          'Table 7',
          'Rose',
          'Gold Foil',
          'Cream',
        ])
          expect(entries).to.include(entry)
        await shoot(page, `${size}-summary`)
        await page.getByRole('button', { name: 'Approve' }).click()
        await page.getByRole('heading', { name: 'Approved' }).waitFor()
        const fill = await fillOf(page)
        const { fields } = shop
        expect(fill.values).to.include({
          [fields.Name ?? '']: 'Ada Lovelace',
          [fields.Size ?? '']: 's',
          [fields.Message ?? '']: 'Happy birthday',
          [fields.Table ?? '']: 'v7',
        })
        expect(fill.substrate.key).to.equal('cream')
        expect(fill.colors[0]).to.deep.equal({ index: 1, key: 'gold', name: 'Gold Foil', hex: '#b08d57' })
        expect(fill.printable).to.equal(true)
        expect(faults()).to.deep.equal([])
      })

      it('has no fault that axe-core knows, in any state, in light, dark and forced colours @long', async () => {
        const page = await open(options)
        const clean = async (state: string) => expect(await axeFaults(page), state).to.deep.equal([])
        await clean('form')
        for (const scheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme: scheme })
          await clean(`form, ${scheme}`)
          await shoot(page, `${size}-${scheme}`)
        }
        await page.emulateMedia({ forcedColors: 'active' })
        await shoot(page, `${size}-forced`)
        await clean('form, forced colours')
        await page.emulateMedia({ forcedColors: 'none' })
        const name = page.getByRole('textbox', { name: /^Name/ })
        await name.fill('')
        await page.getByRole('textbox', { name: 'Message' }).fill('x'.repeat(130))
        await page.getByRole('button', { name: 'Review' }).click()
        await page.getByText('Please correct these entries first:').waitFor()
        await clean('troubles')
        await name.fill('Ada')
        await page.getByRole('textbox', { name: 'Message' }).fill('x')
        await page.getByRole('button', { name: 'Review' }).click()
        await page.getByRole('heading', { name: 'Review your design' }).waitFor()
        await clean('summary')
        await page.getByRole('button', { name: 'Approve' }).click()
        await page.getByRole('heading', { name: 'Approved' }).waitFor()
        await clean('saved')
      })

      it('is large enough for fingers, and never wider than the screen, also with text of twice the size @long', async () => {
        const page = await open(options)
        const overflow = () =>
          page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement
            return Math.max(0, scrollWidth - clientWidth)
          })
        const small = await page.evaluate(() =>
          [
            ...document.querySelectorAll(
              '.editor button:not([tabindex="-1"]), .editor select, .editor .tile, .editor input:not([type=radio]), .editor textarea',
            ),
          ]
            .map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()] as const)
            .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 43.9)
            .map(([markup, { width, height }]) => `${markup} ${width}x${height}`),
        )
        expect(small).to.deep.equal([])
        expect(await overflow()).to.equal(0)
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        expect(await overflow(), 'at 200 %').to.equal(0)
        await page.getByRole('textbox', { name: /^Name/ }).fill('Ada')
        await shoot(page, `${size}-large`)
        await settled(page)
        await page.getByRole('button', { name: 'Review' }).click()
        await page.getByRole('heading', { name: 'Review your design' }).waitFor()
        expect(await overflow(), 'of the summary').to.equal(0)
        await shoot(page, `${size}-large-summary`)
      })
    })

  it('is used by keys alone, from the first field to the saved fill @long', async () => {
    const page = await open(DESKTOP)
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement
        const label = element?.closest('label')?.innerText ?? ''
        return (
          element?.getAttribute('aria-label') ?? (label || (element as HTMLElement | null)?.innerText || '')
        )
      })
    const reach = async (label: RegExp) => {
      for (let tabs = 0; tabs < 40; tabs += 1) {
        await page.keyboard.press('Tab')
        if (label.test(await focused())) return
        if (
          await page.evaluate((source) => {
            const element = document.activeElement
            const id = element?.id
            const named = id ? document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent : null
            return named != null && new RegExp(source).test(named)
          }, label.source)
        )
          return
      }
      throw new Error(`No tab leads to ${label}.`)
    }
    await reach(/^Name/)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Grace')
    await reach(/^Medium/)
    await page.keyboard.press('ArrowLeft')
    await reach(/^Message/)
    await page.keyboard.type('Line one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('line two')
    await page.keyboard.press('Control+Z')
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).to.equal('')
    await page.keyboard.press('Control+Shift+Z')
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).to.equal('Line one\nline two')
    await reach(/^Zoom in/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowLeft')
    await drawn(page)
    expect(await page.locator('.carrier').evaluate((element) => element.style.transform)).to.match(
      /scale\((?!1\))[\d.]+\)/,
    )
    await reach(/^Review/)
    await page.keyboard.press('Enter')
    await hasFocus(page.getByRole('heading', { name: 'Review your design' }))
    await reach(/^Approve/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    const fill = await fillOf(page)
    expect(fill.values).to.include({
      [shop.fields.Name ?? '']: 'Grace',
      [shop.fields.Size ?? '']: 's',
      [shop.fields.Message ?? '']: 'Line one\nline two',
    })
  })

  it('shows on the page what the form is about, and the other way round', async () => {
    const page = await open(DESKTOP)
    const place = (label: string) => page.locator(`[data-place="${shop.fields[label]}"]`)
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.locator(`[data-place="${shop.fields.Message}"][data-active="true"]`).waitFor()
    expect(await place('Name').getAttribute('data-active')).to.equal('false')
    await place('Name').click()
    await hasFocus(page.getByRole('textbox', { name: /^Name/ }))
    await page.locator(`[data-place="${shop.fields.Name}"][data-active="true"]`).waitFor()
  })

  it('is zoomed by the wheel and by two fingers @long', async () => {
    const page = await open(DESKTOP)
    const scale = async () => {
      const transform = await page.locator('.carrier').evaluate((element) => element.style.transform)
      return Number(/scale\(([\d.]+)\)/.exec(transform)?.[1])
    }
    await page.locator('.stage').hover()
    await page.mouse.wheel(0, -240)
    await page.waitForFunction(
      () => !document.querySelector<HTMLElement>('.carrier')?.style.transform.includes('scale(1)'),
    )
    const byWheel = await scale()
    expect(byWheel).to.be.greaterThan(1.2)
    await page.getByRole('button', { name: 'Fit' }).click()
    await drawn(page)
    expect(await scale()).to.equal(1)

    await watched?.close()
    const phone = await open(PHONE)
    const box = await phone.locator('.stage').boundingBox()
    if (box === null) throw new Error('The stage is not there.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const client = await phone.context().newCDPSession(phone)
    const fingers = (apart: number) => [
      { x: x - apart, y, id: 0 },
      { x: x + apart, y, id: 1 },
    ]
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) })
    for (let apart = 24; apart <= 60; apart += 4)
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await drawn(phone)
    const pinched = await phone.locator('.carrier').evaluate((element) => element.style.transform)
    expect(Number(/scale\(([\d.]+)\)/.exec(pinched)?.[1])).to.be.greaterThan(2)
  })

  it('tells a screen reader what fits and what does not, once and politely @long', async () => {
    const page = await open(DESKTOP)
    await page.evaluate(() => {
      const region = document.querySelector('[role="status"].spoken')
      if (region === null) throw new Error('Nothing is spoken here.')
      const heard: string[] = []
      Object.assign(window, { heard })
      new MutationObserver(() => region.textContent && heard.push(region.textContent)).observe(region, {
        ...{ childList: true, characterData: true, subtree: true },
      })
    })
    const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.pressSequentially('x'.repeat(12), { delay: 10 })
    await message.fill('x'.repeat(125))
    await page.waitForFunction(() => (window as unknown as { heard: string[] }).heard.length > 0)
    await message.fill('x'.repeat(126))
    await message.fill('short values')
    await page.waitForFunction(() =>
      (window as unknown as { heard: string[] }).heard.some((one) => one.includes('fits')),
    )
    const said = (await heard()).join('|')
    expect(said.match(/Too long/g)).to.have.length(1)
    expect(said).to.include('Message: fits.')
    const control = await message.evaluate((element) => element.getAttribute('aria-describedby') ?? '')
    for (const id of control.split(' ')) expect(await page.locator(`[id="${id}"]`).count(), id).to.equal(1)
  })

  it('speaks the language of the reader, from right to left where that is so @long', async () => {
    watched = await openPage(browser, { ...DESKTOP, locale: 'ar' })
    const { page } = watched
    await page.goto(shop.hosted)
    const button = page.getByRole('button', { name: 'مراجعة' })
    await button.waitFor()
    expect(await page.locator('main').getAttribute('dir')).to.equal('rtl')
    const side = await page.locator('.side').boundingBox()
    const preview = await page.locator('.preview').boundingBox()
    expect(side?.x).to.be.greaterThan(preview?.x ?? 0)
    expect(await axeFaults(page)).to.deep.equal([])
    await shoot(page, 'arabic')
    await watched.close()
    watched = await openPage(browser, { ...PHONE, locale: 'ar' })
    await watched.page.goto(shop.hosted)
    await watched.page.getByRole('button', { name: 'مراجعة' }).waitFor()
    await shoot(watched.page, 'arabic-phone')
    const wide = await watched.page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).to.equal(320)
  })

  it('never hides what has the focus behind the preview or the foot', async () => {
    const page = await open(PHONE)
    await page.getByRole('textbox', { name: /^Name/ }).focus()
    const seen: string[] = []
    const hidden: string[] = []
    for (let tabs = 0; tabs < 14; tabs += 1) {
      const [name, shown] = await page.evaluate(() => {
        const element = document.activeElement
        const within = element?.closest('.form')
        if (element == null || within == null) return [null, true] as const
        const { left, top, width, height } = element.getBoundingClientRect()
        const over = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 30))
        const where = `${element.outerHTML.slice(0, 60)} at ${Math.round(top)} under ${over?.className}`
        return [where, element === over || element.contains(over)] as const
      })
      if (name !== null) seen.push(name)
      if (!shown) hidden.push(name ?? '')
      await page.keyboard.press('Tab')
    }
    expect(seen.length).to.be.greaterThan(6)
    expect(hidden).to.deep.equal([])
  })

  it('asks on a hosted page who orders, as the shop has said, and says what is wrong with it', async () => {
    const { test, templateId } = shop.site
    const ask = (hosted: object) =>
      test.json(`/v1/templates/${templateId}`, { method: 'PATCH', body: { hosted } })
    expect((await ask({ ask_name: 'required', ask_email: 'optional' })).status).to.equal(200)
    try {
      const page = await open(PHONE)
      await settled(page)
      await page.getByRole('button', { name: 'Review' }).click()
      const approve = page.getByRole('button', { name: 'Approve' })
      await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('not an address')
      await approve.click()
      const alerts = page.getByRole('alert')
      await alerts.nth(1).waitFor()
      expect(await alerts.allInnerTexts()).to.deep.equal([
        'Please enter your name.',
        'Please enter a valid e-mail address.',
      ])
      expect(await axeFaults(page)).to.deep.equal([])
      await page.getByRole('textbox', { name: /^Your name/ }).fill('Ada Lovelace')
      await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('ada@example.com')
      await approve.click()
      await page.getByRole('heading', { name: 'Approved' }).waitFor()
      expect(await fillOf(page)).to.include({
        customer_name: 'Ada Lovelace',
        customer_email: 'ada@example.com',
      })
    } finally {
      await ask({ ask_name: 'no', ask_email: 'no' })
    }
  })

  it('moves nothing for who wants nothing to move', async () => {
    const page = await open({ ...DESKTOP, reducedMotion: 'reduce' })
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('.platen, .platen *')]
          .map((element) => getComputedStyle(element))
          .filter(
            ({ transitionDuration, animationName }) =>
              transitionDuration !== '0s' || animationName !== 'none',
          ).length,
    )
    expect(moving).to.equal(0)
  })
})
