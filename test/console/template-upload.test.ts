/** Templates uploaded in a browser, whatever happens to the file and the connection. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { Press } from '../../core/engine/press/press-port.ts'
import { type ConsoleSite, drawn, openConsole } from '../support/browser/console-site.ts'
import { formPdf, textField } from '../support/pdf/form-pdf.ts'
import { pressPage, separationText } from '../support/pdf/press-page.ts'
import { field, fields } from '../support/pdf/upload-cases.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

/** Two sides with gold, a thin line on the front and two fields. */
const card = (line: string, ...more: string[]) =>
  pressPage({
    ...fields(field('40 120 200 145'), ...more),
    content: `/S0 cs 1 scn 220 120 50 50 re f 0 0 0 1 K 0.1 w ${line}`,
    resources: `/ColorSpace << /S0 ${separationText('Gold', '0.15 0.3 0.9 0.1')} >>`,
    more: [{ content: '/S0 cs 1 scn 20 20 260 160 re f' }],
  })

const FIRST = card('60 40 m 100 40 l S', field('40 80 200 105', '', 'Town'))
const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

/** As who drags a poster of 51 MB onto the page. */
const DROP_LARGE = `{
  const given = new DataTransfer()
  given.items.add(new File(['%PDF-', new Uint8Array(51 * 2 ** 20)], 'poster.pdf'))
  const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: given })
  document.querySelector('.drop-zone').dispatchEvent(drop)
}`

describe('Uploads in the console', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    page = site.page
  })
  after(() => site?.close())

  const sound = async () => expect(await site.axe()).to.deep.equal([])
  const choose = (name: string, buffer: Buffer) =>
    page.locator('.upload-box input[type=file]').setInputFiles(pdf(name, buffer))
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  it('are uploaded with their steps, and say what is wrong with a file or a connection @long', async () => {
    await site.open('/console/templates')
    await page.getByText('No templates yet').waitFor()
    await sound()
    await site.shots('templates-empty')

    await choose('letter.pdf', Buffer.from('Dear printer'))
    await page.getByText('The file is not a readable PDF.').waitFor()
    await press('Close')
    await page.evaluate(DROP_LARGE)
    await page.getByText('The file is larger than 50 MB.').waitFor()
    await sound()
    expect(site.requests.filter((url) => url.includes('template_uploads'))).to.deep.equal([])
    await press('Close')
    await choose('locked.pdf', await readFile(join(FIXTURES, 'encrypted.pdf')))
    await page.getByText('The PDF is password-protected.').waitFor()
    await press('Close')
    await page.getByText('The PDF is password-protected.').waitFor({ state: 'detached' })

    const isUpload = (url: URL) => url.pathname === '/v1/templates'
    await page.route(isUpload, (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    )
    // The same from the keyboard.
    const chooser = page.waitForEvent('filechooser')
    // A step that is waited for: the browser tells of the picker by then.
    await drawn(page)
    await page.getByRole('button', { name: 'Choose PDFs' }).press('Enter')
    await (await chooser).setFiles(pdf('card.pdf', FIRST))
    await page.getByText('The connection was lost while uploading card.pdf').waitFor()
    await sound()
    await site.shots('upload-lost', ['phone'])
    await page.unroute(isUpload)

    const gate = holdPress(site)
    await press('Upload again')
    const now = page.locator('.steps [aria-current=step]')
    await now.filter({ hasText: 'Check artwork' }).waitFor()
    await sound()
    await site.shots('upload-steps')
    gate.open()
    // A single new template leads to its editor.
    await page.waitForURL(/\/templates\/tpl_\w+\/edit$/)
    await site.open('/console/templates')
    await choose('card-again.pdf', FIRST)
    await page.getByText('This file is already the template “card”').waitFor()
    await page.getByText('2 pages · 2 fields · spot colour: Gold').waitFor()
    expect((await site.test.json('/v1/templates')).body.data).to.have.length(1)
    await page.getByLabel('Print borders of form fields').check()
    const form = (name: string) => Buffer.from(formPdf({ fields: [textField(name, '20 20 200 50')] }))
    await page
      .locator('.upload-box input[type=file]')
      .setInputFiles([
        pdf('form.pdf', form('name')),
        pdf('letter.pdf', Buffer.from('Dear printer')),
        pdf('label.pdf', form('town')),
      ])
    await page.getByText('Template “form” is created.').waitFor()
    await page.getByText('letter.pdf could not be uploaded').waitFor()
    await page.getByText('Template “label” is created.').waitFor()
    await sound()
    await site.shots('upload-queue')
    const { data } = (await site.test.json('/v1/templates')).body
    expect(data.map((one: { form_borders: string }) => one.form_borders).sort()).to.deep.equal([
      ...['keep', 'keep', 'remove'],
    ])
    // What the browser itself says of replies and connections that were meant to fail.
    expect(site.faults.filter((fault) => !fault.startsWith('Failed to load resource'))).to.deep.equal([])
  })
})

/** From now on files that are read stop at their third step until they are let go on. */
function holdPress(site: ConsoleSite): { open(): void } {
  const press = site.test.server.ports.press as Press & { compile: Press['compile'] }
  const compile = press.compile
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(press, {
    async compile(...[source, body, fonts, request]: Parameters<Press['compile']>) {
      request?.onStep?.('checking')
      await promise
      return compile(source, body, fonts, request)
    },
  })
  return { open: resolve }
}
