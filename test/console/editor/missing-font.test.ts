/** Fonts that the library lacks are named before artwork text becomes a field, and again before publishing. */
import { expect } from 'chai'
import { type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { type EditorPage, openEditor } from '../../support/console/editor-page.ts'
import { placeholderPage } from '../../support/pdf/placeholder-page.ts'
import { uploadForm } from '../../support/service/sample-press.ts'

/** A line in a font that nobody has, and a placeholder within a text clipping path. */
const CARD = placeholderPage({
  content: `BT /F9 20 Tf 40 200 Td (Ada Lovelace) Tj ET q BT 7 Tr /F1 20 Tf 40 100 Td ({{foil}}) Tj ET 40 90 200 40 re f Q`,
  fonts: '/F9 << /Type /Font /Subtype /Type1 /BaseFont /Brandon-Bold /Encoding /WinAnsiEncoding >>',
})

describe('Artwork text in a font that the library lacks', () => {
  let pages: ConsolePages
  let id: string
  before(async function () {
    pages = await openConsolePages(this, { server: { press: 'workers' } })
    const { status, body } = await pages.test.json('/v1/templates', { body: uploadForm(CARD) })
    expect(status, JSON.stringify(body)).to.equal(200)
    id = body.template.id
  })
  after(() => pages?.close())

  const pickText = async (): Promise<EditorPage> => {
    const page = await openEditor(pages, { id })
    await page.press('Turn artwork text into a field')
    await page.check('Ada Lovelace')
    return page
  }

  it('is named with its replacement before it becomes a field, with the way to the library', async () => {
    const page = await pickText()
    await page.see(/^Brandon-Bold is not in your library. Arimo[ -]Bold is used instead.$/)
    const link = await page.findByRole('link', { name: /Upload a font/ })
    expect(link.getAttribute('href')).to.equal('/console/library/fonts')
  })

  it('is named in the publish checklist once it is a field, beside placeholders in a clipping path', async () => {
    const page = await pickText()
    await page.press('Turn into a field')
    await page.findByRole('option', { name: /Ada Lovelace/ })
    await page.press('Publish')
    const dialog = await page.dialog()
    await dialog.findByText(/The font Brandon-Bold of “Ada Lovelace” is not available/)
    await dialog.findByText(/The placeholder “foil” on page 1 is part of a text clipping path/)
  })
})
