/** The template editor by keys alone, in a real browser. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, drawn, openConsole } from '../support/browser/console-site.ts'
import { plainArtwork } from '../support/pdf/plain-artwork.ts'

describe('The template editor without a pointer', () => {
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
  const saved = (on: Page = page) => on.getByText(/^Revision \d+, saved$/).waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })

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
})
