/** Uploads of templates in a real browser: bytes that leave slowly, the file picker, axe and screenshots of each state. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, drawn, openConsole } from '../../support/browser/console-site.ts'
import { formPdf, textField } from '../../support/pdf/form-pdf.ts'
import { pressPage } from '../../support/pdf/press-page.ts'

/** A page of 9 MB, sent slowly: a photo without compression. One of 40 MB takes the same way for longer. */
const SIDE_PX = 1500
const BIG = pressPage({
  content: 'q 260 0 0 160 20 20 cm /Im0 Do Q',
  resources: '/XObject << /Im0 @photo >>',
  objects: {
    photo: {
      entries:
        `/Type /XObject /Subtype /Image /Width ${SIDE_PX} /Height ${SIDE_PX} ` +
        '/BitsPerComponent 8 /ColorSpace /DeviceCMYK',
      data: randomBytes(SIDE_PX * SIDE_PX * 4),
    },
  },
})
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>'
const PICTURES = /\/v1\/(?:previews$|templates\/[^/]+\/page\.png)/
const LETTER = Buffer.from('Dear printer')

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
/** Another form with a field of this name. */
const form = (name: string) => Buffer.from(formPdf({ fields: [textField(name, '20 20 200 50')] }))

/** As if somebody drags a poster of 51 MB onto the page. */
const DROP_LARGE = `{
  const given = new DataTransfer()
  given.items.add(new File(['%PDF-', new Uint8Array(51 * 2 ** 20)], 'poster.pdf'))
  const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: given })
  document.querySelector('.drop-zone').dispatchEvent(drop)
}`

describe('Uploads of templates in a browser', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    // Workers that are warm read the big file before its steps are seen.
    site = await openConsole(this, { server: { press: 'workers', ownWorkers: true } })
    page = site.page
  })
  after(() => site?.close())

  const clean = async (of: Page = page) => expect(await site.axe(of)).to.deep.equal([])
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const files = () => page.locator('.upload-box input[type=file]')
  /** Pictures wait until they are let go on; how long the real ones take is nothing to wait for here. */
  const holdPictures = async (of: Page) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await of.route(PICTURES, async (route) => {
      await promise
      await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }).catch(() => {})
    })
    return { open: resolve }
  }

  it('refuse a large file that is dropped, and lose their connection, without faults of axe @long', async () => {
    await site.open('/console/templates')
    await page.getByText('No templates yet').waitFor()
    await clean()
    await site.shots('templates-empty')
    await page.evaluate(DROP_LARGE)
    await page.getByText('The file is larger than 50 MB.').waitFor()
    await clean()
    await press('Close')
    const isUpload = (url: URL) => url.pathname === '/v1/templates'
    await page.route(isUpload, (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    )
    // The picker opens from the keyboard.
    const chooser = page.waitForEvent('filechooser')
    // A step that is waited for: the browser tells of the picker by then.
    await drawn(page)
    await page.getByRole('button', { name: 'Choose PDFs' }).press('Enter')
    await (await chooser).setFiles(pdf('lost.pdf', form('lost')))
    await page.getByText('The connection was lost while uploading lost.pdf').waitFor()
    await clean()
    await site.shots('upload-lost', ['phone'])
    await page.unroute(isUpload)
    await press('Upload again')
    await page.waitForURL(/\/templates\/tpl_\w+\/edit$/)
  })

  it('of several files say what became of each without faults of axe @long', async () => {
    await site.open('/console/templates')
    await files().setInputFiles([
      pdf('form.pdf', form('name')),
      pdf('letter.pdf', LETTER),
      pdf('label.pdf', form('town')),
    ])
    await page.getByText('Template “form” is created.').waitFor()
    await page.getByText('letter.pdf could not be uploaded').waitFor()
    await page.getByText('Template “label” is created.').waitFor()
    await clean()
    await site.shots('upload-queue')
    // What the browser itself says of connections that were meant to fail.
    expect(site.faults.filter((fault) => !fault.startsWith('Failed to load resource'))).to.deep.equal([])
  })

  it('of big artwork say what is going on from the first byte to the first picture @long', async () => {
    await site.open('/console/templates')
    const network = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 6 * 2 ** 20 }
    await network.send('Network.emulateNetworkConditions', slow)
    // The file is being read until its reply comes.
    const reply = Promise.withResolvers<void>()
    network.on('Fetch.requestPaused', ({ requestId }) => {
      void reply.promise.then(() => network.send('Fetch.continueRequest', { requestId }))
    })
    await network.send('Fetch.enable', {
      patterns: [{ urlPattern: '*/v1/templates', requestStage: 'Response' }],
    })
    const gate = await holdPictures(page)
    await files().setInputFiles(pdf('poster.pdf', BIG))
    const bar = page.getByRole('progressbar', { name: 'Uploading poster.pdf' })
    await bar.waitFor()
    await page.getByText(/ of [89](?:\.\d+)? MB/).waitFor()
    await page.locator('.steps [aria-current=step]').waitFor()
    await clean()
    await site.shots('big-artwork-reading')
    reply.resolve()
    await page.waitForURL(/\/templates\/tpl_\w+\/edit$/)
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
    await page.getByRole('progressbar', { name: 'Drawing: Page 1 as printed' }).waitFor()
    await page.getByText('Large artwork takes longer the first time.').waitFor()
    await clean()
    await site.shots('big-artwork-editor', ['phone', 'desk', 'wide'])

    const template = /tpl_\w+/.exec(page.url())?.[0] ?? ''
    const other = await site.another(site.person, { language: 'de' })
    const otherGate = await holdPictures(other.page)
    await other.page.goto(`${site.service}/console/templates/${template}`)
    await other.page.getByText('Umfangreiche Druckdaten brauchen beim ersten Mal länger.').waitFor()
    await clean(other.page)
    await site.shotsOf(other.page, 'big-artwork-page-de', ['phone', 'desk', 'wide'])
    otherGate.open()
    gate.open()
    await page.locator('.sheet-picture').waitFor()
    await other.page.locator('.page-sheet img').waitFor()
    expect(await page.getByRole('progressbar').count()).to.equal(0)
    await other.close()
  })
})
