/** The order of the list of orders, in a real browser: by due date and customer, kept in the address. */
import { expect } from 'chai'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { expectFaults } from '../../support/run/page-faults.ts'
import { liveTemplate, makeFill } from '../../support/service/sample-fill.ts'

describe('Sorting orders in the console', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
    // The sample press makes no page that can be drawn.
    expectFaults(this, /^GET 50\d \S+\/files\/previews\//)
    const template = await liveTemplate(site.test)
    const orders = [
      ['A-1', 'Zoë', '2026-08-03T12:00:00Z'],
      ['A-2', 'anna', '2026-08-01T12:00:00Z'],
      ['A-3', 'Émile', null],
    ] as const
    for (const [external_order_id, customer_name, due_at] of orders)
      await makeFill(site.test, {
        template_id: template.id,
        values: { Name: 'Ada' },
        ...{ external_order_id, customer_name, due_at },
      })
  })
  after(() => site?.close())

  const shown = (first: string) =>
    site.page.locator('tbody tr:first-child').filter({ hasText: first }).waitFor()
  const rows = async () =>
    (await site.page.locator('tbody tr').allTextContents()).map((text) => /A-\d/.exec(text)?.[0])

  it('sorts by a press of the heading, the other way by a second, and as before by a third @long', async () => {
    const { page } = site
    await site.open('/console/orders')
    await shown('A-3')
    await page.getByRole('button', { name: 'Due' }).press('Enter')
    await shown('A-2')
    expect(await rows()).to.deep.equal(['A-2', 'A-1', 'A-3'])
    expect(await site.axe()).to.deep.equal([])
    await site.shots('orders-sorted')
    await page.getByRole('button', { name: 'Due' }).press('Enter')
    await shown('A-1')
    expect(await rows()).to.deep.equal(['A-1', 'A-2', 'A-3'])
    await page.reload()
    await shown('A-1')
    await page.getByRole('button', { name: 'Due' }).press('Enter')
    await shown('A-3')
    await page.getByRole('button', { name: 'Customer' }).press('Enter')
    await shown('A-2')
    expect(await rows()).to.deep.equal(['A-2', 'A-3', 'A-1'])
    expect(site.faults).to.deep.equal([])
  })
})
