/** The documentation in a browser: for everybody's eyes and fingers, in light and dark, on wide and narrow screens. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { axeFaults } from '../support/browser/axe.ts'
import { needsBrowser, openPage, screenshotFolder } from '../support/browser/browser.ts'
import { eventually } from '../support/run/eventually.ts'
import { joinFirst } from '../support/service/console-people.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const WIDTHS = [1440, 1024, 390]
const PAGES = [
  '/docs',
  '/docs/start',
  '/docs/api/errors',
  '/docs/api/reference/renders',
  '/docs/operate/settings',
  '/docs?lang=de',
  '/docs/print/preflight?lang=de',
]
/** Colours and names are the same on every width; a phone has its own header and contents. */
const isJudged = (width: number, scheme: 'light' | 'dark') =>
  width === 1440 || (width === 390 && scheme === 'light')
/** Over the wire, with all that the page loads. */
const FIRST_LOAD_BYTES = 150_000

describe('The documentation in a browser', function () {
  // A browser opens every page, in light and dark, and axe reads it.
  this.timeout(240_000)
  let browser: Browser
  let test: TestServer
  const open = (width: number, colorScheme: 'light' | 'dark' = 'light') =>
    openPage(browser, { viewport: { width, height: 900 }, colorScheme })
  before(async function () {
    browser = await needsBrowser(this)
    test = await openTestServer()
  })
  after(() => test?.close())

  for (const scheme of ['light', 'dark'] as const)
    it(`has nothing that axe finds wrong, and scrolls to no side, in ${scheme} @long`, async () => {
      const folder = await screenshotFolder()
      for (const width of WIDTHS) {
        const { page, faults, requests, close } = await open(width, scheme)
        for (const path of PAGES) {
          await page.goto(`${test.url}${path}`)
          if (isJudged(width, scheme)) expect(await axeFaults(page), `${path} at ${width}`).to.deep.equal([])
          expect(
            await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
            path,
          ).to.be.at.most(0)
          if (folder !== null)
            await page.screenshot({
              path: `${folder}/docs${path.slice(5).replaceAll(/[/?=]/g, '-')}-${width}-${scheme}.png`,
            })
        }
        expect(faults).to.deep.equal([])
        for (const url of requests) expect(new URL(url).origin).to.equal(new URL(test.url).origin)
        await close()
      }
    })

  it('loads with at most 150 kB @long', async () => {
    for (const path of ['/docs', '/docs/start', '/docs/api/reference/templates']) {
      const { page, context, close } = await open(1440)
      const session = await context.newCDPSession(page)
      let bytes = 0
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      await session.send('Network.enable')
      await page.goto(`${test.url}${path}`, { waitUntil: 'networkidle' })
      await eventually(() => page.evaluate<boolean>('[...document.images].every((one) => one.complete)'))
      expect(bytes, path).to.be.within(5_000, FIRST_LOAD_BYTES)
      await close()
    }
  })

  it('shows one language of a group at a time, chosen by click or arrow, and remembers it', async () => {
    const { page, close } = await open(1440)
    await page.goto(`${test.url}/docs/start`)
    const shown = () =>
      page
        .locator('.tab:visible')
        .evaluateAll((all) => all.map((one) => (one as unknown as { dataset: { tab: string } }).dataset.tab))
    expect(new Set(await shown())).to.deep.equal(new Set(['curl']))
    await page.getByRole('tab', { name: 'TypeScript' }).first().click()
    expect(new Set(await shown())).to.deep.equal(new Set(['TypeScript']))
    await page.keyboard.press('ArrowRight')
    expect(new Set(await shown())).to.deep.equal(new Set(['PHP']))
    await page.goto(`${test.url}/docs/api/authentication`)
    expect(await shown()).to.deep.equal(['PHP'])
    await close()
  })

  it('finds settings, errors and operations by their words, with the keyboard alone @long', async () => {
    const { page, faults, close } = await open(1440)
    await page.goto(`${test.url}/docs`)
    for (const [asked, at] of [
      ['base_url', '/docs/operate/settings#BASE_URL'],
      ['rate_limited', '/docs/api/errors#rate_limited'],
      ['finalize fill', '/docs/api/reference/fills#finalizeFill'],
      ['hot folder', '/docs/operate/hot-folders'],
    ] as const) {
      await page.keyboard.press('/')
      await page.keyboard.type(asked)
      await page.getByRole('option').first().waitFor()
      expect(await axeFaults(page)).to.deep.equal([])
      await page.keyboard.press('Enter')
      await page.waitForURL(`${test.url}${at}`)
    }
    await page.keyboard.press('/')
    await page.keyboard.type('zzzz')
    await page.locator('.search .none').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('listbox').count()).to.equal(0)
    expect(faults).to.deep.equal([])
    await close()
  })

  it('has the current page in sight in its contents', async () => {
    const { page, close } = await open(1440)
    for (const path of ['/docs/start', '/docs/contributing/wording', '/docs/api/reference/renders']) {
      await page.goto(`${test.url}${path}`)
      const box = await page.locator('.contents [aria-current="page"]').boundingBox()
      expect(box?.y, path).to.be.within(57, 870)
    }
    await close()
  })

  it('opens its contents on a phone, and works without a script', async () => {
    const phone = await open(390)
    await phone.page.goto(`${test.url}/docs/start`)
    await phone.page.getByRole('link', { name: 'Contents' }).click()
    expect(await axeFaults(phone.page)).to.deep.equal([])
    await phone.page.getByRole('link', { name: 'Backup' }).click()
    await phone.page.getByRole('heading', { level: 1, name: 'Backup' }).waitFor()
    await phone.close()
    const plain = await openPage(browser, {
      javaScriptEnabled: false,
      viewport: { width: 1440, height: 900 },
    })
    await plain.page.goto(`${test.url}/docs/start`)
    expect(await plain.page.locator('.tab pre:visible').count()).to.equal(9)
    await plain.close()
  })

  it('shows owners the names of their keys, and puts the one they paste into the commands', async () => {
    const owner = await joinFirst(test)
    const { page, context, faults, close } = await open(1440)
    await page.goto(`${test.url}/docs/start`)
    expect(await page.locator('.panel').count()).to.equal(0)
    await context.addCookies([
      { name: 'platen', value: owner.token, url: test.url, httpOnly: true, sameSite: 'Strict' },
    ])
    await page.goto(`${test.url}/docs/start`)
    const panel = page.locator('.panel')
    await panel.getByText('You are signed in as Ada Lovelace (Test team).').waitFor()
    expect(await panel.locator('.keys').innerText()).to.match(/^test secret platen_sk_\w*…\w{4}$/)
    await panel.getByLabel('Secret key').fill(test.team.key)
    expect(await page.locator('main').innerText()).to.include(`export KEY=${test.team.key}`)
    await panel.getByLabel('Secret key').fill('no key')
    expect(await page.locator('main').innerText()).to.include('export KEY=platen_sk_…')
    expect(await axeFaults(page)).to.deep.equal([])
    expect(faults).to.deep.equal([])
    await close()
  })
})

describe('The colours of console and docs', () => {
  it('are the same in the dark, whether a script or the device asks for it', async () => {
    const text = await readFile(join(import.meta.dirname, '../../widget/console/tokens.css'), 'utf8')
    const blocks = [
      ...text.matchAll(/(?:\n\[data-scheme="dark"\]|:root:not\(\[data-scheme\]\)) \{([^}]*)\}/g),
    ]
    const [asked, device] = blocks.map(([, inner = '']) => inner.replace(/\s+/g, ' ').trim())
    expect(blocks).to.have.length(2)
    expect(device).to.equal(asked)
  })
})
