/** The preview in the editor with the service's own renderer: what is typed is seen, page by page, and drawn no more than needed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { axeFaults } from '../support/browser/axe.ts'
import {
  DESKTOP,
  needsBrowser,
  openPage,
  PHONE,
  screenshotFolder,
  type Watched,
} from '../support/browser/browser.ts'
import { settled } from '../support/browser/editor-site.ts'
import { formPdf, textField } from '../support/pdf/form-pdf.ts'
import { eventually } from '../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')

describe('editor preview', () => {
  let browser: Browser
  let test: TestServer
  let address: string
  let watched: Watched | undefined

  before(async function () {
    browser = await needsBrowser(this)
    test = await openTestServer({
      press: 'workers',
      env: {
        RATE_LIMIT_BROWSER_PER_MINUTE: '1000',
        PRESS_TIMEOUT_SECONDS: '120',
        RASTER_TIMEOUT_SECONDS: '120',
      },
    })
    address = await publish('Wedding card', await readFile(CARD))
  })
  after(async () => test?.close())
  afterEach(async () => {
    await watched?.close()
    watched = undefined
  })

  const publish = async (title: string, bytes: Uint8Array): Promise<string> => {
    const form = new FormData()
    form.set('title', title)
    form.set('pdf', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'artwork.pdf')
    const { status, body } = await test.json('/v1/templates', { body: form })
    if (status !== 200) throw new Error(JSON.stringify(body))
    const live = await test.json(`/v1/templates/${body.template.id}/publish`, { method: 'POST' })
    return `${test.url}/fill/${live.body.template.slug}`
  }
  const open = async (options: Parameters<typeof openPage>[1], url = address): Promise<Page> => {
    watched = await openPage(browser, options)
    const { page } = watched
    await page.goto(url)
    await page.locator('.preview .sheet[data-state="ready"] img').waitFor()
    return page
  }
  const source = (page: Page) => page.locator('.preview .sheet img').getAttribute('src')
  const shoot = async (page: Page, name: string) => {
    const folder = await screenshotFolder()
    if (folder !== null) await page.screenshot({ path: `${folder}/preview-${name}.png` })
  }

  for (const [size, options] of Object.entries({
    phone: { ...PHONE, deviceScaleFactor: 2 },
    desktop: DESKTOP,
  }))
    it(`shows on a ${size} what is typed, and keeps the picture until the next one has come @long`, async () => {
      const page = await open(options)
      const before = await source(page)
      await page.getByRole('textbox', { name: /^First name/ }).fill('Ada & Charles')
      await page.waitForFunction((last) => {
        const image = document.querySelector('.preview .sheet img')
        return image !== null && image.getAttribute('src') !== last
      }, before)
      const place = page.locator('[data-place][data-active="true"]')
      await place.waitFor()
      await settled(page)
      await shoot(page, size)
      expect(await axeFaults(page)).to.deep.equal([])
      await page.getByRole('button', { name: 'Review' }).click()
      await page.locator('.review .sheet img').waitFor()
      await shoot(page, `${size}-summary`)
      expect(watched?.faults).to.deep.equal([])
      const secrets = (watched?.requests ?? []).filter((url) => /es_[0-9A-Za-z]{10}/.test(url))
      expect(secrets).to.deep.equal([])
      const strangers = (watched?.requests ?? []).filter(
        (url) => !/^(blob:)?http:\/\/127\.0\.0\.1:/.test(url),
      )
      expect(strangers).to.deep.equal([])
    })

  it('asks for a finer picture when it is looked at closely, and says the ETag of the one it has @long', async () => {
    const page = await open(DESKTOP)
    const asked: { width: number; etag: string | undefined; status: Promise<number | undefined> }[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (!url.pathname.endsWith('/preview')) return
      asked.push({
        width: Number(url.searchParams.get('w')),
        etag: request.headers()['if-none-match'],
        status: request.response().then((response) => response?.status()),
      })
    })
    const text = page.getByRole('textbox', { name: /^First name/ })
    const first = await text.inputValue()
    const changed = page.waitForResponse((response) => response.request().method() === 'PATCH')
    // Both in one turn of the page, however slow the machine is: there is no picture of the first.
    await text.evaluate(
      (input, words) => {
        for (const word of words) {
          ;(input as HTMLInputElement).value = word
          input.dispatchEvent(new InputEvent('input', { bubbles: true }))
        }
      },
      [`${first}!`, first],
    )
    await changed
    // The same words are the same picture.
    await eventually(async () => (await asked.at(-1)?.status) === 304)
    expect(asked.at(-1)?.etag).to.match(/^"/)
    await page.locator('.preview .sheet[data-state="ready"]').waitFor()
    await settled(page)

    const { width } = asked.at(-1) ?? { width: 0 }
    const finer = page.waitForRequest(
      (request) => Number(new URL(request.url()).searchParams.get('w')) > width,
    )
    await page.getByRole('button', { name: 'Zoom in' }).dblclick()
    await finer
    await shoot(page, 'zoomed')
  })

  it('shows at the end what was approved, also where its picture came late @long', async () => {
    watched = await openPage(browser, DESKTOP)
    const { page } = watched
    await page.clock.install()
    await page.goto(address)
    await page.locator('.preview .sheet[data-state="ready"] img').waitFor()
    const approved = Promise.withResolvers<void>()
    await page.route(/\/preview(?:\?|$)/, async (route) => {
      await approved.promise
      await route.continue()
    })
    await page.getByRole('textbox', { name: /^First name/ }).fill('Late')
    await settled(page)
    await page.getByRole('button', { name: 'Review' }).click()
    await page.locator('.review .sheet img').waitFor()
    // The second and a half that an approval waits for its picture does not pass, however long the machine takes.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    const completed = page.waitForRequest('**/complete')
    await page.getByRole('button', { name: 'Approve' }).click()
    approved.resolve()
    await completed
    await page.clock.resume()
    await page.locator('.done .sheet[data-state="ready"] img').waitFor()
    expect(await page.locator('.picture-note').count()).to.equal(0)
    expect(watched?.faults).to.deep.equal([])
  })

  it('has the front and the back of a sheet, turns to the one whose field is filled, and shows both at the end @long', async () => {
    const da = '/DA (/Helv 18 Tf 0 g)'
    const pdf = formPdf({
      pages: ['/MediaBox [0 0 300 200]', '/MediaBox [0 0 300 200]'],
      fields: [
        { entries: textField('Front text', '20 20 220 50', da), page: 0 },
        { entries: textField('Back text', '40 120 240 150', da), page: 1 },
      ],
    })
    const page = await open(DESKTOP, await publish('Two sides', pdf))
    const side = (name: string) => page.getByRole('button', { name, exact: true })
    const shown = (name: string) => side(name).and(page.locator('[aria-pressed="true"]')).waitFor()
    await shown('Front')
    await page.getByRole('textbox', { name: 'Back text' }).focus()
    await shown('Back')
    expect(await page.locator('[data-place]').count()).to.equal(1)
    await page.getByRole('textbox', { name: 'Back text' }).fill('Over here')
    await side('Front').click()
    await page.getByRole('textbox', { name: 'Front text' }).fill('And here')
    await settled(page)
    await page.locator('.preview .sheet[data-state="ready"]').waitFor()
    await shoot(page, 'two-sides')
    await page.getByRole('button', { name: 'Review' }).click()
    await page.locator('.review .sheet[data-state="ready"]').nth(1).waitFor()
    expect(await page.locator('.review figcaption').allInnerTexts()).to.deep.equal(['Front', 'Back'])
    expect(await axeFaults(page)).to.deep.equal([])
    await shoot(page, 'two-sides-summary')
  })
})
