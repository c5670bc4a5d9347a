/** The page of a job in a real browser: axe and screenshots of its states, its pictures, and its way by the keyboard. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../../support/browser/console-site.ts'
import { expectFaults } from '../../support/run/page-faults.ts'
import { openApprovals } from '../../support/service/approvals.ts'
import { openStationer } from '../../support/service/printing-shop.ts'
import { makeFill } from '../../support/service/sample-fill.ts'

const VALUES = { 'First name': 'Zoë', 'Second name': 'Ada', Place: 'Hartfield' }

describe('The page of a job in a browser', () => {
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
  const picture = (which = page) => which.locator('.job-picture[data-state="shown"] img').first().waitFor()
  const action = async (name: string) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  /** A value that is refused and a job that is not there are noted by the browser. */
  const faults = () => site.faults.filter((fault) => !/status of (?:400|404|422)/.test(fault))

  it('takes an order by hand to a corrected print file by keyboard, without faults of axe @long', async () => {
    await site.open(`/console/templates/${templateId}`)
    await page.getByRole('link', { name: 'New order' }).focus()
    await page.keyboard.press('Enter')
    for (const [label, value] of Object.entries(VALUES))
      await page.getByRole('textbox', { name: label }).fill(value)
    await page.getByRole('textbox', { name: 'Date', exact: true }).fill('14 June 2027')
    await page.getByLabel('Order reference').fill('R-2001')
    await page.getByLabel('Due').fill('2027-05-01')
    await picture()
    await site.shots('order-new', ['phone', 'desk'])
    await clean()
    await page.getByRole('button', { name: 'Create order' }).press('Enter')
    await page.locator('h1').getByText('Approved').waitFor()
    await site.shots('order-approved')
    await clean()
    await page.getByRole('button', { name: 'Create print file' }).press('Enter')
    await page.locator('h1').getByText('To print').waitFor()
    const waits = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download print file' }).click()
    expect((await waits).suggestedFilename()).to.match(/^R-2001_.+\.pdf$/)
    await page.getByRole('tab', { name: 'Preflight' }).click()
    await page.locator('.job-picture[data-state="shown"] img').waitFor()
    await page.getByRole('button', { name: 'Measure ink coverage' }).click()
    await page.getByRole('row').filter({ hasText: 'Gold Foil' }).waitFor()
    await site.shots('orders-plates')
    await clean()
    await page.getByRole('tab', { name: 'Design' }).click()
    await page.getByRole('button', { name: 'Correct values' }).click()
    await page.getByRole('textbox', { name: 'Place' }).fill('Whitby')
    await picture()
    await site.shots('orders-correct', ['phone', 'desk'])
    await clean()
    await page.getByRole('button', { name: 'Save and create print file again' }).click()
    await page.locator('dd').filter({ hasText: 'Whitby' }).waitFor()
    await site.open('/console/orders')
    await page.getByRole('link', { name: 'R-2001' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('h1:focus').waitFor()
    await picture()
    await site.shots('orders-job', ['phone', 'desk', 'wide'])
    await clean()
    expect(faults()).to.deep.equal([])
  })

  it('shows faults, dialogs, erasure and a missing job without faults of axe @long', async function () {
    expectFaults(this, /^GET 404 \S+\/v1\/fills\/fill_0+$/)
    const { id } = await makeFill(site.test, { template_id: templateId, values: VALUES })
    await site.open(`/console/orders/${id}`)
    await page.getByRole('button', { name: 'Edit values' }).click()
    await page.getByRole('textbox', { name: 'First name' }).fill('\u0007')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.error').first().waitFor()
    await site.shots('orders-fault')
    await clean()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Actions' }).click()
    await clean()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create print file' }).click()
    await page.getByRole('dialog').getByLabel('Order reference').waitFor()
    await clean()
    await page.keyboard.press('Escape')
    await action('Erase personal data')
    await page.getByRole('button', { name: 'Erase data' }).click()
    await page.getByText('The personal data of this job is erased.').waitFor()
    await site.shots('orders-erased')
    await clean()
    await site.open('/console/orders/fill_00000000000000000000000000')
    await page.getByText('Job not found').waitFor()
    await clean()
    expect(faults()).to.deep.equal([])
  })

  it('says on a desk and on a German phone that the customer changes the design @long', async () => {
    const shop = await openApprovals(site.test, site.service)
    const { id, token } = await shop.approved('Nora')
    await (await shop.visit(token)).type('Norquist')
    await site.open(`/console/orders/${id}`)
    await page.getByText('The customer is changing this design.').waitFor()
    await clean()
    await site.shots('job-changing')
    const german = await site.another(site.person, { language: 'de', size: 'phone' })
    await german.page.goto(`${site.service}/console/orders/${id}`)
    await german.page.getByText('Der Kunde ändert diese Gestaltung gerade.').waitFor()
    await clean(german.page)
    await german.close()
  })

  it('fits a phone in German, for those who change it and those who only look @long', async () => {
    const { id } = await makeFill(site.test, { template_id: templateId, values: VALUES })
    const { body } = await site.test.json(`/v1/fills/${id}/finalize`, { method: 'POST' })
    await site.open(`/console/orders/files/${body.render.id}`)
    await picture()
    await site.shots('orders-file')
    await clean()
    for (const person of [site.person, await site.join('viewer')]) {
      const theirs = await site.another(person, { size: 'phone', language: 'de' })
      await theirs.page.goto(`${site.service}/console/orders/${id}`)
      await theirs.page.getByRole('button', { name: 'Druckdatei herunterladen' }).waitFor()
      await picture(theirs.page)
      if (person === site.person) {
        await theirs.page.getByRole('button', { name: 'Werte korrigieren' }).click()
        await theirs.page.getByRole('group', { name: 'Farbe von „First name“' }).waitFor()
      }
      await clean(theirs.page)
      await site.shotsOf(theirs.page, 'inks-german', ['phone'])
      const width = await theirs.page.evaluate('document.documentElement.scrollWidth')
      expect(width).to.be.at.most(SIZES.phone.width)
      expect(theirs.faults).to.deep.equal([])
      await theirs.close()
    }
  })
})
