/**
 * Every page of the console in every size, scheme and language, with something of every kind in it: axe finds nothing,
 * nothing is wider than the window, and the browser meets no fault. SCREENSHOTS=folder takes a picture of each.
 */
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { settled } from '../support/browser/axe.ts'
import { screenshotFolder } from '../support/browser/browser.ts'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { type FullShop, openFullShop } from './full-shop.ts'

const SIZES = {
  '1440': { width: 1440, height: 900 },
  '1024': { width: 1024, height: 768 },
  '390': { width: 390, height: 844 },
  '320': { width: 320, height: 568 },
} as const

/** Path by the name of its picture. */
const pagesOf = (shop: FullShop): Readonly<Record<string, string>> => ({
  home: '',
  tour: '/tour',
  orders: '/orders',
  'orders-review': '/orders/review',
  'orders-files': '/orders/files',
  'orders-file': `/orders/files/${shop.render}`,
  'orders-new': `/orders/new?template=${shop.template}`,
  'job-draft': `/orders/${shop.draft}`,
  'job-approved': `/orders/${shop.approved}`,
  'job-printed': `/orders/${shop.printed}`,
  'job-review': `/orders/${shop.review}`,
  delivery: '/orders/delivery',
  'delivery-new': '/orders/delivery/new',
  'delivery-folder': `/orders/delivery/${shop.folder}`,
  batches: '/batches',
  'batches-new': '/batches/new',
  batch: `/batches/${shop.batch}`,
  templates: '/templates',
  template: `/templates/${shop.template}`,
  'template-history': `/templates/${shop.template}/history`,
  'template-settings': `/templates/${shop.template}/settings`,
  editor: `/templates/${shop.template}/edit`,
  'library-pictures': '/library/pictures',
  'library-sets': '/library/sets',
  'library-set': `/library/sets/${shop.set}`,
  'library-color': '/library/color',
  'library-fonts': '/library/fonts',
  products: '/storefronts',
  product: `/storefronts/products/${shop.mapping}`,
  'product-new': '/storefronts/products/new',
  shops: '/storefronts/shops',
  'shop-connect': '/storefronts/shops/connect',
  'shop-connect-own': '/storefronts/shops/connect/own',
  'shop-page': `/storefronts/shops/${shop.application}`,
  'shop-orders': '/storefronts/orders',
  'shop-settings': '/shop',
  keys: '/developers',
  key: `/developers/keys/${shop.key}`,
  webhooks: '/developers/webhooks',
  'webhook-new': '/developers/webhooks/new',
  webhook: `/developers/webhooks/${shop.webhook}`,
  'developers-log': '/developers/log',
  'developers-usage': '/developers/usage',
  'developers-docs': '/developers/docs',
  team: '/team',
  account: '/account',
  styles: '/styles',
  nothing: '/nowhere',
})

describe('the pages of the console', function () {
  // 45 pages in each form, each looked at by axe-core.
  this.timeout(900_000)
  const makeFolder = temporaryFolders()
  let site: ConsoleSite
  let shop: FullShop

  before(async function () {
    const root = await makeFolder()
    site = await openConsole(this, {
      server: { press: 'workers', env: { HOT_FOLDERS: root, PREVIEW_WARM_UP: 'true' } },
    })
    // Its orders are drawn and printed before the first page opens.
    this.timeout(600_000)
    shop = await openFullShop(site.test, root)
    await site.join('editor')
    await site.join('viewer')
  })
  after(() => site?.close())

  for (const language of ['en', 'de'] as const)
    for (const scheme of ['light', 'dark'] as const)
      for (const [size, viewport] of Object.entries(SIZES))
        it(`are clean at ${size} px, ${scheme}, in ${language}`, async () => {
          const touch = viewport.width < 1000
          const { page, faults, close } = await site.another(site.person, {
            ...{ language, scheme },
            size: touch ? 'phone' : 'desk',
          })
          await page.setViewportSize(viewport)
          await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme })
          const found: string[] = []
          for (const [name, path] of Object.entries(pagesOf(shop))) {
            await page.goto(`${site.service}/console${path}`)
            await page.locator('h1').first().waitFor()
            await page.waitForLoadState('networkidle')
            await settled(page)
            found.push(...(await faultsOf(page)).map((one) => `${name}: ${one}`))
            await picture(page, `${name}-${size}-${scheme}-${language}`)
          }
          await close()
          expect(found).to.deep.equal([])
          expect(faults).to.deep.equal([])
        })

  async function faultsOf(page: Page): Promise<readonly string[]> {
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    return [...(over > 0 ? [`${over} px beyond the side`] : []), ...(await site.axe(page))]
  }
})

async function picture(page: Page, name: string): Promise<void> {
  const folder = await screenshotFolder()
  if (folder !== null) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
