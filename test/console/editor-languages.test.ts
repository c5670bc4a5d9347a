/** Help and other languages of a field in the template editor. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { type EditorCard, editorCard } from '../support/browser/editor-card.ts'

describe('Languages of a field', () => {
  let site: ConsoleSite
  let page: Page
  let card: EditorCard
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
    card = await editorCard(site, 'Languages', [
      [40, 110, 140, 130],
      [40, 60, 140, 80],
    ])
  })
  after(() => site?.close())

  const german = () => page.getByRole('group', { name: /^German/ })

  it('are added to one field, offered at the others, and saved @long', async () => {
    await card.open(page)
    await card.spot(page, 1).click()
    await page.getByText('Help and languages').click()
    await page.getByLabel('Help', { exact: true }).fill('As on the invitation.')
    await page.getByRole('combobox', { name: 'Add language' }).selectOption('de')
    await german().getByLabel('Label').fill('Feld eins')
    await german().getByLabel('Help').fill('Wie auf der Einladung.')
    expect(await site.axe()).to.deep.equal([])
    await site.shots('field-languages')
    await card.spot(page, 2).click()
    await german().getByLabel('Label').fill('Feld zwei')
    // What is added is not offered again.
    const offered = await page.getByRole('combobox', { name: 'Add language' }).innerText()
    expect(offered).to.include('French').and.not.include('German')
    await card.save(page)
    const [one, two] = (await card.scene()).fields
    expect(one.help).to.equal('As on the invitation.')
    expect(one.translations).to.deep.equal({ de: { label: 'Feld eins', help: 'Wie auf der Einladung.' } })
    expect(two.help).to.equal(null)
    expect(two.translations).to.deep.equal({ de: { label: 'Feld zwei' } })
  })

  it('are removed from all fields at once, which can be undone @long', async () => {
    await card.open(page)
    await card.spot(page, 1).click()
    await page.getByRole('button', { name: 'Remove German from all fields' }).click()
    expect(await german().count()).to.equal(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await german().waitFor()
    await page.getByRole('button', { name: 'Redo' }).click()
    await card.save(page)
    for (const { translations } of (await card.scene()).fields) expect(translations).to.deep.equal({})
  })
})
