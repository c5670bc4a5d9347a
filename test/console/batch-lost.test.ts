/** A batch whose connection was lost, tried again in the console, in a real browser. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { needs } from '../support/rips/oracles.ts'
import { openCardShop } from '../support/service/printing-shop.ts'

describe('A batch that is sent again @long', () => {
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
    await page.getByText('3 printed, 0 failed').waitFor()
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
})
