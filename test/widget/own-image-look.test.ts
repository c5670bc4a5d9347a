/** The customer's own image as it looks at every size, light and dark, contained with paper beside it. */
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { axeFaults } from '../support/browser/axe.ts'
import {
  DESKTOP,
  needsBrowser,
  openPage,
  screenshotFolder,
  type Watched,
} from '../support/browser/browser.ts'
import { type EditorSite, openEditorSite, settled } from '../support/browser/editor-site.ts'
import { type PhotoFile, photoFile } from '../support/browser/own-images.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'
import { stubOwnImages, UPLOADS } from './own-images-stub.ts'

describe('own image on the screen', () => {
  let browser: Browser
  let shop: EditorSite
  let watched: Watched | undefined
  let photo: PhotoFile

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    shop = await openEditorSite()
    photo = await photoFile(1500, 1000)
  })
  after(async () => shop?.site.close())
  afterEach(async function () {
    if (this.currentTest?.isFailed() && watched) await shoot(watched.page, 'failed')
    await watched?.close()
    watched = undefined
  })

  const open = async (
    options: BrowserContextOptions = DESKTOP,
    settings: object = {},
    known?: Parameters<typeof stubOwnImages>[2],
    query = '',
  ): Promise<Page> => {
    watched = await openPage(browser, options)
    await stubOwnImages(watched.context, { ...UPLOADS, ...settings }, known)
    await watched.page.goto(`${shop.hosted}${query}`)
    await watched.page.locator('.own').waitFor()
    return watched.page
  }
  const shoot = async (page: Page, name: string) => {
    const folder = await screenshotFolder()
    if (folder !== null) await page.screenshot({ path: `${folder}/own-${name}.png` })
  }
  const choose = async (page: Page, file = photo) => {
    await page.locator('.own input[type=file]').first().setInputFiles(file)
    await page.locator('.crop img').waitFor()
  }
  const crop = (page: Page) => page.getByRole('application')

  for (const [name, options] of Object.entries({
    'desktop-1440-dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
    'desktop-1024': { viewport: { width: 1024, height: 768 } },
    'phone-390-dark': {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    },
    'phone-390': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  } as const))
    it(`looks right at ${name}, contained with paper beside it and the shop's images below @long`, async () => {
      const page = await open(options, {
        source: 'both',
        frames: [{ fit: 'fit', anchor: 'center', width_pt: 180, height_pt: 120 }],
      })
      await page.locator('.own').scrollIntoViewIfNeeded()
      await shoot(page, `${name}-both`)
      await choose(page, await photoFile(1000, 1000))
      await crop(page).scrollIntoViewIfNeeded()
      await shoot(page, `${name}-contain`)
      expect(await axeFaults(page)).to.deep.equal([])
      // An image of the shop takes the place of the own one.
      await page.getByRole('radio', { name: 'Anchor' }).check()
      await page.getByRole('button', { name: /^Choose image/ }).waitFor()
      await settled(page)
      expect(watched?.faults).to.deep.equal([])
    })
})
