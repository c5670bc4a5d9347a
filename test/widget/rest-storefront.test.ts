/** The demo storefront of npm start, from the product's page to the plates of the downloaded press PDF. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import {
  DESKTOP,
  needsBrowser,
  openLastingPage,
  PHONE,
  screenshotFolder,
} from '../support/browser/browser.ts'
import { changeApproved, editorFrame, editorReady } from '../support/browser/editor-page.ts'
import { coverage, needs, pdfText, plates } from '../support/rips/oracles.ts'
import { programOf } from '../support/run/built-programs.ts'
import { eventually } from '../support/run/eventually.ts'
import { freePort } from '../support/service/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('demo storefront', () => {
  let browser: Browser
  let folder: string
  let server: ChildProcess
  let url: string
  let said = ''

  before(async function () {
    browser = await needsBrowser(this)
    // The demo shop starts with workers, and draws its products.
    this.timeout(600_000)
    folder = await mkdtemp(join(tmpdir(), 'platen-demo-shop-'))
    const port = await freePort()
    url = `http://localhost:${port}`
    server = spawn(process.execPath, [programOf('main')], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PREVIEW_WARM_UP: 'false',
        DATA_DIR: folder,
        PORT: `${port}`,
        BASE_URL: url,
        LOG_LEVEL: 'error',
        ...{ PRESS_TIMEOUT_SECONDS: '120', RASTER_TIMEOUT_SECONDS: '120' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    server.stdout?.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
    const ended = once(server, 'exit').then(() => Promise.reject(new Error(`It ended: ${said}`)))
    ended.catch(() => {})
    while (!said.includes('/demo'))
      await Promise.race([once(server.stdout as NodeJS.ReadableStream, 'data'), ended])
  })
  after(async () => {
    if (server?.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  it('is told of at the start, with the hosted page', async () => {
    expect(said).to.include(`${url}/demo`).and.to.include(`${url}/fill/wedding-card`)
    for (const path of ['/demo', '/demo/cart', '/fill/wedding-card'])
      expect(await statusOf(url + path), path).to.equal(200)
    expect(await statusOf(`${url}/demo/orders/ORDER-1`)).to.equal(404)
    expect(browser.isConnected()).to.equal(true)
  })

  it('sells a card of two sides, a label and a photo card as well, each with its picture @long', async () => {
    await eventually(async () => (await statusOf(`${url}/demo/products/photo-card`)) === 200)
    for (const product of ['business-card', 'craft-label', 'photo-card']) {
      const page = await (await fetch(`${url}/demo/products/${product}`)).text()
      expect(page).to.include(`data-service-product="${product}"`).and.to.include('More from the shop')
      const picture = await fetch(`${url}/demo/pictures/${product}.png`)
      expect([picture.status, picture.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
      await picture.arrayBuffer()
      expect(await statusOf(`${url}/fill/${product}`)).to.equal(200)
    }
    expect(await statusOf(`${url}/demo/products/nothing`)).to.equal(404)
    const watched = await openLastingPage(DESKTOP)
    try {
      await watched.page.goto(`${url}/demo/products/business-card`)
      await watched.page.getByRole('button', { name: 'Personalize' }).click()
      const editor = editorFrame(watched.page)
      await editorReady(editor)
      const shots = await screenshotFolder()
      await editor.locator('.preview .sheet[data-state="ready"]').waitFor()
      if (shots !== null) await watched.page.screenshot({ path: join(shots, 'demo-business-card.png') })
      expect(watched.faults).to.deep.equal([])
    } finally {
      await watched.close()
    }
  })

  it('shows a link’s picture of the template @long', async () => {
    const page = await (await fetch(`${url}/fill/wedding-card`)).text()
    const [, picture = ''] = /<meta property="og:image" content="([^"]+)">/.exec(page) ?? []
    const reply = await fetch(picture.replaceAll('&amp;', '&'))
    expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).to.deep.equal([1200, 630])
  })

  for (const [name, options] of [
    ['desk', DESKTOP],
    ['phone', PHONE],
  ] as const)
    it(`sells a card on a ${name}: personalized, changed from the cart, ordered, with its plates @long`, async function () {
      needs(this, 'gs', 'pdftotext')
      const shots = await screenshotFolder()
      const watched = await openLastingPage(options)
      const { page, faults } = watched
      const look = async (what: string) => {
        if (shots !== null) await page.screenshot({ path: join(shots, `demo-${name}-${what}.png`) })
      }
      try {
        await page.goto(`${url}/demo`)
        await look('1-product')
        await page.getByRole('button', { name: 'Personalize' }).click()
        const editor = editorFrame(page)
        await editorReady(editor)
        await editor.getByLabel(/First name/).fill('Annabel')
        await editor.getByLabel(/Second name/).fill('Frederick')
        await look('2-editor')
        await approve()
        await page.waitForURL('**/demo/cart')
        await page.waitForFunction(
          () => (document.querySelector<HTMLImageElement>('.lines img')?.naturalWidth ?? 0) > 0,
        )
        await look('3-cart')

        await page.getByRole('button', { name: 'Change' }).click()
        await changeApproved(editor)
        expect(await editor.getByLabel(/First name/).inputValue()).to.equal('Annabel')
        await editor.getByLabel(/First name/).fill('Annabelle')
        // The cart comes anew, and with it an empty form.
        const anew = page.waitForEvent('load')
        await approve()
        await anew
        await page.getByText('Cart (1)').waitFor()

        await page.getByLabel('Name').fill('Ada Lovelace')
        await page.getByLabel('E-mail').fill('ada@example.com')
        await page.getByRole('button', { name: 'Place the order' }).click()
        await page.waitForURL('**/demo/orders/*')
        await look('4-order')
        const href = await page.getByRole('link', { name: 'press PDF' }).getAttribute('href')
        const pdf = new Uint8Array(await (await fetch(href ?? '')).arrayBuffer())
        expect(pdfText(pdf)).to.include('Annabelle').and.to.include('Frederick')
        const found = plates(pdf)
        const inked = [...found].filter(([, plate]) => coverage(plate).max > 0)
        expect(inked.map(([plate]) => plate).sort()).to.deep.equal(['Gold Foil', 'Letterpress Green'])
        for (const [, plate] of inked) expect(coverage(plate).max).to.be.greaterThan(90)
        expect(faults).to.deep.equal([])
      } finally {
        await watched.close()
      }

      async function approve(): Promise<void> {
        const editor = editorFrame(page)
        await editor.getByRole('button', { name: 'Review' }).click()
        await editor.getByRole('button', { name: 'Approve' }).click()
      }
    })

  it('puts no fill into a cart that is not the cart’s own', async () => {
    const status = await statusOf(`${url}/demo/cart`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fill_id: 'fill_01kq3f8w2bx6mt4v9y0hzd5s7e' }),
    })
    expect(status).to.equal(400)
  })
})

/** Reads the body too, or its connection would stay open. */
async function statusOf(url: string, request: RequestInit = {}): Promise<number> {
  const reply = await fetch(url, request)
  await reply.arrayBuffer()
  return reply.status
}
