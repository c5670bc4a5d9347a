/** A hundred fields in the template editor, in a real browser. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, drawn, openConsole, SIZES } from '../support/browser/console-site.ts'
import { plainArtwork } from '../support/pdf/plain-artwork.ts'

describe('The template editor with many fields', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
  })
  after(() => site?.close())

  /** A template of its own: the same file again would be the template that is there already. */
  async function upload(title: string, pages = 1): Promise<string> {
    const form = new FormData()
    const file = new Uint8Array(await plainArtwork(pages, title))
    form.set('pdf', new Blob([file], { type: 'application/pdf' }), `${title}.pdf`)
    form.set('title', title)
    const { status, body } = await site.test.json('/v1/templates', { body: form })
    expect(status, JSON.stringify(body)).to.equal(200)
    return body.template.id
  }
  const sceneOf = async (id: string) =>
    (await site.test.json(`/v1/templates/${id}/scene?revision=latest`)).body.scene
  async function edit(id: string, on: Page = page): Promise<void> {
    await on.goto(`${site.service}/console/templates/${id}/edit`)
    await on.locator('.sheet').waitFor()
    // The sheet hears the pointer only then.
    await drawn(on)
  }
  /** But for a save that came second. */
  const ownFaults = () => site.faults.filter((fault) => !fault.includes('status of 409'))
  const saved = (on: Page = page) => on.getByText(/^Revision \d+, saved$/).waitFor()
  const save = async (on: Page = page) => {
    await on.getByRole('button', { name: 'Save', exact: true }).click()
    await saved(on)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** From the upper left corner of the sheet, in fractions of it. */
  async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const sheet = await page.locator('.sheet').boundingBox()
    if (sheet === null) throw new Error('There is no sheet.')
    const at = ([x, y]: readonly [number, number]) =>
      [sheet.x + x * sheet.width, sheet.y + y * sheet.height] as const
    await page.mouse.move(...at(from))
    await page.mouse.down()
    await page.mouse.move(...at(to), { steps: 6 })
    await page.mouse.up()
  }

  it('draws one field of a hundred anew while it is dragged, snaps it, and undoes the drag @long', async () => {
    const id = await upload('Full card', 2)
    await edit(id)
    await button('Text line').click()
    await button('Add to centre').click()
    await save()
    const scene = await sceneOf(id)
    const [first] = scene.fields
    const fields = Array.from({ length: 100 }, (_, at) => {
      const [left, bottom] = [14 + (at % 10) * 22, 14 + Math.floor(at / 10) * 14]
      const box = [left, bottom, left + 18, bottom + 10]
      return { ...first, id: null, label: `Field ${at + 1}`, placements: [{ ...first.placements[0], box }] }
    })
    const put = await site.test.json(`/v1/templates/${id}/scene`, {
      method: 'PUT',
      body: { ...scene, fields },
    })
    expect(put.status, JSON.stringify(put.body)).to.equal(200)
    const artwork = page.waitForResponse((reply) => reply.url().includes('/artwork?') && reply.ok())
    await edit(id)
    expect(await page.locator('.spot').count()).to.equal(100)
    const spot = page.locator('.spot').nth(55)
    const box = await spot.boundingBox()
    if (box === null) throw new Error('The field is not seen.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.click(x, y)
    await page.locator('.spot[data-selected]').waitFor()
    // What is loaded for the properties has come.
    await page.locator('.sheet-picture').waitFor()
    await page.locator('.editor-side .face-name svg').waitFor()
    await page.locator('.selection-bar .face-name svg').waitFor()
    await page.locator('.thumb-sheet img').nth(1).waitFor()
    // Labels go where the artwork leaves room.
    await artwork
    await drawn(page)
    await page.evaluate(`{
      window.touched = new Set()
      new MutationObserver((list) => {
        for (const { target } of list) {
          const element = target.nodeType === 1 ? target : target.parentElement
          window.touched.add(element.closest('[data-key]')?.dataset.key ?? element.className)
        }
      }).observe(document.querySelector('.editor-app'), { subtree: true, childList: true, attributes: true, characterData: true })
    }`)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 1, { steps: 20 })
    const touched = await page.evaluate<readonly string[]>('[...window.touched]')
    const key = await spot.getAttribute('data-key')
    // Its frame goes with it.
    const around = /^(guide (across|down)|drag-tip|spot-frame dragged)$/
    expect(touched.filter((one) => !around.test(one))).to.deep.equal([key])
    await page.mouse.up()
    await page.getByText('Unsaved changes').waitFor()
    const moved = await spot.boundingBox()
    expect(moved?.x).to.be.greaterThan(box.x + 30)
    // The row of its neighbours holds it.
    expect(moved?.y).to.be.closeTo(box.y, 0.6)
    await site.shots('editor-hundred', ['phone', 'desk', 'wide'])
    expect(await site.axe()).to.deep.equal([])
    await page.keyboard.press('Control+z')
    await saved()
    expect((await spot.boundingBox())?.x).to.be.closeTo(box.x, 0.6)

    // A frame of several, moved together; Escape gives it up.
    await page.setViewportSize(SIZES.desk)
    await button('Next page').click()
    expect(await page.locator('.spot').count()).to.equal(0)
    await button('Previous page').click()
    await drag([0.02, 0.02], [0.98, 0.98])
    expect(await page.locator('.spot[data-selected]').count()).to.equal(100)
    expect(ownFaults()).to.deep.equal([])
  })
})
