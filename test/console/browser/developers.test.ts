/** API keys and webhooks of the console in a real browser: axe and screenshots of each state. */
import { expect } from 'chai'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { answering, openWebhookSink, type WebhookSink } from '../../support/service/webhook-sink.ts'

describe('The pages for developers in a browser', () => {
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

  const clean = async () => expect(await site.axe()).to.deep.equal([])
  /** A value that is refused is noted by the browser. */
  const faults = () => site.faults.filter((fault) => !/status of (?:400|422)/.test(fault))

  it('show API keys, their form and their requests without faults of axe @long', async () => {
    const { page, test } = site
    await site.open('/console/developers')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('Shop server')
    await page.getByLabel('Jobs').selectOption('Read and write')
    await clean()
    await site.shots('developers-key')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('textbox', { name: 'Key' }).inputValue()
    await clean()
    // Escape takes nothing away that is shown once, however the browser treats a second one.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await site.shots('developers-keys', ['phone', 'desk', 'wide'])
    await clean()
    await test.json('/v1/fills', { key })
    await test.json('/v1/templates', { key })
    await page.getByRole('row').filter({ hasText: 'Shop server' }).getByRole('link').click()
    await page.getByRole('link', { name: 'insufficient_scope' }).waitFor()
    await clean()
    await site.shots('developers-key-requests', ['phone', 'desk', 'wide'])
    expect(faults()).to.deep.equal([])
  })

  it('show webhooks, their form and their deliveries without faults of axe @long', async () => {
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
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    sink.answer = answering(500, {}, 'not now')
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByRole('table', { name: 'Deliveries' }).getByText('Failed, retrying').waitFor()
    await site.shots('developers-webhook', ['phone', 'desk', 'wide'])
    await clean()
    await page.getByRole('button', { name: 'View' }).first().click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Response body' }).waitFor()
    await site.shots('developers-delivery')
    await clean()
    expect(faults()).to.deep.equal([])
  })
})
