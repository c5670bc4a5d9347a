/** The template editor in a real browser: from a PDF without any field to plates. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, drawn, openConsole } from '../support/browser/console-site.ts'
import { publish } from '../support/browser/editor-view.ts'
import { CARD_SPOT, CARD_TEXT, plainArtwork } from '../support/pdf/plain-artwork.ts'
import { coverage, needs, pdfText, plates } from '../support/rips/oracles.ts'
import type { Plate } from '../support/rips/plate-files.ts'

describe('The template editor', () => {
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

  it('goes from a PDF without any field to a press PDF whose plates Ghostscript confirms @long', async function () {
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
    await page
      .locator('.editor-side')
      .getByRole('combobox', { name: 'Ink', exact: true })
      .selectOption('Gold Foil')
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

    await publish(page)

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
