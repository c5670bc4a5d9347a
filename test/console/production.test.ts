/** An order's way through the console, from a template by hand to printed, found again and kept as a view. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { openCardShop } from '../support/service/printing-shop.ts'
import { makeFill } from '../support/service/sample-fill.ts'

describe('Production in the console @long', () => {
  let site: ConsoleSite
  let page: Page
  let templateId: string
  before(async function () {
    site = await openConsole(this, {
      server: { press: 'workers', env: { PREVIEW_WARM_UP: 'true' } },
    })
    page = site.page
    templateId = await openCardShop(site.test)
  })
  after(() => site?.close())

  const clean = async (which = page) => expect(await site.axe(which)).to.deep.equal([])
  const views = (which = page) => which.getByRole('navigation', { name: 'Jobs by status' })

  it('enters an order by hand and takes it to printed, by the keyboard, each step a button', async () => {
    await site.open(`/console/templates/${templateId}`)
    await page.getByRole('link', { name: 'New order' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'First name' }).waitFor()
    for (const [label, value] of Object.entries({
      'First name': 'Zoë',
      'Second name': 'Ada',
      Place: 'Hartfield',
    }))
      await page.getByRole('textbox', { name: label }).fill(value)
    await page.getByRole('textbox', { name: 'Date', exact: true }).fill('14 June 2027')
    await page.getByLabel('Order reference').fill('R-2001')
    await page.getByLabel('Customer name').fill('Łucja Müller')
    await page.getByLabel('Due').fill('2027-05-01')
    await site.shots('order-new')
    await clean()
    await page.getByRole('button', { name: 'Create order' }).click()
    await page.getByRole('heading', { name: 'Job R-2001' }).waitFor()
    await page.locator('h1').getByText('Approved').waitFor()
    await site.shots('order-approved')
    await clean()

    await page.getByLabel('Assignee').fill('Mia')
    await page.getByLabel('Comments').fill('Rush, call before cutting.')
    await page.getByRole('button', { name: 'Save production details' }).click()
    await page.getByText('Production details saved.').waitFor()
    await page.getByRole('button', { name: 'Create print file' }).click()
    await page.getByText('Print file created.').waitFor()
    await page.locator('h1').getByText('To print').waitFor()
    const waits = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download print file' }).click()
    expect((await waits).suggestedFilename()).to.match(/^R-2001_.+\.pdf$/)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Hold job' }).click()
    await page.locator('h1').getByText('On hold').waitFor()
    await page.getByRole('button', { name: 'Release job' }).click()
    await page.locator('h1').getByText('To print').waitFor()
    await page.getByRole('tab', { name: 'Preflight' }).click()
    await page.locator('.job-picture[data-state="shown"] img').waitFor()
    await site.shots('order-preflight')
    await clean()
  })

  it('says at home what to do now, and does it there', async () => {
    const body = { template_id: templateId, values: { 'First name': 'Io' }, external_order_id: 'R-2002' }
    await makeFill(site.test, body)
    await site.open('/console')
    const figures = page.getByRole('navigation', { name: 'What to do now' })
    await figures.getByRole('link', { name: /1 Approved/ }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'R-2001' })
    await row.locator('.thumbnail[data-state="shown"]').waitFor()
    await site.shots('home-now')
    await clean()
    await row.getByRole('button', { name: 'Start printing' }).click()
    await row.waitFor({ state: 'detached' })
    await site.open('/console/orders?status=printing')
    await page.getByRole('link', { name: 'R-2001' }).click()
    await page.getByRole('button', { name: 'Mark as printed' }).click()
    await page.locator('h1').getByText('Done').waitFor()
    // The day is the browser's.
    await page.clock.setFixedTime(site.test.clock.now())
    await site.open('/console')
    await figures.getByRole('link', { name: /1 Printed today/ }).click()
    await page.getByRole('link', { name: 'R-2001' }).waitFor()
  })

  it('finds by words of every kind, keeps filters as a link, and leaves drafts of customers out of sight', async () => {
    const rows = page.locator('tbody tr')
    const search = async (text: string) => {
      await page.getByRole('searchbox').fill(text)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('q') === text)
      await page.locator('tbody tr, .empty').first().waitFor()
    }
    await site.open('/console/orders')
    for (const words of ['lucja', 'MULL', 'r-2001', 'R2001', 'hartf', 'zoe ada']) {
      await search(words)
      await page.getByRole('link', { name: 'R-2001' }).waitFor()
      await page.getByRole('link', { name: 'R-2002' }).waitFor({ state: 'detached' })
    }
    expect(await rows.count()).to.equal(1)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name of the view').fill('Müller')
    await clean()
    await page.keyboard.press('Enter')
    await page.getByText('View saved.').waitFor()
    await views().getByRole('link', { name: 'Approved' }).click()
    await page.getByText('No results').waitFor()
    await page.getByRole('link', { name: 'Müller' }).click()
    await page.getByRole('link', { name: 'R-2001' }).waitFor()
    await page.getByLabel('To', { exact: true }).fill('2001-01-01')
    await page.getByText('No results').waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByRole('link', { name: 'R-2002' }).waitFor()
    await site.shots('orders-views')
    await clean()
    expect(site.faults).to.deep.equal([])
  })

  it('fits a phone of 320 in German and in the dark', async () => {
    const { page: phone, faults } = await site.another(site.person, {
      language: 'de',
      scheme: 'dark',
      size: 'phone',
    })
    await phone.setViewportSize({ width: 320, height: 700 })
    for (const path of [
      '',
      '/orders',
      '/orders/new',
      '/orders/delivery',
      '/orders/files',
      '/orders?status=done',
    ]) {
      await phone.goto(`${site.service}/console${path}`)
      await phone.locator('h1').first().waitFor()
      await phone.waitForLoadState('networkidle')
      expect(await phone.evaluate('document.documentElement.scrollWidth'), path).to.be.at.most(320)
      expect(await site.axe(phone), path).to.deep.equal([])
    }
    // Further filters stand behind a button, and the chosen status is in sight.
    const box = (await phone.getByRole('link', { name: 'Fertig', exact: true }).boundingBox()) ?? {
      x: -1,
      width: 0,
    }
    expect(box.x).to.be.within(0, 320 - box.width)
    await phone.getByLabel('Von', { exact: true }).waitFor({ state: 'hidden' })
    await phone.getByRole('button', { name: 'Filter', exact: true }).click()
    await phone.getByLabel('Von', { exact: true }).waitFor()
    await phone.getByRole('link', { name: 'R-2001' }).click()
    await phone.locator('h1').getByText('Fertig').waitFor()
    expect(await phone.evaluate('document.documentElement.scrollWidth')).to.be.at.most(320)
    await site.shotsOf(phone, 'order-dark-german', ['phone', 'desk'])
    expect(await site.axe(phone)).to.deep.equal([])
    expect(faults).to.deep.equal([])
  })
})
