/** API keys in the console: made with few permissions, shown once, rotated and revoked, and their last requests. */
import { expect } from 'chai'
import { noNetwork, refusal, reply } from '../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'

const LIST = 'GET /v1/api_keys'
const CREATE = 'POST /v1/api_keys'

describe('API keys in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const statusOf = async (path: string, key: string) => (await pages.test.json(path, { key })).status
  const fieldValue = async (page: ConsolePage, label: string) =>
    ((await page.field(label)) as HTMLInputElement).value
  /** A restricted key of this name, as another program made it. */
  const makeKey = async (name: string) => {
    const body = { type: 'restricted', name, scopes: ['fills:read', 'fills:write'] }
    const made = await pages.test.json('/v1/api_keys', { body })
    return made.body as { readonly key: string; readonly api_key: { readonly id: string } }
  }
  const openDialog = async (page: ConsolePage, name: string, item: string) => {
    const row = await page.row(name)
    await page.choose(row.getByRole('button'), item)
  }
  /** The form of a new key with one permission. */
  const openForm = async (name: string) => {
    const page = await pages.open('/console/developers')
    await page.press('Create key')
    await page.fill('Name', name)
    await page.select('Jobs', 'Read and write')
    return page
  }

  it('asks for a permission before the console creates a key', async () => {
    const page = await pages.open('/console/developers')
    await page.press('Create key')
    await page.fill('Name', 'Shop server')
    await page.press('Create key')
    await page.see('Choose at least one permission.')
    expect(page.requests.filter(({ method }) => method === 'POST')).to.deep.equal([])
  })

  it('creates a key that may do what was chosen and nothing else', async () => {
    const page = await openForm('Shop server')
    await page.select('Print files', 'Read')
    await page.press('Create key')
    const key = await fieldValue(page, 'Key')
    expect(key).to.match(/^platen_rk_/)
    expect(await statusOf('/v1/fills', key)).to.equal(200)
    expect(await statusOf('/v1/templates', key)).to.equal(403)
    expect(page.requests.findLast(({ method }) => method === 'POST')?.body).to.deep.include({
      name: 'Shop server',
      scopes: ['fills:write', 'renders:read'],
    })
  })

  it('shows a new key once, and keeps it on the page when Escape is pressed', async () => {
    const page = await openForm('Shown once')
    await page.press('Create key')
    const key = await fieldValue(page, 'Key')
    await page.keyboard('{Escape}{Escape}')
    expect(await fieldValue(page, 'Key')).to.equal(key)
    await page.press('Done')
    await page.row('Shown once')
    expect(page.document.body.innerHTML).to.not.include(key)
  })

  it('copies a new key', async () => {
    const page = await openForm('Copied')
    await page.press('Create key')
    await page.press('Copy')
    expect(await page.copied()).to.equal(await fieldValue(page, 'Key'))
  })

  it('keeps what was entered when the service refuses a key, and says why', async () => {
    const page = await openForm('Refused')
    page.answer(CREATE, refusal('rate_limited', { retryAfterSeconds: 7, extra: { scope: 'console' } }))
    await page.press('Create key')
    await (await page.dialog()).findByRole('alert')
    expect(await fieldValue(page, 'Name')).to.equal('Refused')
    page.answer(CREATE, null)
    await page.press('Create key')
    expect(await fieldValue(page, 'Key')).to.match(/^platen_rk_/)
  })

  it('sends one request for a key however often the button is pressed while it waits', async () => {
    const page = await openForm('Pressed twice')
    const held = page.hold(CREATE)
    await page.press('Create key')
    await held.arrived
    const dialog = await page.dialog()
    const button = dialog.getByRole('button', { name: /Create key/ })
    button.click()
    held.release()
    await page.field('Key')
    expect(page.requests.filter(({ method }) => method === 'POST')).to.have.length(1)
  })

  it('replaces a rotated key at once if the old one expires now', async () => {
    const { key } = await makeKey('Rotated')
    const page = await pages.open('/console/developers')
    await openDialog(page, 'Rotated', 'Rotate key')
    await page.select('The old key expires', 'now')
    await page.press('Rotate key')
    const next = await fieldValue(page, 'Key')
    await page.press('Done')
    expect(await statusOf('/v1/fills', key)).to.equal(401)
    expect(await statusOf('/v1/fills', next)).to.equal(200)
  })

  it('lists the last requests of a key with their status, and those that failed after a refresh', async () => {
    const { key } = await makeKey('Asked')
    await statusOf('/v1/fills', key)
    const page = await pages.open('/console/developers')
    const row = await page.row('Asked')
    await page.click(row.getByRole('link'))
    await page.findByRole('heading', { name: 'Last requests' })
    await page.row('/v1/fills', '200')
    await statusOf('/v1/templates', key)
    await page.press('Refresh')
    const error = await page.findByRole('link', { name: 'insufficient_scope' })
    expect(error.getAttribute('href')).to.equal('/docs/api/errors#insufficient_scope')
  })

  it('lists failed requests alone when they are chosen, and keeps the choice in the address', async () => {
    const { key, api_key } = await makeKey('Failed')
    await statusOf('/v1/fills', key)
    await statusOf('/v1/templates', key)
    const page = await pages.open(`/console/developers/keys/${api_key.id}`)
    await page.row('/v1/fills')
    await page.select('Requests', 'Failed requests')
    await page.gone(/\/v1\/fills/)
    await page.row('/v1/templates')
    expect(page.path).to.match(/show=failed$/)
    await page.click(await page.findByRole('link', { name: 'All API keys' }))
    await page.row('Failed')
    expect(page.path).to.equal('/console/developers')
  })

  it('revokes a key, which the service then refuses', async () => {
    const { key } = await makeKey('Revoked')
    const page = await pages.open('/console/developers')
    await openDialog(page, 'Revoked', 'Revoke key')
    await page.press('Revoke key')
    await page.see('Key revoked.')
    expect(await statusOf('/v1/fills', key)).to.equal(401)
  })

  it('keeps a key when its revocation is refused, and says so in the dialog', async () => {
    const { key } = await makeKey('Kept')
    const page = await pages.open('/console/developers')
    await openDialog(page, 'Kept', 'Revoke key')
    page.answer('DELETE /v1/api_keys/{id}', refusal('database_unavailable'))
    await page.press('Revoke key')
    await (await page.dialog()).findByRole('alert')
    expect(await statusOf('/v1/fills', key)).to.equal(200)
  })

  it('says that there are no keys yet', async () => {
    const page = await pages.open('/console/developers', {
      answers: { [LIST]: reply(200, { data: [], has_more: false, next_starting_after: null }) },
    })
    await page.see('No API keys yet')
  })

  it('offers another try when the list of keys does not arrive', async () => {
    const page = await pages.open('/console/developers', { answers: { [LIST]: noNetwork } })
    await page.findByRole('alert')
    page.answer(LIST, null)
    await page.press(/again/i)
    await page.findAllByRole('row')
  })

  it('shows keys to owners alone', async () => {
    const page = await pages.open('/console/developers', { person: await pages.join('editor') })
    await page.findByRole('heading', { level: 1 })
    await page.settled()
    expect(page.queryByRole('button', { name: 'Create key' })).to.equal(null)
    expect(page.requests.filter(({ path }) => path.startsWith('/v1/api_keys'))).to.deep.equal([])
  })
})
