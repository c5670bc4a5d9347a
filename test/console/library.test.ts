/** The library in a browser: pictures and selection sets, made, changed in place and archived, and looked at in German. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { type ConsoleSite, openConsole, SIZES } from '../support/browser/console-site.ts'

const picture = (color: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

describe('The library in the console @long', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this)
    page = site.page
  })
  after(() => site?.close())

  const sound = async () => expect(await site.axe()).to.deep.equal([])
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const dialog = () => page.getByRole('dialog')
  const choose = (name: string, buffer: Buffer) =>
    page.locator('.tab-panel input[type=file]').setInputFiles({ name, mimeType: '', buffer })

  it('takes pictures, names them and finds them by tag', async () => {
    await site.open('/console/library/pictures')
    await page.getByText('No images yet').waitFor()
    await sound()
    await choose('notes.png', Buffer.from('no picture'))
    await page.getByText('The image cannot be read.').waitFor()
    await sound()
    await choose('oak-leaf.png', await picture('#3a6b35'))
    await dialog().getByRole('textbox', { name: 'Label' }).fill('Oak leaf')
    await dialog().getByRole('textbox', { name: 'Tags' }).fill('ornaments, Blätter')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('“blätter” is not a valid tag').waitFor()
    await sound()
    await site.shots('library-picture')
    await dialog().getByRole('textbox', { name: 'Tags' }).fill('ornaments leaves')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    await choose('sun.png', await picture('#e0b000', 40, 60))
    await dialog().getByRole('heading', { name: 'sun' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Edit sun/ }).waitFor()
    await sound()
    await site.shots('library-pictures', ['phone', 'desk', 'wide'])
    await page.getByRole('searchbox').fill('ornaments')
    await page.getByRole('button', { name: /^Edit sun/ }).waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: /^Edit sun/ }).click()
    await dialog().getByRole('button', { name: 'Archive' }).click()
    await dialog().getByText('Customers can no longer choose the image.').waitFor()
    await dialog().getByRole('button', { name: 'Archive' }).click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Show archived images' }).check()
    await page.getByRole('button', { name: /^Edit sun/ }).waitFor()
    const { data } = (await site.test.json('/v1/assets')).body
    expect(data).to.have.length(1)
    expect(data[0]).to.deep.include({ name: 'oak-leaf', label: 'Oak leaf', tags: ['ornaments', 'leaves'] })
  })

  it('makes selection sets by the keyboard, with pictures', async () => {
    await page.getByRole('tab', { name: 'Selection sets' }).click()
    await page.getByText('No selection sets yet').waitFor()
    await sound()
    await page.getByRole('link', { name: 'Create selection set' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ornaments')
    await press('Add option')
    await press('Save')
    await page.getByText('Enter a text.').waitFor()
    await sound()
    await page.getByRole('textbox', { name: 'Printed text' }).fill('None')
    await press('Add several options')
    await page.getByRole('textbox', { name: 'Add several options' }).fill('Eichenblatt\nSonne\n')
    await press('Add options')
    // The last one to the front.
    for (const name of ['Move Sonne up', 'Move Sonne up']) {
      await page.getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
    }
    expect(await page.getByRole('button', { name: 'Move Sonne up' }).isDisabled()).to.equal(true)
    await press('Choose image for Eichenblatt')
    await dialog()
      .getByRole('button', { name: /^Choose oak-leaf/ })
      .click()
    await page.getByRole('img', { name: 'Oak leaf' }).waitFor()
    await page.getByRole('link', { name: 'Library' }).first().click()
    await dialog().getByText('Your changes on this page are not saved.').waitFor()
    await dialog().getByRole('button', { name: 'Stay' }).click()
    await sound()
    await site.shots('library-set', ['phone', 'desk', 'wide'])
    await press('Save')
    await page.getByRole('link', { name: 'Ornaments' }).waitFor()
    await sound()
    await site.shots('library-sets')
    const [set] = (await site.test.json('/v1/selection_sets')).body.data
    expect(
      set.options.map(({ value, label }: { value: string; label: string }) => [value, label]),
    ).to.deep.equal([
      ['sonne', 'Sonne'],
      ['none', 'None'],
      ['eichenblatt', 'Eichenblatt'],
    ])
    expect(set.options[2].asset_id).to.match(/^ast_/)

    await page.getByRole('link', { name: 'Ornaments' }).click()
    await page.getByText('Existing designs use this option').waitFor()
    expect(
      await page.getByRole('textbox', { name: 'Printed text' }).first().getAttribute('readonly'),
    ).to.equal('')
    await page.getByRole('checkbox', { name: 'Unavailable' }).first().check()
    await press('Save')
    await page.getByText('“Ornaments” saved.').first().waitFor()
    await press('Archive')
    await sound()
    await dialog().getByRole('button', { name: 'Archive' }).click()
    await page.getByText('This set is archived.').waitFor()
    const kept = (await site.test.json(`/v1/selection_sets/${set.id}`)).body.selection_set
    expect(kept.options[0].disabled).to.equal(true)
    expect(kept.archived_at).to.be.a('string')
  })

  it('is looked at in German by who may change nothing', async () => {
    const { page: other } = await site.another(await site.join('viewer'), { language: 'de', size: 'phone' })
    for (const [part, title] of [
      ['', 'Noch keine Auswahllisten'],
      ['/pictures', 'oak-leaf'],
      ['/fonts', 'Arimo'],
    ]) {
      await other.goto(`${site.service}/console/library${part}`)
      await other
        .getByText(title ?? '')
        .first()
        .waitFor()
      await other.getByText('Ihre Rolle erlaubt, die Bibliothek anzusehen').waitFor()
      expect(await other.locator('.drop-zone').count()).to.equal(0)
      expect(await site.axe(other), part).to.deep.equal([])
      for (const size of ['phone', 'wide'] as const) {
        await other.setViewportSize(SIZES[size])
        expect(await other.evaluate('document.documentElement.scrollWidth - innerWidth'), part).to.be.at.most(
          0,
        )
      }
    }
  })
})
