/** Hot folders on an SFTP server in the console: their host key, their password, and a server that has changed. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { ACCOUNT, openSftpServer } from '../../support/programs/sftp-server.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

const LIST = '/console/orders/delivery'

describe('Hot folders on an SFTP server', () => {
  const makeFolder = temporaryFolders()
  let pages: ConsolePages
  let server: Awaited<ReturnType<typeof openSftpServer>>
  before(async function () {
    const served = await makeFolder()
    await mkdir(join(served, 'in'))
    server = await openSftpServer(served)
    pages = await openConsolePages(this, { server: { env: { ALLOW_PRIVATE_SFTP: 'true' } } })
  })
  // A team has one enabled folder for all templates.
  beforeEach(async () => {
    const { data } = (await pages.test.json('/v1/hot_folders?limit=100')).body
    for (const { id } of data) await pages.test.json(`/v1/hot_folders/${id}`, { method: 'DELETE' })
  })
  after(async () => {
    await pages?.close()
    await server?.close()
  })

  const folder = () => `sftp://press%20room@127.0.0.1:${server.port}/in`
  let count = 0
  /** One of a name of its own, as a program added it, before anybody has confirmed the host key. */
  const openRemote = async (password: string) => {
    count += 1
    const body = { name: `Press ${count}`, folder: folder(), password }
    const made = await pages.test.json('/v1/hot_folders', { body })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const { id } = made.body.hot_folder
    const page = await pages.open(`${LIST}/${id}`)
    await page.see(/^The host key of the server is not confirmed\./)
    return { id, page }
  }
  const confirm = async (page: ConsolePage) => {
    await page.press('Confirm host key')
    await page.press('Confirm host key')
  }

  it('show the host key of a server before they sign in to it', async () => {
    const page = await pages.open(`${LIST}/new`)
    await page.fill('Name', 'Remote')
    await page.fill('Folder', folder())
    await page.fill('Password', 'wrong')
    await page.press('Add hot folder')
    await page.see(/^The host key of the server is not confirmed\./)
    await page.findByRole('heading', { level: 1, name: 'Remote Not reachable' })
    await page.see(server.fingerprint)
  })

  it('say that the password is wrong once the host key is confirmed', async () => {
    const { page } = await openRemote('wrong')
    await confirm(page)
    await page.see(/does not accept the user name/)
  })

  it('take a new password, and never show it again', async () => {
    const { page } = await openRemote('wrong')
    await confirm(page)
    await page.see(/does not accept the user name/)
    await page.fill('Password', ACCOUNT.password)
    await page.press('Save')
    await page.see('Platen can write to this folder.')
    expect(((await page.field('Password')) as HTMLInputElement).value).to.equal('')
  })

  it('are not reachable once the host key of their server has changed', async () => {
    const { id, page } = await openRemote(ACCOUNT.password)
    await confirm(page)
    await page.see('Platen can write to this folder.')
    await server.changeHostKey()
    await page.press('Test folder')
    await page.see(/^The host key of the server has changed\./)
    const list = await pages.open(LIST)
    await list.until(() =>
      list
        .getAllByRole('row')
        .some(
          (row) =>
            row.querySelector(`a[href="${LIST}/${id}"]`) !== null &&
            row.textContent.includes('Not reachable') &&
            row.textContent.includes('has changed'),
        ),
    )
  })
})
