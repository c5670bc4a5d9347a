/** Fonts of a team in a browser: taken, refused with the reason, and archived. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { jost, withFsType } from '../support/pdf/font-files.ts'

describe('Fonts in the console', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this)
    page = site.page
  })
  after(() => site?.close())

  const sound = async () => expect(await site.axe()).to.deep.equal([])
  const dialog = () => page.getByRole('dialog')
  const choose = (name: string, buffer: Buffer) =>
    page.locator('.tab-panel input[type=file]').setInputFiles({ name, mimeType: '', buffer })

  it('takes fonts, and says why it refuses one @long', async () => {
    await site.open('/console/library/fonts')
    await page.getByText('Arimo').first().waitFor()
    // In its own face.
    await page.locator('td .face-name svg path').first().waitFor()
    await choose('locked.ttf', withFsType(jost(), 2))
    await page.getByText('The licence of the font forbids embedding').waitFor()
    await sound()
    await choose('Jost-Regular.ttf', jost())
    await page.getByText('Jost Regular uploaded.').waitFor()
    await page.getByRole('radio', { name: 'Your fonts' }).check()
    await page.getByRole('cell', { name: /^Jost/ }).waitFor()
    await sound()
    await site.shots('library-fonts', ['phone', 'desk', 'wide'])
    await page.getByRole('button', { name: /^Archive Jost/ }).click()
    await dialog().getByText('New fields cannot use the font.').waitFor()
    await dialog().getByRole('button', { name: 'Archive' }).click()
    await page.getByText('No fonts of your own yet').waitFor()
    expect(site.faults.filter((fault) => !fault.startsWith('Failed to load resource'))).to.deep.equal([])
  })
})
