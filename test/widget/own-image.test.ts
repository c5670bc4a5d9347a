/** The customer's own image in a real browser: chosen in every way, placed by every means, and what is said of it. */
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { axeFaults } from '../support/browser/axe.ts'
import { DESKTOP, needsBrowser, openPage, PHONE, screenshotFolder, type Watched } from '../support/browser/browser.ts'
import { expectFaults, NO_PICTURES } from '../support/browser/browser-faults.ts'
import { type EditorSite, openEditorSite, settled } from '../support/browser/editor-site.ts'
import { dropFile, pasteFile, type PhotoFile, photoFile } from '../support/browser/own-images.ts'
import { type OwnImagesStub, stubOwnImages } from '../support/browser/own-images-stub.ts'

const SETTINGS = {
  ...{ source: 'upload', min_ppi: 150, warn_ppi: 225, kinds: ['jpeg', 'png', 'webp'], max_bytes: 40_000_000 },
  ...{ fit: 'cover', width_pt: 180, height_pt: 120 },
}

describe('own image', () => {
  let browser: Browser
  let shop: EditorSite
  let watched: Watched | undefined
  let stub: OwnImagesStub
  let photo: PhotoFile

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    shop = await openEditorSite()
    photo = await photoFile(1500, 1000)
  })
  after(async () => shop?.site.close())
  afterEach(async function () {
    if (this.currentTest?.isFailed() && watched) await shoot(watched.page, 'failed')
    await watched?.close()
    watched = undefined
  })

  const open = async (
    options: BrowserContextOptions = DESKTOP,
    settings: object = {},
    known?: Parameters<typeof stubOwnImages>[2],
    query = '',
  ): Promise<Page> => {
    watched = await openPage(browser, options)
    stub = await stubOwnImages(watched.context, { ...SETTINGS, ...settings }, known)
    await watched.page.goto(`${shop.hosted}${query}`)
    await watched.page.locator('.own').waitFor()
    return watched.page
  }
  const shoot = async (page: Page, name: string) => {
    const folder = await screenshotFolder()
    if (folder !== null) await page.screenshot({ path: `${folder}/own-${name}.png` })
  }
  const choose = async (page: Page, file = photo) => {
    await page.locator('.own input[type=file]').first().setInputFiles(file)
    await page.locator('.crop img').waitFor()
  }
  const crop = (page: Page) => page.getByRole('application')

  it('is chosen, placed, sent and opened again as it was', async () => {
    const known = { values: {}, kept: [] }
    const page = await open(DESKTOP, {}, known)
    expect(await page.locator('.own input[type=file]').getAttribute('accept')).to.equal(
      'image/jpeg,image/png,image/webp',
    )
    await page.locator('.own').scrollIntoViewIfNeeded()
    await shoot(page, 'choose')
    expect(await axeFaults(page)).to.deep.equal([])
    await choose(page)
    expect(await page.locator('.meter').getAttribute('data-fine')).to.equal('good')
    await crop(page).focus()
    for (const key of ['+', '+', '+', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'r']) await page.keyboard.press(key)
    await settled(page)
    const value = stub.value() as { picture: string; turn: number; crop: object }
    expect(value).to.include({ picture: 'pic_stub0', turn: 90 })
    await page.locator('.own').scrollIntoViewIfNeeded()
    await shoot(page, 'placed')
    expect(await axeFaults(page)).to.deep.equal([])
    const style = await page.locator('.crop-image').getAttribute('style')
    await page.reload()
    await page.locator('.crop img').waitFor()
    const before = (style ?? '').match(/[\d.]+(?=%)/g)?.map(Number) ?? []
    const after = ((await page.locator('.crop-image').getAttribute('style')) ?? '').match(/[\d.]+(?=%)/g)
    expect(before.length).to.equal(4)
    after?.map(Number).forEach((one, at) => {
      expect(one).to.be.closeTo(before[at] ?? 0, 0.6)
    })
    await settled(page)
    expect(stub.value()).to.deep.equal(value)
    expect(watched?.faults).to.deep.equal([])
  })
})
