/** A job whose customer changes the approved design: what staff see, print and correct meanwhile. */
import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { PICTURES } from '../../support/console/answers.ts'
import { type ConsolePages, openConsolePages, type PageOptions } from '../../support/console/console-pages.ts'
import { type Approvals, openApprovals } from '../../support/service/approvals.ts'

describe('The job of an approved design that its customer is changing', () => {
  let pages: ConsolePages
  let shop: Approvals
  before(async function () {
    pages = await openConsolePages(this, {
      server: { press: 'workers', env: { RATE_LIMIT_BROWSER_PER_MINUTE: '100000' } },
      answers: PICTURES,
    })
    shop = await openApprovals(pages.test, new URL(pages.test.server.baseUrl).origin)
  })
  after(() => pages?.close())

  const changing = async () => {
    const { id, token } = await shop.approved('Nora')
    const visit = await shop.visit(token)
    await visit.type('Norquist')
    return { id, visit }
  }
  const openJob = (id: string, options?: PageOptions) => pages.open(`/console/orders/${id}`, options)

  for (const [name, path] of [
    ['the list', '/console/orders'],
    ['the start page', '/console'],
  ])
    it(`is approved and marked as being changed in ${name}`, async () => {
      const { id } = await changing()
      const page = await pages.open(path ?? '')
      const row = await page.row(id.slice(-8))
      row.getByText('Approved')
      row.getByText('Customer is changing it')
    })

  it('says that its customer is changing it, and shows the approved text', async () => {
    const { id } = await changing()
    const page = await openJob(id)
    await page.findByRole('heading', { level: 1, name: / Approved$/ })
    await page.see('The customer is changing this design.')
    const values = within(await page.findByRole('region', { name: 'Values' }))
    await values.findByText('Nora')
    expect(values.queryByText('Norquist')).to.equal(null)
  })

  it('says in German that its customer is changing it', async () => {
    const { id } = await changing()
    const page = await openJob(id, { language: 'de' })
    await page.see('Der Kunde ändert diese Gestaltung gerade.')
  })

  it('prints what was approved, and then says nothing of a change any more', async () => {
    const { id, visit } = await changing()
    const page = await openJob(id)
    await page.press('Create print file')
    await page.findByRole('heading', { level: 1, name: / To print$/ })
    expect(page.queryByText('The customer is changing this design.')).to.equal(null)
    expect(shop.nameOf(await shop.read(id))).to.equal('Nora')
    expect((await visit.approve()).body.error.code).to.equal('fill_not_open')
  })

  it('takes a correction by staff, which the next approval does not undo', async () => {
    const { id, token } = await shop.approved('Nora')
    const visit = await shop.visit(token)
    await visit.change({ substrate: { key: 'kraft', name: 'Kraft', hex: '#b58b5a' } })
    const page = await openJob(id)
    await page.press('Edit values')
    await page.fill(/^Name/, 'Norah')
    await page.press('Save')
    await page.findByRole('button', { name: 'Edit values' })
    expect(await shop.read(id)).to.include({ production_status: 'approved', substrate: null })
    const done = await visit.approve()
    expect(shop.nameOf(done.body.fill)).to.equal('Norah')
    expect(done.body.fill.substrate).to.include({ key: 'kraft' })
  })
})
