/** A shop with the widget and its pages in a browser: what suites of the widget begin with. */
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { DESKTOP, needsBrowser, openPage, type Watched } from '../support/browser/browser.ts'
import { editorFrame, editorReady, listenTo } from '../support/browser/editor-page.ts'
import { openShopSite, type ShopSite } from '../support/browser/shop-site.ts'
import { expectFaults } from '../support/run/page-faults.ts'

export interface ShopPages extends ShopSite {
  /** An empty page, which is closed after its test; `make` for one of another kind. */
  watch(options?: BrowserContextOptions, make?: () => Promise<Watched>): Promise<Watched>
  /** A page that hears what the widget says. */
  open(address: string, options?: BrowserContextOptions, make?: () => Promise<Watched>): Promise<Watched>
  /** The same, with the editor open. */
  personalize(
    address: string,
    options?: BrowserContextOptions,
    make?: () => Promise<Watched>,
  ): Promise<Watched>
}

/** In a `describe`. It is a site once the first test begins. */
export function useShop(
  options: Parameters<typeof openShopSite>[0],
  artwork: Parameters<typeof openShopSite>[1] = 'sample',
  ...expected: readonly RegExp[]
): ShopPages {
  let browser: Browser
  const opened: Watched[] = []
  const pages: Pick<ShopPages, 'watch' | 'open' | 'personalize'> = {
    async watch(options = DESKTOP, make = () => openPage(browser, options)) {
      const watched = await make()
      opened.push(watched)
      return watched
    },
    async open(address, ...how) {
      const watched = await pages.watch(...how)
      await listenTo(watched.page)
      await watched.page.goto(address, { waitUntil: 'load' })
      return watched
    },
    async personalize(address, ...how) {
      const watched = await pages.open(address, ...how)
      await watched.page.getByRole('button', { name: /Personalize|Change/ }).click()
      await editorReady(editorFrame(watched.page))
      return watched
    },
  }
  const site = { ...pages } as ShopPages
  before(async function () {
    browser = await needsBrowser(this)
    for (const one of expected) expectFaults(this, one)
    Object.assign(site, await openShopSite(options, artwork), pages)
  })
  after(() => site.close?.())
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })
  return site
}
