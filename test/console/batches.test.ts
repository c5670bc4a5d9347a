/** A batch in the console, in a real browser: a table in another encoding, its columns, its faults, and one PDF of it. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { needs, pageCount, pdfText } from '../support/rips/oracles.ts'
import { openCardShop } from '../support/service/printing-shop.ts'

const HEADER = 'First name;Second name;Date;Place;Remark'

/** As a spreadsheet on a German Windows saves it. */
const TABLE = [
  HEADER,
  'José;Zoë;14 June 2027;Köln;=HYPERLINK(A1)',
  'Ada;Grace;15 June 2027;=1+1;',
  `${'x'.repeat(40)};Grace;16 June 2027;Whitby;`,
  'One;cell;too;many;;here',
  'Mary;Percy;17 June 2027;Bath;',
].join('\r\n')

describe('A batch in the console', () => {
  let site: ConsoleSite
  let page: Page
  let templateId: string
  before(async function () {
    needs(this, 'pdftotext', 'qpdf')
    site = await openConsole(this, { server: { press: 'workers', env: { PREVIEW_WARM_UP: 'true' } } })
    page = site.page
    templateId = await openCardShop(site.test)
  })
  after(() => site?.close())

  const clean = async (which = page) => expect(await site.axe(which)).to.deep.equal([])
  const give = (name: string, text: string, encoding: 'latin1' | 'utf8') =>
    page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(text, encoding),
    })

  it('reads a table in Windows-1252, maps its columns, shows its faults and prints the rest as one PDF @long', async () => {
    await site.open('/console/batches')
    await page.getByText('No batches yet').waitFor()
    await site.shots('batches-empty')
    await clean()
    await page.getByRole('link', { name: 'Create batch' }).first().click()
    await page.getByRole('combobox', { name: 'Template' }).selectOption(templateId)
    await clean()
    await give('guests.csv', TABLE, 'latin1')
    await page.getByText('This table is not UTF-8.').waitFor()
    await page.getByText('Unknown column.').waitFor()
    await page.locator('.first-row img').waitFor()
    await site.shots('batches-columns', ['phone', 'desk', 'wide'])
    await clean()
    expect(await page.getByRole('button', { name: /^Print/ }).isDisabled()).to.equal(true)
    await page.getByRole('combobox', { name: 'Field: Remark' }).selectOption('Skip')
    await page.getByText('Unknown column.').waitFor({ state: 'detached' })
    await page.getByText('3 of 5 rows can be printed.').waitFor()
    await page.getByRole('row').filter({ hasText: '“First name” can have at most' }).waitFor()
    await page.getByRole('row').filter({ hasText: '=1+1' }).waitFor()
    await site.shots('batches-check', ['phone', 'desk', 'wide'])
    await clean()

    await page.getByRole('button', { name: 'Print 3 rows' }).click()
    const waits = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    const pdf = await readFile(await (await waits).path())
    expect(pageCount(pdf)).to.equal(3)
    expect(pdfText(pdf)).to.include('José').and.include('Zoë').and.include('Köln').and.include('=1+1')
    await page.getByText('3 printed, 2 failed').waitFor()
    await page.getByRole('row').filter({ hasText: '“First name” can have at most' }).waitFor()
    await site.shots('batches-done', ['phone', 'desk', 'wide'])
    await clean()
    await site.open('/console/batches')
    await page.getByRole('row').filter({ hasText: 'Done, with errors' }).waitFor()
    await site.shots('batches')
    await clean()
  })

  it('says what is missing, prints copies, and corrects or downloads the rows that failed', async () => {
    await site.open('/console/batches/new')
    await page.getByRole('combobox', { name: 'Template' }).selectOption(templateId)
    const long = 'W'.repeat(20)
    const rows = ['Ada;Grace;Bath;3;=1+1', `${long};Percy;York;1;-`, 'Mary;Zoë;;2;', 'Ann;Lee;Hull;none;']
    await give('guests.csv', ['First name;Second name;Place;Copies;Remark', ...rows].join('\r\n'), 'utf8')
    await page.getByText('Date: no column in the table').waitFor()
    await page.getByText('1 row has an empty cell: Place (line 4)').waitFor()
    const remark = page.getByRole('combobox', { name: 'Field: Remark' })
    expect(await remark.locator('option:checked').innerText()).to.equal('Choose a field')
    // What no column fills is named as customers know it.
    await page.getByRole('cell', { name: 'Date', exact: true }).first().waitFor()
    expect(await page.getByText(/values\.fld_/).count()).to.equal(0)
    await remark.selectOption('Skip')
    const date = page.getByRole('group', { name: 'Date: no column' })
    expect(await date.getByRole('radio', { name: 'Leave empty' }).isChecked()).to.equal(true)
    await date.getByRole('radio', { name: /^Print the default/ }).click()
    await page.getByRole('group', { name: 'Place' }).getByRole('radio', { name: 'Leave empty' }).waitFor()
    await page.getByText(/The text is \d+ mm too long for its field/).waitFor()
    await page.getByText('In one PDF, the pages of a row repeat').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await chooser
    await site.shots('batches-missing', ['phone', 'desk', 'wide'])
    await clean()

    await page.getByRole('radio', { name: 'One PDF per row' }).click()
    await page.getByText('In one PDF, the pages of a row repeat').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Print \d rows?$/ }).click()
    await page.getByText(/^\d printed, \d failed$/).waitFor()
    const failed = page.getByRole('article')
    await failed
      .filter({ hasText: 'Line 3' })
      .getByText(/mm too long/)
      .waitFor()
    await site.shots('batches-failed', ['phone', 'desk', 'wide'])
    await clean()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download failed rows' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.split('\r\n')[0]).to.equal(
      '\ufeff"First name","Second name","Place","Copies","Remark","platen_error"',
    )
    expect(csv).to.include(`"${long}","Percy","York","1","'-","“First name”`).and.to.include('"none"')

    expect(await page.getByRole('button', { name: 'Print 0 corrected rows' }).isDisabled()).to.equal(true)
    await failed.filter({ hasText: 'Line 3' }).getByLabel('First name').fill('Wolfe')
    await failed.filter({ hasText: 'Line 5' }).getByLabel('Quantity').fill('4')
    await page.getByRole('button', { name: 'Print 2 corrected rows' }).click()
    await page.getByText('2 printed, 0 failed').waitFor()
    await page.getByText('Corrected rows of').waitFor()
    await page.getByRole('link', { name: /^Batch / }).click()
    await page
      .getByRole('link', { name: /^Corrected in batch/ })
      .first()
      .waitFor()
    await site.open('/console/orders/files')
    await page.getByRole('row').filter({ hasText: '4' }).first().waitFor()
  })
})
