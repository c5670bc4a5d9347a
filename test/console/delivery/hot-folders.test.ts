/** A hot folder in the console, in a real browser, and the pages around it. */
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { ACCOUNT, openSftpServer } from '../../support/programs/sftp-server.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

describe('Hot folders in the console @long', () => {
  const makeFolder = temporaryFolders()
  let site: ConsoleSite
  let root: string
  before(async function () {
    root = await makeFolder()
    site = await openConsole(this, { server: { env: { HOT_FOLDERS: root, ALLOW_PRIVATE_SFTP: 'true' } } })
  })
  after(() => site?.close())

  const clean = async (page: Page = site.page) => expect(await site.axe(page)).to.deep.equal([])

  it('adds a hot folder, tests it, and says what is wrong with it', async () => {
    const { page } = site
    // Where they stood before leads to where they stand.
    await site.open('/console/developers/folders')
    await page.waitForURL(/orders\/delivery$/)
    await clean()
    await page.getByRole('link', { name: 'Add hot folder' }).first().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Indigo')
    await page.getByRole('textbox', { name: 'Folder' }).fill('../outside')
    await page.getByRole('button', { name: 'Add hot folder' }).click()
    await page.locator('.error').first().waitFor()
    await page.getByRole('textbox', { name: 'Folder' }).fill('indigo')
    await page.getByRole('button', { name: 'Add hot folder' }).click()
    // Tested as soon as it is saved, and said with its path.
    await page.getByText('The folder does not exist').waitFor()
    await page.locator('h1').getByText('Not reachable').waitFor()
    await page.getByText(join(root, 'indigo')).waitFor()
    await site.shots('delivery-unreachable')
    await clean()
    await site.open('/console/orders/delivery')
    await page.getByRole('row').filter({ hasText: 'Not reachable' }).filter({ hasText: root }).waitFor()
    await site.shots('delivery')
    await clean()
    await page.getByRole('link', { name: 'Indigo' }).click()
    await page.getByRole('button', { name: 'Create folder' }).click()
    await page.getByText('Platen can write to this folder.').waitFor()
    expect((await stat(join(root, 'indigo'))).isDirectory()).to.equal(true)
    await page.locator('h1').getByText('On', { exact: true }).waitFor()
    await rm(join(root, 'indigo'), { recursive: true })
    await page.getByRole('button', { name: 'Test folder' }).click()
    await page.locator('h1').getByText('Not reachable').waitFor()
    await mkdir(join(root, 'indigo'))
    await page.getByRole('button', { name: 'Test folder' }).click()
    await page.getByText('Platen can write to this folder.').waitFor()
    await site.shots('developers-folder')
    await site.open('/console/developers/usage')
    await page.getByText('Unlimited.').waitFor()
    await clean()
    await site.open('/console/developers/docs')
    await clean()
    expect(await page.getByRole('link', { name: 'Reference' }).getAttribute('href')).to.equal(
      '/docs/api/reference',
    )
    await site.open('/console/developers/log')
    await page.getByRole('row').filter({ hasText: 'hot_folder.created' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Ada Lovelace' }).first().waitFor()
    await site.shots('developers-log')
    await clean()
    // A value that is refused is noted by the browser.
    expect(site.faults.filter((fault) => !/status of (?:400|422)/.test(fault))).to.deep.equal([])
  })

  it('adds one on an SFTP server, and confirms its host key', async () => {
    const served = await makeFolder()
    await mkdir(join(served, 'in'))
    const server = await openSftpServer(served)
    try {
      const { page } = site
      await site.open('/console/orders/delivery')
      await page.getByRole('link', { name: 'Indigo' }).click()
      await page
        .getByRole('textbox', { name: 'Folder' })
        .fill(`sftp://press%20room@127.0.0.1:${server.port}/in`)
      await page.getByLabel('Password').fill('wrong')
      await site.shots('delivery-sftp')
      await clean()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The host key of the server is not confirmed.').waitFor()
      await page.locator('h1').getByText('Not reachable').waitFor()
      await page.getByText(server.fingerprint).first().waitFor()
      await clean()
      await page.getByRole('button', { name: 'Confirm host key' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm host key' }).click()
      await page.getByText('does not accept the user name').waitFor()
      await page.getByLabel('Password').fill(ACCOUNT.password)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Platen can write to this folder.').waitFor()
      expect(await page.getByLabel('Password').inputValue()).to.equal('')
      await site.shots('delivery-sftp-confirmed')
      await clean()
      await server.changeHostKey()
      await page.getByRole('button', { name: 'Test folder' }).click()
      await page.getByText('The host key of the server has changed.').waitFor()
      await site.open('/console/orders/delivery')
      await page
        .getByRole('row')
        .filter({ hasText: 'Not reachable' })
        .filter({ hasText: 'has changed' })
        .waitFor()
      await clean()
    } finally {
      await server.close()
    }
  })
})
