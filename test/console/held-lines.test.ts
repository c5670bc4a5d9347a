/** A held line of a shop's order in the console, in a real browser. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { liveTemplate, makeFill } from '../support/service/sample-fill.ts'
import { openRestPlatform } from '../support/shops/rest-platform.ts'

describe('Held lines in the console', () => {
  let site: ConsoleSite
  let platform: Awaited<ReturnType<typeof openRestPlatform>>
  before(async function () {
    platform = await openRestPlatform({ REST_ORDERS_URL: '' })
    site = await openConsole(this, { server: { env: platform.env } })
  })
  after(async () => {
    await site?.close()
    await platform?.close()
  })

  const clean = async (page: Page = site.page) => expect(await site.axe(page)).to.deep.equal([])

  it('releases a held line of a shop’s order', async () => {
    const { page, test } = site
    const template = await liveTemplate(test)
    const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
    const order = (id: string) => ({
      ...{ id, changedAt: test.clock.now(), cart: null, email: 'ada@example.com', name: 'Ada', dueAt: null },
      lines: [{ id: `line-${id}`, fill: fill.id, product: '4711', variant: null, quantity: 2 }],
      refunds: [],
    })
    for (const id of ['1001', '1002']) {
      const hook = await platform.hook('paid', order(id), test.clock.now())
      const sent = await fetch(`${test.url}/adapters/rest${hook.path}`, {
        method: 'POST',
        headers: hook.headers,
        body: Buffer.from(hook.body),
      })
      expect(sent.status).to.be.lessThan(300)
      await site.open('/console/storefronts/orders')
    }
    await site.open('/console/storefronts/orders?state=held')
    await site.shots('storefronts-orders')
    await clean()
    await page.getByRole('link', { name: '#1002' }).click()
    await site.shots('storefronts-order')
    await clean()
    await page.getByRole('button', { name: 'Print anyway' }).click()
    await page.getByRole('button', { name: 'Print line item', exact: true }).click()
    await page.getByText('Line item released.').waitFor()
    // A value that is refused is noted by the browser.
    expect(site.faults.filter((fault) => !/status of (?:400|422)/.test(fault))).to.deep.equal([])
  })
})
