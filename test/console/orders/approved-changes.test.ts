/** A job whose customer changes the approved design: what staff see, print and correct meanwhile. */
import { expect } from 'chai'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { type Approvals, openApprovals } from '../../support/service/approvals.ts'

describe('The job of an approved design that its customer is changing', () => {
  let site: ConsoleSite
  let shop: Approvals
  before(async function () {
    site = await openConsole(this, {
      server: { press: 'workers', env: { RATE_LIMIT_BROWSER_PER_MINUTE: '100000' } },
    })
    shop = await openApprovals(site.test, site.service)
  })
  after(() => site?.close())

  const changing = async () => {
    const { id, token } = await shop.approved('Nora')
    const visit = await shop.visit(token)
    await visit.type('Norquist')
    return { id, visit }
  }

  it('says so in the list, on Home and on its page, where the approved text stands', async () => {
    const { page } = site
    const { id } = await changing()
    for (const path of ['/console/orders', '/console']) {
      await site.open(path)
      const row = page.locator('tr', { hasText: id.slice(-8) })
      await row.getByText('Approved').waitFor()
      await row.getByText('Customer is changing it').waitFor()
    }
    await site.open(`/console/orders/${id}`)
    await page.locator('h1').getByText('Approved').waitFor()
    await page.getByText('The customer is changing this design.').waitFor()
    const values = page.locator('section[aria-labelledby="job-values"]')
    await values.getByText('Nora', { exact: true }).waitFor()
    expect(await values.getByText('Norquist').count()).to.equal(0)
    expect(await site.axe()).to.deep.equal([])
    await site.shots('job-changing')
    const german = await site.another(site.person, { language: 'de', size: 'phone' })
    await german.page.goto(`${site.service}/console/orders/${id}`)
    await german.page.getByText('Der Kunde ändert diese Gestaltung gerade.').waitFor()
    expect(await site.axe(german.page)).to.deep.equal([])
    await german.close()
  })

  it('prints what was approved, and then says nothing of a change any more', async () => {
    const { page } = site
    const { id, visit } = await changing()
    await site.open(`/console/orders/${id}`)
    await page.getByRole('button', { name: 'Create print file' }).click()
    await page.locator('h1').getByText('To print').waitFor()
    expect(await page.getByText('The customer is changing this design.').count()).to.equal(0)
    expect(shop.nameOf(await shop.read(id))).to.equal('Nora')
    expect((await visit.approve()).body.error.code).to.equal('fill_not_open')
  })

  it('takes a correction by staff, which the next approval does not undo', async () => {
    const { page } = site
    const { id, token } = await shop.approved('Nora')
    const visit = await shop.visit(token)
    await visit.change({ substrate: { key: 'kraft', name: 'Kraft', hex: '#b58b5a' } })
    await site.open(`/console/orders/${id}`)
    await page.getByRole('button', { name: 'Edit values' }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill('Norah')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Edit values' }).waitFor()
    expect(await shop.read(id)).to.include({ production_status: 'approved', substrate: null })
    const done = await visit.approve()
    expect(shop.nameOf(done.body.fill)).to.equal('Norah')
    expect(done.body.fill.substrate).to.include({ key: 'kraft' })
  })
})
