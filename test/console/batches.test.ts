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
    await page.getByText('5 of 5 done').waitFor()
    await page.getByRole('row').filter({ hasText: '“First name” can have at most' }).waitFor()
    await site.shots('batches-done', ['phone', 'desk', 'wide'])
    await clean()
    await site.open('/console/batches')
    await page.getByRole('row').filter({ hasText: 'Done' }).waitFor()
    await site.shots('batches')
    await clean()
  })
})
