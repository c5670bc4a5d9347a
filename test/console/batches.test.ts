/** Batches in the console: a table read and checked, its columns, its print, its failed rows, and its end. */
import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { noNetwork, PICTURES, refusal, reply } from '../support/console/answers.ts'
import {
  type ConsolePage,
  type ConsolePages,
  openConsolePages,
  type PageOptions,
} from '../support/console/console-pages.ts'
import { csvForm, finished } from '../support/service/batches.ts'
import { openCardShop } from '../support/service/printing-shop.ts'

const CHECK = 'POST /v1/batches/csv/check'
const CREATE = 'POST /v1/batches/csv'
const HEADER = 'First name,Second name,Date,Place'
const GUEST = 'Ada,Grace,14 June 2027,Hartfield'

/** As a spreadsheet on a German Windows saves it: a name that is too long, a row that is too long, and a formula. */
const FOREIGN = [
  'First name;Second name;Date;Place;Remark',
  'José;Zoë;14 June 2027;Köln;=HYPERLINK(A1)',
  'Ada;Grace;15 June 2027;=1+1;',
  `${'x'.repeat(40)};Grace;16 June 2027;Whitby;`,
  'One;cell;too;many;;here',
  'Mary;Percy;17 June 2027;Bath;',
].join('\r\n')

/** Without a date; the second name is wider than its field, and the last copies are no number. */
const LACKING = [
  'First name;Second name;Place;Copies;Remark',
  'Ada;Grace;Bath;3;=1+1',
  `${'W'.repeat(20)};Percy;York;1;-`,
  'Mary;Zoë;;2;',
  'Ann;Lee;Hull;none;',
].join('\r\n')

describe('Batches in the console', () => {
  let pages: ConsolePages
  let templateId: string
  before(async function () {
    pages = await openConsolePages(this, { server: { press: 'workers' }, answers: PICTURES })
    templateId = await openCardShop(pages.test)
  })
  after(() => pages?.close())

  const give = (page: ConsolePage, text: string, encoding: 'latin1' | 'utf8' = 'utf8') => {
    const bytes = new Uint8Array(Buffer.from(text, encoding))
    const file = new page.window.File([bytes], 'guests.csv', { type: 'text/csv' })
    return page.upload(page.document.querySelector('input[type=file]') as Element, file)
  }
  /** With the template chosen and this table given. */
  const openTable = async (text: string, options: PageOptions = {}, encoding?: 'latin1') => {
    const page = await pages.open('/console/batches/new', options)
    await page.select(options.language === 'de' ? 'Vorlage' : 'Template', templateId)
    await give(page, text, encoding)
    return page
  }
  const skipRemark = (page: ConsolePage) => page.select('Field: Remark', 'Skip')
  /** A field without a column is left empty first. */
  const printDefaultDate = async (page: ConsolePage) => {
    const date = within(await page.findByRole('group', { name: /^Date: no column/ }))
    const empty = date.getByRole('radio', { name: 'Leave empty' }) as HTMLInputElement
    await page.until(() => empty.checked)
    await page.check(date.getByRole('radio', { name: /^Print the default/ }))
  }
  /** Made by a program, and over. */
  const done = async (csv: string, result: 'merged' | 'renders') => {
    const form = csvForm(csv, { template_id: templateId, kind: 'renders', result })
    return finished(pages.test, await pages.test.json('/v1/batches/csv', { body: form }))
  }
  const count = async () => (await pages.test.json('/v1/batches?limit=100')).body.data.length

  describe('The list of batches', () => {
    it('says that there are none yet', async () => {
      const none = reply(200, { data: [], has_more: false, next_starting_after: null })
      const page = await pages.open('/console/batches', { answers: { 'GET /v1/batches': none } })
      await page.see('No batches yet')
      const [create] = page.getAllByRole('link', { name: 'Create batch' })
      expect(create?.getAttribute('href')).to.equal('/console/batches/new')
    })

    it('offers viewers no new batch', async () => {
      const page = await pages.open('/console/batches', { person: await pages.join('viewer') })
      await page.findByRole('heading', { level: 1 })
      await page.settled()
      expect(page.queryByRole('link', { name: 'Create batch' })).to.equal(null)
    })

    it('says of a batch that some of its rows failed', async () => {
      const { id } = await done([HEADER, GUEST, `${'x'.repeat(40)},Host,,`].join('\n'), 'renders')
      const page = await pages.open('/console/batches')
      await page.until(() =>
        page
          .getAllByRole('row')
          .some(
            (row) =>
              row.querySelector(`a[href="/console/batches/${id}"]`) !== null &&
              row.textContent.includes('Done, with errors') &&
              row.textContent.includes('2 / 2'),
          ),
      )
    })
  })

  describe('A table for a batch', () => {
    it('is read as Windows-1252 where it is not UTF-8, and says so', async () => {
      const page = await openTable(FOREIGN, {}, 'latin1')
      await page.see(/^This table is not UTF-8\./)
      ;(await page.row('First name', 'José')).getByText('José')
      expect(((await page.field('Encoding')) as HTMLSelectElement).value).to.equal('windows-1252')
    })

    it('is read in another encoding when that is chosen @long', async () => {
      const page = await openTable(FOREIGN, {}, 'latin1')
      await page.select('Encoding', 'UTF-8')
      await page.findByRole('alert')
      const body = page.requests.findLast(({ path }) => path === '/v1/batches/csv/check')?.body as FormData
      expect(body.get('encoding')).to.equal('utf-8')
    })

    it('cannot be printed while a column has no field', async () => {
      const page = await openTable(FOREIGN, {}, 'latin1')
      await page.see(/^Unknown column\./)
      expect(page.getByRole('button', { name: /^Print/ })).to.have.property('disabled', true)
      await skipRemark(page)
      await page.gone(/^Unknown column\./)
      await page.until(() => !page.getByRole('button', { name: 'Print 3 rows' }).hasAttribute('disabled'))
    })

    it('lists the rows that cannot be printed, with the reason', async () => {
      const page = await openTable(FOREIGN, {}, 'latin1')
      await skipRemark(page)
      await page.see('3 of 5 rows can be printed.')
      await page.row('“First name” can have at most')
    })

    it('lists cells that look like formulas', async () => {
      const page = await openTable(FOREIGN, {}, 'latin1')
      await skipRemark(page)
      const row = await page.row('=1+1')
      row.getByText('Place')
    })

    it('names fields without a column or with empty cells by their labels', async () => {
      const page = await openTable(LACKING)
      await page.see('Date: no column in the table')
      await page.see('1 row has an empty cell: Place (line 4)')
      await page.findAllByRole('cell', { name: 'Date' })
      expect(page.queryByText(/values\.fld_/)).to.equal(null)
    })

    it('leaves a field without a column empty until its default is chosen @long', async () => {
      const page = await openTable(LACKING)
      await skipRemark(page)
      await printDefaultDate(page)
      await page.until(() => {
        const { body } = page.requests.findLast(({ path }) => path === '/v1/batches/csv/check') ?? {}
        const missing = JSON.parse(String((body as FormData).get('missing_values')))
        return Object.values(missing).join() === 'default'
      })
    })

    it('says by how much a text is too long for its field', async () => {
      const page = await openTable(LACKING)
      await skipRemark(page)
      await printDefaultDate(page)
      await page.see(/The text is \d+ mm too long for its field/)
    })

    it('says that the pages of copies repeat in one PDF, and not in one PDF per row', async () => {
      const page = await openTable(LACKING)
      await page.see(/^In one PDF, the pages of a row repeat/)
      await page.check('One PDF per row')
      await page.gone(/^In one PDF, the pages of a row repeat/)
    })

    it('is refused when it is none', async () => {
      const page = await openTable('\u0000\u0001\u0002 no table', {}, 'latin1')
      await page.findByRole('alert')
      expect(page.queryByRole('heading', { name: '2. Columns' })).to.equal(null)
    })

    it('is replaced by another file @long', async () => {
      const page = await openTable('\u0000\u0001\u0002 no table', {}, 'latin1')
      await page.findByRole('alert')
      await give(page, `${HEADER}\n${GUEST}`)
      await page.see('1 of 1 row can be printed.')
      expect(page.queryByRole('alert')).to.equal(null)
    })

    it('is said to be read while the check is on its way', async () => {
      const page = await pages.open('/console/batches/new')
      const held = page.hold(CHECK)
      await page.select('Template', templateId)
      await give(page, `${HEADER}\n${GUEST}`)
      await held.arrived
      await page.see('Reading table …')
      held.release()
      await page.see('1 of 1 row can be printed.')
    })

    it('is checked again when the first check did not arrive @long', async () => {
      const page = await openTable(`${HEADER}\n${GUEST}`, { answers: { [CHECK]: noNetwork } })
      await page.findByRole('alert')
      page.answer(CHECK, null)
      await page.press('Try again')
      await page.see('1 of 1 row can be printed.')
    })

    it('is explained to editors in German', async () => {
      const rows = [`${'Maximiliane '.repeat(40)},Host,18 June 2027,York`, `${GUEST},Hall`, GUEST]
      const person = await pages.join('editor')
      const page = await openTable([HEADER, ...rows].join('\n'), { person, language: 'de' })
      await page.findByRole('cell', { name: 'Der Wert ist länger als die maximale Länge des Felds.' })
      await page.see(/^Die Tabelle kann nicht gelesen werden\. Details: The row has 5 cells/)
      expect(page.document.querySelectorAll('[lang=en]')).to.have.length(0)
    })
  })

  describe('A batch that is printed', () => {
    it('gives one PDF per row as a ZIP @long', async () => {
      const page = await openTable([HEADER, GUEST, GUEST].join('\n'))
      await page.check('One PDF per row')
      await page.press('Print 2 rows')
      await page.see('2 printed, 0 failed')
      await page.press('Download 2 PDFs as ZIP')
      await page.until(() => page.downloads.length === 1)
      const { pathname, search } = new URL(page.downloads[0]?.url ?? '')
      const file = await pages.test.send(pathname + search, { key: null })
      const zip = Buffer.from(await file.arrayBuffer())
      expect(zip.subarray(0, 4).toString('latin1')).to.equal('PK\u0003\u0004')
    })

    it('is not printed twice when the connection was lost and it is tried again', async () => {
      const before = await count()
      const page = await openTable(`${HEADER}\n${GUEST}`)
      // The service has it, and its reply is lost.
      page.answer(CREATE, async (_request, pass) => {
        await pass()
        throw new TypeError('Failed to fetch')
      })
      await page.press('Print 1 row')
      await page.see(/^The connection was lost/)
      page.answer(CREATE, null)
      await page.press('Try again')
      await page.see('1 printed, 0 failed')
      const keys = page.requests
        .filter(({ path }) => path === '/v1/batches/csv')
        .map(({ headers }) => headers['idempotency-key'])
      expect(keys).to.have.length(2)
      expect(keys[0]).to.be.a('string').and.to.equal(keys[1])
      expect(await count()).to.equal(before + 1)
    })

    it('keeps the table on the page when the service refuses the batch, and says why', async () => {
      const page = await openTable(`${HEADER}\n${GUEST}`)
      page.answer(CREATE, refusal('database_unavailable'))
      await page.press('Print 1 row')
      await page.findByRole('alert')
      await page.see('1 of 1 row can be printed.')
    })

    it('is canceled while it waits', async () => {
      const page = await openTable(`${HEADER}\n${GUEST}`)
      await page.see('1 of 1 row can be printed.')
      const many = csvForm(`${HEADER}\n${`${GUEST}\n`.repeat(20_000)}`, {
        ...{ template_id: templateId, kind: 'renders', result: 'renders' },
      })
      // The batch of the page has its turn after this one.
      const first = await pages.test.json('/v1/batches/csv', { body: many })
      await page.press('Print 1 row')
      await page.press('Cancel batch')
      await page.press('Cancel batch')
      await page.see('Batch canceled.')
      const id = page.path.split('/').at(-1)
      expect((await pages.test.json(`/v1/batches/${id}`)).body.batch).to.include({
        ...{ status: 'canceled', skipped: 1 },
      })
      await pages.test.json(`/v1/batches/${first.body.batch.id}/cancel`, { method: 'POST' })
    })

    it('is not canceled by viewers', async () => {
      const batch = await done(`${HEADER}\n${GUEST}`, 'renders')
      const running = { ...batch, status: 'processing', succeeded: 0, completed_at: null }
      const page = await pages.open(`/console/batches/${batch.id}`, {
        person: await pages.join('viewer'),
        answers: { 'GET /v1/batches/{id}': reply(200, { batch: running }) },
      })
      await page.see('0 of 1 done')
      expect(page.queryByRole('button', { name: 'Cancel batch' })).to.equal(null)
    })
  })

  describe('The failed rows of a batch', () => {
    /** The row of line 3 is too wide, that of line 4 lacks its place, and that of line 5 its number of copies. */
    const openFailed = async () => {
      const page = await openTable(LACKING)
      await skipRemark(page)
      await printDefaultDate(page)
      await page.check('One PDF per row')
      await page.press('Print 1 row')
      await page.see('1 printed, 3 failed')
      return page
    }
    const line = async (page: ConsolePage, number: number) =>
      within(await page.findByRole('article', { name: `Line ${number}` }))

    it('say why they failed', async () => {
      const page = await openFailed()
      await (await line(page, 3)).findByText(/mm too long/)
    })

    it('are downloaded as a table that spreadsheets open and run no formula of @long', async () => {
      const page = await openFailed()
      await page.press('Download failed rows')
      await page.until(() => page.downloads.length === 1)
      const [download] = page.downloads
      const csv = Buffer.from((await download?.blob?.arrayBuffer()) ?? new ArrayBuffer()).toString()
      expect(csv.split('\r\n')[0]).to.equal(
        '\ufeff"First name","Second name","Place","Copies","Remark","platen_error"',
      )
      expect(csv)
        .to.include(`"${'W'.repeat(20)}","Percy","York","1","'-","“First name”`)
        .and.to.include('"none"')
    })

    it('are corrected on the page and printed as a batch of their own @long', async () => {
      const page = await openFailed()
      const [, , , id = ''] = page.path.split('/')
      expect(page.getByRole('button', { name: 'Print 0 corrected rows' })).to.have.property('disabled', true)
      await page.fill(await (await line(page, 3)).findByLabelText('First name'), 'Wolfe')
      await page.fill(await (await line(page, 5)).findByLabelText('Quantity'), '4')
      await page.press('Print 2 corrected rows')
      await page.see('2 printed, 0 failed')
      await page.see('Corrected rows of')
      await page.click(page.getByRole('link', { name: new RegExp(`^Batch ${id.slice(-8)}`) }))
      await page.findAllByRole('link', { name: /^Corrected in batch/ })
      const files = await pages.open('/console/orders/files')
      await files.findAllByRole('cell', { name: '4' })
    })

    it('keep their corrections when the service refuses to print them @long', async () => {
      const page = await openFailed()
      await page.fill(await (await line(page, 3)).findByLabelText('First name'), 'Wolfe')
      page.answer('POST /v1/batches/{id}/retry', refusal('database_unavailable'))
      await page.press('Print 1 corrected row')
      await page.findByRole('alert')
      expect(await (await line(page, 3)).findByLabelText('First name')).to.have.property('value', 'Wolfe')
    })
  })
})
