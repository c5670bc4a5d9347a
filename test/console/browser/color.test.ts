/** Colour in the console in a real browser: axe and screenshots of the library, of a template and of the editor's inks. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { editorCard } from '../../support/browser/editor-card.ts'
import { pressProfile } from '../../support/pdf/icc-profile.ts'
import { pressPage } from '../../support/pdf/press-page.ts'
import { uploadForm } from '../../support/service/sample-press.ts'

describe('Colour in the console in a browser', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    page = site.page
  })
  after(() => site?.close())

  const clean = async (of: Page = page) => expect(await site.axe(of)).to.deep.equal([])
  const dialog = () => page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })

  it('shows brand colours and output profiles without faults of axe @long', async () => {
    await site.open('/console/library/color')
    await page.getByText('No brand colours yet').waitFor()
    await clean()
    await site.test.json('/v1/brand_colors', { body: { name: 'Brand blue', cmyk: [100, 75, 0, 10] } })
    await button('Create brand colour').click()
    await dialog().getByLabel('Name').fill('brand BLUE')
    await inDialog('Save').click()
    await dialog().getByText('The team has another brand color with this name.').waitFor()
    await clean()
    await dialog().getByLabel('Name').fill('House red')
    await dialog().getByLabel('Prints as').selectOption({ label: 'Spot colour (Lab)' })
    await clean()
    await site.shots('library-color')
    await inDialog('Save').click()
    await dialog().waitFor({ state: 'detached' })
    await page
      .locator('.tab-panel input[type=file]')
      .setInputFiles({ name: 'press.icc', mimeType: '', buffer: pressProfile({ year: 2011 }) })
    await dialog().getByLabel('Printing condition').fill('Uncoated 120 g')
    await clean()
    await inDialog('Save').click()
    await page.getByRole('cell', { name: 'Uncoated 120 g', exact: true }).waitFor()
    await clean()
    const german = await site.another(site.person, { language: 'de' })
    await german.page.goto(`${site.service}/console/library/color`)
    await german.page.getByRole('cell', { name: 'Uncoated 120 g', exact: true }).waitFor()
    await clean(german.page)
  })

  it('shows the output of a template and what cannot be printed without faults of axe @long', async () => {
    const form = uploadForm(pressPage({ content: '0 1 0 rg 40 40 60 40 re f' }), 'Screen green')
    form.set('output', 'pdfx4')
    const { template } = (await site.test.json('/v1/templates', { body: form })).body
    await site.open(`/console/templates/${template.id}/settings`)
    await page.getByRole('checkbox', { name: 'Convert colours to CMYK' }).check()
    await clean()
    await site.open(`/console/templates/${template.id}`)
    await page.getByRole('checkbox', { name: 'Show what cannot be printed' }).check()
    await page.getByText(/^5\.8 % of this page prints differently\./).waitFor()
    await clean()
    await site.shots('template-gamut', ['desk'])
  })

  it('shows brand colours among inks, and rules for black text and RGB, without faults of axe @long', async () => {
    const card = await editorCard(site, 'Brand', [[40, 60, 140, 80]])
    await card.open(page)
    await page.getByRole('tab', { name: 'Inks' }).click()
    await button('Add ink').click()
    await page.getByLabel('Brand colour').waitFor()
    await page.getByLabel('Overprint black text up to').fill('12')
    await page.getByRole('checkbox', { name: 'Allow RGB colours' }).check()
    await clean()
    await card.save(page)
  })
})
