/** The PDF of a batch that the console made of a table: its pages and what stands on them. */
import { expect } from 'chai'
import { PICTURES } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { needs, pageCount, pdfText } from '../support/rips/oracles.ts'
import { openCardShop } from '../support/service/printing-shop.ts'

/** As a spreadsheet on a German Windows saves it, with a name that is too long. */
const TABLE = [
  'First name;Second name;Date;Place',
  'José;Zoë;14 June 2027;Köln',
  'Ada;Grace;15 June 2027;=1+1',
  `${'x'.repeat(40)};Grace;16 June 2027;Whitby`,
].join('\r\n')

describe('The PDF of a batch in the console', () => {
  let pages: ConsolePages
  let templateId: string
  before(async function () {
    needs(this, 'pdftotext', 'qpdf')
    pages = await openConsolePages(this, { server: { press: 'workers' }, answers: PICTURES })
    templateId = await openCardShop(pages.test)
  })
  after(() => pages?.close())

  it('has a page for each row that can be printed, in the letters of the table', async () => {
    const page = await pages.open('/console/batches/new')
    await page.select('Template', templateId)
    const bytes = new Uint8Array(Buffer.from(TABLE, 'latin1'))
    const file = new page.window.File([bytes], 'guests.csv', { type: 'text/csv' })
    await page.upload(page.document.querySelector('input[type=file]') as Element, file)
    await page.press('Print 2 rows')
    await page.see('2 printed, 1 failed')
    await page.press('Download PDF')
    await page.until(() => page.downloads.length === 1)
    const { pathname, search } = new URL(page.downloads[0]?.url ?? '')
    const reply = await pages.test.send(pathname + search, { key: null })
    const pdf = Buffer.from(await reply.arrayBuffer())
    expect(pageCount(pdf)).to.equal(2)
    expect(pdfText(pdf)).to.include('José').and.include('Zoë').and.include('Köln').and.include('=1+1')
  })
})
