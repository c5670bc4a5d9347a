/** Fonts that the library lacks are named before artwork text becomes a field, and again before publishing. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { placeholderPage } from '../../support/pdf/placeholder-page.ts'

describe('Artwork text in a font that the library lacks', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
  })
  after(() => site?.close())

  it('is named with its replacement at the step, with the way to the library, and in the publish checklist', async () => {
    const pdf = placeholderPage({
      content: `BT /F9 20 Tf 40 200 Td (Ada Lovelace) Tj ET q BT 7 Tr /F1 20 Tf 40 100 Td ({{foil}}) Tj ET 40 90 200 40 re f Q`,
      fonts: '/F9 << /Type /Font /Subtype /Type1 /BaseFont /Brandon-Bold /Encoding /WinAnsiEncoding >>',
    })
    const form = new FormData()
    form.set('pdf', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'card.pdf')
    const { status, body } = await site.test.json('/v1/templates', { body: form })
    expect(status, JSON.stringify(body)).to.equal(200)
    await page.goto(`${site.service}/console/templates/${body.template.id}/edit`)
    await page.locator('.sheet-picture').waitFor()

    await page.getByRole('button', { name: 'Turn artwork text into a field', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Ada Lovelace' }).check()
    await page.getByText(/^Brandon-Bold is not in your library. Arimo[ -]Bold is used instead.$/).waitFor()
    const link = page.getByRole('link', { name: /Upload a font/ })
    expect(await link.getAttribute('href')).to.equal('/console/library/fonts')
    expect(await site.axe()).to.deep.equal([])
    await site.shots('editor-missing-font', ['phone', 'desk'])
    await page.getByRole('button', { name: 'Turn into a field', exact: true }).click()
    await page.getByRole('option', { name: /Ada Lovelace/ }).waitFor()

    await page.getByRole('button', { name: /^Publish/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/The font Brandon-Bold of “Ada Lovelace” is not available/).waitFor()
    await dialog.getByText(/The placeholder “foil” on page 1 is part of a text clipping path/).waitFor()
  })
})
