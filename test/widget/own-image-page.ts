/** The hosted page of a template that takes the customer's own image: what the suites of that image begin with. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import {
  DESKTOP,
  needsBrowser,
  openPage,
  screenshotFolder,
  type Watched,
} from '../support/browser/browser.ts'
import { type EditorSite, openEditorSite } from '../support/browser/editor-site.ts'
import { type PhotoFile, photoFile } from '../support/browser/own-images.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'
import { type OwnImagesStub, stubOwnImages, UPLOADS } from './own-images-stub.ts'

export interface OwnImagePage {
  /** There once the first test begins. */
  readonly photo: PhotoFile
  /** What stands between the page that was opened last and the service. */
  readonly stub: OwnImagesStub
  /** What the browser complained of. */
  readonly faults: readonly string[]
  open(
    options?: BrowserContextOptions,
    settings?: object,
    known?: Parameters<typeof stubOwnImages>[2],
    query?: string,
  ): Promise<Page>
  choose(page: Page, file?: PhotoFile): Promise<void>
  shoot(page: Page, name: string): Promise<void>
}

/** In a `describe`. Closes the page of each test after it, with a picture of it where the test failed. */
export function useOwnImage(): OwnImagePage {
  let browser: Browser
  let shop: EditorSite
  let watched: Watched | undefined
  let stub: OwnImagesStub
  let photo: PhotoFile

  const shoot = async (page: Page, name: string) => {
    const folder = await screenshotFolder()
    if (folder !== null) await page.screenshot({ path: `${folder}/own-${name}.png` })
  }
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
  return {
    get photo() {
      return photo
    },
    get stub() {
      return stub
    },
    get faults() {
      return watched?.faults ?? []
    },
    shoot,
    async open(options = DESKTOP, settings = {}, known = undefined, query = '') {
      watched = await openPage(browser, options)
      stub = await stubOwnImages(watched.context, { ...UPLOADS, ...settings }, known)
      await watched.page.goto(`${shop.hosted}${query}`)
      await watched.page.locator('.own').waitFor()
      return watched.page
    },
    async choose(page, file = photo) {
      await page.locator('.own input[type=file]').first().setInputFiles(file)
      await page.locator('.crop img').waitFor()
    },
  }
}
