/** Signing secrets of the order hook in a real browser: nothing is cut off at any width, and axe finds no faults. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { eventually } from '../../support/run/eventually.ts'

const PATH = '/console/storefronts/hook'
const WIDTHS = [1440, 1024, 390]

describe('Signing secrets of the order hook in a browser', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
    for (const shop of ['shop', 'north', `woocommerce:https://${'long-name.'.repeat(8)}example`]) {
      const { body } = await site.test.json('/v1/storefront/shops', { body: { shop } })
      if (shop !== 'north') continue
      await site.test.json(`/v1/storefront/shops/${body.storefront_shop.id}/rotate_secret`, {
        method: 'POST',
      })
    }
  })
  after(() => site?.close())

  const fits = async (page: Page, name: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const over = () =>
        page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      await eventually(over, { until: (pixels) => pixels <= 0 })
      expect(await site.axe(page), `${name} at ${width}`).to.deep.equal([])
    }
    await site.shotsOf(page, name, ['phone', 'desk'])
    await page.setViewportSize({ width: 1440, height: 800 })
  }

  for (const [language, scheme, add, create, label] of [
    ['en', 'light', 'Create signing secret', 'Create secret', 'Signing secret'],
    ['de', 'dark', 'Signaturgeheimnis erstellen', 'Geheimnis erstellen', 'Signaturgeheimnis'],
  ] as const)
    it(`fit each width as a list, a form and a secret shown once, in ${language} and ${scheme}`, async () => {
      const { page } = await site.another(site.person, { language, scheme })
      await page.goto(`${site.service}${PATH}`)
      await page.getByRole('cell', { name: 'north' }).first().waitFor()
      await fits(page, `hook-secrets-${language}`)
      await page.getByRole('button', { name: add }).click()
      await page.getByRole('textbox', { name: 'Shop' }).fill(`west-${language}`)
      await fits(page, `hook-secret-form-${language}`)
      await page.getByRole('dialog').getByRole('button', { name: create }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: label }).waitFor()
      await fits(page, `hook-secret-shown-${language}`)
    })

  it('stand apart from the URL of the hook', async () => {
    const { page } = await site.another(site.person, { language: 'en', scheme: 'light' })
    await page.goto(`${site.service}${PATH}`)
    await page.getByRole('cell', { name: 'north' }).first().waitFor()
    const url = await page.locator('.card', { has: page.getByLabel('URL of the order hook') }).boundingBox()
    const table = await page.getByRole('table').boundingBox()
    const gap = (table?.y ?? 0) - (url?.y ?? 0) - (url?.height ?? 0)
    expect(gap).to.be.at.least(12)
  })
})
