/** Templates uploaded in the console, whatever happens to the file and the connection. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Press } from '../../core/engine/press/press-port.ts'
import { drawing, noNetwork, refusal, reply } from '../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { formPdf, textField } from '../support/pdf/form-pdf.ts'
import { pressPage, separationText } from '../support/pdf/press-page.ts'
import { field, fields } from '../support/pdf/upload-cases.ts'
import { uploadForm } from '../support/service/sample-press.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')
const UPLOAD = 'POST /v1/templates'
const LETTER = Buffer.from('Dear printer')

/** Another form with a field of this name. */
const form = (name: string) => Buffer.from(formPdf({ fields: [textField(name, '20 20 200 50')] }))
/** Two sides with gold and two fields. */
const CARD = pressPage({
  ...fields(field('40 120 200 145'), field('40 80 200 105', '', 'Town')),
  content: '/S0 cs 1 scn 220 120 50 50 re f',
  resources: `/ColorSpace << /S0 ${separationText('Gold', '0.15 0.3 0.9 0.1')} >>`,
  more: [{ content: '/S0 cs 1 scn 20 20 260 160 re f' }],
})

describe('Uploads of templates in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this, { server: { press: 'workers' } })
  })
  after(() => pages?.close())

  const open = (options: Parameters<ConsolePages['open']>[1] = {}) =>
    pages.open('/console/templates', {
      ...options,
      answers: {
        'GET /v1/templates/{id}/page.png': drawing,
        'POST /v1/previews': drawing,
        ...options.answers,
      },
    })
  const fileOf = (page: ConsolePage, name: string, bytes: Buffer) =>
    new page.window.File([new Uint8Array(bytes)], name, { type: 'application/pdf' })
  const choose = async (page: ConsolePage, ...files: readonly (readonly [name: string, bytes: Buffer])[]) => {
    const input = await page.until(() => page.document.querySelector('.upload-box input[type=file]'))
    await page.upload(input, ...files.map(([name, bytes]) => fileOf(page, name, bytes)))
  }
  const uploads = (page: ConsolePage) =>
    page.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/templates')
  const listed = async (): Promise<readonly { title: string; form_borders: string }[]> =>
    (await pages.test.json('/v1/templates')).body.data

  it('are asked for where there are no templates yet', async () => {
    const page = await open({
      answers: { 'GET /v1/templates': reply(200, { data: [], has_more: false, next_starting_after: null }) },
    })
    await page.see('No templates yet')
    await page.findByRole('button', { name: 'Choose PDFs' })
  })

  it('are not sent when the file is no PDF', async () => {
    const page = await open()
    await choose(page, ['letter.pdf', LETTER])
    await page.see(/^The file is not a readable PDF\./)
    expect(page.requests.filter(({ path }) => path.includes('template_uploads'))).to.deep.equal([])
    expect(uploads(page)).to.deep.equal([])
  })

  it('are not sent when a dropped file is larger than 50 MB', async () => {
    const page = await open()
    const zone = await page.until(() => page.document.querySelector('.drop-zone'))
    const file = Object.defineProperty(fileOf(page, 'poster.pdf', CARD), 'size', { value: 51 * 2 ** 20 })
    const drop = new page.window.Event('drop', { bubbles: true, cancelable: true })
    zone.dispatchEvent(Object.assign(drop, { dataTransfer: { files: [file] } }))
    await page.see(/^The file is larger than 50 MB\./)
    expect(uploads(page)).to.deep.equal([])
  })

  it('say that a PDF has a password, until the message is closed', async () => {
    const page = await open()
    await choose(page, ['locked.pdf', await readFile(join(FIXTURES, 'encrypted.pdf'))])
    await page.see(/^The PDF is password-protected\./)
    await page.press('Close')
    await page.gone(/^The PDF is password-protected\./)
  })

  for (const [code, text] of [
    ['template_limit_exceeded', /^Your team has reached its limit of templates\./],
    ['renderer_not_configured', 'No renderer is available. Ask your administrator to start one.'],
    ['too_many_pages', /^The PDF has too many pages\./],
    ['unsupported_page_size', /^A page of the PDF has a size that cannot be printed\./],
  ] as const)
    it(`say what ${code} means for the file`, async () => {
      const page = await open({ answers: { [UPLOAD]: refusal(code) } })
      await choose(page, ['card.pdf', CARD])
      await page.see('card.pdf could not be uploaded')
      await page.see(text)
    })

  it('say that the connection was lost, and succeed at the next try in the editor of the new template', async () => {
    const page = await open({ answers: { [UPLOAD]: noNetwork } })
    await choose(page, ['again.pdf', form('again')])
    await page.see('The connection was lost while uploading again.pdf')
    page.answer(UPLOAD, null)
    await page.press('Upload again')
    await page.until(() => /\/templates\/tpl_\w+\/edit$/.test(page.path))
  })

  it('name the step that the service is at', async () => {
    const gate = holdPress(pages)
    const page = await open()
    await choose(page, ['steps.pdf', form('steps')])
    await page.until(() =>
      page.document.querySelector('.steps [aria-current=step]')?.textContent?.includes('Check artwork'),
    )
    gate.open()
    await page.until(() => /\/templates\/tpl_\w+\/edit$/.test(page.path))
  })

  it('are cancelled on request, and say so', async () => {
    const page = await open()
    const held = page.hold(UPLOAD, refusal('renderer_not_configured'))
    await choose(page, ['cancelled.pdf', form('cancelled')])
    await held.arrived
    await page.press('Cancel')
    await page.see('cancelled.pdf was not uploaded.')
    held.release()
    await page.settled()
    expect(page.queryByText(/could not be uploaded/)).to.equal(null)
  })

  it('ask before a page is left that is uploading', async () => {
    const page = await open()
    const held = page.hold(UPLOAD)
    await choose(page, ['leaving.pdf', form('leaving')])
    await held.arrived
    const [orders] = await page.findAllByRole('link', { name: 'Orders' })
    await page.click(orders as Element)
    await page.dialog()
    await page.press('Stay')
    held.release()
    await page.until(() => /\/templates\/tpl_\w+\/edit$/.test(page.path))
  })

  it('find a file again that is a template already, and say what is in it', async () => {
    const title = (await pages.test.json('/v1/templates', { body: uploadForm(CARD, 'card') })).body.template
      .title
    const before = (await listed()).length
    const page = await open()
    await choose(page, ['card-again.pdf', CARD])
    await page.see(`This file is already the template “${title}”. Nothing was changed.`)
    await page.see('2 pages · 2 fields · spot colour: Gold')
    expect(await listed()).to.have.length(before)
  })

  it('keep borders of form fields where that is chosen', async () => {
    const page = await open()
    await page.check('Print borders of form fields')
    await choose(page, ['bordered.pdf', form('bordered')])
    await page.until(() => /\/templates\/tpl_\w+\/edit$/.test(page.path))
    expect((await listed()).find(({ title }) => title === 'bordered')?.form_borders).to.equal('keep')
  })

  it('remove borders of form fields otherwise', async () => {
    const page = await open()
    await choose(page, ['borderless.pdf', form('borderless')])
    await page.until(() => /\/templates\/tpl_\w+\/edit$/.test(page.path))
    expect((await listed()).find(({ title }) => title === 'borderless')?.form_borders).to.equal('remove')
  })

  it('of several files run one after the other, and say what became of each', async () => {
    const page = await open()
    await choose(page, ['form.pdf', form('name')], ['letter.pdf', LETTER], ['label.pdf', form('town')])
    await page.see('Template “form” is created.')
    await page.see('letter.pdf could not be uploaded')
    await page.see('Template “label” is created.')
  })
})

/** The next file that is read stops at its third step until it is let go on. */
function holdPress({ test }: ConsolePages): { open(): void } {
  const press = test.server.ports.press as Press & { compile: Press['compile'] }
  const { compile } = press
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(press, {
    async compile(...[source, body, fonts, request]: Parameters<Press['compile']>) {
      Object.assign(press, { compile })
      request?.onStep?.('checking')
      await promise
      return compile.call(press, source, body, fonts, request)
    },
  })
  return { open: resolve }
}
