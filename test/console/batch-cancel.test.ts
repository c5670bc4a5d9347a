/** A batch that is canceled and tables that are refused, in the console, in a real browser, also in German on a phone. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../support/browser/console-site.ts'
import { needs } from '../support/rips/oracles.ts'
import { openCardShop } from '../support/service/printing-shop.ts'

/** A name that is too long, and a row that is too long. */
const FAULTY = [
  'First name,Second name,Date,Place',
  `${'Maximiliane '.repeat(40)},Host,18 June 2027,York`,
  'Guest,Host,18 June 2027,York,Hall',
  'Guest,Host,18 June 2027,York',
].join('\n')

describe('A batch that is not printed', () => {
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
  const begin = async () => {
    await site.open('/console/batches/new')
    await page.getByRole('combobox', { name: 'Template' }).selectOption(templateId)
  }
  const rows = (count: number) =>
    [
      'First name,Second name,Date,Place',
      ...Array.from({ length: count }, (_, at) => `Guest ${at},Host,18 June 2027,York`),
    ].join('\n')

  it('cancels a batch that runs, refuses a table that is none, and works in German on a phone @long', async () => {
    await begin()
    await give('guests.csv', rows(5000), 'utf8')
    await page.getByText('5,000 of 5,000 rows can be printed.').waitFor()
    await page.getByRole('button', { name: 'Print 5,000 rows' }).click()
    await page.getByRole('button', { name: 'Cancel batch' }).click()
    // At once: 5,000 rows are printed within seconds.
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click()
    await page.getByText('Batch canceled.').waitFor()
    await clean()
    await begin()
    await give('picture.csv', '\u0000\u0001\u0002 no table', 'latin1')
    await page.locator('.notice[data-kind=bad]').waitFor()
    await clean()

    const editor = await site.join('editor')
    const theirs = await site.another(editor, { size: 'phone', language: 'de' })
    await theirs.page.goto(`${site.service}/console/batches`)
    await theirs.page.getByRole('link', { name: 'Seriendruck erstellen' }).click()
    await theirs.page.getByRole('combobox', { name: 'Vorlage' }).selectOption(templateId)
    await theirs.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(FAULTY, 'utf8') })
    // What the service says of a row is said in German, with the numbers that decide where it tells them.
    await theirs.page
      .getByRole('cell', { name: 'Der Wert ist länger als die maximale Länge des Felds.' })
      .waitFor()
    await theirs.page
      .getByText(/^Die Tabelle kann nicht gelesen werden\. Details: The row has 5 cells/)
      .waitFor()
    expect(await theirs.page.locator('[lang=en]').count()).to.equal(0)
    await clean(theirs.page)
    expect(await theirs.page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(
      SIZES.phone.width,
    )
    const faults = [...site.faults, ...theirs.faults].filter(
      (fault) => !/status of (?:400|422)|ERR_CONNECTION_RESET/.test(fault),
    )
    expect(faults).to.deep.equal([])
  })
})
