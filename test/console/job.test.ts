/** A job in the console: looked at, corrected, printed, ended, and not there, in a real browser. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Download, Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../support/browser/console-site.ts'
import { needs, pdfText } from '../support/rips/oracles.ts'
import { eventually } from '../support/run/eventually.ts'
import { expectFaults } from '../support/run/page-faults.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { type HotFolder, openHotFolder } from '../support/service/hot-folder.ts'
import { openCardShop } from '../support/service/printing-shop.ts'
import { makeFill } from '../support/service/sample-fill.ts'

const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }

describe('A job in the console', () => {
  const makeFolder = temporaryFolders()
  let site: ConsoleSite
  let page: Page
  let hotFolder: HotFolder
  before(async function () {
    needs(this, 'pdftotext')
    const root = await makeFolder()
    site = await openConsole(this, {
      server: { press: 'workers', env: { HOT_FOLDERS: root, PREVIEW_WARM_UP: 'true' } },
    })
    page = site.page
    const templateId = await openCardShop(site.test)
    hotFolder = await openHotFolder(site.test, root, { name_pattern: '{order}.pdf' })
    for (const order of ['1002', '1003']) {
      const { id } = await makeFill(site.test, { ...job(templateId, VALUES), external_order_id: order })
      await site.test.json(`/v1/fills/${id}/finalize`, { method: 'POST', body: {} })
    }
    await makeFill(site.test, job(templateId, { 'First name': '漢字' }))
  })
  after(() => site?.close())

  const clean = async (which = page) => expect(await site.axe(which)).to.deep.equal([])
  const job = (template: string, values: Readonly<Record<string, string>>) => ({
    ...{ template_id: template, values, customer_email: 'ada@example.com', customer_name: 'Ada' },
  })
  const textOf = async (download: Download) => {
    const path = await download.path()
    return pdfText(await readFile(path))
  }
  const picture = (which = page) => which.locator('.job-picture[data-state="shown"] img').first().waitFor()

  it('shows a job with its print file, corrects a value, and the press gets the new file @long', async () => {
    await site.open('/console/orders?q=1003')
    await page.getByRole('link', { name: '1003' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Job 1003' }).waitFor()
    await page.locator('h1:focus').waitFor()
    await picture()
    await page.getByText('in the folder').waitFor()
    await site.shots('orders-job', ['phone', 'desk', 'wide'])
    await clean()
    await page.getByRole('tab', { name: 'Preflight' }).click()
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

  it('edits an open job, says which value is wrong, places its order, cancels it and erases it @long', async () => {
    await site.open('/console/orders?status=draft')
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
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create print file' }).click()
    await page.getByRole('dialog').getByLabel('Order reference').fill('1004')
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

  it('says so where there is no such job, and shows viewers what they may see @long', async function () {
    expectFaults(this, /^GET 404 \S+\/v1\/fills\/fill_0+$/)
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
