/** Storefronts and developers' pages in the console: keys, webhooks, hot folders, shops, products, in a real browser. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/console-site.ts'
import { openRestPlatform } from '../support/rest-platform.ts'
import { liveTemplate, makeFill } from '../support/sample-fill.ts'
import { temporaryFolders } from '../support/temporary-folder.ts'
import { answering, openWebhookSink, type WebhookSink } from '../support/webhook-sink.ts'

describe('Developers and storefronts in the console', function () {
  this.timeout(240_000)
  const makeFolder = temporaryFolders()
  let site: ConsoleSite
  let sink: WebhookSink
  let root: string
  let platform: Awaited<ReturnType<typeof openRestPlatform>>
  before(async function () {
    root = await makeFolder()
    sink = await openWebhookSink()
    platform = await openRestPlatform({ REST_ORDERS_URL: '' })
    site = await openConsole(this, {
      server: { env: { HOT_FOLDERS: root, ALLOW_PRIVATE_WEBHOOKS: 'true', ...platform.env } },
    })
  })
  after(async () => {
    await site?.close()
    await sink?.close()
    await platform?.close()
  })

  const clean = async (page: Page = site.page) => expect(await site.axe(page)).to.deep.equal([])

  it('makes a key with few rights, shows it once, replaces and revokes it', async () => {
    const { page, test } = site
    await site.open('/console/developers')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('Shop server')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Choose at least one permission.').waitFor()
    await page.getByLabel('Jobs').selectOption('Read and write')
    await page.getByLabel('Print files').selectOption('Read')
    await clean()
    await site.shots('developers-key')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('textbox', { name: 'Key' }).inputValue()
    expect(key).to.match(/^platen_rk_/)
    await clean()
    expect((await test.json('/v1/fills', { key })).status).to.equal(200)
    expect((await test.json('/v1/templates', { key })).status).to.equal(403)
    // Escape takes nothing away that is shown once.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    expect(await page.content()).to.not.include(key)
    await site.shots('developers-keys', ['phone', 'desk', 'wide'])
    await clean()

    const row = page.getByRole('row').filter({ hasText: 'Shop server' })
    await row.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Rotate key' }).click()
    await page.getByLabel('The old key expires').selectOption('now')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click()
    const next = await page.getByRole('textbox', { name: 'Key' }).inputValue()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    expect((await test.json('/v1/fills', { key })).status).to.equal(401)
    expect((await test.json('/v1/fills', { key: next })).status).to.equal(200)
    await row.first().getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Revoke key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Key revoked.').waitFor()
    expect((await test.json('/v1/fills', { key: next })).status).to.equal(401)
  })

  it('adds a webhook, sends it a test event, shows what went wrong and sends it again', async () => {
    const { page } = site
    await site.open('/console/developers/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await clean()
    await page.getByRole('link', { name: 'Add endpoint' }).click()
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
    await page.getByText('Failed, retrying').waitFor()
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
    await page.getByText('Delivered').waitFor()
    expect(sink.received.length).to.equal(2)
  })

  it('adds a hot folder, tests it, and says what is wrong with it', async () => {
    const { page } = site
    await site.open('/console/developers/folders')
    await clean()
    await page.getByRole('link', { name: 'Add hot folder' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Indigo')
    await page.getByRole('textbox', { name: 'Folder' }).fill('../outside')
    await page.getByRole('button', { name: 'Add hot folder' }).click()
    await page.locator('.error').first().waitFor()
    await page.getByRole('textbox', { name: 'Folder' }).fill('indigo')
    await page.getByRole('button', { name: 'Add hot folder' }).click()
    await page.getByRole('button', { name: 'Test folder' }).click()
    await page.getByText('The folder is not there').waitFor()
    await clean()
    await mkdir(join(root, 'indigo'))
    await page.getByRole('button', { name: 'Test folder' }).click()
    await page.getByText('Platen can write to this folder.').waitFor()
    await site.shots('developers-folder')
    await site.open('/console/developers/usage')
    await page.getByText('Unlimited.').waitFor()
    await clean()
    await site.open('/console/developers/docs')
    await clean()
    expect(await page.getByRole('link', { name: 'Reference' }).getAttribute('href')).to.equal('/docs')
    await site.open('/console/developers/log')
    await page.getByRole('row').filter({ hasText: 'hot_folder.created' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Ada Lovelace' }).first().waitFor()
    await site.shots('developers-log')
    await clean()
  })

  it('sets up a shop and a product, gives the HTML, and tries the editor', async () => {
    const { page, test, service } = site
    const template = await liveTemplate(test)
    await site.open('/console/storefronts/shops')
    await page.getByText('No shops yet').waitFor()
    await clean()
    await page.getByRole('link', { name: 'Add shop' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Paper & Foil')
    await page.getByRole('textbox', { name: 'Web addresses' }).fill('http://shop.example')
    await page.getByLabel('Accent colour').fill('#7a1f2b')
    await page.getByRole('button', { name: 'Add shop' }).click()
    await page.locator('.error').first().waitFor()
    await clean()
    await page.getByRole('textbox', { name: 'Web addresses' }).fill('https://shop.example')
    await page.getByRole('button', { name: 'Add shop' }).click()
    const key = await page.getByRole('textbox', { name: 'Publishable key' }).inputValue()
    expect(key).to.match(/^platen_pk_/)

    await site.open('/console/storefronts')
    await page.getByText('No products mapped yet').waitFor()
    await clean()
    await page.getByRole('link', { name: 'Map product' }).first().click()
    await page.getByRole('textbox', { name: 'Product' }).fill('4711"><script>alert(1)</script>')
    await page.getByRole('combobox', { name: 'Template' }).selectOption(template.id)
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace')
    await page.getByRole('group').getByLabel('Locked for customers').first().check()
    await site.shots('storefronts-mapping')
    await clean()
    await page.getByRole('button', { name: 'Map product' }).click()
    await page.getByRole('row').filter({ hasText: '4711' }).waitFor()
    await site.shots('storefronts-products')
    await clean()
    const { data } = (await test.json('/v1/product_mappings')).body
    expect(data[0].options).to.deep.equal({
      default_values: { [template.name]: 'Grace' },
      locked_field_ids: [template.name],
      colors: null,
    })

    await site.open('/console/storefronts/shops')
    await page.getByRole('link', { name: 'Paper & Foil' }).click()
    const html = page.getByRole('textbox', { name: 'Button' })
    await page.locator('textarea').nth(2).waitFor()
    await page.waitForFunction(
      `[...document.querySelectorAll('textarea')].some(({ value }) => value.includes('4711'))`,
    )
    const snippet = await html.inputValue()
    expect(snippet).to.include('data-service-product="4711&#34;&#62;&#60;script&#62;').and.not.include(key)
    await page.getByRole('button', { name: 'Add web address' }).click()
    await page.getByRole('combobox', { name: 'Template' }).selectOption(template.id)
    await page.getByRole('button', { name: 'Open editor' }).click()
    const editor = page.frameLocator('iframe')
    await editor.getByRole('textbox').first().fill('Rosalind')
    await site.shots('storefronts-shop', ['phone', 'desk', 'wide'])
    await clean()
    await editor.getByRole('button', { name: 'Review' }).click()
    await editor.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('link', { name: 'View job' }).waitFor()
    const fills = (await test.json('/v1/fills')).body.data
    expect(fills[0].values[template.name]).to.equal('Rosalind')
    expect(service).to.match(/^http:/)
  })

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
