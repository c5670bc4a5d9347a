/** Batches in the console: a table in another encoding, its columns, its faults, and one PDF of it, in a real browser. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../support/console-site.ts'
import { needs, pageCount, pdfText } from '../support/oracles.ts'
import { openCardShop } from '../support/printing-shop.ts'

const HEADER = 'First name;Second name;Date;Place;Remark'
/** As a spreadsheet on a German Windows saves it. */
const TABLE = [
  HEADER,
  'José;Zoë;14 June 2027;Köln;=HYPERLINK(A1)',
  'Ada;Grace;15 June 2027;=1+1;',
  `${'x'.repeat(40)};Grace;16 June 2027;Whitby;`,
  'Only;three;cells',
  'Mary;Percy;17 June 2027;Bath;',
].join('\r\n')

/** A name that is too long, and a row that is too short. */
const FAULTY = [
  'First name,Second name,Date,Place',
  `${'Maximiliane '.repeat(40)},Host,18 June 2027,York`,
  'Guest,Host',
  'Guest,Host,18 June 2027,York',
].join('\n')

describe('Batches in the console', function () {
  this.timeout(240_000)
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

  it('reads a table in Windows-1252, maps its columns, shows its faults and prints the rest as one PDF', async () => {
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
    await page.getByRole('row').filter({ hasText: 'First name takes at most' }).waitFor()
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
    await page.getByRole('row').filter({ hasText: 'First name takes at most' }).waitFor()
    await site.shots('batches-done', ['phone', 'desk', 'wide'])
    await clean()
    await site.open('/console/batches')
    await page.getByRole('row').filter({ hasText: 'Done' }).waitFor()
    await site.shots('batches')
    await clean()
  })

  it('says that a connection was lost, prints nothing twice on another try, and gives a ZIP', async () => {
    await begin()
    await give('guests.csv', rows(3), 'utf8')
    await page.getByText('3 of 3 rows can be printed.').waitFor()
    await page.getByLabel('One PDF per row').check()
    const keys: (string | undefined)[] = []
    const note = (request: Request) => {
      if (request.url().endsWith('/v1/batches/csv')) keys.push(request.headers()['idempotency-key'])
    }
    const ofRenders = async () => {
      const { data } = (await site.test.json('/v1/batches')).body
      return data.filter(({ result }: { result: string }) => result === 'renders').length
    }
    const before = await ofRenders()
    page.on('request', note)
    await page.route('**/v1/batches/csv', (route) => route.abort('connectionreset'))
    try {
      await page.getByRole('button', { name: 'Print 3 rows' }).click()
      await page.getByText('The connection was lost').waitFor()
      await clean()
    } finally {
      await page.unroute('**/v1/batches/csv')
    }
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('3 of 3 done').waitFor()
    page.off('request', note)
    // Had the first one arrived and its reply been lost, the service would know it by its key.
    expect(keys).to.have.length(2)
    expect(keys[0]).to.be.a('string').and.to.equal(keys[1])
    expect(await ofRenders()).to.equal(before + 1)
    const waits = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download 3 PDFs as ZIP' }).click()
    const zip = await readFile(await (await waits).path())
    expect(zip.subarray(0, 4).toString('latin1')).to.equal('PK\u0003\u0004')
  })

  it('cancels a batch that runs, refuses a table that is none, and works in German on a phone', async () => {
    await begin()
    await give('guests.csv', rows(1200), 'utf8')
    await page.getByText('1,200 of 1,200 rows can be printed.').waitFor()
    await page.getByRole('button', { name: 'Print 1,200 rows' }).click()
    await page.getByRole('button', { name: 'Cancel batch' }).click()
    await clean()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click()
    await page.getByText('Batch canceled.').waitFor()
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
      .getByText(/^Die Tabelle lässt sich nicht lesen\. Im Wortlaut: The row has 2 cells/)
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
