/** The customer's own image with the service itself: uploaded, cropped, drawn in the preview, approved, opened again. */
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import {
  DESKTOP,
  needsBrowser,
  openPage,
  screenshotFolder,
  type Watched,
} from '../support/browser/browser.ts'
import { settled } from '../support/browser/editor-site.ts'
import { photoFile } from '../support/browser/own-images.ts'
import { testStyle } from '../support/engine/scene.ts'
import { plainArtwork } from '../support/pdf/plain-artwork.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

describe('own image with the service', () => {
  let browser: Browser
  let test: TestServer
  let watched: Watched | undefined
  let address: string
  let field: string

  before(async function () {
    browser = await needsBrowser(this)
    test = await openTestServer({
      press: 'workers',
      env: {
        RATE_LIMIT_BROWSER_PER_MINUTE: '1000',
        PRESS_TIMEOUT_SECONDS: '120',
        RASTER_TIMEOUT_SECONDS: '120',
      },
    })
    const form = new FormData()
    form.set('title', 'Photo card')
    const artwork = new Uint8Array(await plainArtwork(1, 'Photo card'))
    form.set('pdf', new Blob([artwork], { type: 'application/pdf' }), 'card.pdf')
    const { body } = await test.json('/v1/templates', { body: form })
    const path = `/v1/templates/${body.template.id}`
    const { scene } = (await test.json(`${path}/scene?revision=latest`)).body
    const style = Object.fromEntries(
      Object.entries(testStyle({ sizePt: 9, minSizePt: 4 })).map(([name, value]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ]),
    )
    const placement = {
      ...{ page: 0, box: [40, 40, 184, 136], turn: 0, inset_pt: 0, style, option: null, mark: null },
      picture: { fit: 'fill', anchor: 'center' },
    }
    const photo = {
      ...{ id: null, label: 'Photo', source_name: '', type: 'image', default_value: '', required: true },
      ...{ max_length: null, options: null, ink: null, tint: 1, overprint: false, slot: 'above' },
      ...{ source: 'upload', placements: [placement] },
    }
    const put = await test.json(`${path}/scene`, { method: 'PUT', body: { ...scene, fields: [photo] } })
    expect(put.status, JSON.stringify(put.body)).to.equal(200)
    const live = await test.json(`${path}/publish`, { method: 'POST' })
    field = put.body.scene.fields[0].id
    address = `${test.url}/fill/${live.body.template.slug}`
  })
  after(async () => test?.close())
  afterEach(async () => {
    await watched?.close()
    watched = undefined
  })

  const shoot = async (page: Page, name: string) => {
    const folder = await screenshotFolder()
    if (folder !== null) await page.screenshot({ path: `${folder}/own-service-${name}.png` })
  }

  it('is uploaded, cropped and turned, seen in the preview, approved, and the same when it is opened again @long', async () => {
    watched = await openPage(browser, DESKTOP)
    const { page } = watched
    await page.goto(address)
    await page.locator('.own').waitFor()
    await page
      .locator('.own input[type=file]')
      .first()
      .setInputFiles(await photoFile(2400, 1600))
    await page.locator('.crop img').waitFor()
    await page.getByRole('application').focus()
    for (const key of ['+', '+', '+', 'Shift+ArrowLeft', 'r']) await page.keyboard.press(key)
    await settled(page)
    await page.locator('.preview .sheet[data-state="ready"] img').waitFor()
    const style = await page.locator('.crop-image').getAttribute('style')
    await shoot(page, 'placed')
    await page.reload()
    await page.locator('.crop img').waitFor()
    const numbers = (text: string | null) => (text ?? '').match(/[\d.]+(?=%)/g)?.map(Number) ?? []
    const again = numbers(await page.locator('.crop-image').getAttribute('style'))
    numbers(style).forEach((one, at) => {
      expect(again[at]).to.be.closeTo(one, 0.6)
    })
    await page.getByRole('button', { name: 'Review' }).click()
    await page.locator('.entries').getByText('Your image').waitFor()
    await page.locator('.review .sheet[data-state="ready"] img').waitFor()
    await shoot(page, 'review')
    const approved = page.waitForResponse((response) => response.url().endsWith('/complete'))
    await page.getByRole('button', { name: 'Approve' }).click()
    const { fill } = await (await approved).json()
    expect(fill.values[field]).to.include({ turn: 90 })
    const { crop } = fill.values[field]
    expect(crop.x + crop.width).to.be.at.most(1000)
    expect(watched.faults).to.deep.equal([])
  })

  it('is refused by the service in the words of the page where it has too few pixels or lies about its kind @long', async () => {
    watched = await openPage(browser, DESKTOP)
    const { page } = watched
    await page.goto(address)
    await page.locator('.own').waitFor()
    const input = page.locator('.own input[type=file]').first()
    const refused = page.getByRole('alert').locator('.trouble')
    await input.setInputFiles(await photoFile(60, 40))
    await refused.filter({ hasText: 'too few pixels' }).waitFor()
    const photo = await photoFile(2400, 1600)
    await input.setInputFiles({ ...photo, buffer: photo.buffer.subarray(0, 4000) })
    await refused.filter({ hasText: 'cannot be read' }).waitFor()
    await input.setInputFiles(photo)
    await page.locator('.crop img').waitFor()
  })
})
