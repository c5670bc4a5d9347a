/** Keys in the console, in a real browser: made with few rights, shown once, replaced and revoked. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'

describe('Keys in the console', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

  const clean = async (page: Page = site.page) => expect(await site.axe(page)).to.deep.equal([])

  it('makes a key with few rights, shows it once, replaces and revokes it @long', async () => {
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
    await row.first().getByRole('link').click()
    await page.getByRole('heading', { name: 'Last requests' }).waitFor()
    await page.getByRole('row').filter({ hasText: '/v1/fills' }).filter({ hasText: '200' }).waitFor()
    await test.json('/v1/templates', { key: next })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('link', { name: 'insufficient_scope' }).waitFor()
    await clean()
    await site.shots('developers-key-requests', ['phone', 'desk', 'wide'])
    await page.getByLabel('Requests', { exact: true }).selectOption('Failed requests')
    await page.getByRole('row').filter({ hasText: '/v1/fills' }).waitFor({ state: 'detached' })
    expect(page.url()).to.match(/show=failed$/)
    await page.getByRole('row').filter({ hasText: '/v1/templates' }).waitFor()
    await page.getByRole('link', { name: 'All API keys' }).click()
    await row.first().getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Revoke key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Key revoked.').waitFor()
    expect((await test.json('/v1/fills', { key: next })).status).to.equal(401)
    // A value that is refused is noted by the browser.
    expect(site.faults.filter((fault) => !/status of (?:400|422)/.test(fault))).to.deep.equal([])
  })
})
