/** Colour in the console: brand colours and output profiles in the library, and what templates make of them. */
import { expect } from 'chai'
import { screenHexOfLab } from '../../../core/engine/pdf/space/screen-lab.ts'
import { drawing, noNetwork, refusal } from '../../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { openEditor } from '../../support/console/editor-page.ts'
import { pressProfile } from '../../support/pdf/icc-profile.ts'
import { pressPage } from '../../support/pdf/press-page.ts'
import { uploadForm } from '../../support/service/sample-press.ts'
import { makeCard } from '../../support/service/template-card.ts'

const COLORS = '/v1/brand_colors'
const LIBRARY = '/console/library/color'

describe('Colour in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this, { server: { press: 'workers' } })
  })
  after(() => pages?.close())

  let years = 1990
  /** A profile of the team, as another program uploaded it. */
  const makeProfile = async (name: string, condition: string): Promise<string> => {
    const form = new FormData()
    years += 1
    form.set('file', new Blob([new Uint8Array(pressProfile({ year: years }))]), 'press.icc')
    const { body } = await pages.test.json('/v1/profiles', { body: form })
    const { id } = body.profile
    await pages.test.json(`/v1/profiles/${id}`, { method: 'PATCH', body: { name, condition } })
    return id
  }
  const makeColor = (name: string, parts: object) => pages.test.json(COLORS, { body: { name, ...parts } })
  const colors = async (): Promise<readonly { name: string }[]> => (await pages.test.json(COLORS)).body.data
  const names = async () => (await colors()).map(({ name }) => name)

  describe('as brand colours', () => {
    const create = async (page: ConsolePage, name: string, parts: Readonly<Record<string, string>> = {}) => {
      await page.press('Create brand colour')
      await page.fill('Name', name)
      for (const [plate, value] of Object.entries(parts)) await page.fill(plate, value)
      await page.press('Save')
    }

    it('is none at first', async () => {
      const page = await pages.open(LIBRARY)
      await page.see('No brand colours yet')
    })

    it('is created as a mix of process inks', async () => {
      const page = await pages.open(LIBRARY)
      await create(page, 'Created blue', { Cyan: '100', Magenta: '75', Black: '10' })
      await page.see('“Created blue” saved.')
      await page.row('Created blue', '100 / 75 / 0 / 10')
    })

    it('is created as a spot colour by its Lab', async () => {
      const page = await pages.open(LIBRARY)
      await page.findByRole('heading', { name: 'Brand colours' })
      await page.press('Create brand colour')
      await page.fill('Name', 'Created red')
      await page.select('Prints as', 'Spot colour (Lab)')
      for (const [axis, value] of [
        ['L*', '45'],
        ['a*', '60'],
        ['b*', '30'],
      ] as const)
        await page.fill(axis, value)
      await page.press('Save')
      await page.row('Created red', 'Lab 45 / 60 / 30')
    })

    it('has one colour of a name, whatever its case, and says so at the field', async () => {
      await makeColor('Single blue', { cmyk: [100, 0, 0, 0] })
      const page = await pages.open(LIBRARY)
      await create(page, 'single BLUE')
      await (await page.dialog()).findByText('The team has another brand color with this name.')
      await page.fill('Name', 'Not single')
      await page.press('Save')
      await page.row('Not single')
    })

    it('is removed', async () => {
      await makeColor('Removed grey', { cmyk: [0, 0, 0, 50] })
      const page = await pages.open(LIBRARY)
      await page.press('Edit Removed grey')
      await page.press('Remove')
      await page.see(/^“Removed grey” removed\./)
      expect(await names()).to.not.include('Removed grey')
    })

    it('stays when it could not be removed, and the dialog says why', async () => {
      await makeColor('Kept grey', { cmyk: [0, 0, 0, 50] })
      const page = await pages.open(LIBRARY)
      page.answer('DELETE /v1/brand_colors/{id}', refusal('database_unavailable'))
      await page.press('Edit Kept grey')
      await page.press('Remove')
      await (await page.dialog()).findByRole('alert')
      expect(await names()).to.include('Kept grey')
    })

    it('is looked at by viewers, without a way to change it', async () => {
      await makeColor('Seen green', { cmyk: [80, 0, 90, 0] })
      const page = await pages.open(LIBRARY, { person: await pages.join('viewer') })
      await page.row('Seen green')
      expect(page.queryByRole('button', { name: 'Create brand colour' })).to.equal(null)
      expect(page.queryByRole('button', { name: 'Edit Seen green' })).to.equal(null)
    })
  })

  describe('as output profiles', () => {
    const choose = async (page: ConsolePage, name: string, bytes: Buffer) => {
      const input = await page.until(() => page.document.querySelector('.tab-panel input[type=file]'))
      await page.upload(input, new page.window.File([new Uint8Array(bytes)], name))
    }

    it('refuses a profile that is not for a CMYK output, and says why', async () => {
      const page = await pages.open(LIBRARY)
      await choose(page, 'screen.icc', pressProfile({ deviceClass: 'mntr' }))
      await page.see(/^The file is not a CMYK output profile/)
    })

    it('takes a profile and names its condition', async () => {
      const page = await pages.open(LIBRARY)
      await choose(page, 'press.icc', pressProfile({ year: 2011 }))
      await page.dialog()
      await page.fill('Printing condition', 'Uncoated 120 g')
      await page.fill('Identifier', 'FOGRA52')
      await page.press('Save')
      await page.row('Uncoated 120 g', 'FOGRA52')
    })

    it('offers another try when the connection is lost', async () => {
      const page = await pages.open(LIBRARY, { answers: { 'POST /v1/profiles': noNetwork } })
      await choose(page, 'lost.icc', pressProfile({ year: 2012 }))
      await page.see(/^The connection was lost\. Upload the profile again/)
      page.answer('POST /v1/profiles', null)
      await page.press('Upload again')
      await page.dialog()
    })

    it('is shown in German', async () => {
      await makeProfile('Gestrichen 135 g', 'FOGRA51')
      const page = await pages.open(LIBRARY, { language: 'de' })
      await page.findByRole('heading', { name: 'Hausfarben' })
      await page.row('Gestrichen 135 g')
    })
  })

  describe('as the output of a template', () => {
    it('is chosen among the profiles', async () => {
      await makeProfile('Chosen 120 g', 'FOGRA52')
      const { id } = await makeCard(pages.test, 'Output', [[40, 60, 140, 80]])
      const page = await pages.open(`/console/templates/${id}/settings`)
      await page.field('Output of print files')
      await page.until(() => page.queryByRole('option', { name: 'PDF/X-4: Chosen 120 g' }))
      await page.select('Output of print files', 'PDF/X-4: Chosen 120 g')
      await page.check('Convert colours to CMYK')
      await page.press('Apply output')
      await page.see('Output changed.')
      const { template } = (await pages.test.json(`/v1/templates/${id}?revision=latest`)).body
      expect([template.output, template.output_profile.condition]).to.deep.equal(['pdfx4', 'FOGRA52'])
    })

    it('stays as it was when it is refused, and says why', async () => {
      await makeProfile('Refused 120 g', 'FOGRA52')
      const { id } = await makeCard(pages.test, 'No output', [[40, 60, 140, 80]])
      const page = await pages.open(`/console/templates/${id}/settings`, {
        answers: { 'POST /v1/templates/{id}/output': refusal('renderer_not_configured') },
      })
      await page.until(() => page.queryByRole('option', { name: 'PDF/X-4: Refused 120 g' }))
      await page.select('Output of print files', 'PDF/X-4: Refused 120 g')
      await page.press('Apply output')
      await page.see('No renderer is available. Ask your administrator to start one.')
      const { template } = (await pages.test.json(`/v1/templates/${id}?revision=latest`)).body
      expect(template.output).to.equal('pdf')
    })

    it('marks what cannot be printed on the page of a template with a profile @long', async () => {
      const pdf = pressPage({ content: '0 1 0 rg 40 40 60 40 re f' })
      const form = uploadForm(pdf, 'Screen green')
      form.set('output', 'pdfx4')
      const { template } = (await pages.test.json('/v1/templates', { body: form })).body
      const page = await pages.open(`/console/templates/${template.id}`, {
        answers: { 'GET /v1/templates/{id}/page.png': drawing },
      })
      await page.findByRole('img', { name: 'Screen green, page 1' })
      await page.check('Show what cannot be printed')
      await page.see(/^5\.8 % of this page prints differently\. Total area coverage is 1\d\d %; the limit/)
      await page.click(await page.field('Show what cannot be printed'))
      await page.gone(/of this page prints differently/)
    })
  })

  describe('in the editor', () => {
    const openInks = async () => {
      const card = await makeCard(pages.test, 'Brand', [[40, 60, 140, 80]])
      const page = await openEditor(pages, card)
      await page.tab('Inks')
      return { card, page }
    }

    it('offers process colours of the brand for inks of process colours', async () => {
      await makeColor('Ink blue', { cmyk: [100, 75, 0, 10] })
      const { card, page } = await openInks()
      await page.press('Add ink')
      await page.select('Prints as', 'Process colour (CMYK)')
      await page.field('Brand colour')
      await page.select('Brand colour', 'Ink blue (100/75/0/10)')
      await page.save()
      expect((await card.scene()).inks.at(-1)).to.deep.include({ name: 'Ink blue', cmyk: [100, 75, 0, 10] })
    })

    it('offers spot colours of the brand for plates, with their colour on the screen', async () => {
      await makeColor('Ink red', { lab: [45, 60, 30] })
      const { card, page } = await openInks()
      await page.press('Add ink')
      await page.select('Brand colour', 'Ink red (Lab 45/60/30)')
      await page.save()
      expect((await card.scene()).inks.at(-1)).to.deep.include({
        name: 'Ink red',
        lab: [45, 60, 30],
        hex: screenHexOfLab([45, 60, 30]),
      })
    })

    it('has rules for black text and RGB', async () => {
      const { card, page } = await openInks()
      await page.fill('Overprint black text up to', '12')
      await page.check('Allow RGB colours')
      await page.save()
      expect(await card.scene()).to.include({ black_overprint_pt: 12, allow_rgb: true })
    })
  })
})
