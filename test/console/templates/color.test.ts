/** Colour in the console: brand colours and output profiles in the library, and what templates make of them. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { screenHexOfLab } from '../../../core/engine/pdf/space/screen-lab.ts'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { editorCard } from '../../support/browser/editor-card.ts'
import { pressProfile } from '../../support/pdf/icc-profile.ts'
import { pressPage } from '../../support/pdf/press-page.ts'
import { uploadForm } from '../../support/service/sample-press.ts'

describe('Colour in the console @long', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    page = site.page
  })
  after(() => site?.close())

  const sound = async () => expect(await site.axe()).to.deep.equal([])
  const dialog = () => page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
  const choose = (name: string, buffer: Buffer) =>
    page.locator('.tab-panel input[type=file]').setInputFiles({ name, mimeType: '', buffer })

  it('has brand colours, one of a name, which are changed and removed', async () => {
    await site.open('/console/library/color')
    await page.getByText('No brand colours yet').waitFor()
    await sound()
    const create = async (name: string, parts: Readonly<Record<string, string>>) => {
      await button('Create brand colour').click()
      await dialog().getByLabel('Name').fill(name)
      for (const [plate, value] of Object.entries(parts))
        await dialog().getByLabel(plate, { exact: true }).fill(value)
      await inDialog('Save').click()
    }
    await create('Brand blue', { Cyan: '100', Magenta: '75', Black: '10' })
    await page.getByText('“Brand blue” saved.').waitFor()
    await page.getByText('100 / 75 / 0 / 10').waitFor()
    await create('brand BLUE', {})
    await dialog().getByText('The team has another brand color with this name.').waitFor()
    await sound()
    await dialog().getByLabel('Name').fill('Grey')
    await inDialog('Save').click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit Grey' }).click()
    await site.shots('library-color')
    await inDialog('Remove').click()
    await page.getByText('“Grey” removed.').waitFor()
    const { data } = (await site.test.json('/v1/brand_colors')).body
    expect(data.map(({ name }: { name: string }) => name)).to.deep.equal(['Brand blue'])
    await button('Create brand colour').click()
    await dialog().getByLabel('Name').fill('House red')
    await dialog().getByLabel('Prints as').selectOption({ label: 'Spot colour (Lab)' })
    for (const [axis, value] of [
      ['L*', '45'],
      ['a*', '60'],
      ['b*', '30'],
    ] as const)
      await dialog().getByLabel(axis, { exact: true }).fill(value)
    await sound()
    await inDialog('Save').click()
    await page.getByText('Lab 45 / 60 / 30').waitFor()
  })

  it('takes an output profile, says why it refuses one, and names its condition', async () => {
    await choose('screen.icc', pressProfile({ deviceClass: 'mntr' }))
    await page.getByText('The file is not a CMYK output profile').waitFor()
    await choose('press.icc', pressProfile({ year: 2011 }))
    await dialog().getByLabel('Printing condition').fill('Uncoated 120 g')
    await dialog().getByLabel('Identifier').fill('FOGRA52')
    await sound()
    await inDialog('Save').click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Uncoated 120 g', exact: true }).waitFor()
    await sound()
    const [profile] = (await site.test.json('/v1/profiles')).body.data
    expect(profile).to.include({ name: 'Uncoated 120 g', condition: 'FOGRA52' })
  })

  it('chooses the output of a template among the profiles', async () => {
    const card = await editorCard(site, 'Output', [[40, 60, 140, 80]])
    await site.open(`/console/templates/${card.id}/settings`)
    await page.getByLabel('Output of print files').selectOption({ label: 'PDF/X-4: Uncoated 120 g' })
    await sound()
    await page.getByRole('checkbox', { name: 'Convert colours to CMYK' }).check()
    await button('Apply output').click()
    await page.getByText('Output changed.').waitFor()
    const { template } = (await site.test.json(`/v1/templates/${card.id}?revision=latest`)).body
    expect([template.output, template.output_profile.condition]).to.deep.equal(['pdfx4', 'FOGRA52'])
  })

  it('marks what cannot be printed on the page of a template with a profile', async () => {
    const pdf = pressPage({ content: '0 1 0 rg 40 40 60 40 re f' })
    const form = uploadForm(pdf, 'Screen green')
    form.set('output', 'pdfx4')
    const { template } = (await site.test.json('/v1/templates', { body: form })).body
    await site.open(`/console/templates/${template.id}`)
    await page.getByRole('img', { name: 'Screen green, page 1' }).waitFor()
    await page.getByRole('checkbox', { name: 'Show what cannot be printed' }).check()
    await page
      .getByText(/^5\.8 % of this page prints differently\. Total area coverage is 1\d\d %; the limit/)
      .waitFor()
    await sound()
    await site.shots('template-gamut', ['desk'])
    await page.getByRole('checkbox', { name: 'Show what cannot be printed' }).uncheck()
    await page.getByText('of this page prints differently').waitFor({ state: 'detached' })
  })

  it('offers brand colours for inks, and rules for black text and RGB', async () => {
    const card = await editorCard(site, 'Brand', [[40, 60, 140, 80]])
    await card.open(page)
    await page.getByRole('tab', { name: 'Inks' }).click()
    await button('Add ink').click()
    await page.getByLabel('Prints as').selectOption({ label: 'Process colour (CMYK)' })
    await page.getByLabel('Brand colour').selectOption({ label: 'Brand blue (100/75/0/10)' })
    await button('Add ink').click()
    await page.getByLabel('Brand colour').selectOption({ label: 'House red (Lab 45/60/30)' })
    await page.getByLabel('Overprint black text up to').fill('12')
    await page.getByRole('checkbox', { name: 'Allow RGB colours' }).check()
    await sound()
    await card.save(page)
    const scene = await card.scene()
    expect(scene).to.include({ black_overprint_pt: 12, allow_rgb: true })
    expect(scene.inks.at(-2)).to.deep.include({ name: 'Brand blue', cmyk: [100, 75, 0, 10] })
    expect(scene.inks.at(-1)).to.deep.include({ name: 'House red', lab: [45, 60, 30] })
    expect(scene.inks.at(-1).hex).to.equal(screenHexOfLab([45, 60, 30]))
  })

  it('is there in German', async () => {
    const german = await site.another(site.person, { language: 'de' })
    await german.page.goto(`${site.service}/console/library/color`)
    await german.page.getByRole('heading', { name: 'Hausfarben' }).waitFor()
    await german.page.getByRole('cell', { name: 'Uncoated 120 g', exact: true }).waitFor()
    expect(await site.axe(german.page)).to.deep.equal([])
  })
})
