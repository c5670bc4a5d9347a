/** Big artwork in the console: what it says while the file is read and while its page is drawn. */
import { expect } from 'chai'
import { drawing } from '../../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { SAMPLE_PDF } from '../../support/service/sample-press.ts'
import { makeCard } from '../../support/service/template-card.ts'

const PICTURE = 'GET /v1/templates/{id}/page.png'
const PREVIEW = 'POST /v1/previews'

describe('Big artwork in the console', () => {
  let pages: ConsolePages
  let id: string
  before(async function () {
    pages = await openConsolePages(this)
    ;({ id } = await makeCard(pages.test, 'Poster', []))
  })
  after(() => pages?.close())

  /** A minute passes on the page's clock. */
  const passTime = ({ window }: ConsolePage) => {
    const { performance } = window
    const now = performance.now.bind(performance)
    Object.assign(performance, { now: () => now() + 60_000 })
  }

  it('is said to be read once all of it is sent, until its template opens', async () => {
    const page = await pages.open('/console/templates', {
      answers: { [PICTURE]: drawing, [PREVIEW]: drawing },
    })
    const held = page.hold('POST /v1/templates')
    const input = await page.until(() => page.document.querySelector('.upload-box input[type=file]'))
    const bytes = Buffer.concat([SAMPLE_PDF, Buffer.alloc(9 * 2 ** 20, '% a photo\n')])
    await page.upload(input, new page.window.File([new Uint8Array(bytes)], 'poster.pdf'))
    await held.arrived
    await page.see('Reading poster.pdf')
    held.release()
    await page.until(() => /\/templates\/tpl_\w+\/edit$/.test(page.path))
  })

  it('has a bar in the editor while its page is drawn, which goes once it is there', async () => {
    const page = await pages.open(`/console/templates/${id}/edit`)
    const held = page.hold(PREVIEW, drawing)
    await page.findByRole('progressbar', { name: 'Drawing: Page 1 as printed' })
    passTime(page)
    await page.see(/^Large artwork takes longer the first time\./)
    held.release()
    await page.findByRole('img', { name: 'Page 1 as printed' })
    expect(page.queryByRole('progressbar')).to.equal(null)
  })

  it('has a bar on the page of its template in German', async () => {
    const page = await pages.open(`/console/templates/${id}`, {
      language: 'de',
      answers: { [PREVIEW]: drawing },
    })
    const held = page.hold(PICTURE, drawing)
    await page.findByRole('progressbar')
    passTime(page)
    await page.see(/^Umfangreiche Druckdaten brauchen beim ersten Mal länger\./)
    held.release()
    await page.until(() => page.document.querySelector('.page-sheet img'))
    expect(page.queryByRole('progressbar')).to.equal(null)
  })
})
