/** The lists of jobs and the start page in a real browser: axe, screenshots, a real download, the keyboard, and a phone of 320 px. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { BLUSH, INDIGO, openStationer } from '../../support/service/printing-shop.ts'
import { finalize, makeFill } from '../../support/service/sample-fill.ts'

const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }

describe('The lists of jobs in a browser', () => {
  let site: ConsoleSite
  let page: Page
  let templateId: string
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers', env: { PREVIEW_WARM_UP: 'true' } } })
    page = site.page
    templateId = await openStationer(site.test)
  })
  after(() => site?.close())

  const clean = async (which = page) => expect(await site.axe(which)).to.deep.equal([])
  const rows = (name: string) => page.getByRole('link', { name, exact: true })

  it('show jobs, print files, views and the start page without faults of axe @long', async () => {
    await site.open('/console/orders')
    await page.getByText('No jobs yet').waitFor()
    await site.shots('orders-empty')
    await clean()
    const { scene } = (await site.test.json(`/v1/templates/${templateId}/scene`)).body
    const colors = scene.inks.map(({ index, key, name, hex }: typeof INDIGO & { index: number }) =>
      name === 'Letterpress Green' ? { index, ...INDIGO } : { index, key, name, hex },
    )
    for (const external_order_id of ['1001', '1002', '1003']) {
      const body = { template_id: templateId, values: VALUES, external_order_id, colors, substrate: BLUSH }
      const { id } = await makeFill(site.test, { ...body, customer_name: 'Łucja Müller' })
      await finalize(site.test, id)
    }
    await site.open('/console')
    await page.getByRole('row', { name: /1001/ }).locator('.thumbnail[data-state="shown"]').waitFor()
    await site.shots('home-now')
    await clean()
    await site.open('/console/orders')
    await rows('1003').waitFor()
    await site.shots('orders', ['phone', 'desk', 'wide'])
    await clean()
    await page.getByRole('button', { name: 'Due' }).press('Enter')
    await page.waitForURL(/order=due/)
    await rows('1003').waitFor()
    await site.shots('orders-sorted')
    await clean()
    await page.getByRole('searchbox').fill('nobody@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('No results').waitFor()
    await clean()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name of the view').fill('Nobody')
    await clean()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Show all' }).click()
    await rows('1003').waitFor()
    await site.shots('orders-views')
    await clean()
    await site.open('/console/orders/files')
    await rows('1003').waitFor()
    await site.shots('inks-files', ['phone', 'desk'])
    await clean()
    expect(site.faults).to.deep.equal([])
  })

  it('let the browser fetch a ZIP of jobs that the keyboard selected @long', async () => {
    await site.open('/console/orders?status=to_print')
    await page.getByRole('checkbox', { name: /1001/ }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('checkbox', { name: /1002/ }).check()
    await page.getByText('2 jobs selected').waitFor()
    await site.shots('orders-selected')
    await clean()
    const waits = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download ZIP' }).click()
    const zip = (await readFile(await (await waits).path())).toString('latin1')
    expect(zip.startsWith('PK')).to.equal(true)
    expect(zip)
      .to.match(/1001[^/]*\.pdf/)
      .and.match(/1002[^/]*\.json/)
  })

  it('fit a phone of 320 px in German and in the dark @long', async () => {
    const german = { language: 'de', scheme: 'dark', size: 'phone' } as const
    const { page: phone, faults } = await site.another(site.person, german)
    await phone.setViewportSize({ width: 320, height: 700 })
    const width = () => phone.evaluate('document.documentElement.scrollWidth')
    for (const path of [
      '',
      '/orders',
      '/orders/new',
      '/orders/delivery',
      '/orders/files',
      '/orders?status=to_print',
    ]) {
      await phone.goto(`${site.service}/console${path}`)
      await phone.locator('h1').first().waitFor()
      await phone.waitForLoadState('networkidle')
      expect(await width(), path).to.be.at.most(320)
      await clean(phone)
    }
    // Further filters stand behind a button, and the chosen status is in sight.
    const chosen = await phone.getByRole('link', { name: 'Zu drucken', exact: true }).boundingBox()
    expect(chosen?.x ?? -1).to.be.within(0, 320 - (chosen?.width ?? 0))
    await phone.getByLabel('Von', { exact: true }).waitFor({ state: 'hidden' })
    await phone.getByRole('button', { name: 'Filter', exact: true }).click()
    await phone.getByLabel('Von', { exact: true }).waitFor()
    await phone.getByRole('link', { name: '1001' }).click()
    await phone.locator('h1').getByText('Zu drucken').waitFor()
    expect(await width()).to.be.at.most(320)
    await site.shotsOf(phone, 'order-dark-german', ['phone', 'desk'])
    await clean(phone)
    expect(faults).to.deep.equal([])
  })
})
