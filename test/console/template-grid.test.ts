/** The grid of templates: found, renamed, tagged, archived and brought back, by the keyboard and on a phone; the styles. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { formPdf, textField } from '../support/pdf/form-pdf.ts'
import { uploadForm } from '../support/service/sample-press.ts'

describe('The grid of templates', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    page = site.page
    for (const title of ['Wedding card', 'Étiquette']) {
      const pdf = Buffer.from(formPdf({ fields: [textField(title, '20 20 200 50')] }))
      await site.test.json('/v1/templates', { body: uploadForm(pdf, title) })
    }
  })
  after(() => site?.close())

  const sound = async () => expect(await site.axe()).to.deep.equal([])
  const card = (title: string) => page.locator('.template-card').filter({ hasText: title })
  const choose = async (title: string, item: string) => {
    await page.getByRole('button', { name: `${title}: actions` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: item }).focus()
    await page.keyboard.press('Enter')
  }

  it('finds, renames, tags, archives and undoes @long', async () => {
    await site.open('/console/templates')
    await card('Wedding card').waitFor()
    await sound()
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('etiq')
    await card('Wedding card').waitFor({ state: 'detached' })
    await choose('Étiquette', 'Tags')
    await page.getByLabel('Tags').fill('wine, winter')
    await sound()
    await page.keyboard.press('Enter')
    await page.getByText('Tags saved.').waitFor()
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('')
    await page.getByRole('link', { name: 'Templates with the tag winter' }).click()
    await card('Wedding card').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Tags: winter' }).click()
    await choose('Wedding card', 'Rename')
    // Its text is selected; leaving the field saves it, and Escape does not.
    await page.getByLabel('Title').waitFor()
    await page.keyboard.type('Anniversary card')
    await page.getByLabel('Sort by').focus()
    await page.getByText('Template renamed.').waitFor()
    await choose('Anniversary card', 'Rename')
    await page.getByLabel('Title').fill('Nothing')
    await page.keyboard.press('Escape')
    await card('Anniversary card').waitFor()
    await page.getByLabel('Sort by').selectOption('title')
    await page.waitForURL(/order=title/)
    await choose('Anniversary card', 'Archive')
    await card('Anniversary card').waitFor({ state: 'detached' })
    await sound()
    await page.getByRole('button', { name: 'Undo' }).click()
    await card('Anniversary card').waitFor()
    await choose('Anniversary card', 'Duplicate')
    await page.getByText('“Anniversary card (copy)” created.').waitFor()
    await card('Anniversary card (copy)').waitFor()
    await sound()
    await site.shots('templates-copy')
    await page.locator('.toasts').getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'Anniversary card (copy)' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    await page.keyboard.press('Escape')
    await site.open('/console/templates')
    await page.getByRole('button', { name: 'List' }).click()
    await page.getByRole('row').filter({ hasText: 'Étiquette' }).click()
    await page.getByRole('heading', { name: 'Étiquette' }).waitFor()
    expect(site.faults).to.deep.equal([])
  })

  it('stands on a phone in German without a bar sideways, above a bar of sections @long', async () => {
    const { page: phone } = await site.another(await site.join('editor'), { size: 'phone', language: 'de' })
    await phone.setViewportSize({ width: 320, height: 640 })
    for (const path of ['templates', 'styles', 'orders', 'shop']) {
      await phone.goto(`${site.service}/console/${path}`)
      await phone.locator('h1').waitFor()
      expect(await site.axe(phone)).to.deep.equal([])
      const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await phone.evaluate(wide), path).to.equal(0)
    }
    await phone.getByRole('button', { name: 'Mehr' }).click()
    // All sections one below the other, each as wide as the dialog.
    const entry = phone.getByRole('dialog').getByRole('link', { name: 'Bibliothek' })
    expect((await entry.boundingBox())?.width).to.be.above(200)
    await entry.click()
    await phone.getByRole('heading', { name: 'Bibliothek' }).waitFor()
  })
})
