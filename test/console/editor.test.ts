/** The template editor in a real browser: from plain artwork to plates, two people, undo, keys alone, a hundred fields. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, drawn, openConsole, SIZES } from '../support/console-site.ts'
import { coverage, needs, pdfText, plates } from '../support/oracles.ts'
import { CARD_SPOT, CARD_TEXT, plainArtwork } from '../support/plain-artwork.ts'
import type { Plate } from '../support/plate-files.ts'

describe('The template editor', function () {
  this.timeout(400_000)
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
  /** But for a save that came second, and a picture that a busy machine gave at the second try. */
  const ownFaults = () => site.faults.filter((fault) => !/status of (409|502|503)/.test(fault))
  const saved = (on: Page = page) => on.getByText(/^Revision \d+, saved$/).waitFor()
  const save = async (on: Page = page) => {
    await on.getByRole('button', { name: 'Save', exact: true }).click()
    await saved(on)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const tab = (name: string) => page.getByRole('tab', { name }).click()
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

  it('goes from a PDF without any field to a press PDF whose plates Ghostscript confirms', async function () {
    needs(this, 'gs', 'pdftotext')
    const id = await upload('Plain card')
    await edit(id)
    await page.locator('.sheet-picture').waitFor()
    expect(await site.axe()).to.deep.equal([])

    // A line of text, drawn between the rectangle and the right edge of the safe zone.
    await button('Text line').click()
    await drag([0.3, 0.2], [0.9, 0.32])
    await page.getByLabel('Label', { exact: true }).fill('Slogan')
    await page.getByLabel('Maximum length').fill('30')
    await page.getByLabel('Required').check()
    await site.shots('editor-field', ['phone', 'desk', 'wide'])
    expect(await site.axe()).to.deep.equal([])

    // An ink of its own, which is in no artwork.
    await tab('Inks')
    await button('Add ink').click()
    await page.getByLabel('Plate name').fill('Gold Foil')
    await page.getByLabel('Plate name').blur()
    await button('Add choice').click()
    await site.shots('editor-inks', ['desk', 'wide'])
    expect(await site.axe()).to.deep.equal([])
    await page.locator('.ink-body').getByRole('button', { name: 'Remove New ink', exact: true }).click()
    await tab('Field')
    await page.getByRole('combobox', { name: 'Ink', exact: true }).selectOption('Gold Foil')
    await save()

    // The name of the artwork becomes a field; its glyphs go.
    await button('Turn artwork text into a field').click()
    await page.getByRole('checkbox', { name: CARD_TEXT }).check()
    await page.getByLabel('Field label').fill('Full name')
    await site.shots('editor-pick', ['phone', 'desk'])
    expect(await site.axe()).to.deep.equal([])
    await button('Turn into a field').click()
    await page.getByRole('option', { name: /Full name/ }).waitFor()

    await tab('Test values')
    await page.getByRole('textbox', { name: 'Slogan' }).fill('MMMM')
    await site.shots('editor-trial', ['desk'])
    await button('Compare with print file').click()
    await page.getByRole('img', { name: 'Print file' }).waitFor()
    expect(await site.axe()).to.deep.equal([])
    await site.shots('editor-compare', ['phone', 'desk'])
    await page.keyboard.press('Escape')
    await tab('Plates')
    const plateDrawn = page.waitForResponse(
      (reply) =>
        reply.url().endsWith('/v1/previews/press') &&
        /"plates"/.test(reply.request().postData() ?? '') &&
        reply.ok(),
    )
    await page.getByRole('button', { name: 'Show only this plate: Gold Foil' }).click()
    await page.getByText('Visible: Gold Foil').waitFor()
    await plateDrawn
    expect(await site.axe()).to.deep.equal([])
    await site.shots('editor-plates', ['phone', 'desk', 'wide'])

    await button('Save and publish').click()
    await page.getByText(/is published. New orders use it/).waitFor()

    const values = { Slogan: 'MMMM', 'Full name': 'Ada' }
    const made = await site.test.json('/v1/fills', { body: { template_id: id, values } })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const finalized = await site.test.json(`/v1/fills/${made.body.fill.id}/finalize`, {
      body: { external_order_id: 'order-1' },
    })
    expect(finalized.status, JSON.stringify(finalized.body)).to.be.oneOf([200, 201])
    const press = await (
      await site.test.send(`/v1/renders/${finalized.body.render.id}/download`)
    ).arrayBuffer()
    const pdf = new Uint8Array(press)
    const found = plates(pdf, { dpi: 144 })
    const bare = plates(await plainArtwork(), { dpi: 144 })
    expect([...found.keys()]).to.include.members(['Gold Foil', CARD_SPOT, 'Black'])
    // The slogan is on its plate and nowhere else; the artwork's spot plate is what it was.
    expect(coverage(plate(found, 'Gold Foil')).max).to.equal(100)
    expect(plate(found, CARD_SPOT).ink).to.deep.equal(plate(bare, CARD_SPOT).ink)
    const [least, most] = rowsOf(plate(found, 'Gold Foil'))
    expect(least).to.be.greaterThan(0.18)
    expect(most).to.be.lessThan(0.34)
    // Three letters take less black than the words that stood there.
    expect(coverage(plate(found, 'Black')).mean).to.be.lessThan(coverage(plate(bare, 'Black')).mean / 2)
    expect(pdfText(pdf))
      .to.match(/Ada/)
      .and.to.not.match(/Surname/)
    expect(ownFaults()).to.deep.equal([])
  })

  it('tells the later of two people, and joins what both have done', async () => {
    const id = await upload('Shared card')
    await edit(id)
    const colleague = await site.join('editor')
    const other = (await site.another(colleague)).page
    await edit(id, other)
    for (const [on, label] of [
      [other, 'Theirs'],
      [page, 'Mine'],
    ] as const) {
      await on.getByRole('button', { name: 'Text line' }).click()
      await on.getByRole('button', { name: 'Add to centre' }).click()
      await on.getByLabel('Label', { exact: true }).fill(label)
    }
    await save(other)
    await button('Save').click()
    const dialog = page.getByRole('dialog', { name: 'Another user saved changes' })
    await dialog.getByText('field “Theirs” added').waitFor()
    expect((await sceneOf(id)).fields.map(({ label }: { label: string }) => label)).to.deep.equal(['Theirs'])
    expect(await site.axe()).to.deep.equal([])
    await site.shots('editor-conflict')
    await dialog.getByRole('button', { name: 'Merge both' }).click()
    await saved()
    const labels = (await sceneOf(id)).fields.map(({ label }: { label: string }) => label)
    expect(labels).to.have.members(['Theirs', 'Mine'])

    // Whoever may only look sees everything and changes nothing.
    const viewer = (await site.another(await site.join('viewer'))).page
    await edit(id, viewer)
    await viewer.getByText('View only').waitFor()
    await viewer.getByRole('option', { name: /Mine/ }).click()
    expect(await viewer.getByLabel('Label', { exact: true }).isDisabled()).to.equal(true)
    expect(await viewer.getByRole('button', { name: 'Save', exact: true }).count()).to.equal(0)
  })

  it('does all of it by keys, and says what happens', async () => {
    const id = await upload('Keyed card')
    await edit(id)
    await button('Text line').focus()
    await page.keyboard.press('Enter')
    await button('Add to centre').focus()
    await page.keyboard.press('Enter')
    const focused = () =>
      page.evaluate<string>(
        "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName",
      )
    await page.locator('.spot-button:focus').waitFor()
    expect(await focused()).to.match(/^Text, text, .* wide, .* high$/)
    const before = await place()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Control+ArrowRight')
    const after = await place()
    expect(after.x - before.x).to.be.closeTo(1.1, 0.011)
    expect(after.y - before.y).to.be.closeTo(-10, 0.011)
    expect(after.w - before.w).to.be.closeTo(1, 0.011)
    expect(await page.locator('[role="status"].spoken').allTextContents()).to.satisfy((texts: string[]) =>
      texts.some((text) => /from left, .* from top/.test(text)),
    )
    // Keys that follow each other quickly are one step, slow ones are several.
    for (let count = 0; count < 4 && (await place()).x !== before.x; count += 1)
      await page.keyboard.press('Control+z')
    expect(await place()).to.deep.equal(before)
    await page.keyboard.press('Control+Shift+z')
    expect((await place()).x).to.be.greaterThan(before.x)

    // The list leads to the properties, and a copy is a field of its own.
    await page.keyboard.press('Control+d')
    await page.getByRole('option', { name: /Text 2/ }).waitFor()
    // The copy on the page takes the focus when it is drawn.
    await drawn(page)
    await page.getByRole('option', { name: /Text 2/ }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-first-property] input:focus').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Second')
    await page.keyboard.press('Control+s')
    await saved()
    await page.getByRole('option', { name: /Second/ }).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+s')
    await page.getByText('Revision 3, saved').waitFor()
    const { fields } = await sceneOf(id)
    expect(fields.map(({ label }: { label: string }) => label)).to.deep.equal(['Second'])
  })

  const place = async () => {
    // The numbers are written anew after what they are of.
    await drawn(page)
    const read = async (label: string) => Number(await page.getByLabel(label, { exact: true }).inputValue())
    return { x: await read('Left'), y: await read('Top'), w: await read('Width') }
  }

  it('draws one field of a hundred anew while it is dragged, snaps it, and undoes the drag', async () => {
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
    await page.getByLabel('Font', { exact: true }).locator('option').nth(5).waitFor({ state: 'attached' })
    await drawn(page)
    await page.evaluate(`{
      window.touched = new Set()
      new MutationObserver((list) => {
        for (const { target } of list) {
          const element = target.nodeType === 1 ? target : target.parentElement
          window.touched.add(element.closest('[data-key]')?.dataset.key ?? element.className)
        }
      }).observe(document.querySelector('.editor'), { subtree: true, childList: true, attributes: true, characterData: true })
    }`)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 1, { steps: 20 })
    const touched = await page.evaluate<readonly string[]>('[...window.touched]')
    const key = await spot.getAttribute('data-key')
    expect(touched.filter((one) => !/^(guide (across|down)|drag-tip)$/.test(one))).to.deep.equal([key])
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

function plate(found: ReadonlyMap<string, Plate>, name: string): Plate {
  const one = found.get(name)
  if (one === undefined) throw new Error(`There is no plate ${name}.`)
  return one
}

/** The first and the last row with ink, as fractions of the height. */
function rowsOf({ ink, width, height }: Plate): readonly [number, number] {
  const rows: number[] = []
  for (let row = 0; row < height; row += 1)
    if (ink.subarray(row * width, (row + 1) * width).some((value) => value > 0)) rows.push(row)
  return [(rows[0] ?? 0) / height, (rows[rows.length - 1] ?? 0) / height]
}
