/** The first-run tour of the console, a step and a state at a time: from a template to a print file that is saved. */
import { expect } from 'chai'
import { type Answer, drawing, PICTURES, refusal } from '../support/console/answers.ts'
import {
  type ConsolePage,
  type ConsolePages,
  openConsolePages,
  type PageOptions,
} from '../support/console/console-pages.ts'
import { type LiveTemplate, liveTemplate } from '../support/service/sample-fill.ts'

const PREVIEW = 'POST /v1/previews'
const FINALIZE = 'POST /v1/fills/{id}/finalize'

/** A picture in which some text does not fit. */
const crowded: Answer = () =>
  new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
    headers: { 'content-type': 'image/svg+xml', 'x-service-fit': 'problems' },
  })

describe('The tour of the console', () => {
  let pages: ConsolePages
  let template: LiveTemplate
  before(async function () {
    pages = await openConsolePages(this, { answers: PICTURES })
    template = await liveTemplate(pages.test)
  })
  after(() => pages?.close())

  const open = (options: PageOptions = {}) => pages.open('/console/tour', options)
  const design = async (options: PageOptions = {}) => {
    const page = await open(options)
    await page.press('Start design')
    await page.field('Name')
    return page
  }
  const print = async (page: ConsolePage, name: string) => {
    await page.fill('Name', name)
    await page.press('Create print file')
  }
  const sent = (page: ConsolePage, method: string, path: RegExp) =>
    page.requests.filter((one) => one.method === method && path.test(one.path))

  it('is offered on the start page once a template is live', async () => {
    const page = await pages.open('/console')
    await page.press('Start tour')
    expect(page.path).to.equal('/console/tour')
  })

  it('shows the template with its fields and a preview', async () => {
    const page = await open()
    await page.findByRole('heading', { name: /^The template “/ })
    await page.findByRole('img', { name: /^Preview of/ })
    const [fields] = page.getAllByRole('definition')
    expect(fields?.textContent).to.equal('NameSize')
  })

  it('moves the focus to the heading of the step that follows', async () => {
    const page = await design()
    await page.until(() => page.document.activeElement?.textContent === 'Create a design')
  })

  it('says that a text is too long, and prints none of it', async () => {
    const page = await design()
    await print(page, 'W'.repeat(41))
    await page.see('Enter at most 40 characters.')
    expect(sent(page, 'POST', /^\/v1\/fills/)).to.deep.equal([])
  })

  it('says that some text does not fit, until it does', async () => {
    const page = await design({ answers: { [PREVIEW]: crowded } })
    await page.see(/^Some text does not fit\./)
    page.answer(PREVIEW, drawing)
    await page.fill('Name', 'Grace')
    await page.gone(/^Some text does not fit\./)
  })

  it('says why a print file could not be created, and keeps what was entered', async () => {
    const page = await design()
    page.answer(FINALIZE, refusal('database_unavailable'))
    await print(page, 'Wilhelmina')
    await page.findByRole('alert')
    expect(await page.value('Name')).to.equal('Wilhelmina')
  })

  it('prints what was refused at first as one order', async () => {
    const page = await design()
    page.answer(FINALIZE, refusal('database_unavailable'))
    await print(page, 'Wilhelmina')
    await page.findByRole('alert')
    page.answer(FINALIZE, null)
    await print(page, 'Constantin')
    await page.findByRole('heading', { name: 'Your print file is ready' })
    expect(sent(page, 'POST', /^\/v1\/fills$/)).to.have.length(1)
    const { data } = (await pages.test.json('/v1/fills')).body
    expect(data[0].values[template.name]).to.equal('Constantin')
  })

  it('shows that a print file is under way', async () => {
    const page = await design()
    const held = page.hold(FINALIZE)
    await print(page, 'Ada')
    await held.arrived
    const button = page.getByRole('button', { name: /Create print file/ })
    await page.until(() => button.getAttribute('aria-busy') === 'true' || button.matches(':disabled'))
    held.release()
    await page.findByRole('heading', { name: 'Your print file is ready' })
  })

  it('saves the print file under the title and the order, and says what to do next', async () => {
    const page = await design()
    await print(page, 'Ada')
    await page.press('Download print file')
    await page.findByRole('heading', { name: 'Next steps' })
    const [download] = page.downloads
    expect(download?.name).to.match(/ tour-\w{6}\.pdf$/)
    const bytes = Buffer.from((await download?.blob?.arrayBuffer()) ?? new ArrayBuffer())
    expect(bytes.subarray(0, 5).toString()).to.equal('%PDF-')
  })

  it('leaves a job that the start page shows', async () => {
    const page = await design()
    await print(page, 'Ada')
    await page.findByRole('heading', { name: 'Your print file is ready' })
    const home = await pages.open('/console', { after: page })
    const links = await home.findAllByRole('link', { name: /^tour-/ })
    expect(links).not.to.deep.equal([])
    await home.findByRole('link', { name: 'Restart tour' })
  })

  it('offers another try when the templates do not arrive', async () => {
    const route = 'GET /v1/templates'
    const page = await open({ answers: { [route]: refusal('database_unavailable') } })
    const again = await page.findByRole('button', { name: /again/i })
    page.answer(route, null)
    await page.click(again)
    await page.findByRole('button', { name: 'Start design' })
  })

  it('asks viewers to leave it to an editor', async () => {
    const page = await open({ person: await pages.join('viewer') })
    await page.see(/^Your role cannot create print files\./)
    expect(page.queryByRole('button', { name: 'Start design' })).to.equal(null)
  })

  it('speaks German', async () => {
    const page = await open({ language: 'de' })
    await page.findByRole('heading', { name: /^Die Vorlage „/ })
    await page.findByRole('button', { name: 'Gestaltung beginnen' })
  })
})
