/** A held line of a shop's order in the console. */
import { expect } from 'chai'
import { refusal } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { eventually } from '../support/run/eventually.ts'
import { liveTemplate, makeFill } from '../support/service/sample-fill.ts'
import { openRestPlatform } from '../support/shops/rest-platform.ts'

describe('Held lines in the console', () => {
  let pages: ConsolePages
  let platform: Awaited<ReturnType<typeof openRestPlatform>>
  before(async function () {
    platform = await openRestPlatform({ REST_ORDERS_URL: '' })
    pages = await openConsolePages(this, { server: { env: platform.env } })
  })
  after(async () => {
    await pages?.close()
    await platform?.close()
  })

  /** Two orders of one design, whose lines are held. */
  const orderTwice = async (first: string, second: string) => {
    const { test } = pages
    const template = await liveTemplate(test)
    const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
    for (const id of [first, second]) {
      const order = {
        ...{
          id,
          changedAt: test.clock.now(),
          cart: null,
          email: 'ada@example.com',
          name: 'Ada',
          dueAt: null,
        },
        lines: [{ id: `line-${id}`, fill: fill.id, product: '4711', variant: null, quantity: 2 }],
        refunds: [],
      }
      const hook = await platform.hook('paid', order, test.clock.now())
      const body = Buffer.from(hook.body)
      const sent = await test.send(`/adapters/rest${hook.path}`, {
        ...{ method: 'POST', key: null, headers: hook.headers, body },
      })
      expect(sent.status, await sent.text()).to.be.lessThan(300)
      // Orders are taken up after the answer to the shop.
      const path = `/v1/storefront/orders?external_order_id=${id}`
      await eventually(async () => (await test.json(path)).body.data[0]?.lines[0]?.state === 'held')
    }
  }
  const openOrder = async (number: string) => {
    const page = await pages.open('/console/storefronts/orders?state=held')
    await page.click(await page.findByRole('link', { name: `#${number}` }))
    return page
  }

  it('releases a held line of a shop’s order', async () => {
    await orderTwice('1001', '1002')
    const page = await openOrder('1002')
    await page.press('Print anyway')
    await page.press('Print line item')
    await page.see('Line item released.')
  })

  it('keeps a line held when its release is refused, and says why', async () => {
    await orderTwice('2001', '2002')
    const page = await openOrder('2002')
    page.answer('POST /v1/storefront/lines/{id}/release', refusal('database_unavailable'))
    await page.press('Print anyway')
    await page.press('Print line item')
    await (await page.dialog()).findByRole('alert')
    await page.press('Cancel')
    await page.findByRole('button', { name: 'Print anyway' })
  })

  it('shows a held line to viewers without a way to release it', async () => {
    await orderTwice('3001', '3002')
    const page = await pages.open('/console/storefronts/orders?state=held', {
      person: await pages.join('viewer'),
    })
    await page.click(await page.findByRole('link', { name: '#3002' }))
    await page.findByRole('heading', { level: 1, name: /3002/ })
    await page.settled()
    expect(page.queryByRole('button', { name: 'Print anyway' })).to.equal(null)
  })
})
