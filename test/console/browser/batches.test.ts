/** Batches in a real browser: axe and screenshots of each state, downloads, and a phone. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../../support/browser/console-site.ts'
import { csvForm } from '../../support/service/batches.ts'
import { openCardShop } from '../../support/service/printing-shop.ts'

/** As a spreadsheet on a German Windows saves it: without a date, a name that is too wide, and copies that are no number. */
const TABLE = [
  'First name;Second name;Place;Copies;Remark',
  'José;Zoë;Köln;3;=HYPERLINK(A1)',
  `${'W'.repeat(20)};Percy;York;1;-`,
  'Mary;Zoë;;2;',
  'Ann;Lee;Hull;none;',
].join('\r\n')

describe('Batches in a browser', () => {
  let site: ConsoleSite
  let page: Page
  let templateId: string
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers', env: { PREVIEW_WARM_UP: 'true' } } })
    page = site.page
    templateId = await openCardShop(site.test)
  })
  after(() => site?.close())

  const clean = async (which = page) => expect(await site.axe(which)).to.deep.equal([])
  const table = (text: string) => ({
    ...{ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') },
  })
  const give = (text: string, which = page) => which.locator('input[type=file]').setInputFiles(table(text))

  it('show a table, its check, its print and its failed rows without faults of axe @long', async () => {
    await site.open('/console/batches')
    await page.getByText('No batches yet').waitFor()
    await site.shots('batches-empty')
    await clean()
    await page.getByRole('link', { name: 'Create batch' }).first().click()
    await page.getByRole('combobox', { name: 'Template' }).selectOption(templateId)
    await clean()
    await give('\u0000\u0001\u0002 no table')
    await page.locator('.notice[data-kind=bad]').waitFor()
    await clean()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await (await chooser).setFiles(table(TABLE))
    await page.getByText('This table is not UTF-8.').waitFor()
    await page
      .getByRole('row', { name: /^Remark/ })
      .getByText('Unknown column.')
      .waitFor()
    await page.locator('.first-row img').waitFor()
    await site.shots('batches-columns', ['phone', 'desk', 'wide'])
    await clean()
    await page.getByRole('combobox', { name: 'Field: Remark' }).selectOption('Skip')
    const date = page.getByRole('group', { name: 'Date: no column' })
    await date.getByRole('radio', { name: 'Leave empty', checked: true }).waitFor()
    await date.getByRole('radio', { name: /^Print the default/ }).click()
    await page.getByText(/The text is \d+ mm too long for its field/).waitFor()
    await site.shots('batches-missing', ['phone', 'desk', 'wide'])
    await clean()
    await page.getByRole('radio', { name: 'One PDF per row' }).click()
    await page.route('**/v1/batches/csv', (route) => route.abort('connectionreset'))
    await page.getByRole('button', { name: /^Print \d rows?$/ }).click()
    await page.getByText('The connection was lost').waitFor()
    await clean()
    await page.unroute('**/v1/batches/csv')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/^\d printed, \d failed$/).waitFor()
    await page.getByRole('article').filter({ hasText: 'Line 3' }).waitFor()
    await site.shots('batches-failed', ['phone', 'desk', 'wide'])
    await clean()
    const archive = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download \d PDFs? as ZIP$/ }).click()
    const zip = await readFile(await (await archive).path())
    expect(zip.subarray(0, 4).toString('latin1')).to.equal('PK\u0003\u0004')
    const failed = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download failed rows' }).click()
    expect((await failed).suggestedFilename()).to.match(/^failed-rows-.+\.csv$/)
    await site.open('/console/batches')
    await page.getByRole('row').filter({ hasText: 'Done, with errors' }).waitFor()
    await site.shots('batches')
    await clean()
  })

  it('show that one was canceled without faults of axe @long', async () => {
    const rows = 'Ada,Grace,14 June 2027,Hartfield\n'.repeat(20_000)
    const body = csvForm(`First name,Second name,Date,Place\n${rows}`, {
      ...{ template_id: templateId, kind: 'renders', result: 'renders' },
    })
    const made = await site.test.json('/v1/batches/csv', { body })
    const { id } = made.body.batch
    await site.test.json(`/v1/batches/${id}/cancel`, { method: 'POST' })
    await site.open(`/console/batches/${id}`)
    await page.locator('h1').getByText('Canceled').waitFor()
    await clean()
  })

  it('fit a phone of an editor in German @long', async () => {
    const theirs = await site.another(await site.join('editor'), { size: 'phone', language: 'de' })
    await theirs.page.goto(`${site.service}/console/batches`)
    await theirs.page.getByRole('link', { name: 'Seriendruck erstellen' }).first().click()
    await theirs.page.getByRole('combobox', { name: 'Vorlage' }).selectOption(templateId)
    await give(TABLE, theirs.page)
    await theirs.page.locator('.first-row img').waitFor()
    await clean(theirs.page)
    const width = await theirs.page.evaluate('document.documentElement.scrollWidth')
    expect(width).to.be.at.most(SIZES.phone.width)
    expect(theirs.faults.filter((fault) => !/status of (?:400|422)/.test(fault))).to.deep.equal([])
  })
})
