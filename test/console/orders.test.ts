/** Orders in the console: found and downloaded, in a real browser. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { databaseOf } from '../../server/store/store.ts'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { addFills } from '../support/database/many-fills.ts'
import { needs } from '../support/rips/oracles.ts'
import { openCardShop } from '../support/service/printing-shop.ts'
import { makeFill } from '../support/service/sample-fill.ts'

const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }

describe('Orders in the console @long', () => {
  let site: ConsoleSite
  let page: Page
  let templateId: string
  before(async function () {
    needs(this, 'pdftotext')
    site = await openConsole(this, {
      server: { press: 'workers', env: { PREVIEW_WARM_UP: 'true' } },
    })
    page = site.page
    templateId = await openCardShop(site.test)
  })
  after(() => site?.close())

  const clean = async (which = page) => expect(await site.axe(which)).to.deep.equal([])
  const fill = (order: string | null, email: string, values: Record<string, string> = VALUES) =>
    makeFill(site.test, {
      ...{ template_id: templateId, values, customer_email: email, customer_name: `Customer of ${email}` },
      ...(order === null ? {} : { external_order_id: order }),
    })
  const print = (id: string) => site.test.json(`/v1/fills/${id}/finalize`, { method: 'POST', body: {} })

  it('says what to do first, and finds jobs by order, customer, template and status', async () => {
    await site.open('/console/orders')
    await page.getByText('No jobs yet').waitFor()
    await site.shots('orders-empty')
    await clean()
    for (const [at, order] of ['1001', '1002', '1003'].entries())
      await print((await fill(order, `customer-${at}@example.com`)).id)
    await fill(null, 'visitor@example.com', { 'First name': '漢字' })
    await site.open('/console/orders')
    await page.getByRole('link', { name: '1003' }).waitFor()
    await site.shots('orders', ['phone', 'desk', 'wide'])
    await clean()

    const rows = page.locator('tbody tr')
    await page.getByRole('searchbox').fill('1002')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=1002/)
    await page.getByRole('link', { name: '1003' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '1002' }).waitFor()
    expect(await rows.count()).to.equal(1)
    await page.getByRole('searchbox').fill('customer-2@example.com')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: '1003' }).waitFor()
    expect(await rows.count()).to.equal(1)
    await page.getByRole('searchbox').fill('nobody@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('No results').waitFor()
    await clean()
    await page.getByRole('link', { name: 'Show all' }).click()
    await page
      .getByRole('navigation', { name: 'Jobs by status' })
      .getByRole('link', { name: 'Draft' })
      .click()
    await page.getByText('Not printable yet').waitFor()
    expect(await rows.count()).to.equal(1)
    await page.getByLabel('Template').selectOption(templateId)
    await page.waitForURL(/template=tpl_/)
    expect(
      site.requests.filter((url) => url.includes('/v1/fills?')).every((url) => /limit=50/.test(url)),
    ).to.equal(true)
  })

  it('downloads many at once, each with its ticket, and never asks for more than a page of a hundred thousand', async () => {
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
    for (const name of ['1001', '1002'])
      expect(zip)
        .to.match(new RegExp(`${name}[^/]*\\.pdf`))
        .and.match(new RegExp(`${name}[^/]*\\.json`))
    expect(zip).to.not.match(/1003[^/]*\.pdf/)

    const { test } = site
    const db = databaseOf(test.server.ports.store)
    const now = test.clock.now()
    const ofTeam = { teamId: test.team.id, templateIds: [templateId], values: {} }
    await addFills(db, { ...ofTeam, count: 100_000, after: 0, until: now - 360 * 86_400_000, found: true })
    // Newer ones without words: more than a page of a search reads.
    await addFills(db, { ...ofTeam, count: 30_000, after: 100_000, until: now - 1000 })
    const before = site.requests.length
    await site.open('/console/orders')
    await page.getByRole('link', { name: '1003' }).waitFor()
    expect(await page.locator('tbody tr').count()).to.equal(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.locator('tbody tr').nth(99).waitFor()
    await page.getByRole('searchbox').fill('order-33000')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: '1003' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'order-33000' }).first().waitFor()
    await page.getByRole('searchbox').fill('order')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'order-33000' }).waitFor({ state: 'detached' })
    await page
      .getByRole('link', { name: /^order-\d+/ })
      .first()
      .waitFor()
    const lists = site.requests.slice(before).filter((url) => url.includes('/v1/fills'))
    expect(lists.map((url) => new URL(url).search.replace(/fill_\w+/, '…'))).to.deep.equal([
      '?limit=50&draft=false',
      '?limit=50&draft=false&starting_after=…',
      '?limit=50&search=order-33000',
      // The first page is empty.
      '?limit=50&search=order',
      '?limit=50&search=order&starting_after=…',
    ])
    expect(site.faults).to.deep.equal([])
  })
})
