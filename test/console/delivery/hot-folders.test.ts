/** Hot folders in the console: added, tested, created and disabled. */
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { refusal, reply } from '../../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { expectFaults } from '../../support/run/page-faults.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

const LIST = '/console/orders/delivery'

describe('Hot folders in the console', () => {
  const makeFolder = temporaryFolders()
  let pages: ConsolePages
  let root: string
  let count = 0
  before(async function () {
    root = await makeFolder()
    pages = await openConsolePages(this, { server: { env: { HOT_FOLDERS: root } } })
  })
  // A team has one enabled folder for all templates.
  beforeEach(async () => {
    const { data } = (await pages.test.json('/v1/hot_folders?limit=100')).body
    for (const { id } of data) await pages.test.json(`/v1/hot_folders/${id}`, { method: 'DELETE' })
  })
  after(() => pages?.close())

  const status = (page: ConsolePage, label: string) =>
    page.findByRole('heading', { level: 1, name: new RegExp(` ${label}$`) })
  /** One of a name of its own, as a program added it. */
  const add = async (changes: Readonly<Record<string, unknown>> = {}) => {
    count += 1
    const body = { name: `Press ${count}`, folder: `press-${count}`, ...changes }
    const made = await pages.test.json('/v1/hot_folders', { body })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    return made.body.hot_folder as { readonly id: string; readonly name: string; readonly folder: string }
  }
  const openOne = async (make: boolean) => {
    const hotFolder = await add()
    if (make) await mkdir(join(root, hotFolder.folder))
    return { hotFolder, page: await pages.open(`${LIST}/${hotFolder.id}`) }
  }

  it('say that there are none yet', async () => {
    const none = reply(200, { data: [], has_more: false, next_starting_after: null })
    const page = await pages.open(LIST, { answers: { 'GET /v1/hot_folders': none } })
    await page.see('No hot folders yet')
    const [link] = page.getAllByRole('link', { name: 'Add hot folder' })
    expect(link?.getAttribute('href')).to.equal(`${LIST}/new`)
  })

  it('are found where they stood before', async () => {
    const page = await pages.open('/console/developers/folders')
    await page.until(() => page.path === LIST)
  })

  it('say at the field why a folder is refused, and keep what was entered', async () => {
    const page = await pages.open(`${LIST}/new`)
    await page.fill('Name', 'Indigo')
    await page.fill('Folder', '../outside')
    await page.press('Add hot folder')
    const folder = (await page.field('Folder')) as HTMLInputElement
    await page.until(() => folder.getAttribute('aria-invalid') === 'true')
    expect(folder.value).to.equal('../outside')
  })

  it('are tested as soon as they are added, and named with their path', async () => {
    const page = await pages.open(`${LIST}/new`)
    await page.fill('Name', 'Indigo')
    await page.fill('Folder', 'indigo')
    await page.press('Add hot folder')
    await page.see(/The folder does not exist/)
    await status(page, 'Not reachable')
    await page.see(join(root, 'indigo'))
  })

  it('are tested in their list', async () => {
    const { name, folder } = await add()
    const page = await pages.open(LIST)
    await page.row(name, 'Not reachable', join(root, folder))
  })

  it('are created from the console', async () => {
    const { hotFolder, page } = await openOne(false)
    await page.press('Create folder')
    await page.see('Platen can write to this folder.')
    await status(page, 'On')
    expect((await stat(join(root, hotFolder.folder))).isDirectory()).to.equal(true)
  })

  it('are found missing, and found again, by a test', async () => {
    const { hotFolder, page } = await openOne(true)
    await page.see('Platen can write to this folder.')
    await rm(join(root, hotFolder.folder), { recursive: true })
    await page.press('Test folder')
    await status(page, 'Not reachable')
    await mkdir(join(root, hotFolder.folder))
    await page.press('Test folder')
    await page.see('Platen can write to this folder.')
  })

  it('say why they could not be tested', async () => {
    const { page } = await openOne(true)
    await page.see('Platen can write to this folder.')
    page.answer('POST /v1/hot_folders/{id}/test', refusal('database_unavailable'))
    await page.press('Test folder')
    await page.findByRole('alert')
  })

  it('are disabled after a question', async () => {
    const { hotFolder, page } = await openOne(true)
    await page.press('Disable')
    await page.press('Disable hot folder')
    await status(page, 'Off')
    const { body } = await pages.test.json(`/v1/hot_folders/${hotFolder.id}`)
    expect(body.hot_folder.status).to.equal('disabled')
  })

  it('are enabled while they are being tested', async () => {
    const { id } = await add()
    await pages.test.json(`/v1/hot_folders/${id}`, { method: 'DELETE' })
    const page = await pages.open(`${LIST}/${id}`)
    const held = page.hold('POST /v1/hot_folders/{id}/test')
    await held.arrived
    await page.press('Enable')
    await status(page, 'On')
    held.release()
  })

  it('stay off when enabling fails, and say why', async () => {
    const { id } = await add()
    await pages.test.json(`/v1/hot_folders/${id}`, { method: 'DELETE' })
    const page = await pages.open(`${LIST}/${id}`)
    page.answer('PATCH /v1/hot_folders/{id}', refusal('database_unavailable'))
    await page.press('Enable')
    await page.findByRole('alert')
    await status(page, 'Off')
  })

  it('stay on when disabling fails, and say so in the dialog', async () => {
    const { page } = await openOne(true)
    page.answer('DELETE /v1/hot_folders/{id}', refusal('database_unavailable'))
    await page.press('Disable')
    await page.press('Disable hot folder')
    await (await page.dialog()).findByRole('alert')
    await page.press('Cancel')
    await status(page, 'On')
  })

  it('are shown to viewers without a way to change them', async () => {
    const { id, name } = await add()
    const page = await pages.open(`${LIST}/${id}`, { person: await pages.join('viewer') })
    await page.findByRole('heading', { level: 1, name: new RegExp(`^${name}`) })
    await page.settled()
    for (const control of ['Test folder', 'Disable', 'Create folder', 'Save'])
      expect(page.queryByRole('button', { name: control })).to.equal(null)
    expect(page.requests.filter(({ method }) => method === 'POST')).to.deep.equal([])
  })

  it('speak German', async () => {
    const { id } = await add()
    const page = await pages.open(`${LIST}/${id}`, { language: 'de' })
    await status(page, 'Nicht erreichbar')
    await page.findByRole('button', { name: 'Ordner erstellen' })
  })

  it('are not found under an unknown ID', async function () {
    expectFaults(this, /^GET 404 \/v1\/hot_folders\/hf_0+/)
    const page = await pages.open(`${LIST}/hf_00000000000000000000000000`)
    await page.see('Hot folder not found')
  })

  describe('The pages around hot folders', () => {
    it('say that the print files of a shop are unlimited', async () => {
      const page = await pages.open('/console/developers/usage')
      await page.see('Unlimited.')
    })

    it('link the reference of the API', async () => {
      const page = await pages.open('/console/developers/docs')
      const link = await page.findByRole('link', { name: /API reference/ })
      expect(link.getAttribute('href')).to.equal('/docs/api/reference')
    })

    it('log who added a hot folder', async () => {
      const page = await pages.open(`${LIST}/new`)
      await page.fill('Name', 'Logged')
      await page.fill('Folder', 'logged')
      await page.press('Add hot folder')
      await status(page, 'Not reachable')
      const id = page.path.split('/').at(-1) ?? ''
      const log = await pages.open(`/console/developers/log?of=${id}`)
      await log.until(() =>
        log
          .getAllByRole('row')
          .some(
            ({ textContent }) =>
              textContent.includes('hot_folder.created') && textContent.includes('Ada Lovelace'),
          ),
      )
    })
  })
})
