/** A webhook in the console, in a real browser: added, tested, looked at and sent again. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { answering, openWebhookSink, type WebhookSink } from '../support/service/webhook-sink.ts'

describe('Webhooks in the console', () => {
  let site: ConsoleSite
  let sink: WebhookSink
  before(async function () {
    sink = await openWebhookSink()
    site = await openConsole(this, { server: { env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } } })
  })
  after(async () => {
    await site?.close()
    await sink?.close()
  })

  const clean = async (page: Page = site.page) => expect(await site.axe(page)).to.deep.equal([])

  it('adds a webhook, sends it a test event, shows what went wrong and sends it again @long', async () => {
    const { page } = site
    await site.open('/console/developers/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await clean()
    await page.getByRole('link', { name: 'Add endpoint' }).first().click()
    await page.getByRole('textbox', { name: 'Endpoint URL' }).fill('ftp://nowhere.example')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await page.locator('.error').first().waitFor()
    await site.shots('developers-webhook-new')
    await clean()
    await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(sink.url)
    await page.getByLabel('Selected events').check()
    await page.getByLabel('render.succeeded').check()
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()
    expect(secret).to.match(/^whsec_/)
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    sink.answer = answering(500, {}, 'not now')
    await page.getByRole('button', { name: 'Send test event' }).click()
    const deliveries = page.getByRole('table', { name: 'Deliveries' })
    await deliveries.getByText('Failed, retrying').waitFor()
    await site.shots('developers-webhook', ['phone', 'desk', 'wide'])
    await clean()
    await page.getByRole('button', { name: 'View' }).first().click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('textbox', { name: 'Payload', exact: true }).inputValue()).to.include(
      '"ping"',
    )
    expect(await dialog.getByRole('textbox', { name: 'Response body' }).inputValue()).to.equal('not now')
    await site.shots('developers-delivery')
    await clean()
    sink.answer = answering(200)
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await deliveries.getByText('Delivered').waitFor()
    await page.getByLabel('Status').selectOption('succeeded')
    await deliveries.getByText('Failed').waitFor({ state: 'detached' })
    await page.getByLabel('Event', { exact: true }).selectOption('fill.created')
    await page.getByText('No deliveries match the filter.').waitFor()
    expect(sink.received.length).to.equal(2)
    // A value that is refused is noted by the browser.
    expect(site.faults.filter((fault) => !/status of (?:400|422)/.test(fault))).to.deep.equal([])
  })
})
