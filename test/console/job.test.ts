/** The page of a job in the console: its values, its print file, its delivery, its production and its end. */
import { expect } from 'chai'
import { noNetwork, refusal } from '../support/console/answers.ts'
import type { ConsolePage } from '../support/console/console-pages.ts'
import { eventually } from '../support/run/eventually.ts'
import { expectFaults } from '../support/run/page-faults.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { type HotFolder, openHotFolder } from '../support/service/hot-folder.ts'
import { type JobPages, openJobPages } from './orders/job-pages.ts'

const PATCH = 'PATCH /v1/fills/{id}'

describe('The page of a job in the console', () => {
  const makeFolder = temporaryFolders()
  let pages: JobPages
  let hotFolder: HotFolder
  let count = 0
  before(async function () {
    const root = await makeFolder()
    pages = await openJobPages(this, { server: { env: { HOT_FOLDERS: root } } })
    hotFolder = await openHotFolder(pages.test, root, { name_pattern: '{order}.pdf' })
  })
  after(() => pages?.close())

  const next = () => {
    count += 1
    return `J-${count}`
  }
  const openPath = (id: string) => pages.open(`/console/orders/${id}`)
  const openJob = async (changes?: Readonly<Record<string, unknown>>) => {
    const fill = await pages.job(next(), changes)
    return { fill, page: await openPath(fill.id) }
  }
  const openPrinted = async (changes?: Readonly<Record<string, unknown>>) => {
    const fill = await pages.printed(next(), changes)
    await hotFolder.settled(fill.last_render_id)
    return { fill, page: await openPath(fill.id) }
  }
  const status = (page: ConsolePage, label: string) =>
    page.findByRole('heading', { level: 1, name: new RegExp(` ${label}$`) })
  const heading = (page: ConsolePage, order: string) =>
    page.findByRole('heading', { level: 1, name: new RegExp(`^Job ${order} `) })
  const nameOf = (fill: { readonly values: Record<string, string> }) => fill.values[pages.template.name]

  it('opens from the list, and begins at its heading', async () => {
    const { external_order_id: order } = await pages.printed(next())
    const page = await pages.open(`/console/orders?q=${order}`)
    await page.click(await page.findByRole('link', { name: order }))
    const focused = await heading(page, order)
    await page.until(() => page.document.activeElement === focused)
  })

  it('says into which hot folder the print file was delivered', async () => {
    const { fill, page } = await openPrinted()
    await page.see('in the folder')
    await page.see('Delivered')
    await page.see(`${fill.external_order_id}.pdf`)
  })

  it('tries again to read the deliveries that did not arrive', async () => {
    const fill = await pages.printed(next())
    await hotFolder.settled(fill.last_render_id)
    const page = await pages.open(`/console/orders/${fill.id}`, {
      answers: { 'GET /v1/hot_folders': noNetwork },
    })
    await page.findByRole('alert')
    page.answer('GET /v1/hot_folders', null)
    await page.press('Try again')
    await page.see('in the folder')
    expect(page.queryByRole('alert')).to.equal(null)
  })

  it('says that a job has no print file yet', async () => {
    const { page } = await openJob()
    await page.see('No print file yet. It is created when the order is placed.')
  })

  it('saves edited values of an open job', async () => {
    const { fill, page } = await openJob()
    await page.press('Edit values')
    await page.fill('Name', 'Charlotte')
    await page.press('Save')
    await page.see('Values saved.')
    expect(nameOf(await pages.read(fill.id))).to.equal('Charlotte')
  })

  it('says at its field which value is wrong, and keeps what was entered', async () => {
    const { page } = await openJob()
    await page.press('Edit values')
    await page.fill('Name', 'x'.repeat(41))
    await page.press('Save')
    const name = (await page.field('Name')) as HTMLInputElement
    await page.until(() => name.getAttribute('aria-invalid') === 'true')
    expect(name.value).to.equal('x'.repeat(41))
  })

  it('says that nothing was changed, and sends nothing', async () => {
    const { page } = await openJob()
    await page.press('Edit values')
    await page.press('Save')
    await page.see('Nothing was changed.')
    expect(page.requests.filter(({ method }) => method === 'PATCH')).to.deep.equal([])
  })

  it('keeps what was entered when the service cannot save it, and says so', async () => {
    const { fill, page } = await openJob()
    await page.press('Edit values')
    await page.fill('Name', 'Charlotte')
    page.answer(PATCH, refusal('database_unavailable'))
    await page.press('Save')
    await page.findByRole('alert')
    page.answer(PATCH, null)
    await page.press('Save')
    await page.see('Values saved.')
    expect(nameOf(await pages.read(fill.id))).to.equal('Charlotte')
  })

  it('asks before it is left with unsaved values, and stays', async () => {
    const { fill, page } = await openJob()
    await page.press('Edit values')
    await page.fill('Name', 'Charlotte')
    await page.click(page.getByRole('link', { name: 'All jobs' }))
    await page.findByRole('dialog', { name: 'Leave without saving?' })
    await page.keyboard('{Escape}')
    await page.until(() => page.queryByRole('dialog') === null)
    expect(((await page.field('Name')) as HTMLInputElement).value).to.equal('Charlotte')
    expect(page.path).to.equal(`/console/orders/${fill.id}`)
  })

  it('sends nothing of what a colleague changed while it was edited', async () => {
    const { fill, page } = await openJob({ values: { Name: 'Ada', Size: 's' } })
    await page.press('Edit values')
    const body = { values: { Size: 'm' } }
    await pages.test.json(`/v1/fills/${fill.id}`, { method: 'PATCH', body })
    // What it does with the job loads it again.
    await page.choose('Actions', 'Hold job')
    await status(page, 'On hold')
    await page.fill('Name', 'Charlotte')
    await page.press('Save')
    await page.see('Values saved.')
    expect((await pages.read(fill.id)).values).to.deep.equal({
      [pages.template.name]: 'Charlotte',
      [pages.template.size]: 'm',
    })
  })

  it('begins a second correction with the values of the first one', async () => {
    const { page } = await openPrinted()
    await page.press('Correct values')
    await page.fill('Name', 'Charlotte')
    const held = page.hold('GET /v1/renders/{id}/values')
    await page.press('Save and create print file again')
    await held.arrived
    await page.see('Creating the print file again.')
    expect(page.queryByRole('button', { name: 'Correct values' })).to.equal(null)
    held.release()
    await page.press('Correct values')
    expect(((await page.field('Name')) as HTMLInputElement).value).to.equal('Charlotte')
  })

  it('offers no correction while the printed values did not arrive', async () => {
    const fill = await pages.printed(next())
    const route = 'GET /v1/renders/{id}/values'
    const page = await pages.open(`/console/orders/${fill.id}`, { answers: { [route]: noNetwork } })
    await page.findByRole('alert')
    expect(page.queryByRole('button', { name: 'Correct values' })).to.equal(null)
    page.answer(route, null)
    await page.press('Try again')
    await page.findByRole('button', { name: 'Correct values' })
  })

  it('asks for the order of an unfinished design before it creates the print file', async () => {
    const fill = await pages.job(null)
    const page = await openPath(fill.id)
    const order = next()
    await page.press('Create print file')
    await page.fill('Order reference', order)
    await page.press('Create print file')
    await heading(page, order)
    await status(page, 'To print')
    expect(await pages.read(fill.id)).to.include({ external_order_id: order, status: 'finalized' })
  })

  it('keeps a design open when its print file is refused, and says why in the dialog', async () => {
    const fill = await pages.job(null)
    const page = await openPath(fill.id)
    page.answer('POST /v1/fills/{id}/finalize', refusal('database_unavailable'))
    await page.press('Create print file')
    await page.press('Create print file')
    await (await page.dialog()).findByRole('alert')
    expect(await pages.read(fill.id)).to.include({ status: 'open' })
  })

  it('downloads the print file under the name of its order', async () => {
    const { fill, page } = await openPrinted()
    await page.press('Download print file')
    await page.until(() => page.downloads.length === 1)
    const { pathname, search } = new URL(page.downloads[0]?.url ?? '')
    const file = await pages.test.send(pathname + search, { key: null })
    expect(file.status).to.equal(200)
    expect(file.headers.get('content-disposition')).to.include(`filename=${fill.external_order_id}_Card.pdf`)
  })

  it('cancels an order, whose print file is then withdrawn from the hot folder', async () => {
    const { fill, page } = await openPrinted()
    await page.choose('Actions', 'Cancel order')
    await page.press('Cancel order')
    await page.see('Status changed.')
    await status(page, 'Canceled')
    await eventually(async () => (await hotFolder.withdrawn()).includes(`${fill.external_order_id}.pdf`))
  })

  it('marks an order as refunded', async () => {
    const { fill, page } = await openPrinted()
    await page.choose('Actions', 'Mark as refunded')
    await page.press('Mark as refunded')
    await status(page, 'Refunded')
    expect(await pages.read(fill.id)).to.include({ status_reason: 'refunded' })
  })

  it('closes an open job, and opens it again', async () => {
    const { fill, page } = await openJob()
    await page.choose('Actions', 'Close job')
    await page.press('Close job')
    await status(page, 'Closed by a user')
    await page.choose('Actions', 'Reopen job')
    await status(page, 'Approved')
    expect(await pages.read(fill.id)).to.include({ status: 'open' })
  })

  it('erases the personal data of a job', async () => {
    const { fill, page } = await openPrinted({ values: { Name: 'Charlotte' }, customer_name: 'Emily' })
    await page.findAllByText('Charlotte')
    await page.choose('Actions', 'Erase personal data')
    await page.press('Erase data')
    await page.see('The personal data of this job is erased.')
    await page.settled()
    expect(page.document.body.textContent).to.not.include('Charlotte').and.not.include('Emily')
    expect(JSON.stringify(await pages.read(fill.id))).to.not.include('Charlotte')
  })

  it('keeps the data of a job when its erasure fails, and says so in the dialog', async () => {
    const { fill, page } = await openJob()
    await page.choose('Actions', 'Erase personal data')
    page.answer('POST /v1/fills/{id}/erase', refusal('database_unavailable'))
    await page.press('Erase data')
    await (await page.dialog()).findByRole('alert')
    expect(nameOf(await pages.read(fill.id))).to.equal('Ada')
  })

  it('offers editors no erasure', async () => {
    const { id } = await pages.job(next())
    const page = await pages.open(`/console/orders/${id}`, { person: await pages.join('editor') })
    await page.press('Actions')
    await page.findByRole('menuitem', { name: 'Hold job' })
    expect(page.queryByRole('menuitem', { name: 'Erase personal data' })).to.equal(null)
  })

  it('is shown to viewers in German without a way to change it', async () => {
    const fill = await pages.printed(next())
    const person = await pages.join('viewer')
    const page = await pages.open(`/console/orders/${fill.id}`, { person, language: 'de' })
    await page.see(/^Ihre Rolle erlaubt, Aufträge anzusehen/)
    await page.findByRole('button', { name: 'Druckdatei herunterladen' })
    for (const name of ['Aktionen', 'Werte korrigieren', 'Druck beginnen'])
      expect(page.queryByRole('button', { name })).to.equal(null)
  })

  it('says that there is no job with an ID', async function () {
    expectFaults(this, /^GET 404 \/v1\/fills\/fill_0+$/)
    const page = await openPath('fill_00000000000000000000000000')
    await page.see('Job not found')
  })

  it('offers another try when the job does not arrive', async () => {
    const { id, external_order_id: order } = await pages.job(next())
    const route = 'GET /v1/fills/{id}'
    const page = await pages.open(`/console/orders/${id}`, { answers: { [route]: noNetwork } })
    await page.findByRole('alert')
    page.answer(route, null)
    await page.press('Try again')
    await heading(page, order)
  })

  it('is linked from its print file', async () => {
    const fill = await pages.printed(next())
    const page = await pages.open('/console/orders/files')
    await page.click(await page.findByRole('link', { name: fill.external_order_id }))
    const link = await page.findByRole('link', { name: 'View job' })
    expect(link.getAttribute('href')).to.equal(`/console/orders/${fill.id}`)
  })
})
