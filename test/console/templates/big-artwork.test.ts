/** Big artwork in the console: bytes while it is sent, steps while it is read, and a bar while its page is drawn. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
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

describe('Big artwork in the console @long', () => {
  let site: ConsoleSite
  before(async function () {
    // Workers that are warm read it before its steps are seen.
    site = await openConsole(this, { server: { press: 'workers', ownWorkers: true } })
  })
  after(() => site?.close())

  const sound = async (page: Page = site.page) => expect(await site.axe(page)).to.deep.equal([])
  /** Pictures wait until they are let go on; how long the real ones take is nothing to wait for here. */
  const holdPictures = async (page: Page) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(PICTURES, async (route) => {
      await promise
      await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }).catch(() => {})
    })
    return { open: resolve }
  }

  it('says what is going on from the first byte to the first picture', async () => {
    const { page } = site
    await site.open('/console/templates')
    const network = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 6 * 2 ** 20 }
    await network.send('Network.emulateNetworkConditions', slow)
    const gate = await holdPictures(page)
    await page
      .locator('.upload-box input[type=file]')
      .setInputFiles({ name: 'poster.pdf', mimeType: 'application/pdf', buffer: BIG })
    const bar = page.getByRole('progressbar', { name: 'Uploading poster.pdf' })
    await bar.waitFor()
    await page.getByText(/ of [89](?:\.\d+)? MB/).waitFor()
    await page.locator('.steps [aria-current=step]').waitFor()
    await site.shots('big-artwork-reading')
    await page.waitForURL(/\/templates\/tpl_\w+\/edit$/)
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
    await page.getByRole('progressbar', { name: 'Drawing: Page 1 as printed' }).waitFor()
    await page.getByText('Large artwork takes longer the first time.').waitFor()
    await sound()
    await site.shots('big-artwork-editor', ['phone', 'desk', 'wide'])

    const template = /tpl_\w+/.exec(page.url())?.[0] ?? ''
    const other = await site.another(site.person, { language: 'de' })
    const otherGate = await holdPictures(other.page)
    await other.page.goto(`${site.service}/console/templates/${template}`)
    await other.page.getByText('Umfangreiche Druckdaten brauchen beim ersten Mal länger.').waitFor()
    await sound(other.page)
    await site.shotsOf(other.page, 'big-artwork-page-de', ['phone', 'desk', 'wide'])
    otherGate.open()
    gate.open()
    await page.locator('.sheet-picture').waitFor()
    await other.page.locator('.page-sheet img').waitFor()
    expect(await page.getByRole('progressbar').count()).to.equal(0)
    await other.close()
  })
})
