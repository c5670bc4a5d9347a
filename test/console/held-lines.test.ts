/** Held line items of a shop's orders in the console: found and released. */
import { expect } from 'chai'
import { PICTURES, refusal } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { eventually } from '../support/run/eventually.ts'
import { liveTemplate, makeFill } from '../support/service/sample-fill.ts'
import { openRestPlatform } from '../support/shops/rest-platform.ts'

const LIST = '/console/storefronts/orders'
const RELEASE = 'POST /v1/storefront/lines/{id}/release'

describe('Held line items in the console', () => {
  let pages: ConsolePages
  let platform: Awaited<ReturnType<typeof openRestPlatform>>
  let count = 1000
  before(async function () {
    platform = await openRestPlatform({ REST_ORDERS_URL: '' })
    pages = await openConsolePages(this, { server: { env: platform.env }, answers: PICTURES })
  })
  after(async () => {
    await pages?.close()
    await platform?.close()
  })

  /** The number of an order whose line item is held. */
  const orderHeld = async () => {
    const { test } = pages
    const template = await liveTemplate(test)
    const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
    count += 1
    const id = String(count)
    const order = {
      ...{ id, changedAt: test.clock.now(), cart: null, email: 'ada@example.com', name: 'Ada', dueAt: null },
      lines: [{ id: `line-${id}`, fill: fill.id, product: '4711', variant: null, quantity: 2 }],
      ...{ status: 'paid' as const, copiedFrom: null },
    }
    const hook = await platform.hook(order, test.clock.now())
    const sent = await fetch(`${test.url}/adapters/rest${hook.path}`, {
      ...{ method: 'POST', headers: hook.headers, body: Buffer.from(hook.body) },
    })
    expect(sent.status).to.be.lessThan(300)
    // The hook is answered before the order is read.
    await eventually(async () => {
      const { data } = (await test.json(`/v1/storefront/orders?state=held&external_order_id=${id}`)).body
      return data.length === 1
    })
    return id
  }
  const openHeld = async () => {
    const held = await orderHeld()
    const page = await pages.open(`${LIST}?state=held`)
    await page.click(await page.findByRole('link', { name: `#${held}` }))
    return page
  }

  it('are listed by their status, with their order', async () => {
    const held = await orderHeld()
    const page = await pages.open(LIST)
    await page.select('Line item status', 'Held')
    ;(await page.row(`#${held}`)).getByText('Held')
    expect(page.path).to.equal(`${LIST}?state=held`)
  })

  it('are not listed under another status', async () => {
    await orderHeld()
    const page = await pages.open(`${LIST}?state=failed`)
    await page.see('No results')
  })

  it('are printed after a question', async () => {
    const page = await openHeld()
    await page.press('Print anyway')
    await page.press('Print anyway', await page.dialog())
    await page.see('Line item released.')
    await page.until(() => page.queryByRole('button', { name: 'Print anyway' }) === null)
  })

  it('stay held when their release fails, and say so in the dialog', async () => {
    const page = await openHeld()
    page.answer(RELEASE, refusal('database_unavailable'))
    await page.press('Print anyway')
    await page.press('Print anyway', await page.dialog())
    await (await page.dialog()).findByRole('alert')
    await page.press('Cancel')
    await page.findByRole('button', { name: 'Print anyway' })
  })

  it('are released once however often the button is pressed', async () => {
    const page = await openHeld()
    const held = page.hold(RELEASE)
    await page.press('Print anyway')
    const dialog = await page.dialog()
    const button = dialog.getByRole('button', { name: /Print anyway/ })
    button.click()
    await held.arrived
    button.click()
    held.release()
    await page.see('Line item released.')
    expect(page.requests.filter(({ method }) => method === 'POST')).to.have.length(1)
  })

  it('are not released by viewers', async () => {
    const held = await orderHeld()
    const page = await pages.open(`${LIST}?state=held`, { person: await pages.join('viewer') })
    await page.click(await page.findByRole('link', { name: `#${held}` }))
    await page.findByRole('heading', { level: 1, name: new RegExp(held) })
    await page.settled()
    expect(page.queryByRole('button', { name: 'Print anyway' })).to.equal(null)
  })

  it('are named in German', async () => {
    const held = await orderHeld()
    const page = await pages.open(`${LIST}?state=held`, { language: 'de' })
    ;(await page.row(`#${held}`)).getByText(/angehalten/i)
  })
})
