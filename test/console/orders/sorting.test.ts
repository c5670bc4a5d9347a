/** The order of the list of jobs: by due date and customer, kept in the address. */
import { expect } from 'chai'
import type { ConsolePage } from '../../support/console/console-pages.ts'
import { type JobPages, jobsIn, openJobPages } from './job-pages.ts'

describe('Sorting jobs in the console', () => {
  let pages: JobPages
  before(async function () {
    pages = await openJobPages(this)
    await pages.job('A-1', { customer_name: 'Zoë', due_at: '2026-08-03T12:00:00Z' })
    await pages.job('A-2', { customer_name: 'anna', due_at: '2026-08-01T12:00:00Z' })
    await pages.job('A-3', { customer_name: 'Émile' })
  })
  after(() => pages?.close())

  const inOrder = (page: ConsolePage, ...orders: readonly string[]) =>
    page.until(() => jobsIn(page).join() === orders.join())
  const heading = (page: ConsolePage, name: string) =>
    page.getByRole('columnheader', { name }).getAttribute('aria-sort')

  it('lists the newest jobs first', async () => {
    const page = await pages.open('/console/orders')
    await inOrder(page, 'A-3', 'A-2', 'A-1')
    expect(heading(page, 'Due')).to.equal(null)
  })

  it('sorts jobs by their due date when the heading is pressed, those without one last', async () => {
    const page = await pages.open('/console/orders')
    await page.press('Due')
    await inOrder(page, 'A-2', 'A-1', 'A-3')
    expect(heading(page, 'Due')).to.equal('ascending')
  })

  it('turns the order of jobs round when the heading is pressed again, and keeps it in the address', async () => {
    const page = await pages.open('/console/orders')
    await page.press('Due')
    await page.press('Due')
    await inOrder(page, 'A-1', 'A-2', 'A-3')
    expect(heading(page, 'Due')).to.equal('descending')
    await inOrder(await pages.open(page.path), 'A-1', 'A-2', 'A-3')
  })

  it('lists jobs as before when the heading is pressed a third time', async () => {
    const page = await pages.open('/console/orders?order=due_desc')
    await page.press('Due')
    await inOrder(page, 'A-3', 'A-2', 'A-1')
    expect(page.path).to.equal('/console/orders')
  })

  it('sorts jobs by their customers, without regard to capitals and accents', async () => {
    const page = await pages.open('/console/orders?order=due')
    await page.press('Customer')
    await inOrder(page, 'A-2', 'A-3', 'A-1')
  })

  it('offers no order of search results, which have their own', async () => {
    const page = await pages.open('/console/orders?q=anna')
    await page.findByRole('link', { name: 'A-2' })
    expect(page.queryByRole('button', { name: 'Due' })).to.equal(null)
  })
})
