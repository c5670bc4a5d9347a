/** The start page of the console and its tour, before there is anything to print. */
import { expect } from 'chai'
import { refusal } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'

describe('The start page of the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  it('says what to do first when there is no template', async () => {
    const page = await pages.open('/console')
    await page.findByRole('heading', { name: 'Create your first template' })
    await page.see('Nothing to print. Approved designs and orders appear here.')
  })

  it('asks viewers to wait for an editor when there is no template', async () => {
    const page = await pages.open('/console', { person: await pages.join('viewer') })
    await page.see(/Ask an editor of your team to upload a PDF\./)
  })

  it('says that the tour needs a live template', async () => {
    const page = await pages.open('/console/tour')
    await page.findByRole('heading', { name: 'No live template' })
  })

  it('offers another try when the templates do not arrive', async () => {
    const route = 'GET /v1/templates'
    const page = await pages.open('/console', { answers: { [route]: refusal('database_unavailable') } })
    const [again] = await page.findAllByRole('button', { name: /again/i })
    page.answer(route, null)
    await page.click(again as HTMLElement)
    await page.findByRole('heading', { name: 'Create your first template' })
    expect(page.queryAllByRole('alert')).to.deep.equal([])
  })
})
