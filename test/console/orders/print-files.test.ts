/** Print files of jobs in the console, read from the service's own press: edited, corrected, delivered and measured. */
import { expect } from 'chai'
import { noNetwork, PICTURES } from '../../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { needs, pdfText } from '../../support/rips/oracles.ts'
import { eventually } from '../../support/run/eventually.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { type HotFolder, openHotFolder } from '../../support/service/hot-folder.ts'
import { openCardShop } from '../../support/service/printing-shop.ts'
import { finalize, makeFill } from '../../support/service/sample-fill.ts'

const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }

describe('The print file of a job in the console', () => {
  const makeFolder = temporaryFolders()
  let pages: ConsolePages
  let hotFolder: HotFolder
  let templateId: string
  before(async function () {
    needs(this, 'pdftotext')
    const root = await makeFolder()
    pages = await openConsolePages(this, {
      server: { press: 'workers', env: { HOT_FOLDERS: root } },
      answers: PICTURES,
    })
    templateId = await openCardShop(pages.test)
    hotFolder = await openHotFolder(pages.test, root, { name_pattern: '{order}.pdf' })
  })
  after(() => pages?.close())

  const draft = (order: string | null, values: Readonly<Record<string, string>> = VALUES) =>
    makeFill(pages.test, {
      ...{ template_id: templateId, values },
      ...(order === null ? {} : { external_order_id: order }),
    })
  const printed = async (order: string) => {
    const { id } = await draft(order)
    const { body } = await finalize(pages.test, id)
    await hotFolder.settled(body.render.id)
    return { id, renderId: body.render.id as string, page: await pages.open(`/console/orders/${id}`) }
  }
  const downloaded = async (page: ConsolePage) => {
    await page.press('Download print file')
    await page.until(() => page.downloads.length === 1)
    const { pathname, search } = new URL(page.downloads[0]?.url ?? '')
    const file = await pages.test.send(pathname + search, { key: null })
    return pdfText(Buffer.from(await file.arrayBuffer()))
  }
  const correct = async (page: ConsolePage) => {
    await page.press('Correct values')
    await page.fill('Place', 'Whitby')
    await page.press('Save and create print file again')
    await page.see('Creating the print file again.')
    await page.until(() => page.queryAllByText('Whitby').length > 0)
  }

  it('has a corrected value in the place of the old one', async () => {
    const { page } = await printed('1003')
    await correct(page)
    expect(await downloaded(page))
      .to.include('Whitby')
      .and.not.include('Hartfield')
  })

  it('is delivered again when a value is corrected @long', async () => {
    const { page, renderId } = await printed('1005')
    const first = await hotFolder.settled(renderId)
    await correct(page)
    const second = await eventually(() => hotFolder.settled(renderId), { until: ({ id }) => id !== first.id })
    expect(pdfText(await hotFolder.read(second.file_name))).to.include('Whitby')
    await page.see('in the folder')
  })

  it('is corrected under the name of the user', async () => {
    const { page, renderId } = await printed('1006')
    await correct(page)
    const [newest] = (await pages.test.json(`/v1/audit_events?object_id=${renderId}`)).body.data
    expect(newest).to.include({ action: 'render.retried', actor: pages.owner.id })
  })

  it('has the values that were edited before the order', async () => {
    const { id } = await draft(null, { 'First name': '漢字' })
    const page = await pages.open(`/console/orders/${id}`)
    await page.press('Edit values')
    for (const [label, value] of Object.entries({ ...VALUES, 'First name': 'Charlotte' }))
      await page.fill(label, value)
    await page.press('Save')
    await page.see('Values saved.')
    await page.press('Create print file')
    await page.fill('Order reference', '1004')
    await page.press('Create print file')
    expect(await downloaded(page)).to.include('Charlotte')
  })

  it('has its ink measured by plate', async () => {
    const { page } = await printed('1007')
    await page.click(await page.findByRole('tab', { name: 'Preflight' }))
    await page.press('Measure ink coverage')
    await page.row('Gold Foil')
  })

  it('has its ink measured on another try when the first one did not arrive @long', async () => {
    const { page } = await printed('1008')
    await page.click(await page.findByRole('tab', { name: 'Preflight' }))
    const measure = await page.findByRole('button', { name: 'Measure ink coverage' })
    page.answer('GET /v1/renders/{id}/preflight', noNetwork)
    await page.click(measure)
    await page.findByRole('alert')
    page.answer('GET /v1/renders/{id}/preflight', null)
    await page.press('Try again')
    await page.row('Gold Foil')
  })
})
