/** The card while somebody types: every key is seen before it is kept, the latest wins, and what stands is the kept one. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Browser, Page, Request } from 'playwright-core'
import { settled as atRest } from '../support/browser/axe.ts'
import { DESKTOP, needsBrowser, openPage, PHONE, type Watched } from '../support/browser/browser.ts'
import { settled } from '../support/browser/editor-site.ts'
import { openFingers } from '../support/browser/fingers.ts'
import { formPdf, textField } from '../support/pdf/form-pdf.ts'
import { eventually } from '../support/run/eventually.ts'
import { expectFaults } from '../support/run/page-faults.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const LIMITED = /429/

/** As the page's own clock has it, in ms. */
interface Seen {
  readonly keys: { readonly at: number; readonly text: string }[]
  readonly patches: { readonly at: number; doneAt: number; readonly text: string }[]
}

describe('editor while somebody types', () => {
  let browser: Browser
  let test: TestServer
  let card: string
  let watched: Watched | undefined

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, LIMITED)
    const seconds = { PRESS_TIMEOUT_SECONDS: '120', RASTER_TIMEOUT_SECONDS: '120' }
    test = await openTestServer({
      press: 'workers',
      env: { RATE_LIMIT_BROWSER_PER_MINUTE: '1000', ...seconds },
    })
    card = await publish('Wedding card', await readFile(CARD))
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
  const open = async (options: Parameters<typeof openPage>[1] = DESKTOP, url = card): Promise<Page> => {
    watched = await openPage(browser, options)
    const { page } = watched
    await page.goto(url)
    await sheet(page, 'ready').waitFor()
    return page
  }
  const sheet = (page: Page, state: string) => page.locator(`.preview .sheet[data-state="${state}"]`)
  const source = (page: Page) => page.locator('.preview .sheet img').first().getAttribute('src')
  const name = (page: Page) => page.getByRole('textbox', { name: /^First name/ })
  const isTyped = (request: Request) => request.method() === 'POST' && request.url().endsWith('/preview')

  it('shows each key before the service keeps it, and lets the picture stand that is kept @long', async () => {
    // Small enough that what is typed is drawn as fine as what is kept.
    const page = await open({ viewport: { width: 900, height: 600 } })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/v1/embed/fills/*', async (route) => {
      if (route.request().method() === 'PATCH') await held
      await route.continue()
    })
    const looked: Promise<number | undefined>[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' || !request.url().includes('/preview?')) return
      looked.push(request.response().then((reply) => reply?.status()))
    })
    // The field is brought near, and a picture comes that is as fine as that asks for.
    const whole = await source(page)
    await name(page).focus()
    await eventually(async () => (await source(page)) !== whole)
    await sheet(page, 'ready').waitFor()
    looked.length = 0
    const before = await source(page)
    await name(page).fill('Ada')
    await sheet(page, 'typed').waitFor()
    const first = await source(page)
    expect(first).not.to.equal(before)
    await name(page).press('!')
    await page.waitForFunction(
      (last) => document.querySelector('.preview .sheet img')?.getAttribute('src') !== last,
      first,
    )
    await sheet(page, 'typed').waitFor()
    const typed = await source(page)
    // Nothing is asked for of what is kept while more is typed.
    expect(looked).to.deep.equal([])
    letGo()
    await sheet(page, 'ready').waitFor()
    expect(await Promise.all(looked)).to.deep.equal([304])
    expect(await source(page)).to.equal(typed)
    expect(watched?.faults).to.deep.equal([])
  })

  it('ends an older request when a later picture has come @long', async () => {
    const page = await open()
    const ended: Request[] = []
    page.on('requestfailed', (request) => {
      if (isTyped(request)) ended.push(request)
    })
    let count = 0
    await page.route('**/v1/embed/fills/*/preview', async (route) => {
      count += 1
      if (count === 1) return
      await route.continue()
    })
    await name(page).fill('Early')
    await eventually(async () => count === 1)
    await name(page).fill('Late')
    await eventually(async () => ended.length === 1)
    expect(ended[0]?.postDataJSON().values).to.satisfy((values: object) =>
      Object.values(values).includes('Early'),
    )
    await sheet(page, 'ready').waitFor()
  })

  it('shows what is kept where what is typed is refused for its number, without a word @long', async () => {
    const page = await open()
    const before = await source(page)
    await page.route('**/v1/embed/fills/*/preview', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '60' },
        json: { error: { type: 'rate_limit_error', code: 'rate_limited', message: 'Later.' } },
      }),
    )
    await name(page).pressSequentially('Ada Lovelace')
    await eventually(async () => (await source(page)) !== before)
    await settled(page)
    await sheet(page, 'ready').waitFor()
    expect(await page.locator('.picture-note').count()).to.equal(0)
  })

  it('keeps what is typed within a second and a half, one request at a time, at most one a second @long', async () => {
    watched = await openPage(browser, DESKTOP)
    const { page } = watched
    await page.clock.install()
    await page.addInitScript(() => {
      const seen: Seen = { keys: [], patches: [] }
      Object.assign(window, { seen })
      const note = ({ target }: Event) =>
        seen.keys.push({ at: performance.now(), text: (target as HTMLInputElement).value })
      document.addEventListener('input', note, true)
      const ask = window.fetch
      window.fetch = async (input, init) => {
        if (init?.method !== 'PATCH') return ask(input, init)
        const [text = ''] = Object.values(JSON.parse(String(init.body)).values ?? {}) as string[]
        const patch = { at: performance.now(), doneAt: Number.POSITIVE_INFINITY, text }
        seen.patches.push(patch)
        const reply = await ask(input, init)
        patch.doneAt = performance.now()
        return reply
      }
    })
    await page.goto(card)
    await sheet(page, 'ready').waitFor()
    await name(page).fill('')
    await settled(page)
    await page.evaluate('Object.assign(window.seen, { keys: [], patches: [] })')
    // The first request is answered after more than a second; the others are answered in no time.
    const answer = Promise.withResolvers<void>()
    await page.route('**/v1/embed/fills/*', async (route) => {
      if (route.request().method() === 'PATCH') await answer.promise
      await route.continue()
    })
    const seen = () => page.evaluate<Seen>('window.seen')
    const answered = () =>
      eventually(async () => (await seen()).patches.every(({ doneAt }) => doneAt < Infinity))
    // From here on the page's time goes on by these steps alone.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
    const text = 'abcdefghijklmnopqrst'
    for (const letter of text) {
      await name(page).press(letter)
      await page.clock.runFor(150)
      if (letter < 'p') continue
      answer.resolve()
      await answered()
    }
    await eventually(async () => {
      await page.clock.runFor(50)
      return (await seen()).patches.at(-1)?.text === text
    })
    await answered()
    const { keys, patches } = await seen()
    expect(keys.map((key) => key.text)).to.deep.equal([...text].map((_, at) => text.slice(0, at + 1)))
    // What is under way is waited for.
    const slowestMs = Math.max(...patches.map(({ at, doneAt }) => doneAt - at))
    expect(slowestMs).to.be.above(1000)
    for (const key of keys) {
      const kept = patches.find((one) => one.text.startsWith(key.text))
      expect((kept?.at ?? Number.NaN) - key.at, key.text).to.be.below(1400 + slowestMs)
    }
    for (const [at, one] of patches.entries()) {
      const last = patches[at - 1]
      if (last === undefined) continue
      expect(one.at - last.at).to.be.at.least(1000)
      expect(last.doneAt).to.be.at.most(one.at)
    }
  })

  it('answers two taps by showing what is under them from near, and two more by the whole @long', async () => {
    const page = await open({ ...PHONE, viewport: { width: 390, height: 664 } })
    const box = await page.locator('.stage').boundingBox()
    if (box === null) throw new Error('There is no stage.')
    const scale = () =>
      page.locator('.carrier').evaluate((one) => new DOMMatrix(getComputedStyle(one).transform).a)
    // Beside the card, where no field lies.
    const point = { x: box.x + box.width / 2, y: box.y + 6 }
    const { tap } = await openFingers(page)
    await tap(point, 0)
    await tap(point, 0.2)
    await eventually(async () => (await scale()) > 2.4)
    await tap(point, 1)
    await tap(point, 1.2)
    await eventually(async () => (await scale()) === 1)
  })

  const sides = () =>
    formPdf({
      pages: ['/MediaBox [0 0 300 200]', '/MediaBox [0 0 300 200]'],
      fields: [
        { entries: textField('Front text', '20 20 220 50', '/DA (/Helv 18 Tf 0 g)'), page: 0 },
        { entries: textField('Back text', '40 120 240 150', '/DA (/Helv 18 Tf 0 g)'), page: 1 },
      ],
    })
  for (const reducedMotion of ['no-preference', 'reduce'] as const)
    it(`turns a page and answers a press with${reducedMotion === 'reduce' ? 'out' : ''} motion @long`, async () => {
      const page = await open({ ...DESKTOP, reducedMotion }, await publish('Two sides', sides()))
      const moves = reducedMotion === 'no-preference'
      await page.evaluate(() => {
        const faded: string[] = []
        Object.assign(window, { faded })
        document.addEventListener('animationstart', ({ animationName }) => void faded.push(animationName))
      })
      await page.getByRole('button', { name: 'Back', exact: true }).click()
      await page.locator('.leaving').waitFor({ state: moves ? 'detached' : 'attached' })
      await atRest(page)
      expect(await page.evaluate('window.faded')).to.deep.equal(moves ? ['platen-leave'] : [])
      expect(await page.locator('.leaving:visible').count()).to.equal(0)
      const main = page.getByRole('button', { name: 'Review' })
      const look = () =>
        main.evaluate((one) => [getComputedStyle(one).filter, getComputedStyle(one).transform])
      const rest = await look()
      await main.hover()
      await page.mouse.down()
      await atRest(page)
      const pressed = await look()
      expect(pressed[0]).not.to.equal(rest[0])
      expect(pressed[1] !== rest[1]).to.equal(moves)
      await page.mouse.move(2, 2)
      await page.mouse.up()
    })

  it('begins with the card and the words of its form, before any script, and nothing of it goes away', async () => {
    watched = await openPage(browser, { ...DESKTOP, javaScriptEnabled: false })
    await watched.page.goto(card)
    for (const label of ['First name', 'Second name', 'Date', 'Place'])
      await watched.page.getByText(label, { exact: true }).waitFor()
    const bytes = await test.send(new URL((await pictureOf(watched.page)) ?? '', card).pathname, {
      key: null,
    })
    expect([bytes.status, bytes.headers.get('content-type')]).to.deep.equal([200, 'image/webp'])
    expect((await bytes.arrayBuffer()).byteLength).to.be.below(60_000)
    await watched.close()

    watched = await openPage(browser, DESKTOP)
    const { page } = watched
    await page.addInitScript(`
      window.gaps = 0
      let words = false
      const look = () => {
        const now = document.querySelector('.outline-field, .field label') !== null
        if (words && !now) window.gaps += 1
        words = words || now
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)`)
    await page.goto(card)
    await sheet(page, 'ready').waitFor()
    expect(await page.evaluate('window.gaps')).to.equal(0)
    expect(watched.faults).to.deep.equal([])
  })
  const pictureOf = (page: Page) => page.locator('.outline image').getAttribute('href')
})
