/** Orders in the console: found, looked at, corrected, printed, ended and downloaded, in a real browser. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Download, Page } from 'playwright-core'
import { databaseOf } from '../../server/store/store.ts'
import { type ConsoleSite, openConsole, SIZES } from '../support/console-site.ts'
import { type HotFolder, openHotFolder } from '../support/hot-folder.ts'
import { addFills } from '../support/many-fills.ts'
import { needs, pdfText } from '../support/oracles.ts'
import { openCardShop } from '../support/printing-shop.ts'
import { makeFill } from '../support/sample-fill.ts'
import { temporaryFolders } from '../support/temporary-folder.ts'
import { eventually } from '../support/webhook-sink.ts'

const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }

describe('Orders in the console', function () {
  this.timeout(240_000)
  const makeFolder = temporaryFolders()
  let site: ConsoleSite
  let page: Page
  let hotFolder: HotFolder
  let templateId: string
  before(async function () {
    needs(this, 'pdftotext')
    const root = await makeFolder()
    site = await openConsole(this, {
      server: { press: 'workers', env: { HOT_FOLDERS: root, PREVIEW_WARM_UP: 'true' } },
    })
    page = site.page
    templateId = await openCardShop(site.test)
    hotFolder = await openHotFolder(site.test, root, { name_pattern: '{order}.pdf' })
  })
  after(() => site?.close())

  const clean = async (which = page) => expect(await site.axe(which)).to.deep.equal([])
  const fill = (order: string | null, email: string, values: Record<string, string> = VALUES) =>
    makeFill(site.test, {
      ...{ template_id: templateId, values, customer_email: email, customer_name: `Customer of ${email}` },
      ...(order === null ? {} : { external_order_id: order }),
    })
  const print = (id: string) => site.test.json(`/v1/fills/${id}/finalize`, { method: 'POST', body: {} })
  const textOf = async (download: Download) => {
    const path = await download.path()
    return pdfText(await readFile(path))
  }
  const picture = (which = page) => which.locator('.job-picture[data-state="shown"] img').first().waitFor()

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
    await page.getByLabel('Status').selectOption('In progress')
    await page.getByText('Not printable yet').waitFor()
    expect(await rows.count()).to.equal(1)
    await page.getByLabel('Template').selectOption(templateId)
    await page.waitForURL(/template=tpl_/)
    expect(
      site.requests.filter((url) => url.includes('/v1/fills?')).every((url) => /limit=50/.test(url)),
    ).to.equal(true)
  })

  it('downloads many at once, each with its ticket, and never asks for more than a page of a hundred thousand', async () => {
    await site.open('/console/orders?status=finalized')
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
    await addFills(databaseOf(test.server.ports.store), {
      ...{ teamId: test.team.id, templateIds: [templateId], count: 100_000, after: 0 },
      ...{ until: test.clock.now() - 1000, values: {} },
    })
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
    const lists = site.requests.slice(before).filter((url) => url.includes('/v1/fills'))
    expect(lists.map((url) => new URL(url).search.replace(/fill_\w+/, '…'))).to.deep.equal([
      '?limit=50',
      '?limit=50&starting_after=…',
      '?limit=50&external_order_id=order-33000',
    ])
  })

  it('shows a job with its print file, corrects a value, and the press gets the new file', async () => {
    await site.open('/console/orders?q=1003')
    await page.getByRole('link', { name: '1003' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Job 1003' }).waitFor()
    await page.locator('h1:focus').waitFor()
    await picture()
    await page.getByText('in the folder').waitFor()
    await site.shots('orders-job', ['phone', 'desk', 'wide'])
    await clean()
    await page.getByRole('button', { name: 'Measure ink coverage' }).click()
    await page.getByRole('row').filter({ hasText: 'Gold Foil' }).waitFor()
    await site.shots('orders-plates')
    await clean()

    await page.getByRole('button', { name: 'Correct values' }).click()
    const place = page.getByRole('textbox', { name: 'Place' })
    await place.fill('Whitby')
    await picture()
    await site.shots('orders-correct')
    await clean()
    // Leaving with something unsaved is asked about.
    await page.getByRole('link', { name: 'All jobs' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save and create print file again' }).click()
    await page.getByText('Creating the print file again.').first().waitFor()
    await page.locator('dd').filter({ hasText: 'Whitby' }).waitFor()
    const waits = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download print file' }).click()
    expect(await textOf(await waits))
      .to.include('Whitby')
      .and.not.include('Hartfield')
    const { data } = (await site.test.json('/v1/renders?external_order_id=1003')).body
    await hotFolder.settled(data[0].id)
    await page.getByText('in the folder').waitFor()
    const log = (await site.test.json(`/v1/audit_events?object_id=${data[0].id}`)).body.data
    expect(log[0].action).to.equal('render.retried')
    expect(log[0].actor).to.equal(site.person.id)
  })

  it('edits an open job, says which value is wrong, places its order, cancels it and erases it', async () => {
    await site.open('/console/orders?status=open')
    await page.locator('.row-link').first().click()
    await page.getByRole('button', { name: 'Edit values' }).click()
    await page.getByRole('textbox', { name: 'First name' }).fill('\u0007')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.error').first().waitFor()
    await site.shots('orders-fault')
    await clean()
    for (const [label, value] of Object.entries({ ...VALUES, 'First name': 'Charlotte' }))
      await page.getByRole('textbox', { name: label }).fill(value)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Values saved.').waitFor()

    await page.getByRole('button', { name: 'Actions' }).click()
    await clean()
    await page.getByRole('menuitem', { name: 'Create print file' }).click()
    await page.getByLabel('Order reference').fill('1004')
    await clean()
    await page.getByRole('dialog').getByRole('button', { name: 'Create print file' }).click()
    await page.getByRole('heading', { name: 'Job 1004' }).waitFor()
    const waits = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download print file' }).click()
    expect(await textOf(await waits)).to.include('Charlotte')
    await page.getByText('in the folder').waitFor()

    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Cancel order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await page.getByText('Status changed.').waitFor()
    await eventually(async () => (await hotFolder.withdrawn()).includes('1004.pdf'))
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase personal data' }).click()
    await page.getByRole('button', { name: 'Erase data' }).click()
    await page.getByText('The personal data of this job is erased.').waitFor()
    await site.shots('orders-erased')
    await clean()
    expect(await page.content()).to.not.include('Charlotte')
  })

  it('says so where there is no such job, and shows viewers what they may see', async () => {
    await site.open('/console/orders/fill_00000000000000000000000000')
    await page.getByText('Job not found').waitFor()
    await clean()
    await site.open('/console/orders/files')
    await page.getByRole('link', { name: '1002' }).click()
    await page.getByRole('link', { name: 'View job' }).waitFor()
    await picture()
    await site.shots('orders-file')
    await clean()

    const viewer = await site.join('viewer')
    const theirs = await site.another(viewer, { size: 'phone', language: 'de' })
    await theirs.page.goto(`${site.service}/console/orders?q=1002`)
    await theirs.page.getByRole('link', { name: '1002' }).click()
    await theirs.page.getByText('Ihre Rolle erlaubt, Aufträge anzusehen').waitFor()
    await theirs.page.getByRole('button', { name: 'Druckdatei herunterladen' }).waitFor()
    expect(await theirs.page.getByRole('button', { name: 'Aktionen' }).count()).to.equal(0)
    expect(await theirs.page.getByRole('button', { name: 'Werte korrigieren' }).count()).to.equal(0)
    await picture(theirs.page)
    await clean(theirs.page)
    expect(await theirs.page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(
      SIZES.phone.width,
    )
    expect(theirs.faults).to.deep.equal([])
    // A value that is refused and a job that is not there are noted by the browser.
    expect(site.faults.filter((fault) => !/status of (?:400|404|422)/.test(fault))).to.deep.equal([])
  })
})
