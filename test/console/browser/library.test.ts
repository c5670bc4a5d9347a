/** The library in a real browser: axe, screenshots, the keyboard, and the sizes of windows. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../../support/browser/console-site.ts'
import { noSideways } from '../../support/browser/no-sideways.ts'
import { jost, renamed, withFsType } from '../../support/pdf/font-files.ts'
import { addPicture, makePicture } from '../library/library-pages.ts'

const NARROW = { width: 320, height: 640 }

describe('The library in a browser', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this)
    page = site.page
  })
  after(() => site?.close())

  const clean = async (of: Page = page) => expect(await site.axe(of)).to.deep.equal([])
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const dialog = () => page.getByRole('dialog')
  const choose = (name: string, buffer: Buffer) =>
    page.locator('.tab-panel input[type=file]').setInputFiles({ name, mimeType: '', buffer })
  /** What the browser itself says of a file that was refused is no fault. */
  const noFaults = () =>
    expect(site.faults.filter((fault) => !fault.startsWith('Failed to load resource'))).to.deep.equal([])

  it('shows images without faults of axe, from none to one that is edited @long', async () => {
    await site.open('/console/library/pictures')
    await page.getByText('No images yet').waitFor()
    await clean()
    await choose('notes.png', Buffer.from('no picture'))
    await page.getByText('The image cannot be read.').waitFor()
    await clean()
    await choose('oak-leaf.png', await makePicture())
    await dialog().getByRole('textbox', { name: 'Tags' }).fill('ornaments, Blätter')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('“blätter” is not a valid tag').waitFor()
    await clean()
    await site.shots('library-picture')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Edit oak-leaf/ }).waitFor()
    await clean()
    await site.shots('library-pictures', ['phone', 'desk', 'wide'])
    noFaults()
  })

  it('makes a selection set by the keyboard without faults of axe @long', async () => {
    await addPicture(site.test, 'leaf', { label: 'Leaf' })
    await site.open('/console/library')
    await page.getByText('No selection sets yet').waitFor()
    await clean()
    await page.getByRole('link', { name: 'Create selection set' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ornaments')
    await press('Add option')
    await press('Save')
    await page.getByText('Enter a text.').waitFor()
    await clean()
    await page.getByRole('textbox', { name: 'Printed text' }).fill('None')
    await press('Add several options')
    await page.getByRole('textbox', { name: 'Add several options' }).fill('Eichenblatt\nSonne\n')
    await press('Add options')
    // The focus goes with the option.
    await page.getByRole('button', { name: 'Move Sonne up' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('button', { name: 'Move Sonne up' }).isDisabled()).to.equal(true)
    await press('Choose image for Eichenblatt')
    await dialog()
      .getByRole('button', { name: /^Choose leaf/ })
      .click()
    await page.getByRole('img', { name: 'Leaf' }).waitFor()
    await clean()
    await site.shots('library-set', ['phone', 'desk', 'wide'])
    await press('Save')
    await page.getByRole('link', { name: 'Ornaments' }).waitFor()
    await clean()
    await site.shots('library-sets')
    await page.getByRole('link', { name: 'Ornaments' }).click()
    await press('Archive')
    await dialog().getByText('Fields that use this set keep its options.').waitFor()
    await clean()
    noFaults()
  })

  it('shows fonts without faults of axe, with one that was refused and one that was taken @long', async () => {
    await site.open('/console/library/fonts')
    await page.locator('td .face-name svg path').first().waitFor()
    await choose('locked.ttf', withFsType(jost(), 2))
    await page.getByText('The licence of the font forbids embedding').waitFor()
    await clean()
    await choose('Rosemary.ttf', renamed(jost(), { family: 'Rosemary' }))
    await page.getByText('Rosemary Regular uploaded.').waitFor()
    await page.getByRole('radio', { name: 'Your fonts' }).check()
    await page.getByRole('cell', { name: /^Rosemary/ }).waitFor()
    await clean()
    await site.shots('library-fonts', ['phone', 'desk', 'wide'])
    noFaults()
  })

  it('fits each size of window in German, for viewers @long', async () => {
    await addPicture(site.test, 'fern')
    const german = await site.another(await site.join('viewer'), { language: 'de', size: 'phone' })
    for (const [part, title] of [
      ['', /^(?:Noch keine Auswahllisten|Ornaments)$/],
      ['/pictures', 'fern'],
      ['/fonts', 'Arimo'],
    ] as const) {
      await german.page.goto(`${site.service}/console/library${part}`)
      await german.page.getByText(title).first().waitFor()
      await clean(german.page)
      for (const size of [NARROW, SIZES.phone, SIZES.wide]) {
        await german.page.setViewportSize(size)
        await noSideways(german.page)
      }
    }
    await german.close()
  })
})
