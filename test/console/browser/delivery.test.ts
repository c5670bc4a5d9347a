/** Hot folders and the pages around them in a real browser: axe and screenshots of each state. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { ACCOUNT, openSftpServer } from '../../support/programs/sftp-server.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

describe('Hot folders in a browser', () => {
  const makeFolder = temporaryFolders()
  let site: ConsoleSite
  let page: Page
  before(async function () {
    const root = await makeFolder()
    site = await openConsole(this, { server: { env: { HOT_FOLDERS: root, ALLOW_PRIVATE_SFTP: 'true' } } })
    page = site.page
  })
  after(() => site?.close())

  const clean = async () => expect(await site.axe()).to.deep.equal([])
  /** A value that is refused is noted by the browser. */
  const faults = () => site.faults.filter((fault) => !/status of (?:400|422)/.test(fault))

  it('are shown in each state, with the pages around them, without faults of axe @long', async () => {
    await site.open('/console/orders/delivery')
    await clean()
    await page.getByRole('link', { name: 'Add hot folder' }).first().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Indigo')
    await page.getByRole('textbox', { name: 'Folder' }).fill('../outside')
    await page.getByRole('button', { name: 'Add hot folder' }).click()
    await page.locator('.error').first().waitFor()
    await clean()
    await page.getByRole('textbox', { name: 'Folder' }).fill('indigo')
    await page.getByRole('button', { name: 'Add hot folder' }).click()
    await page.locator('h1').getByText('Not reachable').waitFor()
    await site.shots('delivery-unreachable')
    await clean()
    await site.open('/console/orders/delivery')
    await page.getByRole('row').filter({ hasText: 'Not reachable' }).waitFor()
    await site.shots('delivery')
    await clean()
    await page.getByRole('link', { name: 'Indigo' }).click()
    await page.getByRole('button', { name: 'Create folder' }).click()
    await page.getByText('Platen can write to this folder.').waitFor()
    await site.shots('developers-folder')
    await clean()
    for (const path of ['usage', 'docs', 'log']) {
      await site.open(`/console/developers/${path}`)
      await page.waitForLoadState('networkidle')
      await clean()
    }
    await page.getByRole('row').filter({ hasText: 'hot_folder.created' }).waitFor()
    await site.shots('developers-log')
    expect(faults()).to.deep.equal([])
  })

  it('on an SFTP server are shown in each state without faults of axe @long', async () => {
    const served = await makeFolder()
    await mkdir(join(served, 'in'))
    const server = await openSftpServer(served)
    try {
      await site.open('/console/orders/delivery')
      await page.getByRole('link', { name: 'Indigo' }).click()
      await page
        .getByRole('textbox', { name: 'Folder' })
        .fill(`sftp://press%20room@127.0.0.1:${server.port}/in`)
      await page.getByLabel('Password').fill(ACCOUNT.password)
      await site.shots('delivery-sftp')
      await clean()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The host key of the server is not confirmed.').waitFor()
      await clean()
      await page.getByRole('button', { name: 'Confirm host key' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm host key' }).click()
      await page.getByText('Platen can write to this folder.').waitFor()
      await site.shots('delivery-sftp-confirmed')
      await clean()
      await server.changeHostKey()
      await site.open('/console/orders/delivery')
      await page.getByRole('row').filter({ hasText: 'has changed' }).waitFor()
      await clean()
      expect(faults()).to.deep.equal([])
    } finally {
      await server.close()
    }
  })
})
