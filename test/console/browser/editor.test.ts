/** Panels and dialogs of the template editor in a real browser: axe and screenshots of each state, and what customers see. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import de from '../../../widget/console/words/de/editor.json' with { type: 'json' }
import en from '../../../widget/console/words/en/editor.json' with { type: 'json' }
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { type EditorCard, editorCard } from '../../support/browser/editor-card.ts'
import { inView, publish, unfold } from '../../support/browser/editor-view.ts'
import { placeholderPage } from '../../support/pdf/placeholder-page.ts'
import { CARD_SPOT } from '../../support/pdf/plain-artwork.ts'
import { uploadForm } from '../../support/service/sample-press.ts'
import { changeFields } from '../../support/service/template-card.ts'

describe('Panels of the template editor in a browser', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
  })
  after(() => site?.close())

  const clean = async (of: Page = page) => expect(await site.axe(of)).to.deep.equal([])
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const box = (name: string) => page.getByLabel(name, { exact: true })
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  const twoFields = (title: string) =>
    editorCard(site, title, [
      [40, 60, 140, 80],
      [40, 100, 140, 120],
    ])
  const opened = async (title: string): Promise<EditorCard> => {
    const card = await twoFields(title)
    await card.open(page)
    return card
  }

  it('show outline and opacity of several chosen spots without faults of axe @long', async () => {
    const card = await opened('Looks')
    await card.spot(page, 1).click()
    await unfold(page, en.look.title)
    await box(en.look.outline).check()
    await box(en.look.opacity).fill('40')
    await box(en.look.opacity).press('Tab')
    await card.spot(page, 2).click({ modifiers: ['Shift'] })
    expect(await box(en.look.outline).evaluate((input: HTMLInputElement) => input.indeterminate)).to.equal(
      true,
    )
    await clean()
    await box(en.look.opacity).fill('70')
    await box(en.look.opacity).press('Tab')
    await page.keyboard.press('Escape')
    await card.save(page)
  })

  it('name a font that the library lacks without faults of axe', async () => {
    const pdf = placeholderPage({
      content: 'BT /F9 20 Tf 40 200 Td (Ada Lovelace) Tj ET',
      fonts: '/F9 << /Type /Font /Subtype /Type1 /BaseFont /Brandon-Bold /Encoding /WinAnsiEncoding >>',
    })
    const { body } = await site.test.json('/v1/templates', { body: uploadForm(pdf, 'Missing font') })
    await page.goto(`${site.service}/console/templates/${body.template.id}/edit`)
    await page.locator('.sheet-picture').waitFor()
    await button(en.tools.pick).click()
    await page.getByRole('checkbox', { name: 'Ada Lovelace' }).check()
    await page.getByText(/^Brandon-Bold is not in your library/).waitFor()
    await clean()
    await site.shots('editor-missing-font', ['phone', 'desk'])
  })

  it('show languages of a field without faults of axe @long', async () => {
    const card = await opened('Languages')
    await card.spot(page, 1).click()
    await page.getByText('Help and languages').click()
    await page.getByRole('combobox', { name: 'Add language' }).selectOption('de')
    await page
      .getByRole('group', { name: /^German/ })
      .getByLabel('Label')
      .fill('Feld eins')
    await clean()
    await site.shots('field-languages')
  })

  it('show customer images of a field without faults of axe @long', async () => {
    const card = await twoFields('Photo card')
    await changeFields(site.test, card, (field) => ({
      ...field,
      ...{ id: null, type: 'image', options: null, default_value: '', source: 'upload' },
    }))
    await card.open(page)
    await card.spot(page, 1).click()
    await page.getByLabel('Minimum resolution').waitFor()
    await clean()
    await site.shots('customer-images')
  })

  it('show inks and plates without faults of axe @long', async () => {
    const card = await opened('Inks')
    await tab('Inks')
    await page.locator('.ink-name').first().click()
    await page.getByRole('checkbox', { name: CARD_SPOT }).check()
    await clean()
    await button('Add ink').click()
    await page.getByLabel('Prints as').selectOption({ label: 'Process colour (CMYK)' })
    await clean()
    await card.save(page)
    await tab('Plates')
    await page.locator('.plates tbody tr').filter({ hasText: CARD_SPOT }).waitFor()
    await page.getByRole('checkbox', { name: 'Show Black' }).uncheck()
    await page.getByText(/^Visible: /).waitFor()
    await clean()
  })

  it('compare test values with the print file without faults of axe @long', async () => {
    const card = await opened('Tried')
    await card.spot(page, 1).click()
    await tab('Test values')
    await box('Values').selectOption('missing')
    await page.locator('.stage-note', { hasText: en.trial.problems }).waitFor()
    await clean()
    await button('Compare with print file').click()
    await page.getByText(en.trial.refused).waitFor()
    await clean()
    await page.keyboard.press('Escape')
    await button('Show default values').click()
  })

  it('show the publish checklist, and then the link with its code as a file, without faults of axe @long', async () => {
    const card = await twoFields('Checked')
    await changeFields(site.test, card, (field, at) => (at === 0 ? { ...field, default_value: '' } : field))
    await card.open(page)
    await button('Publish').click()
    await page.getByText('1 field prints nothing').waitFor()
    await clean()
    await site.shots('editor-checklist', ['phone', 'desk'])
    await button('Publish template').click()
    await page.getByText(/is published. New orders use it/).waitFor()
    const code = page.getByRole('img', { name: 'QR code of the link' })
    expect(await code.evaluate((one) => (one as { naturalWidth?: number }).naturalWidth)).to.be.greaterThan(
      20,
    )
    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download QR code' }).click()
    expect((await file).suggestedFilename()).to.equal('Checked-qr.svg')
    await clean()
    await site.shots('editor-published', ['phone', 'desk'])
    // What the browser itself says of print files that cannot be made.
    expect(site.faults.filter((fault) => !/status of 400 .*\/previews\/press$/.test(fault))).to.deep.equal([])
  })

  it('offer what a reload left unsaved, and what another user saved since, without faults of axe @long', async () => {
    const card = await twoFields('Left')
    const { page: lost } = await site.another(site.person)
    lost.on('dialog', (dialog) => void dialog.accept())
    await card.open(lost)
    await card.spot(lost, 1).click()
    await lost.getByLabel('Label', { exact: true }).fill('Mine')
    await lost.route('**/scene', (route) =>
      route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.continue(),
    )
    await lost.getByRole('button', { name: 'Save', exact: true }).click()
    await lost.getByText('Your changes are kept in this browser').waitFor()
    await clean(lost)
    await lost.unroute('**/scene')
    await lost.reload()
    await lost.getByText('Unsaved changes found').waitFor()
    await clean(lost)
    await changeFields(site.test, card, (field) => ({ ...field, required: true }))
    await lost.getByRole('button', { name: 'Restore', exact: true }).click()
    await lost.getByRole('button', { name: 'Save', exact: true }).click()
    await lost.getByRole('dialog', { name: 'Another user saved changes' }).waitFor()
    await clean(lost)
    await site.shotsOf(lost, 'editor-conflict')
    await lost.getByRole('button', { name: 'Merge both' }).click()
    await lost.getByText(/^Revision \d+, saved$/).waitFor()
  })

  it('lock a field, which customers see and cannot change @long', async () => {
    const card = await opened('Locked')
    await card.spot(page, 2).click()
    await page.getByRole('checkbox', { name: 'Locked for customers' }).check()
    await clean()
    await card.save(page)
    await publish(page)
    const { body } = await site.test.json(`/v1/templates/${card.id}`)
    const { page: shopper, faults } = await site.another(null)
    await shopper.goto(`${site.service}${new URL(body.template.hosted_url).pathname}`)
    const locked = shopper.getByRole('textbox', { name: 'Field 2' })
    await locked.waitFor()
    expect(await locked.getAttribute('readonly')).to.not.equal(null)
    expect(await locked.inputValue()).to.equal('Text')
    await shopper.getByText('Set by the shop').waitFor()
    const open = shopper.getByRole('textbox', { name: 'Field 1' })
    await open.fill('Ada')
    expect(await open.inputValue()).to.equal('Ada')
    expect(faults).to.deep.equal([])
  })

  it('are in German without faults of axe @long', async () => {
    const card = await twoFields('Deutsch')
    const { page: german, faults } = await site.another(site.person, { language: 'de' })
    const look = async (state: string) => expect(await site.axe(german), state).to.deep.equal([])
    await card.open(german)
    await german.locator('.sheet-picture').waitFor()
    await look('opened')
    await card.spot(german, 1).click()
    await look('a field')
    await german.keyboard.press('Control+a')
    await look('several fields')
    for (const name of [de.tabs.inks, de.tabs.plates, de.tabs.trial]) {
      await german.getByRole('tab', { name, exact: true }).click()
      if (name === de.tabs.inks) await german.locator('.ink-name').first().click()
      if (name === de.tabs.plates) await german.locator('.plates tbody tr').first().waitFor()
      await look(name)
      await site.shotsOf(german, `editor-de-${name}`, ['phone', 'desk'])
    }
    await german.getByRole('button', { name: de.tools.pick, exact: true }).click()
    await german.getByText(de.pick.lead).waitFor()
    await look('taking text')
    await inView(german, () => look('view'))
    await german.getByRole('button', { name: de.view.label, exact: true }).click()
    await german.getByRole('button', { name: de.keys.button, exact: true }).click()
    await german.getByRole('dialog').waitFor()
    await look('keys')
    expect(faults).to.deep.equal([])
  })
})
