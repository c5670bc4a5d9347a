/**
 * The shopper's way through the hosted page in every size, zoom, scheme and language: axe finds nothing in any state,
 * nothing is cut off at a side, and the way ends at the approved card.
 */
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { axeFaults } from '../support/browser/axe.ts'
import { needsBrowser, openPage } from '../support/browser/browser.ts'
import { editorReady } from '../support/browser/editor-page.ts'
import { openShopSite, type ShopSite } from '../support/browser/shop-site.ts'

const TOUCH = { hasTouch: true, isMobile: true } as const
/** A zoom of the browser makes the window smaller and its pixels larger. */
const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  '1440 px': { viewport: { width: 1440, height: 900 } },
  '1440 px at 200 %': { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  '1280 px at 400 %': { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 },
  '1024 px': { viewport: { width: 1024, height: 768 } },
  '390 px': { viewport: { width: 390, height: 664 }, deviceScaleFactor: 3, ...TOUCH },
  '320 px': { viewport: { width: 320, height: 568 }, deviceScaleFactor: 2, ...TOUCH },
}
const LANGUAGES = ['en-GB', 'de-DE', 'ar'] as const
const SCHEMES = ['light', 'dark'] as const

describe('the way through the hosted page', function () {
  // 144 states, each looked at by axe-core.
  this.timeout(900_000)
  let browser: Browser
  let site: ShopSite
  let address = ''

  before(async function () {
    browser = await needsBrowser(this)
    const many = '1000000'
    site = await openShopSite(
      { env: { RATE_LIMIT_BROWSER_PER_MINUTE: many, RATE_LIMIT_SESSION_PER_MINUTE: many } },
      'card',
    )
    const { template } = (await site.test.json(`/v1/templates/${site.templateId}`)).body
    address = `${site.service}/fill/${template.slug}`
  })
  after(async () => site?.close())

  for (const [screen, options] of Object.entries(SCREENS))
    for (const locale of LANGUAGES)
      for (const colorScheme of SCHEMES)
        it(`is clean at ${screen}, ${colorScheme}, in ${locale}`, async () => {
          const watched = await openPage(browser, {
            ...options,
            locale,
            colorScheme,
            reducedMotion: 'reduce',
          })
          try {
            await walk(watched.page, address)
          } finally {
            await watched.close()
          }
        })
})

async function walk(page: Page, address: string): Promise<void> {
  const clean = async (state: string) => {
    expect(await axeFaults(page), state).to.deep.equal([])
    const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(over, `px beyond the side, ${state}`).to.be.at.most(0)
  }
  await page.goto(address)
  await editorReady(page)
  await page.locator('.preview .sheet[data-state="ready"] img').first().waitFor()
  await clean('opened')
  const field = page.getByRole('textbox').first()
  await field.focus()
  await field.fill('Ada & Charles')
  await page.locator('.state[data-state="settled"]').waitFor()
  await clean('typed')
  await field.blur()
  await page.locator('.foot .main').click()
  await page.locator('.review .sheet[data-state="ready"] img').first().waitFor()
  await clean('review')
  await page.locator('.foot .main').click()
  await page.locator('.done .sheet img').first().waitFor()
  await clean('approved')
}
